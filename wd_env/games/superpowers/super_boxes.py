"""Boxes of super battleships as text, such as `hit point 2, attack die 1` (Q10)."""

import re
from collections.abc import Sequence

from wd_env.errors import ConfigError, quoted
from wd_env.games.superpowers.definitions.actions import BOX_NAMES
from wd_env.games.superpowers.definitions.rule_constants import BOX_LIMIT

ENTRY = re.compile(r"(.+?) (\d)")


def read_boxes(name: str, text: str) -> tuple[int, ...]:
    """Read how often each box was bought.

    Args:
        name: What the boxes are called in messages.
        text: Boxes with their numbers, comma-separated, such as `hit point 2, attack 5 1`; empty for none.

    Returns:
        The number of each box, in the order of `BOX_NAMES`.

    Raises:
        ConfigError: If a box is unknown, named twice, or bought too often.
    """
    counts = [0] * len(BOX_NAMES)
    for words in filter(None, (part.strip() for part in text.split(","))):
        match = ENTRY.fullmatch(words)
        box = BOX_NAMES.index(match[1]) if match and match[1] in BOX_NAMES else None
        if match is None or box is None or counts[box]:
            raise ConfigError(f"{name}: expected different boxes of {', '.join(BOX_NAMES)}, got {quoted(words)}")
        if not 1 <= int(match[2]) <= BOX_LIMIT[box]:
            raise ConfigError(f"{name}: expected 1 to {BOX_LIMIT[box]} of {match[1]}, got {match[2]}")
        counts[box] = int(match[2])
    return tuple(counts)


def boxes_text(counts: Sequence[int]) -> str:
    """Return boxes as text."""
    return ", ".join(f"{name} {count}" for name, count in zip(BOX_NAMES, counts, strict=True) if count)
