"""Boxes of super battleships and technologies as text, such as `hit point 2, attack die 1` or `bombers 2` (Q10)."""

import re
from collections.abc import Mapping, Sequence

from wd_env.errors import ConfigError, quoted, range_text
from wd_env.games.superpowers.definitions.actions import BOX_NAMES
from wd_env.games.superpowers.definitions.rule_constants import BOX_LIMIT

ENTRY = re.compile(r"(.+?) (\d)")
TECHNOLOGY_NAMES = ("air power", "warheads", "torpedoes", "economy", "bombers", "tactical")


def read_boxes(name: str, text: str) -> tuple[int, ...]:
    """Return how often each box was bought; arguments and errors are those of `read_counts`."""
    return read_counts(name, text, "boxes", dict(zip(BOX_NAMES, BOX_LIMIT, strict=True)))


def read_technologies(name: str, text: str, most: int) -> tuple[int, ...]:
    """Return the technologies of each category, at most `most`; arguments and errors are those of `read_counts`."""
    if text and not most:
        raise ConfigError(f"{name}: expected none, as the rules have no technologies, got {quoted(text)}")
    return read_counts(name, text, "technologies", dict.fromkeys(TECHNOLOGY_NAMES, most))


def read_counts(name: str, text: str, things: str, limits: Mapping[str, int]) -> tuple[int, ...]:
    """Read numbers of named things.

    Args:
        name: What the text is called in messages.
        text: Names with numbers, comma-separated; empty for none.
        things: What the names are called in messages.
        limits: The highest number of each name.

    Returns:
        The number of each name, in the order of `limits`; 0 for names left out.

    Raises:
        ConfigError: If a name is unknown or appears twice, or a number is too high.
    """
    counts: dict[str, int] = {}
    for words in filter(None, (" ".join(part.split()) for part in text.split(","))):
        match = ENTRY.fullmatch(words)
        if match is None or match[1] not in limits or match[1] in counts:
            names = ", ".join(limits)
            raise ConfigError(f"{name}: expected different {things} of {names} with numbers, got {quoted(words)}")
        if not 1 <= int(match[2]) <= limits[match[1]]:
            raise ConfigError(f"{name}: expected {range_text(1, limits[match[1]])} of {match[1]}, got {match[2]}")
        counts[match[1]] = int(match[2])
    return tuple(counts.get(known, 0) for known in limits)


def counts_text(names: Sequence[str], counts: Sequence[int]) -> str:
    """Return numbers of named things as text, without those that are 0."""
    return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True) if count)
