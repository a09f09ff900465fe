"""Colour in messages and help: only on a terminal, and not if the environment variable NO_COLOR is set."""

import os
from typing import TextIO

BOLD, RED = "1", "1;31"  # parameters of the escape code SGR
COLOURLESS_TERMINALS = ("dumb", "")


def coloured(text: str, style: str, stream: TextIO) -> str:
    """Return a text in a style, or unchanged if the stream shows no colour."""
    return f"\x1b[{style}m{text}\x1b[0m" if has_colour(stream) else text


def has_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal with colour, and the user has not turned colour off."""
    is_terminal = stream.isatty() and os.environ.get("TERM", "") not in COLOURLESS_TERMINALS
    return is_terminal and not os.environ.get("NO_COLOR")
