"""Ruling 15: the carriers of a zone keep together for the fighters that count on them, all of a stack in one zone."""

from collections import Counter

from tests.games.superpowers.order_position import AIR, DECKS, MOVES, NOTHING, ZONES, Position, Waiting, spread

Named = Counter[tuple[str, str]]  # units of the order in progress by (from, unit)
NONE = Waiting(frozenset(), 0)


def can_return(position: Position, named: Named, origin: str, target: str, count: int) -> bool:
    """Return whether fighters without land in reach of their target find places: on the force, or all in one zone."""
    if target in ZONES and position.on_force + count <= DECKS * sum(
        n for (_, kind), n in named.items() if kind == "CV"
    ):
        return True
    left = MOVES["F"] - AIR[origin][target]
    return any(
        free_places(position, named, zone) + count * (zone == origin) >= count
        and any(AIR[target][end] <= left for end in meeting_zones(position, named, zone))
        for zone in _carrier_zones(position, named)
    )


def can_leave(position: Position, named: Named, zone: str, count: int) -> bool:
    """Return whether so many carriers of a zone may join an attack although fighters count on them."""
    waiting = position.waiting.get(zone, NONE)
    rest = max(0, free_places(position, named, zone) + waiting.number - DECKS * count)
    return waiting.number - rest <= waiting.of_order or others_take_over(position, named, zone)


def may_sail(position: Position, zone: str, count: int, end: str) -> bool:
    """Return whether so many carriers may sail: without fighters that count on them, or all to where these can land."""
    if zone not in position.waiting or free_places(position, Counter(), zone) >= DECKS * count:
        return True
    if others_take_over(position, Counter(), zone):
        return True
    all_go = count == position.count(zone, "CV")
    return all_go and end in position.waiting[zone].zones and end not in position.waiting


def others_take_over(position: Position, named: Named, zone: str) -> bool:
    """Return whether the carriers of another zone can wait for all fighters that count on those of a zone."""
    waiting = position.waiting.get(zone, NONE)
    return any(
        free_places(position, named, other) >= waiting.number and meeting_zones(position, named, other) & waiting.zones
        for other in _carrier_zones(position, named) - {zone}
    )


def _carrier_zones(position: Position, named: Named) -> set[str]:
    return {zone for zone in ZONES.keys() & position.units.keys() if _carriers(position, named, zone) > 0}


def _carriers(position: Position, named: Named, zone: str) -> int:
    return sum(position.count(zone, "CV", power) for power in position.friends) - named[zone, "CV"]


def free_places(position: Position, named: Named, zone: str) -> int:
    """Return the places on carriers of the alliance that are left in a zone and that no fighter counts on."""
    fighters = sum(position.count(zone, "F", power) for power in position.friends) - named[zone, "F"]
    waiting = position.waiting.get(zone, NONE)
    return DECKS * _carriers(position, named, zone) - fighters - waiting.number


def meeting_zones(position: Position, named: Named, zone: str) -> frozenset[str]:
    """Return the zones in which all carriers of a zone can wait together."""
    if zone in position.waiting:
        return position.waiting[zone].zones
    own = position.count(zone, "CV") - named[zone, "CV"]
    if own == 0 or position.spent.get(zone, NOTHING)["CV"] or own < _carriers(position, named, zone):
        return frozenset({zone})
    moves = 1 if position.half.get(zone, NOTHING)["CV"] else MOVES["CV"]
    return frozenset(spread(zone, position.open_sea(), moves))
