"""Third-party bots, most of which fail, each in its own way; named as `tests.evaluation.ladder.bots:Raises`."""

import os
from typing import Any

from wd_env.agents.agent import Agent


class First(Agent):
    """Always the first legal action."""

    def choose(self, view: Any) -> int:
        return int(view.legal_indices[0])


class Last(Agent):
    """Always the last legal action, which is to hold in Pledge."""

    def choose(self, view: Any) -> int:
        return int(view.legal_indices[-1])


class Raises(Agent):
    """Breaks down at some sights, and plays on at all others."""

    def choose(self, view: Any) -> int:
        if view.decision == "start_menu" and sum(view.obs) % 5 == 0:
            raise ZeroDivisionError("by zero")
        return int(view.legal_indices[0])


class Illegal(Agent):
    """Answers what is not offered."""

    def choose(self, view: Any) -> int:
        return int(view.mask.index(0))


class Odd(Agent):
    """Answers what is no whole number."""

    def choose(self, view: Any) -> Any:
        return 0.5


class Dies(Agent):
    """Takes its process with it."""

    def choose(self, view: Any) -> int:
        os._exit(3)


class Hangs(Agent):
    """Never answers."""

    def choose(self, view: Any) -> int:
        while True:
            pass


class Unmade(Agent):
    """Cannot be made."""

    def __init__(self, generator: Any) -> None:
        raise RuntimeError("no room")

    def choose(self, view: Any) -> int:
        return 0


class Prints(First):
    """Says what it does."""

    def choose(self, view: Any) -> int:
        print("I choose")
        return super().choose(view)
