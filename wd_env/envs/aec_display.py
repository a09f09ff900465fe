"""An AEC environment as people and language models see it: in words, as a picture, and in a window."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from wd_env.envs.env_rendering import HUMAN, new_window, render_table
from wd_env.registry import presenter_for
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter


class DisplayMixin:
    """What `AECGameEnv` shows of its table."""

    metadata: ClassVar[dict[str, Any]]
    agent_selection: str
    table: Table
    render_mode: str | None
    _window: Any = None

    @abstractmethod
    def require_reset(self, call: str) -> None:
        """Raise ResetNeeded before the first reset."""

    @abstractmethod
    def _seat_of(self, agent: str) -> int:
        """The seat from which an agent sees the table; WrongSeat for nobody."""

    @abstractmethod
    def _is_to_act(self, agent: str) -> bool:
        """Whether the agent has a decision to take; WrongSeat for nobody."""

    @property
    def presenter(self) -> Presenter:
        """Return how the game is told and drawn for people."""
        return presenter_for(self.table.game)

    def describe(self, agent: str | None = None) -> str:
        """Describe the table in words, for a person or a language model that plays.

        Args:
            agent: Who reads it, by default the agent that is asked.

        Returns:
            Lines of text: the table, what this agent alone knows, the latest events that it saw, and the open
            question. It holds nothing that the agent may not know.

        Raises:
            WrongSeat: for an agent that does not exist.
            ResetNeeded: before the first reset.
        """
        self.require_reset("describe")
        return self.presenter.describe(self.table, self._seat_of(agent or self.agent_selection))

    def legal_texts(self, agent: str | None = None, *, explain: bool = False) -> dict[int, str]:
        """Return the legal actions of an agent, each with its text.

        Args:
            agent: Whose actions, by default those of the agent that is asked.
            explained: Whether a sentence follows each text that says what the action does.

        Returns:
            The texts by action, which `step` takes; empty for an agent that is not asked.

        Raises:
            WrongSeat: for an agent that does not exist.
            ResetNeeded: before the first reset.
        """
        self.require_reset("legal_texts")
        agent = agent or self.agent_selection
        legal = np.flatnonzero(self.table.mask_array()).tolist() if self._is_to_act(agent) else []
        texts = {action: self.table.game.actions.text(action) for action in legal}
        return {action: self._explain(text) for action, text in texts.items()} if explain else texts

    def _explain(self, text: str) -> str:
        told = self.presenter.action_help(self.table, text)
        return f"{text}: {told}" if told else text

    def render(self) -> Any:
        """Render the table as everybody sees it.

        Returns:
            A text (`ansi`), uint8[height, width, 3] (`rgb_array`), or None, with the table in a window (`human`).
        """
        self.require_reset("render")
        self.show()
        return None if self.render_mode is None else render_table(self.presenter, self.table, self.render_mode)

    def show(self) -> None:
        """Draw the table in the window of this environment where the mode is `human`; `reset` and `step` do it."""
        if self.render_mode != HUMAN:
            return
        if self._window is None:
            self._window = new_window(self.presenter, self.metadata["render_fps"])
        self._window.show(self.table)

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles open a window of their own."""
        return {**self.__dict__, "_window": None}

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None
