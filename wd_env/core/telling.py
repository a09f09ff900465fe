"""Text for a terminal: how wide it is, and how a line that is too long goes on."""

from textwrap import wrap

WIDTH = 100  # columns


def wrapped(text: str, indent: str = "", hanging: str = "    ") -> list[str]:
    """The text in lines of at most `WIDTH` columns, those after the first set in by `hanging` beside `indent`."""
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + hanging)
