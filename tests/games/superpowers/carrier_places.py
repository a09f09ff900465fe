"""Whether all planes in the air can land together, by trying every carrier for every fighter (R47)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.games.superpowers.order_position import AIR, DECKS, NOTHING, ZONES, Position, spread


@dataclass(frozen=True)
class Flight:
    """Planes of one kind in the air at one place."""

    kind: str
    left: int  # borders that they can still cross
    space: str
    number: int


def all_land(
    position: Position,
    flights: Sequence[Flight],
    gone: Counter[str],
    target: str,
    fleet: Mapping[str, int],
    after: Position | None = None,
) -> bool:
    """Return whether every plane has a landing place, each carrier place counted once.

    Args:
        position: The position.
        flights: All planes in the air.
        gone: Fighters that took off from the carriers of a zone.
        target: Where the carriers of the fleet will be.
        fleet: Carriers that join the attack, by zone.
        after: The position after a voyage of carriers.
    """
    secure = position.secure_lands()
    able = [ends for ends, _ in _carriers(position, Counter(), "", {})] if position.waiting else []
    needy: list[frozenset[str]] = []
    for waiting in position.waiting.values():
        if any(ends & waiting.zones for ends in able):  # a submarine may have closed them to all carriers
            needy += [waiting.zones] * (waiting.number - waiting.of_order)
    for flight in flights:
        reach = frozenset(space for space, distance in AIR[flight.space].items() if distance <= flight.left)
        if reach & secure:
            continue
        if flight.kind == "B":
            return False
        needy += [reach & ZONES.keys()] * flight.number
    carriers = list(_carriers(after or position, gone, target, fleet)) if needy else []
    return _assigned(sorted(needy, key=len), carriers)


def _carriers(
    position: Position, gone: Counter[str], target: str, fleet: Mapping[str, int]
) -> list[tuple[frozenset[str], int]]:
    """Return for each carrier the zones where it can be at the end, and its free places."""
    near = position.open_sea()
    carriers: list[tuple[frozenset[str], int]] = []
    for zone in ZONES.keys() & position.units.keys():
        fighters = sum(position.count(zone, "F", power) for power in position.friends) - gone[zone]
        decks = DECKS * sum(position.count(zone, "CV", power) for power in position.friends)
        free = decks - fighters
        half = position.half.get(zone, NOTHING)["CV"]
        for ends in _ends(position, zone, near, half, target, fleet.get(zone, 0)):
            places = min(DECKS, max(0, free))
            free -= places
            if places:
                carriers.append((ends, places))
    return carriers


def _ends(
    position: Position, zone: str, near: Mapping[str, set[str]], half: int, target: str, leaving: int
) -> Iterator[frozenset[str]]:
    """Yield for each carrier in a zone the zones where it can be at the end of the turn, the most mobile first."""
    whole = position.ready(zone, "CV") - half
    for moves, number in ((2, whole), (1, half)):
        left = min(leaving, number)
        leaving -= left
        yield from [frozenset(spread(zone, near, moves))] * (number - left)
        yield from [frozenset({target})] * left
    still = sum(position.count(zone, "CV", power) for power in position.friends) - position.ready(zone, "CV")
    yield from [frozenset({zone})] * still


def _assigned(needy: Sequence[frozenset[str]], carriers: list[tuple[frozenset[str], int]]) -> bool:
    """Return whether each fighter finds a carrier that can meet it and all others on the same carrier."""
    if not needy:
        return True
    first, rest = needy[0], needy[1:]
    for number, (zones, places) in enumerate(carriers):
        if places and zones & first:
            tried = [*carriers]
            tried[number] = (zones & first, places - 1)
            if _assigned(rest, tried):
                return True
    return False
