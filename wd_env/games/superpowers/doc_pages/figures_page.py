"""The statistics in SPEC.md: tables from a data file that `make stats ARGS="--game superpowers"` writes."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from wd_env.statistics.table_data import percent_text
from wd_env.text.markdown import render_table

FILE = Path(__file__).parents[1] / "data" / "figures.json"
ENDINGS = ("capitals", "survival", "limit", "cut")
TREATIES = ("peace_offered", "peace_signed", "peace_broken", "alliance_offered", "alliance_signed", "alliance_ended")
SHIPS = ("TR", "SU", "CV", "BB", "SB")
TOGETHER = {"ships": SHIPS, "upgrades": ("railway", "anti-ballistics")}  # purchases that share a column
UNITS = ("I", "T", "R", "D", "F", "B", "N")
BUILDINGS = ("production complex", "economic centre", "technology")
LABELS = ("rules", "bots", "players")

Json = dict[str, Any]


@cache
def _data() -> Json:
    data: Json = json.loads(FILE.read_text("utf-8"))
    return data


def tables() -> dict[str, str]:
    """Return the tables by the names of their placeholders."""
    return {
        "figures_source": source(),
        "lengths": lengths(),
        "endings": endings(),
        "attacks": attacks(),
        "purchases": purchases(),
        "treaties": treaties(),
    }


def source() -> str:
    """Return the source of the statistics."""
    data = _data()
    options = ", ".join(f"`{name}={value!r}`" for name, value in data["options"].items())
    return (
        f'Computed by `make stats ARGS="--game superpowers --games {data["games"]} --seed {data["seed"]}"`: '
        f"{data['games']:,} games per row between equal bots, {options}, version {data['version']}, rules "
        f"`{data['rules_hash']}`; 95% confidence intervals.\n"
    )


def lengths() -> str:
    """Return the table of lengths, and of win rates with the first turn."""
    titles = (*LABELS, "rounds", "5% to 95%", "decisions", "forced", "first player wins", "even")
    return render_table(titles, ((*_labels(row), *_length(row)) for row in _data()["rows"]))


def _labels(row: Json) -> tuple[str, ...]:
    return row["ruleset"], f"`{row['bot']}`", str(row["players"])


def _length(row: Json) -> tuple[str, ...]:
    rounds, first = row["rounds"], row["wins_by_turn_order"][0]
    decided = sum(estimate["value"] for estimate in row["wins_by_turn_order"])
    return (
        f"{rounds['mean']['value']:.1f}",
        f"{rounds['quantiles'][0]:.0f} to {rounds['quantiles'][-1]:.0f}",
        f"{row['decisions']['mean']['value']:,.0f}",
        f"{row['forced']['value']:.0%}",
        percent_text(first),
        f"{decided / row['players']:.1%}",
    )


def endings() -> str:
    """Return the table of endings, and of the players who win."""
    titles = (*LABELS, *ENDINGS, "winners per game")
    rows = ((*_labels(row), *(percent_text(row["endings"][name]) for name in ENDINGS)) for row in _data()["rows"])
    winners = (f"{row['winners']['winners']['value']:.2f}" for row in _data()["rows"])
    return render_table(titles, ((*cells, count) for cells, count in zip(rows, winners, strict=True)))


def attacks() -> str:
    """Return the table of attacks per game, by kind of target."""
    names = tuple(_data()["rows"][0]["attacks"])
    return render_table(
        (*LABELS, *names), ((*_labels(row), *_counts(row["attacks"], names)) for row in _data()["rows"])
    )


def purchases() -> str:
    """Return the table of purchases per game."""
    names = (*UNITS, *TOGETHER, *BUILDINGS)
    rows = []
    for row in _data()["rows"]:
        bought = dict(row["purchases"])
        for title, members in TOGETHER.items():
            bought[title] = {"value": sum(bought[name]["value"] for name in members)}
        rows.append((*_labels(row), *_counts(bought, names)))
    return render_table((*LABELS, *names), rows)


def _counts(estimates: Json, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{estimates[name]['value']:.1f}" for name in names)


def treaties() -> str:
    """Return the table of treaties per game."""
    titles = (*LABELS, *(name.replace("_", " ") for name in TREATIES), "peace at the end", "alliances at the end")
    rows = [row for row in _data()["rows"] if "kept" in row]
    return render_table(titles, ((*_labels(row), *_treaty_cells(row)) for row in rows))


def _treaty_cells(row: Json) -> tuple[str, ...]:
    by_event = (sum(estimate["value"] for estimate in row[name].values()) for name in TREATIES)
    kept = (row["kept"][name]["value"] for name in ("peace", "alliance"))
    return tuple(f"{count:.2f}" for count in (*by_event, *kept))
