"""Third-party bots, most of which fail in different ways; named like `tests.evaluation.ladder.bots:Raises`."""

import os
from typing import Any

from wd_env.agents.agent import Agent


class First(Agent):
    """A bot that always takes the first legal action."""

    def choose(self, view: Any) -> int:
        return int(view.legal_indices[0])


class Last(Agent):
    """A bot that always takes the last legal action, which is to hold in Pledge."""

    def choose(self, view: Any) -> int:
        return int(view.legal_indices[-1])


class Raises(Agent):
    """A bot that raises an error for some views."""

    def choose(self, view: Any) -> int:
        if view.decision == "start_menu" and sum(view.obs) % 5 == 0:
            raise ZeroDivisionError("by zero")
        return int(view.legal_indices[0])


class Illegal(Agent):
    """A bot that returns an illegal action."""

    def choose(self, view: Any) -> int:
        return int(view.mask.index(0))


class ReturnsFloat(Agent):
    """A bot that returns something that is not an integer."""

    def choose(self, view: Any) -> Any:
        return 0.5


class Dies(Agent):
    """A bot that kills its process."""

    def choose(self, view: Any) -> int:
        os._exit(3)


class Hangs(Agent):
    """A bot that never returns."""

    def choose(self, view: Any) -> int:
        while True:
            pass


class FailsToConstruct(Agent):
    """A bot whose constructor raises an error."""

    def __init__(self, generator: Any) -> None:
        raise RuntimeError("no memory")

    def choose(self, view: Any) -> int:
        return 0


class Prints(First):
    """A bot that prints its actions."""

    def choose(self, view: Any) -> int:
        print("I choose")
        return super().choose(view)
