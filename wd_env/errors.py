"""One family of exceptions: each names the value it refuses and what is allowed."""

import reprlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

MAX_CHARS = 500  # characters of a message
TAIL_CHARS = 200  # of them at the end, where a message tells what is allowed
ELLIPSIS = " [...] "
MAX_QUOTED_CHARS = 80  # characters of a value in a message
MAX_COMPARED_CHARS = 100  # characters of a word that is compared with known ones
MAX_INT_BITS = 256  # of a whole number that is written out; Python itself refuses very long ones


def visible(text: str) -> str:
    """Write control characters and whatever else cannot be printed as Python's escapes, so that no terminal obeys it.

    Returns the text in one line; letters of every language stay as they are.
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in line)


def shortened(text: str, max_chars: int = MAX_CHARS) -> str:
    """Cut the middle out of a text of more than `most` characters."""
    if len(text) <= max_chars:
        return text
    tail = max_chars * TAIL_CHARS // MAX_CHARS
    return text[: max_chars - tail - len(ELLIPSIS)] + ELLIPSIS + text[-tail:]


class _Short(reprlib.Repr):
    """Python's own words for a value, without going through all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = MAX_QUOTED_CHARS
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = self.maxfrozenset = 6
        self.maxlevel = 4

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() <= MAX_INT_BITS else f"<{x.bit_length()} bits>"


_SHORT = _Short()


def quoted(value: Any) -> str:
    """Write any value for a message: short, and at little cost however large it is."""
    return _SHORT.repr(value)


def listed(names: Iterable[object], max_names: int = 6) -> str:
    """Write some names for a message, the first few of many."""
    found = [str(name)[:MAX_QUOTED_CHARS] for name in names]
    return ", ".join([*found[:max_names], f"{len(found) - max_names} more"] if len(found) > max_names else found)


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return `; did you mean scripted?` for a text that is nearly one of the `known` ones, else nothing.

    Upper and lower case are alike; no more than `MAX_COMPARED_CHARS` characters are compared.
    """
    if not isinstance(word, str):
        return ""
    names = {name.lower(): name for name in known}
    near = get_close_matches(word[:MAX_COMPARED_CHARS].lower(), names, 1)
    return f"; did you mean {names[near[0]]}?" if near else ""


class WdError(Exception):
    """Whatever this package refuses; `code` is stable and meant for programs, the text for people.

    The text may quote what a stranger wrote: it is one line of at most 500 characters, without control characters.
    """

    code = "wd_error"
    bot: str | None = None  # whose failure it is, where it is a bot's; the text names it then

    def __init__(self, text: object = "") -> None:
        # cut before and after: escapes are longer than what they show, and a text may be very long
        super().__init__(shortened(visible(shortened(str(text), 4 * MAX_CHARS))))


class IllegalAction(WdError, ValueError):
    """An action or outcome that is not offered; the table is as it was."""

    code = "illegal_action"


class WrongSeat(WdError, ValueError):
    """An answer from a seat that is not asked; the table is as it was."""

    code = "wrong_seat"


class ConfigError(WdError, ValueError):
    """An unknown or contradictory option, variant, number of players or bot."""

    code = "config_error"


class UnknownOption(ConfigError, TypeError):
    """An option that does not exist; of a constructor it is an unexpected keyword argument, hence also a TypeError."""


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


class WriteError(CheckpointError):
    """A checkpoint for which there is no room, no folder or no permission; what was there before is as it was."""

    code = "write_error"


class BotError(WdError, RuntimeError):
    """A bot that breaks down where it has to answer; the text names it."""

    code = "bot_error"


class BotProcessDied(BotError):
    """A bot whose process is dead, or was ended because it took too long; it answers nothing more."""

    code = "bot_process_died"


@contextmanager
def attribute_errors_to(bot: object, name: str = "", kinds: type[Exception] = Exception) -> Iterator[None]:
    """Take whatever of these `kinds` goes wrong inside for this bot's failure: an error that names it, once.

    An error of ours stays of its kind, any other becomes a BotError. The name is `name`, else the bot's own.
    """
    try:
        yield
    except kinds as problem:
        if getattr(problem, "bot", None) is not None:
            raise
        called = name or getattr(bot, "name", "") or type(bot).__name__
        if isinstance(problem, WdError):
            failure = type(problem)(f"bot {called!r}: {problem}")
        else:
            failure = BotError(f"bot {called!r}: {type(problem).__name__}: {problem}")
        failure.bot = called
        raise failure from problem


def error_text(problem: WdError | OSError) -> str:
    """What is told of a refusal, ours or the system's, in one line."""
    if isinstance(problem, OSError) and problem.filename:
        return visible(f"{problem.filename}: {problem.strerror}")
    return visible(str(problem))
