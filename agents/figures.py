"""The figures of SPEC.md from a real run: `make stats` surveys every game there is and writes them to a data file.

Each row of the table of variants is surveyed as the book has it, and with `BENCHMARK`, the agreement under which sets
rather than bad luck decide most games.
"""

import argparse
import json
import sys
from typing import Any

from wd_env.agents.survey import survey
from wd_env.core.files import write_whole
from wd_env.world_dominance.pages import spec as spec_page
from wd_env.world_dominance.pages.figures import FILE
from wd_env.world_dominance.variants import Variant, every_table

BOT = "scripted"
MAX_TURNS = 1000
BENCHMARK = {"omit_brutal_cards": True, "death_penalty": False, "last_player": "play_on"}
KEPT = {
    "book": "turns decisions wins_by_turn_order endings branching forced decisions_by_question soldiers".split(),
    "benchmark": "turns endings".split(),
}
DIGITS = 5  # of a figure; more say nothing


def main(words: list[str] | None = None) -> int:
    """Survey, write the data file and renew the page."""
    parser = argparse.ArgumentParser(prog="make stats ARGS=...", description="The figures of SPEC.md from a real run.")
    parser.add_argument("--games", type=int, default=4000, help="games of each row")
    parser.add_argument("--seed", type=int, default=1, help="seed of all luck")
    options = parser.parse_args(words)
    rows: list[dict[str, Any]] = []
    for row, players in every_table():
        print(f"{row.title}, {players} players", file=sys.stderr)
        rows.append(_row(row, players, options.games, options.seed))
    head: dict[str, Any] = {name: rows[0]["book"][name] for name in ("game", "version", "rules_hash", "games", "seed")}
    head |= {"bot": BOT, "max_turns": MAX_TURNS, "benchmark": BENCHMARK}
    for found in rows:
        found |= {kind: _rounded({name: found[kind][name] for name in names}) for kind, names in KEPT.items()}
    lines = ",\n".join(json.dumps(found) for found in rows)
    write_whole(FILE, f'{json.dumps(head)[:-1]}, "rows": [\n{lines}\n]}}\n')
    spec_page.main()
    return 0


def _row(row: Variant, players: int, games: int, seed: int) -> dict[str, Any]:
    """One row of the tables, played both ways."""
    options = row.options(players) | {"max_turns": MAX_TURNS}
    bots = [BOT] * options.pop("num_players")
    found = {"book": survey(bots, games, seed, options), "benchmark": survey(bots, games, seed, options | BENCHMARK)}
    return {"variant": row.title, "players": players} | {kind: said.as_json() for kind, said in found.items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


if __name__ == "__main__":
    sys.exit(main())
