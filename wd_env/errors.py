"""The exceptions of this package, and functions that format values for their messages."""

import reprlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

MAX_CHARS = 500  # characters of a message
END_CHARS = 200  # of them after the ellipsis, because the end of a message lists what is allowed
ELLIPSIS = " [...] "
MAX_LOGGED_CHARS = 200  # characters of an exception in a log
MAX_QUOTED_CHARS = 80  # characters of a value in a message
MAX_COMPARED_CHARS = 100  # characters of a name that is compared with known names
MAX_INT_BITS = 256  # of an integer that is written out; Python does not convert very long ones to text


def visible(text: str) -> str:
    """Return a text as one line in which non-printable characters are escaped.

    Escaped control characters cannot change the state of a terminal. Letters of all languages are unchanged.
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in line)


def shortened(text: str, max_chars: int = MAX_CHARS) -> str:
    """Replace the middle of a text of more than `max_chars` characters by an ellipsis."""
    if len(text) <= max_chars:
        return text
    end_chars = max_chars * END_CHARS // MAX_CHARS
    return text[: max_chars - end_chars - len(ELLIPSIS)] + ELLIPSIS + text[-end_chars:]


def exception_text(exc: Exception) -> str:
    """Return the type and the message of an exception as one short line for a log."""
    return visible(shortened(f"{type(exc).__name__}: {exc}", MAX_LOGGED_CHARS))


class _Short(reprlib.Repr):
    """A `repr` that reads only the beginning of a large value."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = MAX_QUOTED_CHARS
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 6
        self.maxlevel = 4

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() <= MAX_INT_BITS else f"<{x.bit_length()} bits>"


_SHORT = _Short()


def quoted(value: Any) -> str:
    """Format a value for a message, shortened without reading all of a large value."""
    return _SHORT.repr(value)


def listed(names: Iterable[object], max_names: int = 6) -> str:
    """Format names for a message: the first `max_names`, and how many more there are."""
    texts = [str(name)[:MAX_QUOTED_CHARS] for name in names]
    return ", ".join([*texts[:max_names], f"{len(texts) - max_names} more"] if len(texts) > max_names else texts)


def range_text(low: int, high: int) -> str:
    """Return the allowed numbers for an error message: `1 to 5`, or `1` if only one is allowed."""
    return f"{low} to {high}" if low < high else str(low)


def did_you_mean(text: object, known: Iterable[str]) -> str:
    """Return a suggestion such as `; did you mean scripted?`, or "" if no known name is similar.

    Upper and lower case are not distinguished, and only the first `MAX_COMPARED_CHARS` characters are compared.
    """
    if not isinstance(text, str):
        return ""
    names = {name.lower(): name for name in known}
    close_names = get_close_matches(text[:MAX_COMPARED_CHARS].lower(), names, 1)
    return f"; did you mean {names[close_names[0]]}?" if close_names else ""


class WdError(Exception):
    """The base class of the exceptions of this package.

    The message is one line of at most 500 characters without control characters, because it may quote untrusted text.

    Attributes:
        code: Stable identifier of the class for programs.
        bot: Name of the bot that failed, which the message then names too, or None.
    """

    code = "wd_error"
    bot: str | None = None

    def __init__(self, text: object = "") -> None:
        # Shorten twice: first because the text may be very long, then because escapes make it longer.
        super().__init__(shortened(visible(shortened(str(text), 4 * MAX_CHARS))))


class IllegalAction(WdError, ValueError):
    """An illegal action or impossible chance outcome. The table is unchanged."""

    code = "illegal_action"


class WrongSeat(WdError, ValueError):
    """An action from a seat that is not to move, or a seat that the table does not have. The table is unchanged."""

    code = "wrong_seat"


class ConfigError(WdError, ValueError):
    """An unknown or contradictory option, variant, number of players or bot."""

    code = "config_error"


class UnknownOption(ConfigError, TypeError):
    """An unknown option. It is also a TypeError, because options are keyword arguments of constructors."""


class MissingExtra(ConfigError, ModuleNotFoundError):
    """A library of an optional extra that is not installed; `name` is the name of the library."""

    code = "missing_extra"

    def __init__(self, text: object = "", library: str | None = None) -> None:
        super().__init__(text)
        self.name = library


class DataError(WdError, ValueError):
    """An invalid data file, such as a board, card or deck file. The message names file, row and field."""

    code = "data_error"


class StateError(WdError, ValueError):
    """A saved state or record that is damaged, of another kind or of another version."""

    code = "state_error"


class CheckpointError(WdError, ValueError):
    """A bot file or training snapshot that is damaged, of another kind or of another layout."""

    code = "checkpoint_error"


class WriteError(CheckpointError):
    """A bot file or snapshot that cannot be written. An existing file is unchanged."""

    code = "write_error"


class BotError(WdError, RuntimeError):
    """A bot that failed to choose an action. The message names it."""

    code = "bot_error"


class BotProcessDied(BotError):
    """A bot whose process died or exceeded its time limit. It cannot choose further actions."""

    code = "bot_process_died"


@contextmanager
def attribute_errors_to(bot: object, name: str = "", caught: type[Exception] = Exception) -> Iterator[None]:
    """Add the name of a bot to exceptions raised inside. An exception that already names a bot is unchanged.

    Args:
        bot: Bot that runs inside the context.
        name: Name of the bot in messages; by default its attribute `name`, or the name of its class.
        caught: Class of the exceptions to change.

    Raises:
        WdError: If one is raised inside, as an exception of the same class that names the bot.
        BotError: If another exception of the class `caught` is raised inside.
    """
    try:
        yield
    except caught as exc:
        if getattr(exc, "bot", None) is not None:
            raise
        bot_name = name or getattr(bot, "name", "") or type(bot).__name__
        if isinstance(exc, WdError):
            failure = type(exc)(f"bot {bot_name!r}: {exc}")
        else:
            failure = BotError(f"bot {bot_name!r}: {type(exc).__name__}: {exc}")
        failure.bot = bot_name
        raise failure from exc


def error_text(exc: WdError | OSError) -> str:
    """Return the one-line message of an exception, with the file name for an OSError."""
    if isinstance(exc, OSError) and exc.filename:
        return visible(f"{exc.filename}: {exc.strerror}")
    return visible(str(exc))
