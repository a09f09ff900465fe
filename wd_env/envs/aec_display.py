"""Display of AEC environments: as text, as an image and in a window."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from wd_env.envs.env_rendering import HUMAN, new_window, render_table
from wd_env.registry import presenter_for
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter


class DisplayMixin:
    """Text and rendering methods of `AECGameEnv`."""

    metadata: ClassVar[dict[str, Any]]
    agent_selection: str
    table: Table
    render_mode: str | None
    _window: Any = None

    @abstractmethod
    def require_reset(self, call: str) -> None:
        """Raise ResetNeeded if no game has started."""

    @abstractmethod
    def _seat_of(self, agent: str) -> int:
        """Return the seat from which an agent observes the table; WrongSeat if the agent does not exist."""

    @abstractmethod
    def _is_to_act(self, agent: str) -> bool:
        """Return whether the agent must decide; WrongSeat if the agent does not exist."""

    @property
    def presenter(self) -> Presenter:
        """Return the presenter, which writes and draws the game for people."""
        return presenter_for(self.table.game)

    def describe(self, agent: str | None = None) -> str:
        """Describe the table as text, for a person or a language model that plays.

        Args:
            agent: Agent that reads it; None is `agent_selection`.

        Returns:
            Lines of text: the table, the agent's private information, the latest events that it saw, and the current
            decision. The text contains nothing that is hidden from the agent.

        Raises:
            WrongSeat: If the agent does not exist.
            ResetNeeded: If no game has started.
        """
        self.require_reset("describe")
        return self.presenter.describe(self.table, self._seat_of(agent or self.agent_selection))

    def legal_texts(self, agent: str | None = None, *, explain: bool = False) -> dict[int, str]:
        """Return the legal actions of an agent with their texts.

        Args:
            agent: Agent whose actions they are; None is `agent_selection`.
            explain: Whether to add a sentence on the effect of each action.

        Returns:
            Text by action index; empty if the agent is not to move.

        Raises:
            WrongSeat: If the agent does not exist.
            ResetNeeded: If no game has started.
        """
        self.require_reset("legal_texts")
        agent = agent or self.agent_selection
        legal = np.flatnonzero(self.table.mask_array()).tolist() if self._is_to_act(agent) else []
        texts = {action: self.table.game.actions.text(action) for action in legal}
        return {action: self._explain(text) for action, text in texts.items()} if explain else texts

    def _explain(self, text: str) -> str:
        effect = self.presenter.action_help(self.table, text)
        return f"{text}: {effect}" if effect else text

    def render(self) -> Any:
        """Render the public state of the table.

        Returns:
            Text (`ansi`), uint8[height, width, 3] (`rgb_array`), or None; `human` draws in a window.

        Raises:
            ResetNeeded: If no game has started.
        """
        self.require_reset("render")
        self.show()
        return None if self.render_mode is None else render_table(self.presenter, self.table, self.render_mode)

    def show(self) -> None:
        """Draw the table in the window if the mode is `human`; `reset` and `step` call this."""
        if self.render_mode != HUMAN:
            return
        if self._window is None:
            self._window = new_window(self.presenter, self.metadata["render_fps"])
        self._window.show(self.table)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the window, so that copies and pickles open their own."""
        return {**self.__dict__, "_window": None}

    def close(self) -> None:
        """Close the window if it is open."""
        if self._window is not None:
            self._window.close()
            self._window = None
