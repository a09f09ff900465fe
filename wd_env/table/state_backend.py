"""What can be asked of a table without changing it: the open question, who answers, what is offered, what is seen."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.mask_bits import stuck_error
from wd_env.errors import StateError, WrongSeat
from wd_env.kernels import game_loop
from wd_env.spec.game_spec import CHANCE, PLAYER, GameSpec, NodeType
from wd_env.spec.state_schema import GameState
from wd_env.spec.view import View


class InterpretedBackend:
    """A game and a state of it, read."""

    game: GameSpec
    _state: Any

    @property
    def _fields(self) -> Any:
        """The state, to be read."""
        return self._state

    @property
    def node(self) -> NodeType:
        """The open question."""
        question: NodeType = self.game.nodes[self._fields.node]
        return question

    @property
    def penalizes_violations(self) -> bool:
        """An illegal answer, or one out of turn, is no error here but has the price that the rules put on it."""
        return bool(self.game.violations.penalizes_violations(self._fields))

    def can_be_penalized(self, seat: int) -> bool:
        """The seat would pay now for an illegal action, or for one out of turn."""
        return bool(self.game.violations.can_be_penalized(self._fields, seat))

    @property
    def judged_externally(self) -> bool:
        """Chance is open whose outcome is reported from outside, never sampled."""
        return self.node.kind == CHANCE and bool(self.game.judged_externally(self._fields, self._fields.node))

    @property
    def seat(self) -> int:
        """The seat whose matter the open question is; its player answers when the question is a decision."""
        return int(self._fields.seat)

    @property
    def players(self) -> int:
        """Players at the table; each has a seat of its own and may play others besides."""
        return int(self._fields.players)

    @property
    def player(self) -> int:
        """The player who answers for the seat whose matter the open question is."""
        return int(self._fields.owner[self._fields.seat])

    @property
    def current_player(self) -> int | None:
        """The player who has a decision to take; None while chance is open and once the game is over."""
        return self.player if self.node.kind == PLAYER else None

    def home_seat(self, player: int) -> int:
        """The player's own seat."""
        return int(self._fields.home_seat[player])

    def seat_of(self, player: int) -> int:
        """Where the player looks from: the seat that is asked if it is one of theirs, else their own."""
        return self.seat if self.current_player == player else self.home_seat(player)

    def is_in_game(self, player: int) -> bool:
        """The player is not out; who is out may come back."""
        return self.in_game()[player]

    def in_game(self) -> list[bool]:
        """Which players are in the game, with one seat at least; those who are out may come back."""
        now = self._fields
        owners = {int(now.owner[seat]) for seat in range(now.seats) if now.in_play[seat]}
        return [player in owners for player in range(self.players)]

    @property
    def is_terminal(self) -> bool:
        """The game has ended, with a winner or without, or was cut."""
        return bool(self.game.engine.is_terminal(self._fields))

    @property
    def is_truncated(self) -> bool:
        """The game was cut at its turn limit."""
        return bool(self._fields.truncated)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players that have won, in order; none while the game lasts and where it ended without one."""
        return tuple(player for player, won in enumerate(self._fields.won) if won)

    @property
    def winner(self) -> int | None:
        """The only player that has won; None where nobody has, or several have (see `winners`)."""
        winners = self.winners
        return winners[0] if len(winners) == 1 else None

    def mask(self) -> list[int]:
        """1 for each action the asked seat may answer, 0 for the rest; all 0 unless a decision is open.

        StateError for an open decision that offers nothing.
        """
        mask = self._legal_mask()
        if self.node.kind == PLAYER and 1 not in mask:
            raise stuck_error(self.game, int(self._fields.node), self.seat)
        return mask

    def _legal_mask(self) -> list[int]:
        mask = [0] * len(self.game.actions)
        if self.node.kind == PLAYER:
            self.game.engine.legal(self._fields, mask)
        return mask

    def chance_weights(self) -> dict[str, int]:
        """The integer weight of every outcome that open chance can have, by its text; empty unless chance is open.

        It is for referees and for searches of a whole state: what has no weight may be what somebody secretly holds.
        """
        first = self.node.first_outcome
        return {self.game.outcomes.text(first + i): weight for i, weight in enumerate(self._weights()) if weight}

    def legal_texts(self) -> list[str]:
        """The texts of what may be answered now: actions, outcomes of asked chance, or nothing when it is over.

        Outcomes are those that are possible as far as everybody knows, whatever somebody secretly holds; `play`
        refuses one that is not possible after all.
        """
        if self.node.kind == CHANCE:
            first = self.node.first_outcome
            return [self.game.outcomes.text(first + i) for i, offered in enumerate(self._legal_outcomes()) if offered]
        return [self.game.actions.text(i) for i, legal in enumerate(self.mask()) if legal]

    @property
    def is_stuck(self) -> bool:
        """The game goes on where it cannot: its open decision offers no action, or its chance has no outcome."""
        if self.node.kind == PLAYER:
            return 1 not in self._legal_mask()
        return self.node.kind == CHANCE and not any(self._weights())

    def _legal_outcomes(self) -> list[int]:
        """1 for each outcome of open chance that is offered to whoever enters it."""
        offered = [0] * self.game.chance_width
        self.game.legal_outcomes(self._fields, offered)
        return offered[: self.node.num_outcomes]

    def _weights(self) -> list[int]:
        """The weight of each outcome, none unless chance is open; StateError for weights that its question excludes."""
        if self.node.kind != CHANCE:
            return []
        weights = [0] * self.game.chance_width  # rules find as many places as when they are compiled
        self.game.engine.chance_weights(self._fields, weights)
        count, heaviest = self.node.num_outcomes, self.node.max_weight
        if any(weights[count:]) or min(weights) < 0 or max(weights) > heaviest:
            told = f"outcomes of {self.node.name} have the weights {weights}"
            raise StateError(f"{told}; allowed are {count} weights of 0..{heaviest}")
        return weights[:count]

    # Seeing

    def observe(self, seat: int) -> list[int]:
        """The observation of a seat: `layout.size` whole numbers; WrongSeat for a seat that is not at the table."""
        self._check_present(seat)
        out = [0] * self.game.layout.size
        self.game.observe(self._fields, seat, out)
        return out

    def _check_present(self, seat: int) -> None:
        if not 0 <= seat < self._fields.seats:
            raise WrongSeat(f"seat {seat} is not at the table; allowed are 0..{self._fields.seats - 1}")

    def view(self, seat: int) -> View:
        """What a bot in this seat is given; its mask is all 0 unless the seat is asked."""
        asked = self.node.kind == PLAYER and seat == self.seat
        seen = self.observe(seat)
        mask = self.mask() if asked else [0] * len(self.game.actions)
        return View(self.game, seen, mask, partial(self._resampled_state, seat, seen))

    def _copy_state(self) -> GameState:
        """A copy of the state."""
        state: GameState = self._state.copy()
        return state

    def _resampled_state(self, seat: int, obs: Sequence[int] | NDArray[np.int8], stream: list[int]) -> GameState:
        """A state that a seat could be in, by what it has seen."""
        self.game.check_resample()
        if list(self.observe(seat)) != list(obs):
            raise StateError("the table has gone on since this view was given; allowed is a view of what is open now")
        state = self._copy_state()
        self.game.resample(state, seat, stream)
        return state

    # What it is worth

    def rewards(self) -> list[float]:
        """What the last answer brought each player by the rules: float32 returns at the end of the game, else 0."""
        paid = [0.0] * self.game.max_players
        game_loop.write_rewards(self._fields, int(self.is_terminal), self.game.returns_table, paid)
        if self.is_terminal:
            self.game.final_rewards(self._fields, paid)
        return [float(np.float32(reward)) for reward in paid[: self.players]]

    def potentials(self) -> list[int]:
        """What the game's terms count, term by term and player by player; all 0 once the game is over."""
        counts = [0] * (len(self.game.shaping_terms) * self.game.max_players)
        if not self.is_terminal:
            self.game.potential(self._fields, counts)
        return counts
