"""An independent checker of legal orders of the basic rule set.

It searches the board with sets and breadth-first search, and shares no code with the rules. An order is extended word
by word: `extensions` returns which units may be added to it, and how many of each.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, product

from tests.games.superpowers.carrier_places import Flight, all_land
from tests.games.superpowers.order_position import (
    AIR,
    COAST,
    DECKS,
    HOLD,
    LAND_NEAR,
    LANDS,
    MOVES,
    OCCUPIERS,
    PLACES,
    ROLLS_IN_ATTACK,
    SHIPS,
    WALKERS,
    ZONES,
    Part,
    Position,
    spread,
)

GRACE_ROUNDS, LIMITED_ROUND = 5, 6
ASSAULT, RUSH, MISSILE = "assault", "rush", "missile"
MISSILE_RANGE = 2
FAR = 99
PASSENGERS = 2  # of a bomber
Extensions = dict[tuple[str, str], int]  # (from, unit): how many may be added at most


def may_attack(position: Position, space: str) -> bool:
    """Return whether a space may be a target at all (SP-038, SP-060, SP-068, R12)."""
    if space in position.attacked:
        return False
    powers = position.powers_in(space)
    if space in ZONES:
        return bool(powers - position.friends) and not powers & position.allies and position.round > GRACE_ROUNDS
    owner = position.owner.get(space)
    if owner in position.friends or powers & position.allies:
        return False
    return owner is None or position.round > GRACE_ROUNDS


def may_take(position: Position, land: str) -> bool:
    """Return whether the limited round allows a land to be taken (SP-062, SP-063, R16, R46)."""
    owner, home = position.owner.get(land), LANDS[land]["home"]
    if owner is None or position.round != LIMITED_ROUND or home == position.turn:
        return True
    frees = home in position.friends and home not in position.out
    return (frees or not position.took) and owner not in position.lost


def is_defended(position: Position, space: str) -> bool:
    """Return whether units defend a space; those of neutral lands always do, missiles never (SP-056, SP-070, Q36)."""
    if space in LANDS and space not in position.owner:
        return True
    stacks = position.units.get(space, {})
    return any(stacks[power].total() > stacks[power]["N"] for power in stacks.keys() - position.friends)


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
    """Return what may be named first in an attack that can be completed."""
    found = extensions(position, target, (), mode, through)
    return {part: count for part, count in found.items() if is_complete(position, target, [(*part, 1)], mode)}


def is_complete(position: Position, target: str, parts: Sequence[Part], mode: str = ASSAULT) -> bool:
    """Return whether an attack with these units may begin (R40, SP-056); a rush brings cargo."""
    if mode == RUSH and not any(start in ZONES and kind in PLACES for start, kind, _ in parts):
        return False
    kinds = {kind for _, kind, _ in parts}
    if kinds == {"N"}:  # launched; others come along with occupiers only
        return True
    if is_defended(position, target):
        return bool(kinds.intersection(ROLLS_IN_ATTACK))
    return bool(kinds.intersection(OCCUPIERS))


def extensions(
    position: Position, target: str, parts: Sequence[Part], mode: str = ASSAULT, through: str | None = None
) -> Extensions:
    """Return which units may be added to an attack, and how many of each.

    Args:
        position: The position.
        target: A land or a zone that may be attacked.
        parts: Units that were named before. Cargo that counts as gone ashore already has the origin "".
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
        sources = _launchers(position, target)
    else:
        cargo = _landings(position, target) if mode == ASSAULT else _rushers(position, target, named, through)
        sources = chain(_attackers(position, target), cargo)
    for origin, kind, count in sources:
        left = count - named[origin, kind]
        left = _fitting(position, target, named, origin, kind, left, mode)
        if left > 0:
            found[origin, kind] = left
    return found


def _attackers(position: Position, target: str) -> Iterator[Part]:
    """Yield all units that are ready and can reach the target, without regard to landing places."""
    if target in ZONES:
        yield from _ships(position, target)
    elif may_take(position, target):
        yield from _ground_units(position, target)
    if is_defended(position, target):
        for space, kind in product(position.own_spaces(), ("F", "B")):
            if AIR[space].get(target, FAR) <= MOVES[kind]:
                yield space, kind, position.ready(space, kind)


