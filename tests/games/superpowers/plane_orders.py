"""Whether planes that take off, and fighters whose carriers leave, find places to land (SP-180, R47, ruling 15)."""

from collections import Counter

from tests.games.superpowers import carrier_ruling as ruling
from tests.games.superpowers.carrier_places import Flight, all_land
from tests.games.superpowers.carrier_ruling import Named
from tests.games.superpowers.order_position import AIR, DECKS, MOVES, NOTHING, ZONES, Position


def planes_can_land(position: Position, target: str, named: Named, origin: str, kind: str, count: int) -> bool:
    """Return whether so many more planes, and all planes in the air with them, can land."""
    left = MOVES[kind] - AIR[origin][target]
    if any(AIR[target][land] <= left for land in position.secure_lands()):
        if kind == "B" or position.is_ruled:
            return True
    elif kind == "B":
        return False
    position.relies_on_carriers = True
    if position.is_ruled:
        return ruling.can_return(position, named, origin, target, count)
    planes = named + Counter({(origin, kind): count})
    flights = _aloft(position)
    gone: Counter[str] = Counter()
    for (start, plane), number in planes.items():
        if plane in ("F", "B") and number > 0:
            flights.append(Flight(plane, MOVES[plane] - AIR[start][target], target, number))
            gone[start] += number if plane == "F" and start in ZONES else 0
    fleet = {start: number for (start, plane), number in named.items() if plane == "CV"}
    return all_land(position, flights, gone, target, fleet)


def _aloft(position: Position) -> list[Flight]:
    """Return the planes in the air; those without any place, as their carrier sank, keep no other on the ground."""
    flights = []
    for (kind, left, space), number in position.aloft.items():
        most = number
        while most and not all_land(position, [Flight(kind, left, space, most)], Counter(), "", {}):
            most -= 1
        if most:
            flights.append(Flight(kind, left, space, most))
    return flights


def carriers_can_leave(position: Position, target: str, named: Named, origin: str, count: int) -> bool:
    """Return whether fighters that lose their decks can take off and land, and those in the air still can."""
    surplus = _surplus(position, named, origin, count)
    if surplus > position.ready(origin, "F") - named[origin, "F"]:
        return False
    if position.waiting or any(kind == "F" for _, kind in named):
        position.relies_on_carriers = True
    if position.is_ruled:
        return ruling.can_leave(position, named, origin, count)
    after = named + Counter({(origin, "CV"): count})
    return planes_can_land(position, target, after, origin, "F", surplus)


def _surplus(position: Position, named: Named, zone: str, count: int) -> int:
    """Return the fighters that have no place when so many carriers leave."""
    decks = DECKS * (sum(position.count(zone, "CV", power) for power in position.friends) - count - named[zone, "CV"])
    return max(0, sum(position.count(zone, "F", power) for power in position.friends) - named[zone, "F"] - decks)


def carriers_may_sail(position: Position, zone: str, count: int, end: str) -> bool:
    """Return whether so many carriers may sail although fighters count on carriers."""
    if not position.waiting:
        return True
    position.relies_on_carriers = True
    if position.is_ruled:
        return ruling.may_sail(position, zone, count, end)
    return all_land(position, _aloft(position), Counter(), "", {}, sailed(position, zone, count, end))


def sailed(position: Position, zone: str, count: int, end: str) -> Position:
    """Return the position after carriers have sailed; fighters without a place have gone along."""
    after = position.unsettled()
    rest = _surplus(position, Counter(), zone, count)
    after.units.setdefault(end, {})
    for power in (position.turn, *position.allies):
        along = min(rest, position.count(zone, "F", power))
        moving = {"F": along, "CV": count if power == position.turn else 0}
        after.units[zone].setdefault(power, Counter()).subtract(moving)
        after.units[end].setdefault(power, Counter()).update(moving)
        rest -= along
    late = min(count, position.half.get(zone, NOTHING)["CV"])
    if end in position.open_sea()[zone]:
        after.half.setdefault(zone, Counter())["CV"] -= late
        after.half.setdefault(end, Counter())["CV"] += count - late
        after.spent.setdefault(end, Counter())["CV"] += late
    else:
        after.spent.setdefault(end, Counter())["CV"] += count
    return after
