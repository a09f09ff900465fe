"""`wd stats`: how the game goes when given bots play it, as tables, JSON and plots."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wd_env.cli.columns import WIDTH
from wd_env.cli.files import check_folder
from wd_env.cli.matches import Matches, matches_asked_for, say_that_it_takes_a_while
from wd_env.core.errors import visible
from wd_env.core.files import write_whole

if TYPE_CHECKING:
    from rich.table import Table

    from wd_env.agents.survey import Figure, Moment, Survey

ORDER = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class Stats(Matches):
    """Let two to five bots play many games and report how the game goes, with intervals of 95 %.

    Length, the advantage of the first turn, how games end, how often each space, Manoeuvre Card and decision comes up,
    how many options a decision has, and soldiers by turn.
    """

    games: int = 1000
    """Games; each is a deal of its own, and the bots change seats from game to game."""
    plots: Path | None = None
    """Folder for plots (PNG)."""


def run(arguments: Sequence[str]) -> int:
    """Play, write what was asked for, print the tables."""
    options = matches_asked_for(Stats, arguments, "stats")
    check_folder(options.plots)
    from rich.console import Console

    from wd_env.agents.survey import survey

    say_that_it_takes_a_while()
    found = survey(options.bots, options.games, options.seed, options.rules.options())
    if options.json is not None:
        write_whole(options.json, json.dumps(found.as_json(), indent=2) + "\n")
    if options.plots is not None:
        from wd_env.cli.stats_plots import write_plots

        write_plots(found, options.plots)
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    with console.capture() as shown:
        for table in tables(found):
            console.print(table)
    print(shown.get(), end="")  # rich itself would leave with a code of its own when the reader has enough
    return 0


def tables(found: "Survey") -> Iterator["Table"]:
    """Every table of the report, in order."""
    title = f"{visible(', '.join(found.bots))}: {found.games} games, seed {found.seed}, with intervals of 95 %"
    yield _table(title, ("", "mean", "interval", "5 %, median, 95 % of games"), _lengths(found))
    order = {f"the player of the {nth} turn won": f for nth, f in zip(ORDER, found.wins_by_turn_order, strict=False)}
    ends = {f"ended by {name}": figure for name, figure in found.endings.items()}
    yield _figures("share of games", order | ends, share=True)
    yield _figures("space, landings a game", found.spaces)
    yield _figures("Manoeuvre Card, draws a game", found.manoeuvres)
    yield _figures("decision, times a game", _often(found.decisions_by_question))
    yield _figures("luck, times a game", _often(found.chance_by_question))
    yield _soldiers(found)


def _lengths(found: "Survey") -> Iterator[tuple[str, ...]]:
    for name, length in (("turns", found.turns), ("decisions", found.decisions)):
        spread = ", ".join(f"{number:.0f}" for number in length.quantiles)
        yield (name, *_cells(length.mean), spread)
    yield ("options of a decision that leaves a choice", *_cells(found.branching), "")
    yield ("decisions with a single option", *_cells(found.forced, share=True), "")


def _often(figures: Mapping[str, "Figure"]) -> dict[str, "Figure"]:
    return dict(sorted(figures.items(), key=lambda item: -item[1].value))


def _cells(figure: "Figure", share: bool = False) -> tuple[str, str]:
    form = ".1%" if share else ".2f"
    return f"{figure.value:{form}}", f"{figure.low:{form}} to {figure.high:{form}}"


def _figures(title: str, figures: Mapping[str, "Figure"], share: bool = False) -> "Table":
    return _table("", (title, "mean", "interval"), ((name, *_cells(f, share)) for name, f in figures.items()))


def _soldiers(found: "Survey") -> "Table":
    head = ("turn", "games", "players in play", "soldiers of each", "Garrison", "RSZ")
    return _table("Soldiers over time, in the games that last so long", head, (_moment(m) for m in found.soldiers))


def _moment(moment: "Moment") -> tuple[str, ...]:
    figures = (moment.in_play, moment.army, moment.garrison, moment.rsz)
    cells = (f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})" for figure in figures)
    return (str(moment.turn), f"{moment.going:.0%}", *cells)


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
    first, *others = head
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
