"""The smallest number of planes in the air without a landing place, by trying every carrier for every fighter (R47)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tests.games.superpowers.order_position import AIR, DECKS, NOTHING, SEA_NEAR, ZONES, Position, spread

_ZONES = frozenset(ZONES)
Reach = frozenset[str]
Carrier = tuple[Reach, int, str]  # zones at the end of the turn, free places, zone before
Free = tuple[tuple[str, int], ...]  # free places by the zone where carriers were


@dataclass(frozen=True)
class Flight:
    """Planes of one kind in the air at one place."""

    kind: str
    left: int  # borders that they can still cross
    space: str
    number: int


@dataclass
class Air:
    """Planes in the air, and the units that have left for an attack.

    Attributes:
        flights: All planes in the air.
        gone: Fighters that took off from the carriers of a zone.
        target: Where the carriers of the fleet will be.
        fleet: Carriers that join the attack, by zone.
    """

    flights: Sequence[Flight]
    gone: Counter[str] = field(default_factory=Counter)
    target: str = ""
    fleet: Mapping[str, int] = field(default_factory=dict)


def all_still_land(position: Position, before: Air, after: Air, later: Position | None = None) -> bool:
    """Return whether no more planes than before lack a landing place, each place on a carrier counted once.

    Fighters that no carrier could meet before are left out.

    Args:
        position: The position.
        before: Planes in the air before the order.
        after: Planes in the air after it.
        later: The position after it, if carriers have sailed or a fighter has landed.
    """
    secure = position.secure_lands()
    carriers, free = tuple(_carriers(position, before)), dict(_free(position, before))
    needy = Counter(_needy(before.flights, secure))
    hopeless = Counter(
        {reach: n for reach, n in needy.items() if not any(ends & reach for ends, _, home in carriers if home in free)}
    )
    left = Counter(_needy(after.flights, secure)) - hopeless
    later = later or position
    lost = _lost(_listed(left), tuple(_carriers(later, after)), _free(later, after))
    return lost <= _lost(_listed(needy - hopeless), carriers, _free(position, before))


def _listed(needy: Counter[Reach]) -> tuple[Reach, ...]:
    return tuple(sorted(needy.elements(), key=lambda reach: (len(reach), sorted(reach))))


def _needy(flights: Sequence[Flight], secure: frozenset[str]) -> Iterator[Reach]:
    """Yield, for each fighter that cannot reach land, the zones that it can reach."""
    for flight in flights:
        reach = frozenset(space for space, distance in AIR[flight.space].items() if distance <= flight.left)
        if flight.kind == "F" and not reach & secure:
            yield from [reach & _ZONES] * flight.number


def _carriers(position: Position, air: Air) -> Iterator[Carrier]:
    """Yield the carriers by the zone in which they share free places."""
    near = position.open_sea()
    for zone in sorted(ZONES.keys() & position.units.keys()):
        leaving = air.fleet.get(zone, 0)
        half = position.half.get(zone, NOTHING)["CV"]
        whole = position.ready(zone, "CV") - half
        still = sum(position.count(zone, "CV", power) for power in position.friends) - whole - half
        first = min(leaving, half) if air.target == zone or _is_near(position, zone, air.target) else 0
        for moves, number in ((2, whole - leaving + first), (1, half - first), (0, still)):
            yield from [(frozenset(spread(zone, near, moves)), DECKS, zone)] * number
        yield from [(frozenset({air.target}), DECKS, f"force from {zone}")] * leaving


def _free(position: Position, air: Air) -> Free:
    """Return the free places shared by the carriers in a zone and those that left it."""
    free = []
    for zone in sorted(ZONES.keys() & position.units.keys()):
        leaving = air.fleet.get(zone, 0)
        decks = DECKS * (sum(position.count(zone, "CV", power) for power in position.friends) - leaving)
        free.append(
            (zone, decks - sum(position.count(zone, "F", power) for power in position.friends) + air.gone[zone])
        )
        free.append((f"force from {zone}", DECKS * leaving))
    return tuple((name, number) for name, number in free if number > 0)


def _is_near(position: Position, zone: str, target: str) -> bool:
    return target in SEA_NEAR[zone] and target in position.sea_near()[zone]


@lru_cache(200_000)
def _lost(needy: tuple[Reach, ...], carriers: tuple[Carrier, ...], free: Free) -> int:
    """Return the smallest number of fighters without a place on a carrier, over all assignments to carriers."""
    if not needy:
        return 0
    first, rest, left = needy[0], needy[1:], dict(free)
    fewest = len(needy)
    for number, (zones, places, home) in enumerate(carriers):
        if fewest and places and left.get(home, 0) > 0 and zones & first and carriers[number] not in carriers[:number]:
            tried = (*carriers[:number], (zones & first, places - 1, home), *carriers[number + 1 :])
            fewest = min(fewest, _lost(rest, tried, tuple((left | {home: left[home] - 1}).items())))
    return min(fewest, 1 + _lost(rest, carriers, free)) if fewest else 0
