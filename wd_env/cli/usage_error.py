"""The error for invalid arguments of a command."""

from wd_env.errors import WdError


class UsageError(WdError):
    """Invalid arguments of a command.

    Attributes:
        help_flag: Option that shows help about them.
    """

    code = "usage_error"

    def __init__(self, text: object = "", help_flag: str = "--help") -> None:
        super().__init__(text)
        self.help_flag = help_flag
