"""The error of calls that need a running game."""

import gymnasium

from wd_env.errors import IllegalAction


class ResetNeeded(IllegalAction, gymnasium.error.ResetNeeded, AttributeError):
    """A call that needs a running game, before the first reset or after the end.

    It is also the error of this name in Gymnasium and, for attributes, an AttributeError.
    """

    code = "reset_needed"

    @classmethod
    def before(cls, call: str) -> "ResetNeeded":
        """Make the error of a call before the first reset, with the same text as in PettingZoo."""
        return cls(f"reset() needs to be called before {call}")

    @classmethod
    def after_end(cls, call: str) -> "ResetNeeded":
        """Make the error of a call after the end of a game."""
        return cls(f"the game is over: reset() needs to be called before the next {call}")
