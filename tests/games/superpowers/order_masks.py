"""Compare the action masks of Superpowers with the independent checker of orders of the basic rules.

`advanced_masks` compares the orders that only the advanced rules have; `make orders` runs both.

Neither covers one order of the book: a part of the transports of a zone with its cargo in a battle at sea (ruling 6).

    python -m tests.games.superpowers.order_masks [POSITIONS [SEED]]
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count as numbers
from typing import Any

from tests.games.superpowers import advanced_masks, order_moves, plane_orders, transport_orders
from tests.games.superpowers import battle_masks as decisions
from tests.games.superpowers import order_checker as checker
from tests.games.superpowers.crowded_tables import FLEETS, MANY_FLEETS, crowded_table
from tests.games.superpowers.order_position import COAST, PLACES, SPACES, ZONES, Part, Position
from tests.games.superpowers.state_reader import KINDS, LAND_IDS, MISSILE, RANGES, RUSH, read
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable

DEFAULT_POSITIONS = 100_000
MAX_ROUNDS, CROWDED_ROUNDS = 12, 3  # rounds of a game from the start, and from a crowded board
SAMPLED_FRACTION = 0.5  # fraction of the positions of a game
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


def expected(s: Any, node: str) -> set[str]:
    """Return the actions that the checker allows at a node."""
    return set(_EXPECTED[node](s, *read(s)))


def _target(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    yield "end"
    yield from checker.targets(position)
    if order_moves.sailings(position):
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
    yield from {origin for origin, _ in _joining(s, position, parts)}


def _attack_what(s: Any, position: Position, parts: list[Part]) -> Iterator[str]:
    yield from (share for origin, share in _joining(s, position, parts) if origin == SPACES[s.origin])


def _joining(s: Any, position: Position, parts: list[Part]) -> Iterator[tuple[str, str]]:
    """Yield each part of a stack (one, half or all) that can join an attack, with its origin."""
    for (origin, kind), count in _extensions(s, position, parts).items():
        left = _stack_left(position, parts, origin, kind)
        for share in _shares(kind, count, left):
            amount = amount_of(share, left)
            if kind != "TR" or transport_orders.transports_may_join(position, origin, amount, parts):
                yield origin, share


def _stack_left(position: Position, parts: list[Part], origin: str, kind: str) -> int:
    named = sum(count for start, unit, count in parts if (start, unit) == (origin, kind))
    if origin in position.blitz and kind == "T":
        return sum(position.blitz[origin].values())
    if origin in ZONES and kind in PLACES:
        return position.aboard(origin, kind) - named
    return position.ready(origin, kind) - named


def _shares(kind: str, most: int, stack: int) -> Iterator[str]:
    """Yield each part of a stack (one, half or all) that has at most `most` units."""
    amounts = {"all": stack} | ({"one": 1} if stack > 1 else {}) | ({"half": stack // 2} if stack > 3 else {})
    yield from (f"{name} {kind}" for name, amount in amounts.items() if 0 < amount <= most)


def _movable(s: Any, position: Position) -> dict[tuple[str, str, str], int]:
    if s.combat_over:
        return order_moves.moves(position)
    return order_moves.sailings(position)


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
        stack = _stack_left(position, [], origin, kind)
        for share in _shares(kind, count, stack):
            amount = amount_of(share, stack)
            if any(
                count >= amount and order_moves.may_move(position, origin, kind, end, amount)
                for (start, unit, end), count in _movable(s, position).items()
                if (start, unit) == (origin, kind)
            ):
                yield share


def amount_of(share: str, stack: int) -> int:
    """Return the number of units that "one", "half" or "all" of a stack has."""
    return {"one": 1, "half": stack // 2, "all": stack}[share.split(maxsplit=1)[0]]


def _move_to(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    origin, kind = SPACES[s.origin], KINDS[s.kind]
    for (start, unit, end), count in _movable(s, position).items():
        is_named = (start, unit) == (origin, kind) and count >= s.amount
        if is_named and order_moves.may_move(position, origin, kind, end, s.amount):
            yield end


def _land_where(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    kind = "F" if s.amount < RANGES else "B"
    yield from order_moves.landings(position, kind, s.amount % RANGES, SPACES[s.origin])


def _meet_from(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    yield from plane_orders.meeting_origins(position, s.amount, SPACES[s.origin], SPACES[s.zone])


def _placements(s: Any, position: Position) -> dict[tuple[str, str], int]:
    bases = {LAND_IDS[land] for land, base in enumerate(s.base) if base == 2}  # with a complex
    found = {}
    for kind, count in ((kind, s.deck[row]) for row, kind in enumerate(KINDS)):
        for space, most in order_moves.placements(position, kind, bases).items():
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
    "meet_from": _meet_from,
    "move_from": _move_from,
    "move_what": _move_what,
    "move_to": _move_to,
    "place_what": _place_what,
    "place_where": _place_where,
}


@dataclass
class Comparison:
    """The number of compared positions, and the differences.

    Attributes:
        seen: The number of positions at each node.
        differences: A line for each mask that differs from the checker.
    """

    seen: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, table: SuperpowersTable, game: int) -> None:
        """Compare the mask of a table."""
        node, offered = table.node.name, set(table.legal_texts())
        self.seen[node] += 1
        legal = expected(table.state, node)
        if legal != offered:
            where = f"game {game}, action {len(table.lines)}, {node}:"
            self.differences.append(
                f"{where} checker only {sorted(legal - offered)}, mask only {sorted(offered - legal)}"
            )


def compare(positions: int, seed: int = 1) -> Comparison:
    """Play random games, half of them from a crowded board, and compare the masks of `positions` positions."""
    rng, found = random.Random(seed), Comparison()
    for game in numbers():
        config = Config.of(**AGREEMENTS[game // 2 % len(AGREEMENTS)])
        fleets = rng.choice((FLEETS, MANY_FLEETS))
        table = crowded_table(config, seed + game, fleets) if game % 2 else Superpowers(config, seed=seed + game)
        last = table.state.round + CROWDED_ROUNDS if game % 2 else MAX_ROUNDS
        while not table.is_terminal and table.state.round <= last:
            if table.node.name in _EXPECTED and rng.random() < SAMPLED_FRACTION:
                found.add(table, seed + game)
                if found.seen.total() >= positions:
                    return found
            table.play(rng.choice(table.legal_texts()))
    raise AssertionError("unreachable")


def main() -> int:
    """Compare positions, and print their numbers and the differences."""
    found = compare(*(map(int, sys.argv[1:]) if len(sys.argv) > 1 else (DEFAULT_POSITIONS,)))
    print(f"{found.seen.total()} positions: {', '.join(f'{node} {n}' for node, n in sorted(found.seen.items()))}")
    print(f"{len(found.differences)} differences")
    for line in found.differences[:20]:
        print(line[:400])
    return bool(found.differences) | advanced_masks.main()


if __name__ == "__main__":
    sys.exit(main())
