"""`make stats`: measure the statistics of SPEC.md and write them to a data file.

Each row of the table of variants is measured with the rules of the book, and with the options `BENCHMARK`, with which
sets decide most games instead of bad throws.
"""

import sys
from collections.abc import Callable
from typing import Any

from wd_env.games.world_dominance.doc_pages import spec_tables
from wd_env.games.world_dominance.doc_pages.figures_page import FILE
from wd_env.games.world_dominance.variants import Variant, all_tables
from wd_env.statistics.table_data import write_table_data

BOT = "scripted_v1"  # constant, so that the statistics change only with the rules
MAX_TURNS = 1000
BENCHMARK = {"omit_brutal_cards": True, "death_penalty": False, "last_player": "play_on"}
SAVED_KEYS = {
    "book": "turns decisions wins_by_turn_order endings branching forced decisions_by_node soldiers".split(),
    "benchmark": "turns endings".split(),
}

Survey = Callable[[list[str], int, int, dict[str, Any]], dict[str, Any]]  # bots, games, seed, options -> JSON data


def regenerate(game_stats: Survey, games: int, seed: int) -> None:
    """Play games for each row, write the data file and update the page."""
    rows: list[dict[str, Any]] = []
    for row, players in all_tables():
        sys.stderr.write(f"{row.title}, {players} players\n")
        rows.append(_row(game_stats, row, players, games, seed))
    header: dict[str, Any] = {
        name: rows[0]["book"][name] for name in ("game", "version", "rules_hash", "games", "seed")
    }
    header |= {"bot": BOT, "max_turns": MAX_TURNS, "benchmark": BENCHMARK}
    for row_found in rows:
        row_found |= {kind: {name: row_found[kind][name] for name in names} for kind, names in SAVED_KEYS.items()}
    write_table_data(FILE, header, rows)
    spec_tables.main()


def _row(survey: Survey, row: Variant, players: int, games: int, seed: int) -> dict[str, Any]:
    """Return one row of the tables, measured with both sets of options."""
    options = row.options(players) | {"max_turns": MAX_TURNS}
    bots = [BOT] * options.pop("num_players")
    surveys = {
        kind: survey(bots, games, seed, options | more) for kind, more in (("book", {}), ("benchmark", BENCHMARK))
    }
    return {"variant": row.title, "players": players} | surveys