def _launchers(position: Position, target: str) -> Iterator[Part]:
    """Yield missiles in range of defended land or of ships (SP-192, Q37, Q38)."""
    if is_defended(position, target):
        for land in LANDS.keys() & position.own_spaces():
            if AIR[land].get(target, FAR) <= MISSILE_RANGE:
                yield land, "N", position.ready(land, "N")


def _ground_units(position: Position, target: str) -> Iterator[Part]:
    defended = is_defended(position, target)
    for land, kind in product(LAND_NEAR[target], WALKERS):
        if kind != "L" or not defended:  # a ruler only enters empty land (Q24)
            blitzing = sum(position.blitz.get(land, Counter()).values()) if kind == "T" else 0
            yield land, kind, position.ready(land, kind) + blitzing
    for land in _two_lands_away(position, target):
        yield land, "T", position.ready(land, "T")


def _landings(position: Position, target: str) -> Iterator[Part]:
    """Yield the cargo in zones without enemies before a beach."""
    if target in LANDS and may_take(position, target):
        for zone in COAST[target]:
            if not position.is_hostile(zone):
                yield from _landers(position, zone, is_defended(position, target))


def _ships(position: Position, target: str) -> Iterator[Part]:
    near = _open_sea(position, target)
    for zone in ZONES.keys() & position.own_spaces():
        distance = spread(zone, near, 2).get(target, FAR)
        for kind in SHIPS if distance < FAR else ():
            late = position.half.get(zone, Counter())[kind] if distance > 1 else 0
            yield zone, kind, position.ready(zone, kind) - late


def _two_lands_away(position: Position, target: str) -> set[str]:
    """Return the lands from which tanks reach the target through secure land only (SP-123)."""
    ends = {land for middle in LAND_NEAR[target] & position.secure_lands() for land in LAND_NEAR[middle]}
    return ends - LAND_NEAR[target] - {target}


def _landers(position: Position, zone: str, defended: bool) -> Iterator[Part]:
    for kind in WALKERS:
        if kind != "L" or not defended:
            yield zone, kind, position.aboard(zone, kind)


def _rushers(position: Position, target: str, named: Counter[tuple[str, str]], through: str | None) -> Iterator[Part]:
    """Yield the cargo of transports that can cross an enemy zone before a beach (SP-238, SP-239, R12, R20)."""
    if position.round <= GRACE_ROUNDS or not may_take(position, target):
        return
    defended = is_defended(position, target)
    able: Counter[str] = Counter()
    for zone in COAST[target]:
        if position.is_hostile(zone) and not position.powers_in(zone) & position.allies and through in (None, zone):
            near = _open_sea(position, zone)
            for start in ZONES.keys() & position.own_spaces():
                distance = spread(start, near, 2).get(zone)
                if distance is not None:
                    late = position.half.get(start, Counter())["TR"] if distance > 1 else 0
                    able[start] = max(able[start], position.ready(start, "TR") - late)
    for start, transports in able.items():
        if transports > 0:
            taken = sum(PLACES[kind] * count for kind, count in _landing(named, start).items())
            for _, kind, count in _landers(position, start, defended):
                room = (HOLD * transports - taken) // PLACES[kind] if PLACES[kind] else count
                yield start, kind, min(count, room + named[start, kind])


def _open_sea(position: Position, goal: str | None = None) -> dict[str, set[str]]:
    """Return the sea graph for ships: zones with enemies are left out, but for the goal (Q31, R33)."""
    return {
        zone: {near for near in zones if near == goal or not position.is_hostile(near)}
        for zone, zones in position.sea_near().items()
    }


def _fitting(
    position: Position,
    target: str,
    named: Counter[tuple[str, str]],
    origin: str,
    kind: str,
    left: int,
    mode: str,
) -> int:
    """Return how many of these units can be added to an attack."""
    has_roller = any(other in ROLLS_IN_ATTACK and count for (_, other), count in named.items())
    if kind == "TR" or (kind == "G" and is_defended(position, target)):  # beside others only (Q22, SP-236)
        left = left if has_roller else 0
    if kind == "N" and mode != MISSILE and not any(c for (_, other), c in named.items() if other in OCCUPIERS):
        left = 0  # missiles enter land with those that can hold it (R3)
    if kind in ("F", "B"):
        while left > 0 and not _planes_can_land(position, target, named, origin, kind, left):
            left -= 1
    elif kind == "CV":
        while left > 0 and not _carriers_can_leave(position, target, named, origin, left):
            left -= 1
    elif origin in ZONES and kind in PLACES and mode == ASSAULT:
        while left > 0 and not can_unload(position, origin, target, _landing(named, origin) | {kind: 0}, kind, left):
            left -= 1
    return left


