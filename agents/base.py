"""What every bot is: one method to implement, and a generator of its own that comes in by the constructor."""

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from wd_env.core.ahead import Answer
from wd_env.core.spec import GameSpec
from wd_env.core.view import View


class Agent(ABC):
    """A player that sees views and answers with legal actions; implement `choose`."""

    name = ""  # what it is called where it fails; the class is, unless said

    def __init__(self, generator: np.random.Generator) -> None:
        self.generator = generator

    def check_game(self, game: GameSpec) -> None:  # noqa: B027  most bots play every game
        """ConfigError for a game that the bot cannot play; override it where not every game will do."""

    def quick_answer(self) -> Answer | None:
        """Return what answers one row of arrays exactly as `choose` answers its view; None where nothing does.

        Single games on compiled rules ask it, and spare the view. It takes the game, an observation int8[1, size] and
        a mask int8[1, actions], which it reads and does not keep, and returns a legal action.
        """
        return None

    @abstractmethod
    def choose(self, view: View) -> int:
        """The number of one of `view.options`."""

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Answers for many tables at once: obs int8[k, size] and masks int8[k, actions] give int64[k].

        Override it where a batch is quicker than one view after another.
        """
        rows = zip(obs.tolist(), masks.tolist(), strict=True)
        # no dtype is asked for: it would round what is no whole number, and the table would never see it
        return np.array([self.choose(View(game, seen, legal)) for seen, legal in rows])
