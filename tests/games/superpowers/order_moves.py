"""Voyages in combat, the moves of the movement step, landings and placements."""

from collections.abc import Iterator
from itertools import product

from tests.games.superpowers.attack_spaces import GRACE_ROUNDS
from tests.games.superpowers.order_position import (
    AIR,
    COAST,
    DECKS,
    HOLD,
    LAND_NEAR,
    LANDS,
    MOVES,
    NOTHING,
    PLACES,
    SHIPS,
    WALKERS,
    ZONES,
    Position,
    spread,
)
from tests.games.superpowers.plane_orders import carriers_may_sail, landing_zones
from tests.games.superpowers.transport_orders import can_unload

FAR = 99
PASSENGERS = 2  # infantry that a bomber carries
Moves = dict[tuple[str, str, str], int]  # (from, unit, to): maximum number that may go together


def moves(position: Position) -> Moves:
    """Return the moves of the movement step: (from, unit, to), and how many units may make it together."""
    found = dict(_land_moves(position))
    for move, count in _passengers(position):
        found[move] = max(found.get(move, 0), count)
    found |= dict(_plane_moves(position)) | voyages(position) | boardings(position) | dict(_unloadings(position))
    return {move: count for move, count in found.items() if count > 0}


def voyages(position: Position) -> Moves:
    """Return where ships can sail, in combat or in movement (SP-041, SP-097)."""
    return {move: count for move, count in _ship_moves(position) if count > 0}


def passages(position: Position) -> Moves:
    """Return where transports can sail past enemies in combat, and how many can still move so far (SP-239, R20)."""
    near = position.sea_near()
    found: Moves = {}
    for zone in ZONES.keys() & position.own_spaces() if position.round > GRACE_ROUNDS else ():
        fresh = position.ready(zone, "TR") - position.half.get(zone, NOTHING)["TR"]
        for middle in near[zone]:
            if fresh > 0 and position.is_hostile(middle) and not position.powers_in(middle) & position.allies:
                found |= {(zone, "TR", end): fresh for end in near[middle] - {zone} if not position.is_hostile(end)}
    return found


def sailings(position: Position) -> Moves:
    """Return where ships can sail in combat, and which units can board."""
    return passages(position) | voyages(position) | boardings(position)


def boardings(position: Position) -> Moves:
    """Return which units can board ships, in combat or in movement (SP-155, SP-161, SP-228, SP-232)."""
    found = {}
    for land, kind in product(LANDS.keys() & position.own_spaces(), WALKERS):
        for zone in COAST[land]:
            if not position.is_hostile(zone):
                room = _room(position, zone, kind)
                found[land, kind, zone] = min(position.ready(land, kind), room)
    return {move: count for move, count in found.items() if count > 0}


def _room(position: Position, zone: str, kind: str) -> int:
    if not PLACES[kind]:  # a general or a ruler needs no place on a ship
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
    """Yield the cargo that can go ashore in friendly land (SP-231, SP-243)."""
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
    for space, kind, number in position.ready_units():
        for end, distance in AIR[space].items() if kind in ("F", "B") else ():
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
    return decks - sum(position.count(zone, "F", power) for power in powers)


def _ship_moves(position: Position) -> Iterator[tuple[tuple[str, str, str], int]]:
    for zone, kind in product(ZONES.keys() & position.own_spaces(), SHIPS):
        for end, number in _reach(position, zone, kind).items():
            numbers = (count for count in range(number, 0, -1) if may_move(position, zone, kind, end, count))
            yield (zone, kind, end), next(numbers, 0)


def _reach(position: Position, zone: str, kind: str) -> dict[str, int]:
    """Return where ships of a zone can sail, and how many can still move so far."""
    number, late = position.ready(zone, kind), position.half.get(zone, NOTHING)[kind]
    if number <= 0:
        return {}
    ends = spread(zone, position.open_sea(), 2)
    return {end: number - late * (distance > 1) for end, distance in ends.items() if end != zone}


def may_move(position: Position, start: str, kind: str, end: str, number: int) -> bool:
    """Return whether exactly `number` units may make a move that fewer might not be allowed to make (R47)."""
    return kind != "CV" or carriers_may_sail(position, start, number, end)


def landings(position: Position, kind: str, left: int, space: str) -> set[str]:
    """Return where a plane in the air may land (SP-099, SP-100, SP-171, SP-184)."""
    reach = {end for end, distance in AIR[space].items() if distance <= left}
    found = reach & position.secure_lands()
    if kind == "F":
        found |= landing_zones(position, left, space)
    return found


def placements(position: Position, kind: str, bases: set[str]) -> dict[str, int]:
    """Return where a new unit may be placed, and how many (SP-103 to SP-106, SP-110).

    Args:
        position: The position.
        kind: The unit.
        bases: Own lands that have had a complex since the turn began.
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
