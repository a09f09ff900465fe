"""Measure the figures of SPEC.md: `make stats ARGS="--game superpowers"` writes them to a data file."""

import sys
from collections.abc import Callable
from typing import Any

from wd_env.games.superpowers.config import MAX_PLAYERS, MIN_PLAYERS
from wd_env.games.superpowers.doc_pages import spec_tables
from wd_env.games.superpowers.doc_pages.figures_page import FILE, TREATIES
from wd_env.registry import get_game
from wd_env.statistics.table_data import write_table_data

RULESETS = ("basic", "advanced")
BOTS = ("random", "hard")
SAVED_KEYS = ("rounds", "decisions", "wins_by_turn_order", "endings", "forced", "winners", "attacks", "purchases")
BLOCK_SIZE = 32  # games; smaller blocks take longer
TREATY_KEYS = ("kept", *TREATIES)

Survey = Callable[[list[str], int, int, dict[str, Any], int], dict[str, Any]]  # bots, games, seed, options, block size


def regenerate(game_stats: Survey, games: int, seed: int) -> None:
    """Play games for each row, write the data file and update the page."""
    options = dict(get_game("superpowers").match_options)
    rows: list[dict[str, Any]] = []
    header: dict[str, Any] = {}
    for ruleset in RULESETS:
        for bot in BOTS:
            for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
                sys.stderr.write(f"{ruleset} rules, {bot}, {players} players\n")
                stats = game_stats([bot] * players, games, seed, options | {"ruleset": ruleset}, BLOCK_SIZE)
                header = {name: stats[name] for name in ("game", "version", "rules_hash", "games", "seed")}
                saved = {name: stats[name] for name in (*SAVED_KEYS, *TREATY_KEYS) if name in stats}
                rows.append({"ruleset": ruleset, "bot": bot, "players": players} | saved)
    write_table_data(FILE, header | {"options": options}, rows)
    spec_tables.main()
