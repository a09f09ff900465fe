"""One family of exceptions: each names the value it refuses and what is allowed."""

MOST_TEXT = 500  # characters of a message
TAIL = 200  # of them at the end, where a message tells what is allowed
CUT = " [...] "


def visible(text: str) -> str:
    """Write control characters and whatever else cannot be printed as Python's escapes, so that no terminal obeys it.

    Returns the text in one line; letters of every language stay as they are.
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in line)


def shortened(text: str, most: int = MOST_TEXT) -> str:
    """Cut the middle out of a text of more than `most` characters."""
    if len(text) <= most:
        return text
    tail = most * TAIL // MOST_TEXT
    return text[: most - tail - len(CUT)] + CUT + text[-tail:]


class WdError(Exception):
    """Whatever this package refuses; `code` is stable and meant for programs, the text for people.

    The text may quote what a stranger wrote: it is one line of at most 500 characters, without control characters.
    """

    code = "wd_error"

    def __init__(self, text: object = "") -> None:
        # cut before and after: escapes are longer than what they show, and a text may be very long
        super().__init__(shortened(visible(shortened(str(text), 4 * MOST_TEXT))))


class IllegalAction(WdError, ValueError):
    """An action or outcome that is not offered; the table is as it was."""

    code = "illegal_action"


class WrongSeat(WdError, ValueError):
    """An answer from a seat that is not asked; the table is as it was."""

    code = "wrong_seat"


class ConfigError(WdError, ValueError):
    """An unknown or contradictory option, variant, number of players or bot."""

    code = "config_error"


class MissingExtra(ConfigError, ModuleNotFoundError):
    """What was asked for needs a library that comes with an extra and is not installed; `name` is the library's."""

    code = "missing_extra"

    def __init__(self, text: object = "", library: str | None = None) -> None:
        super().__init__(text)
        self.name = library


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
