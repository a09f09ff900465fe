"""The interface of a state with its chance stream, which is interpreted or compiled."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import WrongSeat
from wd_env.spec.game_spec import GameSpec, NodeType
from wd_env.spec.state_schema import GameState

Int8Array = NDArray[np.int8]
ArrayPolicy = Callable[[GameSpec, Int8Array, Int8Array], int]
"""Chooses an action from one observation int8[1, size] and its mask int8[1, actions], which it must not change."""
PolicyOf = Callable[[int], ArrayPolicy | None]
"""Returns the array policy of a player, or None for a player without one."""


class Snapshot(NamedTuple):
    """A state, and the key and counter of its chance stream."""

    state: GameState
    stream: list[int]


class StateBackend(Protocol):
    """A state of a game with its chance stream. Interpreted or compiled, games are equal bit for bit.

    Attributes:
        game: The game.
        fields: The state, to be read by field.
        node: Index of the current node in `game.nodes`.
        seat: Seat of the current node.
        player: Player who controls this seat.
        players: Number of players.
        is_terminal: Whether the game has ended.
    """

    game: GameSpec

    @property
    def fields(self) -> Any: ...
    @property
    def node(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def player(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def is_terminal(self) -> bool: ...

    def home_seat(self, player: int) -> int:
        """Return the home seat of a player."""
        ...

    def owners_in_play(self) -> set[int]:
        """Return the players with a seat in the game."""
        ...

    def mask(self) -> list[int]:
        """Return 1 for each legal action and 0 for the others; all 0 unless a player is to decide."""
        ...

    def mask_array(self) -> Int8Array:
        """Return `mask` as a new int8[actions]."""
        ...

    def observe(self, seat: int) -> list[int]:
        """Return the observation of a seat."""
        ...

    def observe_array(self, seat: int) -> Int8Array:
        """Return `observe` as a new int8[size]."""
        ...

    def observation_and_mask(self, seat: int) -> tuple[Sequence[int] | Int8Array, Sequence[int] | Int8Array]:
        """Return observation and mask of a seat for a `View`; the mask is all 0 unless the seat is to decide."""
        ...

    def rewards(self) -> list[float]:
        """Return the float32 reward of each player in the last step."""
        ...

    def potentials(self) -> list[int]:
        """Return the potential of each shaping term and player, term by term; all 0 after the end."""
        ...

    def snapshot(self) -> Snapshot:
        """Return a copy of the state and of its chance stream."""
        ...

    def play_policies(self, policy_of: PolicyOf, actions: list[int]) -> int | None:
        """Play actions of array policies until a player without one is to decide or the game ends.

        Args:
            policy_of: The policies; called at most once for each player.
            actions: List to which the actions are appended.

        Returns:
            An illegal action that a policy returned and that was not played, otherwise None.
        """
        ...


def node_of(backend: StateBackend) -> NodeType:
    """Return the current node."""
    return backend.game.nodes[backend.node]


def check_seat_exists(backend: StateBackend, seat: int) -> None:
    """Raise WrongSeat for a seat that the game does not have."""
    if not 0 <= seat < backend.fields.seats:
        raise WrongSeat(f"seat: expected 0 to {backend.fields.seats - 1}, got {seat}")
