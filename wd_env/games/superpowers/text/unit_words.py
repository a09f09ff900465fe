"""Units in typed orders, such as `T2 I1`, and artillery that fires or infantry that jumps, such as `fire R2`."""

import re
from typing import NamedTuple

from wd_env.errors import IllegalAction, quoted
from wd_env.games.superpowers.definitions.actions import KIND_NAMES

UNIT = re.compile(r"([a-z]{1,2})(\d{1,4})?", re.IGNORECASE)
WAYS = {"fire": "R", "drop": "I"}  # of joining an attack without walking in, and the kind that can

Units = list[tuple[str, int]]  # kinds and numbers


class Joining(NamedTuple):
    """Units of one kind that join an attack.

    Attributes:
        way: `fire`, `drop`, or an empty text for units that go there.
        kind: The kind of the units.
        number: How many.
    """

    way: str
    kind: str
    number: int


def read_part(words: str) -> tuple[str, list[Joining]]:
    """Read a space and the units after it, such as `kazakstan T1 fire R2`.

    Raises:
        IllegalAction: If no units follow, or a word is not a unit.
    """
    tokens = words.split()
    first = len(tokens)
    while first > 1 and (is_unit(tokens[first - 1]) or tokens[first - 1].casefold() in WAYS):
        first -= 1
    if first == len(tokens):
        raise IllegalAction(f"expected a space and units as in japan T2 F1, got {quoted(words.strip())}")
    return " ".join(tokens[:first]), _joining(tokens[first:])


def _joining(tokens: list[str]) -> list[Joining]:
    found, way = [], ""
    for token in tokens:
        if token.casefold() in WAYS and not way:
            way = token.casefold()
            continue
        kind, number = read_units(token)[0]
        if way and kind != WAYS[way]:
            raise IllegalAction(f"expected {WAYS[way]} after {way} as in {way} {WAYS[way]}2, got {quoted(token)}")
        found.append(Joining(way, kind, number))
        way = ""
    if way:
        raise IllegalAction(f"expected {WAYS[way]} after {way} as in {way} {WAYS[way]}2, got nothing")
    return found


def is_unit(token: str) -> bool:
    """Return whether a word is a kind of units with a number."""
    match = UNIT.fullmatch(token)
    return match is not None and match[1].upper() in KIND_NAMES


def read_units(words: str) -> Units:
    """Return kinds and numbers.

    Raises:
        IllegalAction: If a word is not a kind with a number.
    """
    units = []
    for token in words.split():
        match = UNIT.fullmatch(token)
        number = int(match[2] or 1) if match else 0
        if match is None or match[1].upper() not in KIND_NAMES or not number:
            raise IllegalAction(f"expected units of {', '.join(KIND_NAMES)} as in T2, got {quoted(token)}")
        units.append((match[1].upper(), number))
    return units
