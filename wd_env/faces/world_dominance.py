"""World Dominance at the faces: which table, and how a person sees it."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from wd_env.core.errors import ConfigError
from wd_env.faces.aec import TableEnv
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.table import WorldDominance


class raw_env(TableEnv):
    """World Dominance as a PettingZoo AEC environment without wrappers; see `TableEnv` and `env`.

    With `knowledge_model="quiz"` it needs a `quizmaster` (see `WorldDominance`): an agent cannot wait for an outcome.
    """

    metadata: ClassVar[dict[str, Any]] = {**TableEnv.metadata, "name": "world_dominance_v0"}
    table: WorldDominance

    def new_table(self, options: dict[str, Any], seed: int, episode: int) -> WorldDominance:
        """Make a table with these options of `Config`, and a `quizmaster` where there is a quiz."""
        rules = {name: value for name, value in options.items() if name != "quizmaster"}
        config, quizmaster = Config.of(**rules), options.get("quizmaster")
        if config.is_quiz and quizmaster is None:
            raise ConfigError("knowledge_model is quiz and there is no quizmaster; allowed is a quiz with one")
        return WorldDominance(config, seed=seed, episode=episode, quizmaster=quizmaster)

    def show_text(self) -> str:
        """Return the table as text, without anybody's secrets."""
        from wd_env.world_dominance.text.describe import describe

        return describe(self.table)

    def show_picture(self) -> NDArray[np.uint8]:
        """Draw the board."""
        from wd_env.world_dominance.picture.draw import draw
        from wd_env.world_dominance.text.scene import scene_of

        return draw(scene_of(self.table, None))

    def show_window(self) -> None:
        """Show the board in a window."""
        from wd_env.world_dominance.picture.draw import Window
        from wd_env.world_dominance.text.scene import scene_of

        if self._window is None:
            self._window = Window()
        self._window.show(scene_of(self.table, None))

    _window: Any = None

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles open a window of their own."""
        return {**self.__dict__, "_window": None}

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None
