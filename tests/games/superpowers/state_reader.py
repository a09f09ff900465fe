"""Positions in plain terms, read from the state of a table."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from tests.games.superpowers.order_position import COAST, LANDS, POWERS, SPACES, ZONES, Part, Position
from wd_env.games.superpowers.game import GAME

KINDS = ("I", "T", "R", "D", "F", "B", "TR", "SU", "CV", "BB", "SB", "N", "G", "L")
LAND_KINDS = ("I", "T", "R", "D", "F", "B", "N", "G", "L")
SEA_KINDS = ("F", "TR", "SU", "CV", "BB", "SB")
CARGO_KINDS = ("I", "T", "R", "N", "D", "G", "L")
Stacks = dict[str, Counter[str]]
LAND_IDS, ZONE_IDS = tuple(LANDS), tuple(ZONES)
LINKS = [(zone, land) for land in LAND_IDS for zone in ZONE_IDS if zone in COAST[land]]  # in the order of the state
NEUTRAL, RANGES = 8, 9
NOBODY_PASSES = 1  # option `canal_permission`
RUSH, MISSILE = GAME.actions.index("rush"), GAME.actions.index("missile")
LOADED, BRIDGED, CLOSED, TIRED = range(4)


def stacks(values: Sequence[int], kinds: tuple[str, ...], names: tuple[str, ...], power: int = 0) -> Stacks:
    """Return the units of a power by place, from a flat list of rows by power, kind and place."""
    found: Stacks = defaultdict(Counter)
    width, first = len(names), power * len(kinds) * len(names)
    for row, kind in enumerate(kinds):
        numbers = values[first + row * width : first + (row + 1) * width]
        if any(numbers):
            for name, number in zip(names, numbers, strict=True):
                if number:
                    found[name][kind] = number
    return found


def read(s: Any) -> tuple[Position, list[Part]]:
    """Return the position with the units of the order at their origins, and the order in progress."""
    turn = POWERS[s.turn]
    allies = {POWERS[other] for other in range(8) if other != s.turn and s.relation[s.turn * 8 + other] == 2}
    position = Position(turn, s.round, allies=frozenset(allies), canals_for_allies=s.canal_permission != NOBODY_PASSES)
    position.granted = frozenset(canal for canal, granted in enumerate(s.canal_granted) if granted)
    position.owner = {land: POWERS[power] for land, power in zip(LAND_IDS, s.holder, strict=True) if power != NEUTRAL}
    position.out = frozenset(POWERS[p] for p in range(8) if not s.in_play[p] or s.surrendered[p])
    position.captured = frozenset(land for land, flag in zip(LAND_IDS, s.captured, strict=True) if flag)
    closed = zip(SPACES, s.attacked, s.closed_until, strict=True)
    position.attacked = frozenset(space for space, attacked, until in closed if attacked or until)
    position.took = bool(s.took[s.turn])
    position.lost = frozenset(POWERS[p] for p in range(8) if s.lost[p])
    _read_units(s, position)
    _read_turn(s, position)
    parts = _order(s, position)
    return position.settle(), parts


def _read_units(s: Any, position: Position) -> None:
    for power, name in enumerate(POWERS):
        if s.in_play[power]:
            for found in (
                stacks(s.land_units, LAND_KINDS, LAND_IDS, power),
                stacks(s.sea_units, SEA_KINDS, ZONE_IDS, power),
            ):
                for space, units in found.items():
                    position.units.setdefault(space, {})[name] = units
            for zone, units in stacks(s.cargo, CARGO_KINDS, ZONE_IDS, power).items():
                position.cargo.setdefault(zone, {})[name] = units


def _read_turn(s: Any, position: Position) -> None:
    blitz = s.blitz
    position.spent = stacks(s.land_spent, LAND_KINDS, LAND_IDS) | stacks(s.ships_spent, SEA_KINDS, ZONE_IDS)
    position.half = stacks(s.ships_half, SEA_KINDS, ZONE_IDS)
    for land, space in enumerate(LAND_IDS):
        if tanks := sum(blitz[land * 10 : land * 10 + 10]):
            position.blitz[space] = Counter({"": tanks})
    hauls, unloaded = s.hauls, s.unloaded
    for zone, space in enumerate(ZONE_IDS):
        position.closed[space] = hauls[CLOSED * 66 + zone]
        position.tired[space] = hauls[TIRED * 66 + zone]
        if s.combat_over:
            fresh = position.ready(space, "TR") - position.half.get(space, Counter())["TR"]
            position.bridges[space] = fresh - hauls[LOADED * 66 + zone]
    position.new_carriers = Counter(dict(zip(ZONE_IDS, s.new_carriers, strict=True)))
    if s.ferry_from < len(LAND_IDS):
        position.ferry = (SPACES[s.ferry_from], SPACES[s.ferry_to], s.ferry_room)
    for number, link in enumerate(LINKS):
        if unloaded[number]:
            position.unloaded[link] = unloaded[number]
    aloft = s.aloft
    for at in (index for index, planes in enumerate(aloft) if planes):
        row, place = divmod(at, len(SPACES))
        position.aloft["F" if row < RANGES else "B", row % RANGES, SPACES[place]] = aloft[at]


def _order(s: Any, position: Position) -> list[Part]:
    """Return the units of the order, and put them back at their origins; landed cargo has the origin ""."""
    parts: list[Part] = []
    for found in (stacks(s.force, LAND_KINDS, LAND_IDS), stacks(s.fleet, SEA_KINDS, ZONE_IDS)):
        for space, units in found.items():
            parts += [(space, kind, number) for kind, number in units.items()]
            position.units.setdefault(space, {}).setdefault(position.turn, Counter()).update(units)
    for zone, units in stacks(s.landers, CARGO_KINDS, ZONE_IDS).items():
        parts += [(zone if s.mode == RUSH else "", kind, number) for kind, number in units.items()]
        if s.mode == RUSH:
            position.cargo.setdefault(zone, {}).setdefault(position.turn, Counter()).update(units)
    return parts