def transports_may_join(position: Position, zone: str, count: int, parts: Sequence[Part]) -> bool:
    """Return whether so many transports may join a battle at sea: the others hold the cargo, or all go (ruling 6)."""
    there = position.count(zone, "TR") - sum(n for start, kind, n in parts if (start, kind) == (zone, "TR"))
    taken = sum(PLACES[kind] * position.aboard(zone, kind) for kind in PLACES)
    return count == there or taken <= HOLD * (there - count)


def _carriers_can_leave(
    position: Position, target: str, named: Counter[tuple[str, str]], origin: str, count: int
) -> bool:
    """Return whether fighters that lose their decks can take off and land, and those in the air still can."""
    decks = DECKS * (sum(position.count(origin, "CV", power) for power in position.friends) - count)
    decks -= DECKS * named[origin, "CV"]
    there = sum(position.count(origin, "F", power) for power in position.friends) - named[origin, "F"]
    surplus = max(0, there - decks)
    if surplus > position.ready(origin, "F") - named[origin, "F"]:
        return False
    after = named + Counter({(origin, "CV"): count})
    return _planes_can_land(position, target, after, origin, "F", surplus)


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
    stay = {name: position.aboard(zone, name) - landing[name] for name in PLACES}
    if min(stay.values()) < 0:
        return False
    added = sum(PLACES[name] * number for name, number in landing.items())
    if not added:
        return any(position.count(zone, ship) for ship in SHIPS)
    places = Counter({end: used for (start, end), used in position.unloaded.items() if start == zone})
    before_loads = sum(-(-used // HOLD) for used in places.values())
    places[land] += added
    loads = sum(-(-used // HOLD) for used in places.values()) - before_loads
    opened, twice = position.count(zone, "TR") - position.closed[zone], position.bridges[zone]
    if loads > opened + twice:
        return False
    closing = max(0, loads - twice)  # a transport that brings the first of two loads stays open
    free = [HOLD] * (opened - closing)
    if not twice:
        free += [-used % HOLD for used in places.values()]
    pairs = sum(space // PLACES["T"] for space in free)
    large = stay["T"] + stay["N"]
    return large <= pairs and stay["I"] + PLACES["T"] * large <= sum(free)


def _planes_can_land(
    position: Position, target: str, named: Counter[tuple[str, str]], origin: str, kind: str, count: int
) -> bool:
    """Return whether all planes in the air and these can land together (SP-180, R47)."""
    planes = named + Counter({(origin, kind): count})
    flights = _aloft(position, target)
    gone: Counter[str] = Counter()
    for (start, plane), number in planes.items():
        if plane in ("F", "B") and number > 0:
            out = AIR[start][target]
            flights.append(Flight(plane, MOVES[plane] - out, target, number))
            gone[start] += number if plane == "F" and start in ZONES else 0
    fleet = {start: number for (start, plane), number in named.items() if plane == "CV"}
    return all_land(position, flights, gone, target, fleet)


def _aloft(position: Position, target: str) -> list[Flight]:
    """Return the planes in the air; those without any place, as their carrier sank, keep no other on the ground."""
    flights = []
    for (kind, left, space), number in position.aloft.items():
        most = number
        while most and not all_land(position, [Flight(kind, left, space, most)], Counter(), target, {}):
            most -= 1
        if most:
            flights.append(Flight(kind, left, space, most))
    return flights


def moves(position: Position) -> dict[tuple[str, str, str], int]:
    """Return the moves of the movement step: (from, unit, to), and how many units may make it together."""
    found = dict(_land_moves(position))
    for move, count in _passengers(position):
        found[move] = max(found.get(move, 0), count)
    found |= dict(_plane_moves(position)) | voyages(position) | boardings(position) | dict(_unloadings(position))
    return {move: count for move, count in found.items() if count > 0}


def voyages(position: Position) -> dict[tuple[str, str, str], int]:
    """Return where ships can sail, in combat or in movement (SP-041, SP-097)."""
    return {move: count for move, count in _ship_moves(position) if count > 0}


def passages(position: Position) -> dict[tuple[str, str, str], int]:
    """Return where transports can sail in combat past enemies, and how many have the moves (SP-239, R20)."""
    near = position.sea_near()
    found: dict[tuple[str, str, str], int] = {}
    for zone in ZONES.keys() & position.own_spaces() if position.round > GRACE_ROUNDS else ():
        fresh = position.ready(zone, "TR") - position.half.get(zone, Counter())["TR"]
        for middle in near[zone]:
            if fresh > 0 and position.is_hostile(middle) and not position.powers_in(middle) & position.allies:
                found |= {(zone, "TR", end): fresh for end in near[middle] - {zone} if not position.is_hostile(end)}
    return found


def sailings(position: Position) -> dict[tuple[str, str, str], int]:
    """Return where ships can sail in combat, and which units can board."""
    return passages(position) | voyages(position) | boardings(position)


def boardings(position: Position) -> dict[tuple[str, str, str], int]:
    """Return which units can board ships, in combat or in movement (SP-155, SP-161, SP-228, SP-232)."""
    found = {}
    for land, kind in product(LANDS.keys() & position.own_spaces(), WALKERS):
        for zone in COAST[land]:
            if not position.is_hostile(zone):
                room = _room(position, zone, kind)
                found[land, kind, zone] = min(position.ready(land, kind), room)
    return {move: count for move, count in found.items() if count > 0}


def _room(position: Position, zone: str, kind: str) -> int:
    if not PLACES[kind]:  # a general or a ruler rides on any ship
        return sum(position.count(zone, ship) for ship in SHIPS)
    taken = sum(PLACES[name] * position.aboard(zone, name) for name in PLACES)
    usable = position.count(zone, "TR") - position.closed[zone] - position.tired[zone]
    return (HOLD * usable - max(0, taken - HOLD * position.tired[zone])) // PLACES[kind]


def _passengers(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    """Yield flights of infantry, a general or a ruler with unused bombers (SP-155, SP-161, SP-186, Q58)."""
    start, there, places = position.ferry
    for land, kind in product(LANDS.keys() & position.own_spaces(), ("I", "G", "L")):
        for end in position.secure_lands() - {land}:
            if AIR[land].get(end, FAR) <= MOVES["B"]:
                count = PASSENGERS * position.ready(land, "B")
                if (land, end) == (start, there):  # on bombers that flew there already
                    count = max(count, 1) if kind != "I" else count + places
                yield (land, kind, end), min(position.ready(land, kind), count)


def _unloadings(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    """Yield what can go ashore in friendly land (SP-231, SP-243)."""
    for zone in position.cargo:
        for land, kind in product(COAST[zone] & position.secure_lands(), WALKERS):
            count = position.aboard(zone, kind)
            while count > 0 and not can_unload(position, zone, land, {}, kind, count):
                count -= 1
            yield (zone, kind, land), count


def _land_moves(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    secure = position.secure_lands()
    near = {land: LAND_NEAR[land] & secure for land in LANDS}
    for land, kind in product(LANDS.keys() & position.own_spaces(), WALKERS):
        if position.ready(land, kind) > 0:
            for end in spread(land, near, MOVES[kind]):
                if end != land:
                    yield (land, kind, end), position.ready(land, kind)


def _plane_moves(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    secure = position.secure_lands()
    for space, kind in product(position.own_spaces(), ("F", "B")):
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
    for zone, kind in product(ZONES.keys() & position.own_spaces(), SHIPS):
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


def placements(position: Position, kind: str, bases: set[str]) -> dict[str, int]:
    """Return where a new unit may be placed, and how many (SP-103 to SP-106, SP-110).

    Args:
        position: The position.
        kind: The unit.
        bases: Own lands where a complex has stood since the turn began.
    """
    ports = {zone for land in bases for zone in COAST[land]}
    if kind in SHIPS:
        return {zone: FAR for zone in ports if not position.is_hostile(zone)}
    found = dict.fromkeys(bases, FAR)
    if kind == "F":
        for zone in ports:
            guests = sum(position.count(zone, "F", ally) for ally in position.allies)
            guests -= DECKS * sum(position.count(zone, "CV", ally) for ally in position.allies)
            old = position.count(zone, "CV") - position.new_carriers[zone]
            found[zone] = DECKS * old - position.count(zone, "F") - max(0, guests)
    return found
