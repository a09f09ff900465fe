"""The capacity of transports, and their orders to unload or join a battle at sea."""

from collections import Counter
from collections.abc import Sequence

from tests.games.superpowers.order_position import (
    HOLD,
    PLACES,
    SHIPS,
    Part,
    Position,
)


def transports_may_join(position: Position, zone: str, count: int, parts: Sequence[Part]) -> bool:
    """Return whether `count` transports may join a battle at sea: the others hold the cargo, or all go (ruling 6)."""
    there = position.count(zone, "TR") - sum(n for start, kind, n in parts if (start, kind) == (zone, "TR"))
    taken = sum(PLACES[kind] * position.aboard(zone, kind) for kind in PLACES)
    return count == there or taken <= HOLD * (there - count)


def landing(named: Counter[tuple[str, str]], zone: str) -> dict[str, int]:
    return {kind: count for (origin, kind), count in named.items() if origin == zone and kind in PLACES}


def can_unload(position: Position, zone: str, land: str, before: dict[str, int], kind: str, count: int) -> bool:
    """Return whether cargo can go ashore so that each transport unloads in one land only (SP-231).

    Args:
        position: The position.
        zone: Zone of the transports.
        land: Where the cargo goes.
        before: Cargo already named for the same landing, by kind.
        kind: Kind to add.
        count: Number of units to add.
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
    closing = max(0, loads - twice)  # a transport that can bring a second load is not closed
    free = [HOLD] * (opened - closing)
    if not twice:
        free += [-used % HOLD for used in places.values()]
    pairs = sum(space // PLACES["T"] for space in free)
    large = stay["T"] + stay["N"]
    return large <= pairs and stay["I"] + PLACES["T"] * large <= sum(free)
