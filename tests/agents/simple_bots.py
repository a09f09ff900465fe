"""Deterministic bots, so that a test can replay their games: `tests.agents.simple_bots:Lowest`."""

from typing import Any

from wd_env.agents.agent import Agent


class Lowest(Agent):
    """Always the first option."""

    def choose(self, view: Any) -> int:
        return int(view.legal_actions[0].index)


class Highest(Agent):
    """Always the last option."""

    def choose(self, view: Any) -> int:
        return int(view.legal_actions[-1].index)


class Stubborn(Agent):
    """Always the first action, offered or not."""

    def choose(self, view: Any) -> int:
        return 0
