"""The statistics in SPEC.md: tables from a data file that `make stats` writes."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from wd_env.games.world_dominance.config import Config
from wd_env.statistics.intervals import wilson
from wd_env.statistics.table_data import percent_text

FILE = Path(__file__).parents[1] / "data" / "figures.json"
BY_A_SET = ("five cards", "ten cards", "Antarctica", "several sets")
ENDINGS = (*BY_A_SET, "last survivor", "stalemate", "cut")
RARE = 0.1  # of games: below it, sets do not decide a game
TIME_POINTS = (0, 50, 100, 150)  # turns

Json = dict[str, Any]
Table = Callable[[tuple[str, ...], Iterable[tuple[str, ...]]], str]


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return data


def source() -> str:
    """Return the source of the statistics."""
    data = _data()
    return (
        f"Computed by `make stats`: {data['games']:,} games of `{data['bot']}` bots per row, at most "
        f"{data['max_turns']:,} turns, seed {data['seed']}, version {data['version']}, rules `{data['rules_hash']}`; "
        "95% confidence intervals.\n"
        "`wd stats` with the options of a row also reports every space, card and decision.\n"
    )


def lengths(table: Table) -> str:
    """Return the table of lengths of games, numbers of legal actions, and win rates with the first turn."""
    head = ("variant", "players", "turns", "5% to 95%", "decisions", "options", "forced", "first turn wins", "even")
    return table(head, ((*_name(row), *_length(row["book"], row["players"])) for row in _data()["rows"]))


def _name(row: Json) -> tuple[str, str]:
    return row["variant"], str(row["players"])


def _length(survey: Json, players: int) -> tuple[str, ...]:
    turns, first = survey["turns"], survey["wins_by_turn_order"][0]
    decided = sum(figure["value"] for figure in survey["wins_by_turn_order"])
    return (
        f"{turns['mean']['value']:.0f}",
        f"{turns['quantiles'][0]:.0f} to {turns['quantiles'][-1]:.0f}",
        f"{survey['decisions']['mean']['value']:.0f}",
        f"{survey['branching']['value']:.2f}",
        f"{survey['forced']['value']:.0%}",
        f"{first['value']:.1%} ({first['low']:.1%} to {first['high']:.1%})",
        f"{decided / players:.1%}",
    )


def endings(table: Table) -> str:
    """Return the table of endings."""
    rows = _data()["rows"]
    seen = [name for name in ENDINGS if any(row["book"]["endings"][name]["value"] for row in rows)]
    return table(
        ("variant", "players", *seen),
        ((*_name(row), *(percent_text(row["book"]["endings"][name]) for name in seen)) for row in rows),
    )


def soldiers(table: Table) -> str:
    """Return the table of soldiers of a player in play, of the Garrison and of the zone, by turn."""
    head = ("variant", "players", *(f"turn {turn}" for turn in TIME_POINTS))
    return table(head, ((*_name(row), *_army_cells(row["book"]["soldiers"])) for row in _data()["rows"]))


def _army_cells(moments: list[Json]) -> list[str]:
    moments_by_turn = {moment["turn"]: moment for moment in moments}
    return [
        " / ".join(f"{moments_by_turn[turn][name]['value']:.1f}" for name in ("army", "garrison", "rsz"))
        if turn in moments_by_turn
        else ""
        for turn in TIME_POINTS
    ]


def decisions(table: Table) -> str:
    """Return the table of frequencies of decisions in the game with default options."""
    row = next(row for row in _data()["rows"] if row["players"] == Config().num_players)
    counts = sorted(row["book"]["decisions_by_node"].items(), key=lambda item: -item[1]["value"])
    return table(
        ("decision", "times per game", "interval"),
        ((f"`{name}`", f"{f['value']:.2f}", f"{f['low']:.2f} to {f['high']:.2f}") for name, f in counts if f["value"]),
    )


def benchmarks(table: Table) -> str:
    """Return the table of games that sets decide, by the rules of the book and in the benchmark setting."""
    return table(
        ("variant", "players", "decided by a set", "in the benchmark", "turns in the benchmark", "truncated there"),
        (
            (
                *_name(row),
                percent_text(_by_a_set(row["book"])),
                percent_text(_by_a_set(row["benchmark"])),
                f"{row['benchmark']['turns']['mean']['value']:.0f}",
                percent_text(row["benchmark"]["endings"]["cut"]),
            )
            for row in _data()["rows"]
        ),
    )


def advice() -> str:
    """Return the options of the benchmark setting, and the games that sets rarely decide."""
    options = ", ".join(f"{name}={value}" for name, value in _data()["benchmark"].items())
    lines = [f"The benchmark setting is `{options}`."]
    for kind, setting in (("book", "By the rules of the book"), ("benchmark", "In the benchmark setting")):
        lines.append(f"{setting}, a set decides fewer than {RARE:.0%} of games in: {_is_rare(kind)}.")
    return "\n\n".join(lines) + "\n"


def _is_rare(kind: str) -> str:
    """Return the variants and numbers of players in which sets rarely decide."""
    rare: dict[str, list[str]] = {}
    for row in _data()["rows"]:
        if _by_a_set(row[kind])["value"] < RARE:
            rare.setdefault(row["variant"], []).append(str(row["players"]))
    return "; ".join(f"{variant} ({', '.join(players)} players)" for variant, players in rare.items()) or "no variant"


def _by_a_set(surveys: Json) -> Json:
    share = sum(float(surveys["endings"][name]["value"]) for name in BY_A_SET)
    low, high = wilson(share * _data()["games"], _data()["games"])
    return {"value": share, "low": low, "high": high}
