"""The width of texts: that of the terminal, or a fixed one."""

from collections.abc import Callable
from contextvars import ContextVar
from textwrap import wrap

WIDTH = 100  # columns of a text without a terminal
MIN_WIDTH = 40  # minimum columns of a text
TERMINAL_WIDTH: ContextVar[Callable[[], int] | None] = ContextVar("terminal", default=None)
"""Function that returns the columns of the terminal; commands that print a game set it."""
MARGIN = "    "


def text_width() -> int:
    """Return the number of columns of a text: those of the terminal, or WIDTH without one."""
    terminal = TERMINAL_WIDTH.get()
    return WIDTH if terminal is None else max(terminal(), MIN_WIDTH)


def wrapped(text: str, indent: str = "", hanging: str = MARGIN) -> list[str]:
    """Wrap a text to `text_width()` columns, with lines after the first indented by `hanging` more."""
    return wrap(text, text_width(), initial_indent=indent, subsequent_indent=indent + hanging)


def break_line(line: str) -> list[str]:
    """Wrap a line that is too long, with later lines indented."""
    margin = " " * (len(line) - len(line.lstrip())) + MARGIN
    return wrap(line, text_width(), subsequent_indent=margin) if len(line) > text_width() else [line]
