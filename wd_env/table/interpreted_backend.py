"""A state played by the rules as plain Python."""

from collections.abc import Sequence
from itertools import compress
from typing import Any

import numpy as np

from wd_env.batch.mask_bits import stuck_error
from wd_env.errors import StateError
from wd_env.kernels import game_loop
from wd_env.kernels.philox import weighted_draw
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.spec.state_schema import GameState
from wd_env.table.legal_choices import legal_mask, outcome_weights
from wd_env.table.state_backend import Int8Array, PolicyOf, Snapshot, check_seat_exists, node_of


class InterpretedBackend:
    """A state that plain Python plays; see `StateBackend`.

    Args:
        game: The game.
        state: The state, which may be changed in place.
        stream: Key and counter of the chance stream, which draws advance.
    """

    def __init__(self, game: GameSpec, state: GameState, stream: list[int]) -> None:
        self.game = game
        self.fields: Any = state
        self.stream = stream

    @property
    def node(self) -> int:
        return int(self.fields.node)

    @property
    def seat(self) -> int:
        return int(self.fields.seat)

    @property
    def player(self) -> int:
        return int(self.fields.owner[self.fields.seat])

    @property
    def players(self) -> int:
        return int(self.fields.players)

    @property
    def is_terminal(self) -> bool:
        return bool(self.game.engine.is_terminal(self.fields))

    def home_seat(self, player: int) -> int:
        """Return the home seat of a player."""
        return int(self.fields.home_seat[player])

    def owners_in_play(self) -> set[int]:
        """Return the players with a seat in the game."""
        return set(compress(self.fields.owner, self.fields.in_play))

    def mask(self) -> list[int]:
        """Return 1 for each legal action and 0 for the others; all 0 unless a player is to decide.

        Raises:
            StateError: If a player is to decide and no action is legal.
        """
        mask = legal_mask(self)
        if 1 not in mask and node_of(self).kind == PLAYER:
            raise stuck_error(self.game, self.node, self.seat)
        return mask

    def mask_array(self) -> Int8Array:
        """Return `mask` as a new int8[actions]."""
        return np.array(self.mask(), np.int8)

    def observe(self, seat: int) -> list[int]:
        """Return the observation of a seat."""
        check_seat_exists(self, seat)
        out = [0] * self.game.layout.size
        self.game.observe(self.fields, seat, out)
        return out

    def observe_array(self, seat: int) -> Int8Array:
        """Return `observe` as a new int8[size]."""
        return np.array(self.observe(seat), np.int8)

    def observation_and_mask(self, seat: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return observation and mask of a seat; the mask is all 0 unless the seat is to decide."""
        return self.observe(seat), self.mask() if seat == self.seat else [0] * len(self.game.actions)

    def rewards(self) -> list[float]:
        """Return the float32 reward of each player in the last step."""
        rewards = [0.0] * self.game.max_players
        game_loop.write_rewards(self.fields, int(self.is_terminal), self.game.returns_table, rewards)
        if self.is_terminal:
            self.game.final_rewards(self.fields, rewards)
        return [float(np.float32(reward)) for reward in rewards[: self.players]]

    def potentials(self) -> list[int]:
        """Return the potential of each shaping term and player, term by term; all 0 after the end."""
        potentials = [0] * (len(self.game.shaping_terms) * self.game.max_players)
        if not self.is_terminal:
            self.game.potential(self.fields, potentials)
        return potentials

    def snapshot(self) -> Snapshot:
        """Return a copy of the state and of its chance stream."""
        return Snapshot(self.fields.copy(), list(self.stream))

    def play_policies(self, policy_of: PolicyOf, actions: list[int]) -> None:
        """Play nothing: array policies need the arrays of the compiled rules."""

    def apply(self, index: int) -> None:
        """Play one action or outcome, given by its index at the current node, which must be legal."""
        self.game.engine.step(self.fields, index)

    def draw_outcome(self) -> int:
        """Draw an outcome of the current chance node and return its index.

        Raises:
            StateError: If every outcome has weight 0.
        """
        weights = outcome_weights(self)
        if not any(weights):
            raise StateError(f"{node_of(self).name}: expected at least one possible outcome, got none")
        outcome: int = weighted_draw(self.stream, weights, len(weights))
        return outcome
