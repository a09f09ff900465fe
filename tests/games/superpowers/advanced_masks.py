"""Compare the masks of the advanced orders of Superpowers with an independent checker of them.

Each node is judged by the actions that only the advanced rules have there, such as `fire all` among the units that may
join an attack; `order_masks` judges the others in the basic rules.

python -m tests.games.superpowers.advanced_masks [POSITIONS [SEED]]
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count as numbers
from typing import Any, NamedTuple

from tests.games.superpowers import advanced_orders as orders
from tests.games.superpowers import treaty_orders
from tests.games.superpowers.advanced_board import Board
from tests.games.superpowers.crowded_tables import FLEETS, MANY_FLEETS, crowded_table
from tests.games.superpowers.enriched_tables import enrich
from tests.games.superpowers.order_position import LANDS, POWERS, SPACES, ZONES
from tests.games.superpowers.state_reader import KINDS
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.table import Superpowers, SuperpowersTable

DEFAULT_POSITIONS = 10_000
MAX_ROUNDS, CROWDED_ROUNDS = 8, 3
SAMPLED_FRACTION = 0.6
AGREEMENTS: tuple[dict[str, Any], ...] = (
    {"num_players": 4},
    {"num_players": 7, "small_alliance": True},
    {"num_players": 2, "two_player_treaties": True},
    {"num_players": 6, "ad_mode": "targeted", "price_list": "online"},
    {"num_players": 4, "teams": "two", "tech": "book", "joint_purchase": True},
    {"num_players": 8, "free_for_all": True, "encircle": "ask"},
    {"num_players": 5, "small_alliance": True, "tech": "off"},
    {"num_players": 3, "general_bonus": True, "canal_permission": "ask"},
)
SHARES = ("one", "half", "all")


class Judged(NamedTuple):
    """The actions that the checker covers at a node, and those that it allows."""

    actions: set[str]
    legal: set[str]


def shares_of(kinds: Iterable[str]) -> set[str]:
    return {f"{share} {kind}" for share in SHARES for kind in kinds}


def _named(amounts: dict[str, int], may: Callable[[int], bool], word: str) -> Iterator[str]:
    yield from (f"{share} {word}" for share, amount in amounts.items() if may(amount))


def _buy(s: Any, board: Board) -> Judged:
    judged = shares_of(("R", "D", "SB")) | {"buy railway", "buy anti-ballistics", "research", "repair", "demote"}
    return Judged(judged, set(orders.purchases(board)))


def _buy_where(s: Any, board: Board) -> Judged:
    if s.amount != GAME.actions.index("repair"):
        return Judged(set(), set())
    return Judged(set(SPACES), orders.repairs(board))


def _box(s: Any, board: Board) -> Judged:
    legal = {"end"} | {f"box {name}" for name, left in orders.boxes_left(board).items() if left > 0}
    return Judged(set(GAME.actions.texts), legal)


def _bomb(s: Any, board: Board) -> Judged:
    legal = {"raid"} if orders.has_complex_to_bomb(board) else set()
    return Judged(set(GAME.actions.texts), legal | ({"one D"} if board.guns(board.target) > 1 else set()))


def _move_from(s: Any, board: Board) -> Judged:
    legal = {"offer"} if not s.offered and treaty_orders.partners(board) else set()
    legal |= {"dissolve"} if treaty_orders.allies(board, s.turn) else set()
    legal |= {"small alliance"} if treaty_orders.may_declare(board) else set()
    return Judged({"offer", "dissolve", "small alliance"}, legal)


def _offer_to(s: Any, board: Board) -> Judged:
    return Judged(set(GAME.actions.texts), {POWERS[power] for power in treaty_orders.partners(board)})


def _respond(s: Any, board: Board) -> Judged:
    return Judged(set(GAME.actions.texts), {"yes", "no"})


def _bonus(s: Any, board: Board) -> Judged:
    return Judged(set(GAME.actions.texts), set(treaty_orders.bonus_units(board)))


def _drop(s: Any, board: Board) -> Judged:
    partner = s.partner if s.seat == s.turn else s.turn
    legal = {POWERS[power] for power in treaty_orders.allies(board, s.seat) if power != partner}
    return Judged(set(GAME.actions.texts), legal)


def _dissolve_with(s: Any, board: Board) -> Judged:
    return Judged(set(GAME.actions.texts), {POWERS[power] for power in treaty_orders.allies(board, s.turn)})


def _small_infantry(s: Any, board: Board) -> Judged:
    own = {land for land, row in LANDS.items() if row["home"] == POWERS[s.seat] == board.position.owner.get(land)}
    legal = {land for land in own if s.small_placed[SPACES.index(land)] < 2}
    return Judged(set(GAME.actions.texts), legal)


def _how(s: Any, board: Board) -> Judged:
    legal = {"raid"} if orders.raiders(board, board.target) else set()
    return Judged({"raid", "missile"}, legal | ({"missile"} if orders.may_launch(board, board.target) else set()))


def _target(s: Any, board: Board) -> Judged:
    """Judge the spaces that can be raided or fired at; `order_masks` judges other attacks."""
    legal = {space for space in SPACES if orders.may_launch(board, space) or orders.raiders(board, space)}
    return Judged(legal, legal)


def _attack_what(s: Any, board: Board) -> Judged:
    origin, kinds = SPACES[s.origin], set(KINDS)
    if board.mode == "missile":
        return Judged(shares_of(kinds), set(orders.launchers(board, origin)))
    if board.mode == "raid":
        stack = board.position.ready(origin, "B") - board.named(origin, "B")
        legal = set(_named(board.amounts(stack), lambda n: origin in orders.raiders(board, board.target), "B"))
        return Judged(shares_of(kinds), legal)
    judged = {f"{verb} {share}" for verb in ("fire", "drop") for share in SHARES}
    if origin in ZONES:
        judged |= shares_of(("SB",))
    return Judged(
        judged, set(orders.fires(board, origin)) | set(orders.drops(board, origin)) | orders.supers(board, origin)
    )


def _lose(s: Any, board: Board) -> Judged:
    if s.due_planes:
        return Judged(set(GAME.actions.texts), {f"one {kind}" for kind in orders.planes_hit(board)})
    if s.due_coastal:
        return Judged(set(GAME.actions.texts), {f"one {kind}" for kind in orders.landing_ships(board)})
    return Judged(set(), set())


def _give(s: Any, board: Board) -> Judged:
    if s.seat != s.turn or s.strikes:
        return Judged(set(), set())
    return Judged(set(GAME.actions.texts), {"no"} | {f"one {kind}" for kind in orders.placed_hits(board)})


def _place_what(s: Any, board: Board) -> Judged:
    most = max(orders.gun_places(board).values(), default=0)
    legal = set(_named(board.amounts(s.deck[KINDS.index("D")]), lambda n: n <= most, "D"))
    return Judged(shares_of(("D",)), legal)


def _place_where(s: Any, board: Board) -> Judged:
    if KINDS[s.kind] != "D":
        return Judged(set(), set())
    return Judged(set(SPACES), {space for space, room in orders.gun_places(board).items() if room >= s.amount})


def _move_to(s: Any, board: Board) -> Judged:
    origin, kind = SPACES[s.origin], KINDS[s.kind]
    if origin in ZONES or kind not in ("R", "D"):
        return Judged(set(), set())
    return Judged(set(LANDS), orders.walks(board, origin))


def _sail_to(s: Any, board: Board) -> Judged:
    if KINDS[s.kind] != "SB":
        return Judged(set(), set())
    return Judged(set(ZONES), orders.voyages(board, SPACES[s.origin]))


JUDGES: dict[str, Callable[[Any, Board], Judged]] = {
    "buy": _buy,
    "buy_where": _buy_where,
    "box": _box,
    "bomb": _bomb,
    "move_from": _move_from,
    "offer_to": _offer_to,
    "respond": _respond,
    "bonus": _bonus,
    "drop": _drop,
    "dissolve_with": _dissolve_with,
    "small_infantry": _small_infantry,
    "how": _how,
    "target": _target,
    "attack_what": _attack_what,
    "lose": _lose,
    "give": _give,
    "place_what": _place_what,
    "place_where": _place_where,
    "move_to": _move_to,
    "sail_to": _sail_to,
}


def compare(positions: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """Compare `positions` positions of random games. Return counts by node, and one line per difference."""
    rng, seen, differences = random.Random(seed), Counter[str](), []
    for game in numbers():
        config = Config.of(**{"ruleset": "advanced", "setup": "deal", **AGREEMENTS[game // 2 % len(AGREEMENTS)]})
        table = _table(config, seed + game, rng, is_crowded=game % 4 != 0)
        last = table.state.round + (CROWDED_ROUNDS if game % 4 else MAX_ROUNDS)
        while not table.is_terminal and table.state.round <= last:
            if table.node.name in JUDGES and rng.random() < SAMPLED_FRACTION:
                judged = JUDGES[table.node.name](table.state, Board(table.state))
                if judged.actions:
                    seen[table.node.name] += 1
                    offered = set(table.legal_texts()) & judged.actions
                    if offered != judged.legal:
                        where = f"game {seed + game}, action {len(table.lines)}, {table.node.name}:"
                        masked, extra = sorted(judged.legal - offered), sorted(offered - judged.legal)
                        differences.append(f"{where} checker only {masked}, mask only {extra}")
                if seen.total() >= positions:
                    return seen, differences
            table.play(rng.choice(table.legal_texts()))
    raise AssertionError("unreachable")


def _table(config: Config, seed: int, rng: random.Random, is_crowded: bool) -> SuperpowersTable:
    if not is_crowded:
        return Superpowers(config, seed=seed)
    table = crowded_table(config, seed, rng.choice((FLEETS, MANY_FLEETS)))
    enrich(table, rng)
    return table


def main() -> int:
    """Compare positions, and print their numbers and the differences."""
    seen, differences = compare(*(map(int, sys.argv[1:]) if len(sys.argv) > 1 else (DEFAULT_POSITIONS,)))
    print(f"{seen.total()} positions: {', '.join(f'{node} {n}' for node, n in sorted(seen.items()))}")
    print(f"{len(differences)} differences")
    for line in differences[:20]:
        print(line[:400])
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
