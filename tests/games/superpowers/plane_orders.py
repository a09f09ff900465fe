"""Checks that planes that take off, and fighters whose carriers leave, find landing places (SP-180, SP-182, R47)."""

from collections import Counter
from collections.abc import Iterator

from tests.games.superpowers.carrier_places import Air, Flight, all_still_land
from tests.games.superpowers.order_position import AIR, DECKS, MOVES, NOTHING, ZONES, Position, spread

Named = Counter[tuple[str, str]]  # units of the order in progress by (from, unit)


def planes_can_land(position: Position, target: str, named: Named, origin: str, kind: str, count: int) -> bool:
    """Return whether `count` more planes, and all planes in the air with them, can land."""
    left = MOVES[kind] - AIR[origin][target]
    if any(AIR[target][land] <= left for land in position.secure_lands()):
        return True
    if kind == "B":
        return False
    planes = named + Counter({(origin, kind): count})
    return all_still_land(position, _air(position, target, named), _air(position, target, planes))


def _air(position: Position, target: str, named: Named) -> Air:
    """Return the planes in the air when the units of an order have left."""
    air = Air(_aloft(position), target=target, fleet={start: n for (start, kind), n in named.items() if kind == "CV"})
    for (start, kind), number in named.items():
        if kind in ("F", "B") and number > 0:
            air.flights = [*air.flights, Flight(kind, MOVES[kind] - AIR[start][target], target, number)]
            air.gone[start] += number if kind == "F" and start in ZONES else 0
    return air


def _aloft(position: Position) -> list[Flight]:
    return [Flight(kind, left, space, number) for (kind, left, space), number in position.aloft.items()]


def carriers_can_leave(position: Position, target: str, named: Named, origin: str, count: int) -> bool:
    """Return whether enough fighters can take off from the leaving carriers so that all planes in the air can land."""
    ready = position.ready(origin, "F") - named[origin, "F"]
    before = _air(position, target, named)
    for taken in range(_surplus(position, named, origin, count), min(ready, DECKS * count) + 1):
        planes = named + Counter({(origin, "CV"): count, (origin, "F"): taken})
        if all_still_land(position, before, _air(position, target, planes)):
            return True
    return False


def _surplus(position: Position, named: Named, zone: str, count: int) -> int:
    """Return the number of fighters that lose their place when `count` carriers leave."""
    decks = DECKS * (sum(position.count(zone, "CV", power) for power in position.friends) - count - named[zone, "CV"])
    return max(0, sum(position.count(zone, "F", power) for power in position.friends) - named[zone, "F"] - decks)


def carriers_may_sail(position: Position, zone: str, count: int, end: str) -> bool:
    """Return whether `count` carriers may sail although fighters in the air need carriers."""
    air = Air(_aloft(position))
    return not position.aloft or any(
        all_still_land(position, air, air, after) for after in _voyages(position, zone, count, end)
    )


def _voyages(position: Position, zone: str, count: int, end: str) -> Iterator[Position]:
    """Yield the positions after carriers have sailed, with an increasing number of fighters."""
    least = _surplus(position, Counter(), zone, count)
    fighters = sum(position.count(zone, "F", power) for power in position.friends)
    for along in range(least, max(least, min(fighters, DECKS * count)) + 1):
        after = sailed(position, zone, count, end, along)
        if along == least or not _surplus(after, Counter(), end, 0):
            yield after


def landing_zones(position: Position, left: int, space: str) -> set[str]:
    """Return the zones where a fighter in the air can land, on a carrier that is there or can come."""
    reach = {zone for zone in ZONES if AIR[space].get(zone, left + 1) <= left}
    return {
        zone
        for zone in reach
        if can_land(position, left, space, zone) or any(meeting_origins(position, left, space, zone))
    }


def can_land(position: Position, left: int, space: str, zone: str, after: Position | None = None) -> bool:
    """Return whether a fighter can land in a zone while all other planes still find places.

    Args:
        position: The position.
        left: Borders that the fighter can still cross.
        space: Where it is.
        zone: Where it lands.
        after: The position when a carrier has come.
    """
    landed = (after or position).unsettled()
    landed.units.setdefault(zone, {}).setdefault(position.turn, Counter())["F"] += 1
    if _surplus(landed, Counter(), zone, 0):
        return False
    before = Air(_aloft(position))
    landed.aloft = position.aloft - Counter({("F", left, space): 1})
    return all_still_land(position, before, Air(_aloft(landed)), landed)


def meeting_origins(position: Position, left: int, space: str, zone: str) -> Iterator[str]:
    """Yield the zones from which a carrier can sail to meet a fighter that lands in a zone (SP-182)."""
    for origin in ZONES.keys() & position.units.keys() - {zone}:
        ready = position.ready(origin, "CV")
        moves = 2 if ready > position.half.get(origin, NOTHING)["CV"] else 1
        is_near = ready > 0 and zone in spread(origin, position.open_sea(), moves)
        if is_near and any(can_land(position, left, space, zone, to) for to in _voyages(position, origin, 1, zone)):
            yield origin


def sailed(position: Position, zone: str, count: int, end: str, along: int) -> Position:
    """Return the position after `count` carriers have sailed with `along` fighters."""
    after = position.unsettled()
    rest = along
    after.units.setdefault(end, {})
    for power in (position.turn, *position.allies):
        taken = min(rest, position.count(zone, "F", power))
        moving = {"F": taken, "CV": count if power == position.turn else 0}
        after.units[zone].setdefault(power, Counter()).subtract(moving)
        after.units[end].setdefault(power, Counter()).update(moving)
        rest -= taken
    late = min(count, position.half.get(zone, NOTHING)["CV"])
    if end in position.open_sea()[zone]:
        after.half.setdefault(zone, Counter())["CV"] -= late
        after.half.setdefault(end, Counter())["CV"] += count - late
        after.spent.setdefault(end, Counter())["CV"] += late
    else:
        after.spent.setdefault(end, Counter())["CV"] += count
    return after
