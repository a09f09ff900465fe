"""Bots that fail in different ways."""

import os
import time

from wd_env.agents.agent import Agent


class Sleeper(Agent):
    """A bot that exceeds every time limit."""

    def choose(self, view):
        time.sleep(60)
        return view.legal_indices[0]


class Dead(Agent):
    """A bot that ends its process."""

    def choose(self, view):
        os._exit(3)


class Illegal(Agent):
    """A bot that returns an illegal action."""

    def choose(self, view):
        return 999


class Broken(Agent):
    """A bot that raises an error."""

    def choose(self, view):
        raise RuntimeError("SECRET")


class Talker(Agent):
    """A bot that prints to the output on which a transport writes its messages."""

    def choose(self, view):
        print("I think, therefore I print", flush=True)
        return view.legal_indices[0]


class Peeping(Agent):
    """A bot that takes the last action if it can read or resample the state."""

    def choose(self, view):
        try:
            view.resample(self.generator)
        except Exception:  # noqa: BLE001  whatever stops it
            return view.legal_indices[0]
        return view.legal_indices[-1]
