"""Compare the action masks of Superpowers with the independent checker of orders.

One order of the book is in neither: a part of the transports of a zone with its cargo in a battle at sea (ruling 6).

python -m tests.games.superpowers.order_masks [POSITIONS [SEED]]
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count as numbers
from typing import Any

from tests.games.superpowers import battle_masks as decisions
from tests.games.superpowers import order_checker as checker
from tests.games.superpowers.crowded_tables import crowded_table
from tests.games.superpowers.order_position import COAST, LANDS, PLACES, POWERS, SPACES, ZONES, Part, Position
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable

KINDS = ("I", "T", "R", "D", "F", "B", "TR", "SU", "CV", "BB", "SB", "N", "G", "L")
LAND_KINDS = ("I", "T", "R", "D", "F", "B", "N", "G", "L")
SEA_KINDS = ("F", "TR", "SU", "CV", "BB", "SB")
CARGO_KINDS = ("I", "T", "R", "N", "D", "G", "L")
Stacks = dict[str, Counter[str]]
LAND_IDS, ZONE_IDS = tuple(LANDS), tuple(ZONES)
LINKS = [(zone, land) for land in LAND_IDS for zone in ZONE_IDS if zone in COAST[land]]  # as in the state
NEUTRAL, RANGES, MEET_BITS = 8, 9, 22
NOBODY_PASSES = 1  # option `canal_permission`
LOADED, BRIDGED, CLOSED, TIRED = range(4)
FIGHTERS = {"one F", "half F", "all F"}
RUSH, MISSILE = GAME.actions.index("rush"), GAME.actions.index("missile")
DEFAULT_POSITIONS = 100_000
MAX_ROUNDS, CROWDED_ROUNDS = 12, 3  # of a game from the start, and from a crowded board
SAMPLED_SHARE = 0.5  # of the positions of a game
AGREEMENTS: tuple[dict[str, Any], ...] = (
    {"num_players": 4},
    {"num_players": 2, "canal_permission": "ask"},
    {"num_players": 8, "teams": "two", "joint_purchase": True},
    {"num_players": 4, "teams": "0,2/1,3", "skip_forced": True, "auto_casualties": True},
    {"num_players": 3, "setup": "deal", "encircle": "ask"},
    {"num_players": 5, "price_list": "online", "canal_permission": "nobody", "allow_surrender": True},
    {"num_players": 6, "teams": "0,1/2,3/4,5", "turn_order": "la,us,ie,eu,ac,rr,mef,cfe"},
    {"num_players": 7, "encircle": "off", "general_withdraw": "any_round", "sub_leaves": "round_start"},
)


def stacks(values: Sequence[int], kinds: tuple[str, ...], names: tuple[str, ...], power: int = 0) -> Stacks:
    """Return the units of a power by place, from a flat list of rows by power, kind and place."""
    found: Stacks = defaultdict(Counter)
    width, first = len(names), power * len(kinds) * len(names)
    for at, number in enumerate(values[first : first + len(kinds) * width]):
        if number:
            found[names[at % width]][kinds[at // width]] = number
    return found


def read(s: Any) -> tuple[Position, list[Part]]:
    """Return the position, with the units of the order in progress where they came from, and the order."""
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
    return position, _order(s, position)


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
    aloft, booked, promised, meet = s.aloft, s.booked, s.promised, s.meet
    for at in (index for index, planes in enumerate(aloft) if planes):
        row, place = divmod(at, len(SPACES))
        position.aloft["F" if row < RANGES else "B", row % RANGES, SPACES[place]] = aloft[at]
    for zone, places in enumerate(booked):
        if places > promised[zone]:
            bits = [meet[zone * 3 + other // MEET_BITS] >> other % MEET_BITS & 1 for other in range(66)]
            zones = frozenset(name for name, bit in zip(ZONE_IDS, bits, strict=True) if bit)
            position.booked.append((zones, places - promised[zone]))


def _order(s: Any, position: Position) -> list[Part]:
    """Put the units of the order back to where they came from, and return them; landed cargo has the origin ""."""
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


def expected(s: Any, node: str) -> set[str]:
    """Return the texts of the actions that the checker allows at a node."""
    position, parts = read(s)
    return set(_EXPECTED[node](s, position, parts))


def _target(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    yield "end"
    yield from checker.targets(position)
    if checker.sailings(position):
        yield "sail"
    if s.allow_surrender:
        yield "surrender"


def _how(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    yield from checker.modes(position, SPACES[s.target])


def _through(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    target = SPACES[s.target]
    if target in ZONES:  # on the way to a friendly zone
        origin, near = SPACES[s.origin], position.sea_near()
        between = {zone for zone in near[origin] & near[target] if position.is_hostile(zone)}
        yield from (zone for zone in between if not position.powers_in(zone) & position.allies)
    else:
        yield from (z for z in COAST[target] if checker.first_parts(position, target, "rush", z))


def _mode(s: Any) -> str:
    return "rush" if s.mode == RUSH else "missile" if s.mode == MISSILE else "assault"


def _extensions(s: Any, position: Position, parts: list[Part]) -> checker.Extensions:
    mode = _mode(s)
    through = SPACES[s.zone] if mode == "rush" else None
    return checker.extensions(position, SPACES[s.target], parts, mode, through)


def _attack_from(s: Any, position: Position, parts: list[Part]) -> Iterator[str]:
    if parts and checker.is_complete(position, SPACES[s.target], parts, _mode(s)):
        yield "go"
    yield from {origin for origin, _ in _extensions(s, position, parts)}


def _attack_what(s: Any, position: Position, parts: list[Part]) -> Iterator[str]:
    origin = SPACES[s.origin]
    for (start, kind), count in _extensions(s, position, parts).items():
        if start == origin:
            left = _stack_left(position, parts, origin, kind)
            for share in _shares(kind, count, left):
                amount = {"one": 1, "half": left // 2, "all": left}[share.split()[0]]
                if kind != "TR" or checker.transports_may_join(position, origin, amount, parts):
                    yield share


def _stack_left(position: Position, parts: list[Part], origin: str, kind: str) -> int:
    named = sum(count for start, unit, count in parts if (start, unit) == (origin, kind))
    if origin in position.blitz and kind == "T":
        return sum(position.blitz[origin].values())
    if origin in ZONES and kind in PLACES:
        return position.aboard(origin, kind) - named
    return position.ready(origin, kind) - named


def _shares(kind: str, most: int, stack: int) -> Iterator[str]:
    """Yield one, half or all of a stack, where so many may be named."""
    amounts = {"all": stack} | ({"one": 1} if stack > 1 else {}) | ({"half": stack // 2} if stack > 3 else {})
    yield from (f"{name} {kind}" for name, amount in amounts.items() if 0 < amount <= most)


def _movable(s: Any, position: Position) -> dict[tuple[str, str, str], int]:
    if s.combat_over:
        return checker.moves(position)
    return checker.sailings(position)


def _move_from(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    yield "end"
    if s.allow_surrender:
        yield "surrender"
    yield from {start for start, _, _ in _movable(s, position)}


def _sail_from(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    yield from {start for start, _, _ in _movable(s, position)}


def _move_what(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    origin, most = SPACES[s.origin], Counter[str]()
    for (start, kind, _end), count in _movable(s, position).items():
        if start == origin:
            most[kind] = max(most[kind], count)
    for kind, count in most.items():
        yield from _shares(kind, count, _stack_left(position, [], origin, kind))


def _move_to(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    origin, kind = SPACES[s.origin], KINDS[s.kind]
    for (start, unit, end), count in _movable(s, position).items():
        if (start, unit) == (origin, kind) and count >= s.amount:
            yield end


def _land_where(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    kind = "F" if s.amount < RANGES else "B"
    yield from checker.landings(position, kind, s.amount % RANGES, SPACES[s.origin])


def _placements(s: Any, position: Position) -> dict[tuple[str, str], int]:
    bases = {LAND_IDS[land] for land, base in enumerate(s.base) if base == 2}  # with a complex
    found = {}
    for kind, count in ((kind, s.deck[row]) for row, kind in enumerate(KINDS)):
        for space, most in checker.placements(position, kind, bases).items():
            if min(count, most) > 0:
                found[kind, space] = min(count, most)
    return found


def _place_what(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    most = Counter[str]()
    for (kind, _space), count in _placements(s, position).items():
        most[kind] = max(most[kind], count)
    for kind, count in most.items():
        yield from _shares(kind, count, s.deck[KINDS.index(kind)])


def _place_where(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    for (kind, space), count in _placements(s, position).items():
        if kind == KINDS[s.kind] and count >= s.amount:
            yield space


_EXPECTED = decisions.EXPECTED | {
    "target": _target,
    "how": _how,
    "through": _through,
    "attack_from": _attack_from,
    "attack_what": _attack_what,
    "sail_from": _sail_from,
    "sail_what": _move_what,
    "sail_to": _move_to,
    "land_where": _land_where,
    "move_from": _move_from,
    "move_what": _move_what,
    "move_to": _move_to,
    "place_what": _place_what,
    "place_where": _place_where,
}


@dataclass
class Comparison:
    """What was compared.

    Attributes:
        seen: The number of positions at each node.
        differences: A line for each mask that differs.
        cautious: A line for each mask that differs where fighters count on carriers and offers nothing illegal: all of
            a stack are promised places in one zone, and carriers of a zone wait for them together (ruling 15).
    """

    seen: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    cautious: list[str] = field(default_factory=list)

    def add(self, table: SuperpowersTable, game: int) -> None:
        """Compare the mask of a table."""
        node, legal = table.node.name, set(table.legal_texts())
        self.seen[node] += 1
        allowed = expected(table.state, node)
        if allowed != legal:
            told = f"game {game}, {node}: masked {sorted(allowed - legal)}, offered {sorted(legal - allowed)}"
            is_cautious = legal < allowed and (any(table.state.booked) or allowed - legal <= FIGHTERS)
            (self.cautious if is_cautious else self.differences).append(told)


def compare(positions: int, seed: int = 1) -> Comparison:
    """Play games at random, every other one from a crowded board, and compare the masks of so many positions."""
    rng, found = random.Random(seed), Comparison()
    for game in numbers():
        config = Config.of(**AGREEMENTS[game // 2 % len(AGREEMENTS)])
        table = crowded_table(config, seed + game) if game % 2 else Superpowers(config, seed=seed + game)
        last = table.state.round + CROWDED_ROUNDS if game % 2 else MAX_ROUNDS
        while not table.is_terminal and table.state.round <= last:
            if table.node.name in _EXPECTED and rng.random() < SAMPLED_SHARE:
                found.add(table, seed + game)
                if found.seen.total() >= positions:
                    return found
            table.play(rng.choice(table.legal_texts()))
    raise AssertionError("unreachable")


def main() -> int:
    """Compare, and print what was compared and what differs."""
    found = compare(*(map(int, sys.argv[1:]) if len(sys.argv) > 1 else (DEFAULT_POSITIONS,)))
    print(f"{found.seen.total()} positions: {', '.join(f'{node} {n}' for node, n in sorted(found.seen.items()))}")
    print(f"{len(found.differences)} differences, {len(found.cautious)} others where fighters count on carriers")
    for line in found.differences[:20] + found.cautious[:20]:
        print(line[:400])
    return bool(found.differences)


if __name__ == "__main__":
    sys.exit(main())
