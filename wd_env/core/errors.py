"""One family of exceptions: each names the value it refuses and what is allowed."""


class WdError(Exception):
    """Whatever this package refuses; `code` is stable and meant for programs, the text for people."""

    code = "wd_error"


class IllegalAction(WdError, ValueError):
    """An action or outcome that is not offered; the table is as it was."""

    code = "illegal_action"


class WrongSeat(WdError, ValueError):
    """An answer from a seat that is not asked; the table is as it was."""

    code = "wrong_seat"


class ConfigError(WdError, ValueError):
    """An unknown or contradictory option, variant, number of players or bot."""

    code = "config_error"


class DataError(WdError, ValueError):
    """A broken board, card or deck file; the text names file, row and field."""

    code = "data_error"


class StateError(WdError, ValueError):
    """A saved state or record that is damaged, foreign or of another version."""

    code = "state_error"


class CheckpointError(WdError, ValueError):
    """A bot checkpoint or training snapshot that is damaged, foreign or of another layout."""

    code = "checkpoint_error"


def in_words(problem: WdError | OSError) -> str:
    """What is told of a refusal, ours or the system's, in one line."""
    if isinstance(problem, OSError) and problem.filename:
        return f"{problem.filename}: {problem.strerror}"
    return " ".join(str(problem).split())
