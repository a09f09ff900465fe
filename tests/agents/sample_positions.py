"""Sample the positions at which the decisions of bots are stored: `python -m tests.agents.sample_positions`.

They come from games with many options and every number of players, in which seats are played by hand-written bots and
at random. Of each decision a few positions are stored, and those with rare features or actions. Then write the
decisions again (`golden_decisions`).
"""

import sys
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.agents.golden_decisions import HEURISTICS, hand_written
from tests.agents.golden_positions import SETS, game_of, write_positions
from tests.games.superpowers.crowded_tables import crowded_table
from wd_env.agents.agent_registry import make_bot
from wd_env.games.superpowers.config import Config as SuperpowersConfig
from wd_env.games.world_dominance.variants import all_tables
from wd_env.registry import GAMES
from wd_env.table.game_table import Table

Options = dict[str, Any]

WORLD_DOMINANCE: tuple[Options, ...] = (
    *(row.options(players) for row, players in all_tables()),
    *({"variant": "ally", "num_players": 2, "knowledge_model": model} for model in ("constant", "profile") * 3),
    # options with decisions that the default options lack
    {
        "variant": "ally",
        "num_players": 2,
        "manual_stacking": True,
        "manual_declarations": True,
        "allow_ice_breakout": True,
    },
    *({"allow_incorrect_runs": True, "manual_declarations": True, "num_players": players} for players in (2, 3, 4)),
    {"allow_incorrect_runs": True, "spelling_demand": True, "knowledge_model": "constant"},
    {"board": "ring30", "death_penalty_two_players": True, "closure_duration": "round"},
)
_DOMINATION: tuple[Options, ...] = (
    {},
    {"game_type": "capital", "auto_place": "countries", "card_values": "fixed"},
    {"game_type": "mission", "card_values": "italian", "italian_bonus": "free_each", "auto_defend": False},
    {"trade_mode": "exact", "auto_place": "all", "defence_dice": 1},
    {"amounts": "exact", "card_values": "fixed", "continue_after_win": "ask", "auto_place": "all"},
    {"game_type": "mission", "card_values": "italian", "auto_place": "all", "open_hands": True},
    {"game_type": "capital", "amounts": "exact", "auto_defend": False, "auto_place": "all"},
)
DOMINATION: tuple[Options, ...] = tuple(
    {"num_players": players, "max_rounds": 40} | row
    for players, row in zip(cycle((2, 3, 4, 5, 6)), _DOMINATION * 3, strict=False)
)
EDGE: tuple[Options, ...] = tuple(
    row | {"encoding": "edge"} for row in DOMINATION if row.get("card_values") != "italian"
)
FOLDED: Options = dict(GAMES["superpowers"].env_options)
ADVANCED: Options = {"ruleset": "advanced", "max_rounds": 10}
SUPERPOWERS: tuple[Options, ...] = tuple(
    {"num_players": players} | row
    for row, sizes in (
        ({"encircle": "ask", "max_rounds": 8}, (2, 4, 7)),
        (FOLDED, (3, 5, 8)),
        (FOLDED | {"price_list": "online", "joint_purchase": True, "allow_surrender": True}, (2, 6)),
        ({"teams": "two", "canal_permission": "nobody", "max_rounds": 8}, (4, 6)),
    )
    for players in sizes
)
SUPERPOWERS_ADVANCED: tuple[Options, ...] = tuple(
    {"num_players": players} | row
    for row, sizes in (
        (FOLDED | ADVANCED, (4, 6, 8)),
        (ADVANCED | {"ad_mode": "targeted", "canal_permission": "ask", "encircle": "ask"}, (4, 7)),
        (ADVANCED | {"setup": "deal", "small_alliance": True, "sub_leaves": "round_start"}, (5, 7)),
        (ADVANCED | {"setup": "deal", "two_player_treaties": True, "general_withdraw": "any_round"}, (2,)),
    )
    for players in sizes
)
KINDS = {
    "world_dominance": WORLD_DOMINANCE,
    "domination": DOMINATION,
    "domination_edge": EDGE,
    "superpowers": SUPERPOWERS,
    "superpowers_advanced": SUPERPOWERS_ADVANCED,
}
# Games with the same options.
NUM_GAMES = {
    "world_dominance": 12,
    "domination": 3,
    "domination_edge": 1,
    "superpowers": 4,
    "superpowers_advanced": 8,
}
STEPS, STEPS_BETWEEN = 800, 3  # of a game, and between two candidates
# Decisions that depend on a percentage; their positions come first, and 100 of each show at which one a bot changes.
CHANCE = {"setup_place", "place", "place_amount", "buy", "target"}
CHANCE_COUNT = 100
# Positions of each other decision: without and with those in which a feature or action is rare among the stored ones.
COUNTS = {
    "world_dominance": (12, 40),
    "domination": (20, 30),
    "domination_edge": (8, 8),
    "superpowers": (6, 14),
    "superpowers_advanced": (6, 16),
}
RARE = 2
MAX_SHARED = 65  # values of a feature that describes the whole position and not single places


def tables(name: str) -> Iterator[Table[Any]]:
    """Yield new games of every kind, and of Superpowers also those with many units."""
    entry = GAMES[game_of(name).name]
    for number, options in enumerate(KINDS[name] * NUM_GAMES[name]):
        if "superpowers" in name and number // len(KINDS[name]) % 2:
            yield crowded_table(SuperpowersConfig.of(**options), number)
        else:
            yield entry.new_table(entry.config(**options), seed=number)


def views(name: str) -> Iterator[tuple[Any, Any]]:
    """Yield observations and masks of games; each seat is played by a hand-written bot or at random."""
    game, names = game_of(name), [*hand_written(name), "random"]
    for number, table in enumerate(tables(name)):
        bots = [make_bot(names[(number + seat) % len(names)], game, number) for seat in range(game.max_players)]
        for step in range(STEPS):
            if table.is_terminal:
                break
            view = table.view(table.seat)
            if len(view.legal_indices) > 1 and step % STEPS_BETWEEN == 0:
                yield tuple(array[0].copy() for array in view.arrays)
            table.play(bots[table.player].choose(view), seat=table.seat)


def sample(name: str) -> None:
    """Sample and write the positions of one set."""
    game, (least, most) = game_of(name), COUNTS[name]
    by_decision: dict[str, list[NDArray[np.int8]]] = {node.name: [] for node in game.nodes}
    for obs, mask in views(name):
        decision = HEURISTICS[game.name].scores.open_decision(obs.tolist())
        by_decision[game.nodes[decision].name].append(np.concatenate([obs, mask]))
    shared = np.concatenate(
        [np.full(feature.size, feature.size <= MAX_SHARED) for feature in game.layout.features]
        + [np.ones(len(game.actions), bool)]
    )
    chosen: list[NDArray[np.int8]] = []
    for decision, rows in sorted(by_decision.items(), key=lambda pair: (pair[0] not in CHANCE, pair[0])):
        bounds = (CHANCE_COUNT, CHANCE_COUNT) if decision in CHANCE else (least, most)
        seen, count = np.zeros(len(shared), np.int64), 0
        for index in np.random.default_rng(1).permutation(len(rows)):
            marks = (rows[index] != 0) & shared
            if count < bounds[bool(seen[marks].min() < RARE)]:
                chosen.append(rows[index])
                seen += marks
                count += 1
        print(name, decision, count, "of", len(rows), flush=True)
    write_positions(name, np.array(chosen))


if __name__ == "__main__":
    for name in sys.argv[1:] or SETS:
        sample(name)
