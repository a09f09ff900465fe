"""An independent checker of legal orders of the basic rule set.

It searches the board with sets and breadth-first search, and shares no code with the rules. An order is extended word
by word: `extensions` returns which units may be added to it, and how many of each.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from tests.superpowers.carrier_places import Flight, all_land
from tests.superpowers.order_position import (
    AIR,
    COAST,
    HOLD,
    LAND_NEAR,
    LANDS,
    MOVES,
    OCCUPIERS,
    PLACES,
    ROLLS_IN_ATTACK,
    SHIPS,
    ZONES,
    Part,
    Position,
    spread,
)

GRACE_ROUNDS, LIMITED_ROUND = 5, 6
ASSAULT, RUSH = "assault", "rush"
FAR = 99
Extensions = dict[tuple[str, str], int]  # (from, unit): how many may be added at most


def may_attack(position: Position, space: str) -> bool:
    """Return whether a space may be a target at all (SP-038, SP-060 to SP-063, SP-068, R12, R46)."""
    if space in position.attacked:
        return False
    powers = position.powers_in(space)
    if space in ZONES:
        return bool(powers - position.friends) and not powers & position.allies and position.round > GRACE_ROUNDS
    owner = position.owner.get(space)
    if owner in position.friends or powers & position.allies:
        return False
    if owner is None:
        return True
    if position.round != LIMITED_ROUND:
        return position.round > LIMITED_ROUND
    home = LANDS[space]["home"]
    frees = home in position.friends and home not in position.out
    return (frees or not position.took) and (owner not in position.lost or home == position.turn)


def is_defended(position: Position, space: str) -> bool:
    """Return whether units defend a space; those of neutral lands always do (SP-056, SP-070)."""
    return (space in LANDS and space not in position.owner) or bool(position.powers_in(space) - position.friends)


def targets(position: Position) -> set[str]:
    """Return the spaces that can be attacked with the units that are ready (SP-040, R40)."""
    return {
        space
        for space in (*LANDS, *ZONES)
        if may_attack(position, space)
        and any(first_parts(position, space, mode) for mode in ((ASSAULT, RUSH) if space in LANDS else (ASSAULT,)))
    }


def first_parts(position: Position, target: str, mode: str) -> Extensions:
    """Return what may be named first in an attack that can be completed."""
    found = extensions(position, target, (), mode)
    return {part: count for part, count in found.items() if _leads_on(position, target, part, mode)}


def _leads_on(position: Position, target: str, part: tuple[str, str], mode: str) -> bool:
    return is_complete(position, target, [(*part, 1)]) or any(
        kind in ROLLS_IN_ATTACK for _, kind in extensions(position, target, ((*part, 1),), mode)
    )


def is_complete(position: Position, target: str, parts: Sequence[Part]) -> bool:
    """Return whether an attack with these units may begin (R40, SP-056)."""
    kinds = {kind for _, kind, _ in parts}
    if is_defended(position, target):
        return bool(kinds.intersection(ROLLS_IN_ATTACK))
    return bool(kinds.intersection(OCCUPIERS))


def extensions(position: Position, target: str, parts: Sequence[Part], mode: str = ASSAULT) -> Extensions:
    """Return which units may be added to an attack, and how many of each.

    Args:
        position: The position.
        target: A land or a zone that may be attacked.
        parts: Units that were named before.
        mode: `assault`, or `rush` for transports that cross enemy ships.
    """
    named: Counter[tuple[str, str]] = Counter()
    for origin, kind, count in parts:
        named[origin, kind] += count
    found: Extensions = {}
    sources = _attackers(position, target) if mode == ASSAULT else _rushers(position, target)
    for origin, kind, count in sources:
        left = count - named[origin, kind]
        left = _fitting(position, target, named, origin, kind, left)
        if left > 0:
            found[origin, kind] = left
    return found


def _attackers(position: Position, target: str) -> Iterator[Part]:
    """Yield all units that are ready and can reach the target, without regard to landing places."""
    if target in LANDS:
        yield from _ground_units(position, target)
    else:
        yield from _ships(position, target)
    if is_defended(position, target):
        for space, kind in product(AIR, ("F", "B")):
            if AIR[space].get(target, FAR) <= MOVES[kind]:
                yield space, kind, position.ready(space, kind)


def _ground_units(position: Position, target: str) -> Iterator[Part]:
    defended = is_defended(position, target)
    for land, kind in product(LAND_NEAR[target], OCCUPIERS):
        if kind != "L" or not defended:  # a ruler only enters empty land (Q24)
            blitzing = sum(position.blitz.get(land, Counter()).values()) if kind == "T" else 0
            yield land, kind, position.ready(land, kind) + blitzing
    for land in _two_lands_away(position, target):
        yield land, "T", position.ready(land, "T")
    for zone in COAST[target]:
        if not position.is_hostile(zone):
            yield from _landers(position, zone, defended)


def _ships(position: Position, target: str) -> Iterator[Part]:
    near = _open_sea(position, target)
    for zone, kind in product(ZONES, SHIPS):
        distance = spread(zone, near, 2).get(target)
        if distance is not None:
            late = position.half.get(zone, Counter())[kind] if distance > 1 else 0
            yield zone, kind, position.ready(zone, kind) - late


def _two_lands_away(position: Position, target: str) -> set[str]:
    """Return the lands from which tanks reach the target through secure land only (SP-123)."""
    ends = {land for middle in LAND_NEAR[target] & position.secure_lands() for land in LAND_NEAR[middle]}
    return ends - LAND_NEAR[target] - {target}


def _landers(position: Position, zone: str, defended: bool) -> Iterator[Part]:
    for kind in OCCUPIERS:
        if kind != "L" or not defended:
            yield zone, kind, position.aboard(zone, kind)


def _rushers(position: Position, target: str) -> Iterator[Part]:
    """Yield the cargo of transports that can cross the enemy zone before a beach (SP-238, SP-239, R20)."""
    if position.round <= GRACE_ROUNDS:
        return
    seen = set()
    for zone in COAST[target]:
        if not position.is_hostile(zone):
            continue
        near = _open_sea(position, zone)
        for start in ZONES:
            distance = spread(start, near, 2).get(zone)
            if distance is None or start in seen or start in COAST[target] - {zone}:
                continue
            able = position.ready(start, "TR") - (position.half.get(start, Counter())["TR"] if distance > 1 else 0)
            if able > 0:
                seen.add(start)
                yield from _landers(position, start, is_defended(position, target))


def _open_sea(position: Position, goal: str | None = None) -> dict[str, set[str]]:
    """Return the sea graph for ships: zones with enemies are left out, but for the goal (Q31, R33)."""
    return {
        zone: {near for near in zones if near == goal or not position.is_hostile(near)}
        for zone, zones in position.sea_near().items()
    }


def _fitting(
    position: Position, target: str, named: Counter[tuple[str, str]], origin: str, kind: str, left: int
) -> int:
    """Return how many of these units can be added to an attack."""
    if kind in ("F", "B"):
        while left > 0 and not _planes_can_land(position, target, named, origin, kind, left):
            left -= 1
    elif origin in ZONES and kind in PLACES:
        while left > 0 and not can_unload(position, origin, target, _landing(named, origin) | {kind: 0}, kind, left):
            left -= 1
    elif kind == "G" and is_defended(position, target):  # beside others only (Q22)
        others = any(other in ROLLS_IN_ATTACK and count for (_, other), count in named.items())
        left = left if others else 0
    return left


def _landing(named: Counter[tuple[str, str]], zone: str) -> dict[str, int]:
    return {kind: count for (origin, kind), count in named.items() if origin == zone and kind in PLACES}


def can_unload(position: Position, zone: str, land: str, before: dict[str, int], kind: str, count: int) -> bool:
    """Return whether cargo can go ashore so that each transport unloads in one land only (SP-231).

    Args:
        position: The position.
        zone: Zone of the transports.
        land: Where the cargo goes.
        before: Cargo that was named for the same landing before, by kind.
        kind: Kind to add.
        count: How many.
    """
    landing = Counter(before)
    landing[kind] += count
    places = Counter({end: used for (start, end), used in position.unloaded.items() if start == zone})
    places[land] += sum(PLACES[name] * number for name, number in landing.items())
    stay = {name: position.aboard(zone, name) - landing[name] for name in PLACES}
    if min(stay.values()) < 0:
        return False
    loads = sum(-(-used // HOLD) for used in places.values())
    ships = position.count(zone, "TR") + position.bridged[zone]
    if loads > ships:
        return False
    free = [-used % HOLD for used in places.values()] + [HOLD] * (ships - loads)
    pairs = sum(space // PLACES["T"] for space in free)
    return stay["T"] <= pairs and stay["I"] + PLACES["T"] * stay["T"] <= sum(free)


def _planes_can_land(
    position: Position, target: str, named: Counter[tuple[str, str]], origin: str, kind: str, count: int
) -> bool:
    """Return whether all planes in the air and these can land together (SP-180, R47)."""
    planes = named + Counter({(origin, kind): count})
    flights = [Flight(plane, left, space, number) for (plane, left, space), number in position.aloft.items()]
    gone: Counter[str] = Counter()
    for (start, plane), number in planes.items():
        if plane in ("F", "B"):
            out = AIR[start][target]
            flights.append(Flight(plane, MOVES[plane] - out, target, number))
            gone[start] += number if plane == "F" and start in ZONES else 0
    fleet = {start: number for (start, plane), number in named.items() if plane == "CV"}
    return all_land(position, flights, gone, target, fleet)


def moves(position: Position) -> dict[tuple[str, str, str], int]:
    """Return the moves of the movement step: (from, unit, to), and how many units may make it together."""
    found = dict(_land_moves(position))
    found |= dict(_plane_moves(position))
    found |= dict(_ship_moves(position))
    return {move: count for move, count in found.items() if count > 0}


def _land_moves(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    secure = position.secure_lands()
    near = {land: LAND_NEAR[land] & secure for land in LANDS}
    for land, kind in product(LANDS, OCCUPIERS):
        if position.ready(land, kind) > 0:
            for end in spread(land, near, MOVES[kind]):
                if end != land:
                    yield (land, kind, end), position.ready(land, kind)


def _plane_moves(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    secure = position.secure_lands()
    for space, kind in product((*LANDS, *ZONES), ("F", "B")):
        number = position.ready(space, kind)
        if number <= 0:
            continue
        for end, distance in AIR[space].items():
            if end == space or distance > MOVES[kind]:
                continue
            if end in secure:
                yield (space, kind, end), number
            elif kind == "F" and end in ZONES:
                yield (space, kind, end), min(number, free_decks(position, end))


def free_decks(position: Position, zone: str) -> int:
    """Return the free carrier places of the alliance in a zone (SP-100)."""
    powers = position.friends
    decks = 2 * sum(position.count(zone, "CV", power) for power in powers)
    return decks - sum(position.count(zone, "F", power) for power in powers) - position.promised[zone]


def _ship_moves(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    near = _open_sea(position)
    for zone, kind in product(ZONES, SHIPS):
        number = position.ready(zone, kind)
        if number <= 0:
            continue
        for end, distance in spread(zone, near, 2).items():
            if end != zone:
                late = position.half.get(zone, Counter())[kind] if distance > 1 else 0
                yield (zone, kind, end), number - late


def landings(position: Position, kind: str, left: int, space: str) -> set[str]:
    """Return where a plane in the air may land (SP-099, SP-100, SP-171, SP-184)."""
    reach = {end for end, distance in AIR[space].items() if distance <= left}
    found = reach & position.secure_lands()
    if kind == "F":
        found |= {zone for zone in reach & set(ZONES) if free_decks(position, zone) > 0}
    return found
