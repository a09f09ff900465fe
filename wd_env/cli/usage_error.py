"""What the command line refuses before the game has a say."""

from wd_env.errors import WdError


class UsageError(WdError):
    """The command was called in a way that cannot be; `see` is the option that shows help about it."""

    code = "usage_error"

    def __init__(self, text: object = "", help_flag: str = "--help") -> None:
        super().__init__(text)
        self.help_flag = help_flag
