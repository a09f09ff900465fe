"""Deterministic bots, so that a test can replay their games: `tests.agents.simple_bots:Lowest`."""

from typing import Any

from wd_env.agents.agent import Agent


class Lowest(Agent):
    """A bot that always takes the first legal action."""

    def choose(self, view: Any) -> int:
        return int(view.legal_actions[0].index)


class Highest(Agent):
    """A bot that always takes the last legal action."""

    def choose(self, view: Any) -> int:
        return int(view.legal_actions[-1].index)


class Stubborn(Agent):
    """A bot that always takes the first action, legal or not."""

    def choose(self, view: Any) -> int:
        return 0
