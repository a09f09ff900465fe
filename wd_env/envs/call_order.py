"""The order of calls: a game begins by `reset`, and what is asked of it before, or after its end, is refused."""

import gymnasium

from wd_env.errors import IllegalAction


class ResetNeeded(IllegalAction, gymnasium.error.ResetNeeded, AttributeError):
    """A call that wants a game where none is going on; Gymnasium's error, and of an attribute also Python's own."""

    code = "reset_needed"

    @classmethod
    def before(cls, call: str) -> "ResetNeeded":
        """Make the error of a call before the first reset, in PettingZoo's words."""
        return cls(f"reset() needs to be called before {call}")

    @classmethod
    def after_end(cls, call: str) -> "ResetNeeded":
        """Make the error of a call after the end of a game."""
        return cls(f"the game is over: reset() needs to be called before the next {call}")
