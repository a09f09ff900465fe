"""The input of a bot: the observation of one seat and the legal actions, but not the state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import StateError
from wd_env.kernels.philox import WORD
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.spec.state_schema import GameState

Resampler = Callable[[list[int]], GameState]
"""Returns a possible state, in which hidden information is resampled with a stream [key 0, key 1, counter]."""
PastDecisions = Callable[[], tuple[NDArray[np.int8], NDArray[np.int8]]]
"""Returns observations int8[t, size] and masks int8[t, actions] of the player's earlier decisions in the game."""


@dataclass(frozen=True)
class LegalAction:
    """A legal action: its index in the action space and its text."""

    index: int
    text: str


class View:
    """The game as one seat sees it: observation and action mask, with names for both.

    Args:
        game: Game.
        obs: Observation, int8[size].
        mask: Action mask, 1 for each legal action, int8[actions].
        resampler: Function that makes a possible state, or None.
        past: Function that returns the earlier decisions of the player, or None.
    """

    def __init__(
        self,
        game: GameSpec,
        obs: Sequence[int] | NDArray[np.int8],
        mask: Sequence[int] | NDArray[np.int8],
        resampler: Resampler | None = None,
        past: PastDecisions | None = None,
    ) -> None:
        self.game = game
        self._obs, self._mask, self._resampler, self._past = obs, mask, resampler, past

    def __repr__(self) -> str:
        return f"<View {self.game.name}, {self.decision or 'chance'}, {len(self.legal_indices)} legal actions>"

    @cached_property
    def obs(self) -> Sequence[int]:
        """Return the observation as plain ints, which never overflow."""
        return self._obs.tolist() if isinstance(self._obs, np.ndarray) else self._obs

    @cached_property
    def mask(self) -> Sequence[int]:
        """Return the action mask as plain ints, 1 for each legal action."""
        return self._mask.tolist() if isinstance(self._mask, np.ndarray) else self._mask

    @property
    def arrays(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return observation int8[1, size] and mask int8[1, actions], as `choose_batch` takes them."""
        return np.asarray(self._obs, np.int8)[None], np.asarray(self._mask, np.int8)[None]

    def resample(self, generator: np.random.Generator) -> GameState:
        """Return a possible state: what the seat sees is unchanged, and hidden information is resampled.

        Call it before the next action of the table.

        Args:
            generator: Source of the hidden information.

        Raises:
            StateError: If the view was made without a table, the game cannot resample its hidden information, or the
                table has changed since.
        """
        if self._resampler is None:
            raise StateError("this view was made without a table; expected a view of a table")
        return self._resampler([*(int(text) for text in generator.integers(WORD + 1, size=2)), 0])

    def past_decisions(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return what the player saw at its earlier decisions in this game that had several legal actions, in order.

        Returns:
            Observations int8[t, size], and masks int8[t, actions].

        Raises:
            StateError: If the view was made without a table, or the record of the table does not lead to its state.
        """
        if self._past is None:
            raise StateError(
                "past decisions: expected a view of a table or a record, which have the earlier decisions of the game, "
                "got a single view"
            )
        return self._past()

    @cached_property
    def legal_indices(self) -> list[int]:
        """Return the indices of all legal actions, in order."""
        if isinstance(self._mask, np.ndarray):
            return np.flatnonzero(self._mask).tolist()
        return [action for action, legal in enumerate(self._mask) if legal]

    @cached_property
    def legal_actions(self) -> tuple[LegalAction, ...]:
        """Return the legal actions in the order of the action space."""
        return tuple(LegalAction(action, self.game.actions.text(action)) for action in self.legal_indices)

    def find_legal_action(self, text: str) -> LegalAction | None:
        """Find the legal action with this text, or None."""
        return next((option for option in self.legal_actions if option.text == text), None)

    def feature(self, name: str) -> Any:
        """Return a feature of the observation by name: an int, a list, or nested lists.

        Raises:
            KeyError: If the name is unknown.
        """
        feature = self.game.layout.by_name[name]
        values = [int(element) for element in self.obs[self.game.layout.slice(name)]]
        if not feature.shape:
            return values[0]
        if len(feature.shape) == 1:
            return values
        width = feature.shape[1]
        return [values[row * width : (row + 1) * width] for row in range(feature.shape[0])]

    @cached_property
    def decision(self) -> str:
        """Return the name of the current decision, or "" at a chance node."""
        current: list[int] = self.feature("decision")
        return self.game.nodes[current.index(1)].name if 1 in current else ""

    @property
    def decisions(self) -> tuple[str, ...]:
        """Return the names of all decisions of the game."""
        return tuple(node.name for node in self.game.nodes if node.kind == PLAYER)
