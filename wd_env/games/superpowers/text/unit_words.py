"""Units as words, such as `2 tanks`, and as codes in tables and typed orders, such as `T2 I1` or `fire R2`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wd_env.errors import IllegalAction, quoted
from wd_env.games.superpowers.board.units import UNITS
from wd_env.games.superpowers.definitions.actions import KIND_NAMES
from wd_env.text.field_texts import readable_name

# names that differ from the ids of the units, in which they are nouns without a plural or abbreviated
LONG_NAMES = {
    "I": "infantry unit",
    "R": "artillery unit",
    "D": "air defence unit",
    "CV": "aircraft carrier",
    "X": "production complex",
}
NAMES = {unit.code: LONG_NAMES.get(unit.code) or readable_name(unit.id) for unit in UNITS}
LEGEND_KINDS = (*KIND_NAMES, "X", "E")  # the order of a legend

UNIT = re.compile(r"([a-z]{1,2})(\d{1,4})?", re.IGNORECASE)
WAYS = {"fire": "R", "drop": "I"}  # of joining an attack without walking in, and the kind that can

Units = list[tuple[str, int]]  # kinds and numbers


def unit_name(code: str, count: int = 1) -> str:
    """Return the name of a kind of units, in the plural unless there is one: `tank`, `infantry units`."""
    name = NAMES[code]
    if count == 1:
        return name
    return f"{name}es" if name.endswith("x") else f"{name}s"


def count_text(code: str, count: int) -> str:
    """Return a number of units of one kind, such as `2 infantry units`."""
    return f"{count} {unit_name(code, count)}"


def units_text(counts: Mapping[str, int]) -> str:
    """Return units with their names, such as `2 infantry units, 1 tank and 1 fighter`; empty if there are none."""
    return joined([count_text(code, count) for code, count in counts.items() if count])


def joined(items: Sequence[str]) -> str:
    """Return the items of a sentence, such as `a, b and c`."""
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def codes_text(counts: Mapping[str, int]) -> str:
    """Return units as codes, for a table with a legend and for orders, such as `I2 T1`."""
    return " ".join(f"{code}{count}" for code, count in counts.items() if count)


def legend(codes: Iterable[str]) -> str:
    """Return what codes mean, such as `I infantry unit, T tank`."""
    present = set(codes)
    return ", ".join(f"{code} {NAMES[code]}" for code in LEGEND_KINDS if code in present)


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
        raise IllegalAction(f"order: expected a space and units as in japan T2 F1, got {quoted(words.strip())}")
    return " ".join(tokens[:first]), _joining(tokens[first:])


def _joining(tokens: list[str]) -> list[Joining]:
    found, way = [], ""
    for token in tokens:
        if token.casefold() in WAYS and not way:
            way = token.casefold()
            continue
        kind, number = read_units(token)[0]
        if way and kind != WAYS[way]:
            raise IllegalAction(
                f"units: expected {WAYS[way]} after {way} as in {way} {WAYS[way]}2, got {quoted(token)}"
            )
        found.append(Joining(way, kind, number))
        way = ""
    if way:
        raise IllegalAction(f"units: expected {WAYS[way]} after {way} as in {way} {WAYS[way]}2, got nothing")
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
            raise IllegalAction(
                f"units: expected a kind and a number as in T2 ({legend(KIND_NAMES)}), got {quoted(token)}"
            )
        units.append((match[1].upper(), number))
    return units
