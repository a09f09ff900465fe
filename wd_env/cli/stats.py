"""`wd stats`: how a game goes when given bots play it, as tables, JSON and plots."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wd_env.cli.blocks import check_going_on, finished_blocks, say_what_it_cost
from wd_env.cli.files import check_folder
from wd_env.cli.matches import Matches, matches_asked_for, say_that_it_takes_a_while
from wd_env.cli.tables import columns
from wd_env.core.errors import visible
from wd_env.core.extras import need
from wd_env.core.files import write_whole

if TYPE_CHECKING:
    from wd_env.agents.survey import Survey
    from wd_env.core.samples import Figure
    from wd_env.core.surveys import Course, Moment

ORDER = ("first", "second", "third", "fourth", "fifth")
INTERVAL = ("mean", "interval")
NUMBERS = (1, 2)  # columns of a mean and its interval


@dataclass(frozen=True)
class Stats(Matches):
    """Let bots play many games and report how the game goes, with intervals of 95 %.

    Length, the advantage of the first turn, how games end, how often each decision and chance question comes up, how
    many options a decision has, and what the game itself counts besides, such as spaces and cards.
    """

    games: int = 1000
    """Games; each is a deal of its own, and the bots change seats from game to game."""
    block: int | None = None
    """Games of a block. (default: 64 at most)"""
    plots: Path | None = None
    """Folder for plots (PNG)."""


def run(arguments: Sequence[str]) -> int:
    """Play, write what was asked for, print the tables."""
    options, game, rules = matches_asked_for(Stats, arguments, "stats")
    check_folder(options.plots)
    if options.plots is not None:
        need("matplotlib")
    check_going_on(options)
    from wd_env.agents.spread.clock import Clock
    from wd_env.agents.spread.engines import spread_named
    from wd_env.agents.spread.surveys import SURVEY
    from wd_env.agents.survey import survey, survey_header

    clock = Clock(spread_named(options.spread))
    header = survey_header(game, options.bots, options.games, options.seed, rules, options.block)
    say_that_it_takes_a_while()
    with finished_blocks(options, SURVEY, header) as kept:
        of = game, options.bots, options.games, options.seed, rules
        found = survey(*of, block=options.block, spread=clock, kept=kept)
        if options.json is not None:
            write_whole(options.json, json.dumps(found.as_json(), indent=2) + "\n")
    say_what_it_cost(clock, options)
    if options.plots is not None:
        from wd_env.cli.stats_plots import write_plots

        write_plots(found, options.plots)
    print("\n\n".join(tables(found)))
    return 0


def tables(found: "Survey") -> Iterator[str]:
    """Lay out every table of the report, in order."""
    told = f"{found.games} games, seed {found.seed}, blocks of {found.block}, with intervals of 95 %"
    title = f"{visible(', '.join(found.bots))}: {told}"
    yield columns(("", *INTERVAL, "5 %, median, 95 % of games"), _lengths(found), (*NUMBERS, 3), title=title)
    order = {f"the player of the {_nth(n)} turn won": f for n, f in enumerate(found.wins_by_turn_order)}
    ends = {f"ended by {name}": figure for name, figure in found.endings.items()}
    yield _figures("share of games", order | ends, share=True)
    for group in found.groups.values():
        yield _figures(f"{group.of}, {group.unit}", group.figures)
    yield _figures("decision, times a game", _often(found.decisions_by_question))
    yield _figures("chance, times a game", _often(found.chance_by_question))
    for course in found.courses.values():
        yield _course(course)


def _nth(place: int) -> str:
    return ORDER[place] if place < len(ORDER) else f"{place + 1}th"


def _lengths(found: "Survey") -> Iterator[tuple[str, ...]]:
    for name, length in found.lengths.items():
        spread = ", ".join(f"{number:.0f}" for number in length.quantiles)
        yield (name, *_cells(length.mean), spread)
    yield ("options of a decision that leaves a choice", *_cells(found.branching), "")
    yield ("decisions with a single option", *_cells(found.forced, share=True), "")


def _often(figures: Mapping[str, "Figure"]) -> dict[str, "Figure"]:
    return dict(sorted(figures.items(), key=lambda item: -item[1].value))


def _cells(figure: "Figure", share: bool = False) -> tuple[str, str]:
    form = ".1%" if share else ".2f"
    return f"{figure.value:{form}}", f"{figure.low:{form}} to {figure.high:{form}}"


def _figures(title: str, figures: Mapping[str, "Figure"], share: bool = False) -> str:
    return columns((title, *INTERVAL), [(name, *_cells(f, share)) for name, f in figures.items()], NUMBERS)


def _course(course: "Course") -> str:
    head = (course.clock, "games", *course.heads.values())
    rows = [_moment(course, moment) for moment in course.moments]
    return columns(head, rows, range(1, len(head)), title=course.title)


def _moment(course: "Course", moment: "Moment") -> tuple[str, ...]:
    figures = [moment.figures[name] for name in course.heads]
    cells = (f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})" for figure in figures)
    return (str(moment.at), f"{moment.going:.0%}", *cells)
