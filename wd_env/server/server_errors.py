"""Errors of the server: one class with a code, and the HTTP status of each code."""

from wd_env.errors import WdError

HTTP_STATUS = {
    "bad_host": 400,
    "no_secret": 401,
    "origin": 403,
    "not_yours": 403,
    "no_such_bot": 404,
    "no_such_game": 404,
    "not_found": 404,
    "method": 405,
    "too_slow": 408,
    "stale": 409,
    "wrong_seat": 409,
    "game_over": 409,
    "too_many_lines": 409,
    "undo_not_allowed": 409,
    "too_large": 413,
    "media_type": 415,
    "bad_message": 422,
    "no_path": 422,
    "illegal_action": 422,
    "config_error": 422,
    "data_error": 422,
    "state_error": 422,
    "busy": 429,
    "too_many_games": 429,
    "too_many_streams": 429,
    "internal": 500,  # an error in the server itself, which is in its log
    "not_saved": 503,
    "bot_failed": 503,
}
RETRY_AFTER = {"busy": 1, "too_many_games": 60, "too_many_streams": 5}  # seconds
# Failures of bots, by their codes inside the package.
BOT_ERROR_CODES = ("bot_error", "checkpoint_error", "diverged", "missing_extra")


class ApiError(WdError):
    """A rejected request: a `code` of HTTP_STATUS, a message that repeats no input, and a field if one is invalid."""

    def __init__(self, code: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.field = field

    @property
    def status(self) -> int:
        """The HTTP status."""
        return HTTP_STATUS[self.code]


def to_api_error(exc: WdError) -> ApiError:
    """Return an error of the package as an ApiError; an error that is not about input is a failure of a bot."""
    if isinstance(exc, ApiError):
        return exc
    code = "bot_failed" if exc.code in BOT_ERROR_CODES or exc.bot is not None else exc.code
    return ApiError(code if code in HTTP_STATUS else "bad_message", str(exc))
