"""Units that are ready and can reach a target, without regard to landing places and to each other."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tests.games.superpowers.attack_spaces import GRACE_ROUNDS, is_defended, may_take
from tests.games.superpowers.order_position import (
    AIR,
    COAST,
    HOLD,
    LAND_NEAR,
    LANDS,
    MOVES,
    NOTHING,
    PLACES,
    SHIPS,
    WALKERS,
    ZONES,
    Part,
    Position,
    spread,
)
from tests.games.superpowers.transport_orders import landing

MISSILE_RANGE, FAR = 2, 99


def attackers(position: Position, target: str) -> Iterator[Part]:
    """Yield all units that are ready and can reach the target, without regard to landing places."""
    if target in ZONES:
        yield from _ships(position, target)
    elif may_take(position, target):
        yield from _ground_units(position, target)
    if is_defended(position, target):
        for space, kind, number in position.ready_units():
            if kind in ("F", "B") and AIR[space].get(target, FAR) <= MOVES[kind]:
                yield space, kind, number


def launchers(position: Position, target: str) -> Iterator[Part]:
    """Yield missiles in range of defended land or of ships (SP-192, Q37, Q38)."""
    if is_defended(position, target):
        for land in LANDS.keys() & position.own_spaces():
            if AIR[land].get(target, FAR) <= MISSILE_RANGE:
                yield land, "N", position.ready(land, "N")


def _ground_units(position: Position, target: str) -> Iterator[Part]:
    defended = is_defended(position, target)
    for land, kind in product(LAND_NEAR[target], WALKERS):
        if kind != "L" or not defended:  # a ruler only enters empty land (Q24)
            blitzing = sum(position.blitz.get(land, NOTHING).values()) if kind == "T" else 0
            yield land, kind, position.ready(land, kind) + blitzing
    for land in _two_lands_away(position, target):
        yield land, "T", position.ready(land, "T")


def landers_before(position: Position, target: str) -> Iterator[Part]:
    """Yield the cargo in zones without enemies before a beach."""
    if target in LANDS and may_take(position, target):
        for zone in COAST[target]:
            if not position.is_hostile(zone):
                yield from _landers(position, zone, is_defended(position, target))


def _ships(position: Position, target: str) -> Iterator[Part]:
    near = position.open_sea(target)
    for zone in ZONES.keys() & position.own_spaces():
        distance = spread(zone, near, 2).get(target, FAR)
        for kind in SHIPS if distance < FAR else ():
            late = position.half.get(zone, NOTHING)[kind] if distance > 1 else 0
            yield zone, kind, position.ready(zone, kind) - late


def _two_lands_away(position: Position, target: str) -> set[str]:
    """Return the lands from which tanks reach the target through secure land only (SP-123)."""
    ends = {land for middle in LAND_NEAR[target] & position.secure_lands() for land in LAND_NEAR[middle]}
    return ends - LAND_NEAR[target] - {target}


def _landers(position: Position, zone: str, defended: bool) -> Iterator[Part]:
    for kind in WALKERS:
        if kind != "L" or not defended:
            yield zone, kind, position.aboard(zone, kind)


def rushers(position: Position, target: str, named: Counter[tuple[str, str]], through: str | None) -> Iterator[Part]:
    """Yield the cargo of transports that can cross an enemy zone before a beach (SP-238, SP-239, R12, R20)."""
    if position.round <= GRACE_ROUNDS or not may_take(position, target):
        return
    defended = is_defended(position, target)
    able: Counter[str] = Counter()
    for zone in COAST[target]:
        if position.is_hostile(zone) and not position.powers_in(zone) & position.allies and through in (None, zone):
            near = position.open_sea(zone)
            for start in ZONES.keys() & position.own_spaces():
                distance = spread(start, near, 2).get(zone)
                if distance is not None:
                    late = position.half.get(start, NOTHING)["TR"] if distance > 1 else 0
                    able[start] = max(able[start], position.ready(start, "TR") - late)
    for start, transports in able.items():
        if transports > 0:
            taken = sum(PLACES[kind] * count for kind, count in landing(named, start).items())
            for _, kind, count in _landers(position, start, defended):
                room = (HOLD * transports - taken) // PLACES[kind] if PLACES[kind] else count
                yield start, kind, min(count, room + named[start, kind])
