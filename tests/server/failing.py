"""Bots that fail, each in its own way."""

import os
import time

from wd_env.agents.agent import Agent


class Sleeper(Agent):
    """Answers much too late."""

    def choose(self, view):
        time.sleep(60)
        return view.legal_indices[0]


class Dead(Agent):
    """Ends its process."""

    def choose(self, view):
        os._exit(3)


class Illegal(Agent):
    """Answers what is never offered."""

    def choose(self, view):
        return 999


class Broken(Agent):
    """Breaks down."""

    def choose(self, view):
        raise RuntimeError("SECRET")


class Talker(Agent):
    """Prints, where a carrier may have its lines."""

    def choose(self, view):
        print("I think, therefore I print", flush=True)
        return view.legal_indices[0]


class Peeping(Agent):
    """Takes the last option where it can reach the state, or deal it anew."""

    def choose(self, view):
        try:
            view.resample(self.generator)
        except Exception:  # noqa: BLE001  whatever stops it
            return view.legal_indices[0]
        return view.legal_indices[-1]
