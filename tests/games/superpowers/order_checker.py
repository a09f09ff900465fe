"""An independent checker of legal attacks of the basic rule set.

It searches the board with sets and breadth-first search, and shares no code with the rules. An order is extended word
by word: `extensions` returns which units may be added to it, and how many of each.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tests.games.superpowers.attack_sources import attackers, landers_before, launchers, rushers
from tests.games.superpowers.attack_spaces import is_defended, may_attack
from tests.games.superpowers.order_position import (
    LAND_NEAR,
    LANDS,
    OCCUPIERS,
    PLACES,
    ROLLS_IN_ATTACK,
    ZONES,
    Part,
    Position,
)
from tests.games.superpowers.plane_orders import carriers_can_leave, planes_can_land
from tests.games.superpowers.transport_orders import can_unload, landing

ASSAULT, RUSH, MISSILE = "assault", "rush", "missile"
Extensions = dict[tuple[str, str], int]  # (from, unit): maximum number to add


def targets(position: Position) -> set[str]:
    """Return the spaces that can be attacked with the units that are ready (SP-040, R40)."""
    return {
        space
        for space in (*LANDS, *ZONES)
        if is_friendly_end(position, space) or (may_attack(position, space) and modes(position, space))
    }


def modes(position: Position, target: str) -> list[str]:
    """Return the ways in which a space can be attacked now (SP-192, SP-238)."""
    possible = (ASSAULT, RUSH, MISSILE) if target in LANDS else (ASSAULT, MISSILE)
    return [mode for mode in possible if first_parts(position, target, mode)]


def is_friendly_end(position: Position, land: str) -> bool:
    """Return whether tanks that went through empty land can end in this friendly land (SP-126, R22)."""
    return land in position.secure_lands() and any(
        land in LAND_NEAR[start] and sum(tanks.values()) > 0 for start, tanks in position.blitz.items()
    )


def first_parts(position: Position, target: str, mode: str, through: str | None = None) -> Extensions:
    """Return the units that may be named first in an attack that can be completed."""
    found = extensions(position, target, (), mode, through)
    return {part: count for part, count in found.items() if is_complete(position, target, [(*part, 1)], mode)}


def is_complete(position: Position, target: str, parts: Sequence[Part], mode: str = ASSAULT) -> bool:
    """Return whether an attack with these units may begin (R40, SP-056); a rush needs cargo."""
    if mode == RUSH and not any(start in ZONES and kind in PLACES for start, kind, _ in parts):
        return False
    kinds = {kind for _, kind, _ in parts}
    if kinds == {"N"}:  # launched; other missiles join only with occupiers
        return True
    if is_defended(position, target):
        return bool(kinds.intersection(ROLLS_IN_ATTACK))
    return bool(kinds.intersection(OCCUPIERS))


def extensions(
    position: Position, target: str, parts: Sequence[Part], mode: str = ASSAULT, through: str | None = None
) -> Extensions:
    """Return the units that may be added to an attack, and the maximum number of each.

    Args:
        position: The position.
        target: A land or a zone that may be attacked.
        parts: Units named before. Cargo that counts as gone ashore already has the origin "".
        mode: `assault`, `rush` for transports that cross enemy ships, or `missile`.
        through: The zone that a rush crosses; None for any.
    """
    named: Counter[tuple[str, str]] = Counter()
    for origin, kind, count in parts:
        named[origin, kind] += count
    found: Extensions = {}
    if is_friendly_end(position, target):
        return {
            (land, "T"): sum(tanks.values())
            for land, tanks in position.blitz.items()
            if target in LAND_NEAR[land] and sum(tanks.values()) > 0
        }
    if mode == MISSILE:
        sources = launchers(position, target)
    else:
        cargo = landers_before(position, target) if mode == ASSAULT else rushers(position, target, named, through)
        sources = chain(attackers(position, target), cargo)
    for origin, kind, count in sources:
        left = count - named[origin, kind]
        if left > 0 and (fitting := _fitting(position, target, named, origin, kind, left, mode)) > 0:
            found[origin, kind] = fitting
    return found


def _fitting(
    position: Position,
    target: str,
    named: Counter[tuple[str, str]],
    origin: str,
    kind: str,
    left: int,
    mode: str,
) -> int:
    """Return how many units of this kind can be added to an attack."""
    has_roller = any(other in ROLLS_IN_ATTACK and count for (_, other), count in named.items())
    if kind == "TR" or (kind == "G" and is_defended(position, target)):  # only together with others (Q22, SP-236)
        left = left if has_roller else 0
    if kind == "N" and mode != MISSILE and not any(c for (_, other), c in named.items() if other in OCCUPIERS):
        left = 0  # missiles enter land only together with units that can hold it (R3)
    if kind in ("F", "B"):
        while left > 0 and not planes_can_land(position, target, named, origin, kind, left):
            left -= 1
    elif kind == "CV":
        while left > 0 and not carriers_can_leave(position, target, named, origin, left):
            left -= 1
    elif origin in ZONES and kind in PLACES and mode == ASSAULT:
        while left > 0 and not can_unload(position, origin, target, landing(named, origin) | {kind: 0}, kind, left):
            left -= 1
    return left
