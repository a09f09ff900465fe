"""`wd stats`: how a game goes when given bots play it, as tables, JSON and plots."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from wd_env.cli.arguments.match_arguments import Matches, line_up, matches_asked_for
from wd_env.cli.arguments.resume_options import check_going_on, finished_blocks, say_what_it_cost
from wd_env.cli.report_tables import Cell, Estimate, Report, Span
from wd_env.cli.result_files import show
from wd_env.errors import visible
from wd_env.registry import Game
from wd_env.storage.atomic_files import write_whole

if TYPE_CHECKING:
    from wd_env.evaluation.game_survey import Survey
    from wd_env.statistics.collector import Course, Moment
    from wd_env.statistics.estimates import Figure

ORDER = ("first", "second", "third", "fourth", "fifth")
INTERVAL = ("mean", "interval")


@dataclass(frozen=True)
class Stats(Matches):
    """Let bots play many games and report how the game goes, with intervals of 95 %.

    Length, the advantage of the first turn, how games end, how often each decision and chance question comes up, how
    many options a decision has, and what the game itself counts besides, such as spaces and cards.
    """

    games: int = 1000
    """Games, each of its own deal."""
    block: int | None = None
    """Games of a block. (default: 64 at most)"""


def run(arguments: Sequence[str]) -> int:
    """Play, write what was asked for, print the tables."""
    options, game, rules = matches_asked_for(Stats, arguments, "stats")
    check_going_on(options)
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.game_survey import survey_header
    from wd_env.evaluation.matches.forfeits import check_bots
    from wd_env.evaluation.survey_file import SURVEY
    from wd_env.parallel.cpu_clock import Clock
    from wd_env.parallel.executors import spread_named

    clock = Clock(spread_named(options.spread))
    header = survey_header(game, options.bots, options.games, options.seed, rules, options.block)
    check_bots(game.spec_for(**rules), options.bots)
    if options.dry_run:
        print_settings(options)
        return 0
    with finished_blocks(options, SURVEY, header) as kept:
        found = _survey(options, game, rules, clock, kept)
        if options.json is not None:
            write_whole(options.json, json.dumps(found.as_json(), indent=2) + "\n")
    say_what_it_cost(clock, options)
    if options.output.plots is not None:
        from wd_env.cli.plots.stats_plots import write_plots

        write_plots(found, options.output)
    told = list(reports(found))
    options.output.write(told)
    show("\n\n".join(report.laid_out() for report in told), options.results)
    return 0


def _survey(options: Stats, game: Game, rules: dict[str, Any], clock: Any, kept: Any) -> "Survey":
    """Play what is missing, announced and with a bar."""
    from wd_env.cli.announce import announce, seconds_of, watched
    from wd_env.evaluation.game_survey import count_block, survey, survey_blocks
    from wd_env.evaluation.matches.run_fingerprint import Terms
    from wd_env.parallel.executors import cores_of

    of = options.bots, options.games, options.seed, rules
    blocks = survey_blocks(*of, options.block)
    there = {} if kept is None else kept.blocks
    missing = [block for block in blocks if (block.names, block.number) not in there]
    spec = game.spec_for(**{**rules, "num_players": len(options.bots)})
    play = partial(count_block, Terms.of(spec, options.bots), game, rules)
    left = sum(block.deals for block in missing)
    seconds = seconds_of(play, missing[0], left, cores_of(options.spread)) if missing else 0
    what = f"{options.games:,} games of {game.title} between {line_up(options.bots)}"
    played = f", {options.games - left:,} of them played" if missing != blocks else ""
    announce(what + played, seconds, f"spread {options.spread}", options.results)
    bar = watched(clock, "playing", options.games, "games", lambda block: block.deals)
    return survey(game, *of, block=options.block, spread=bar, kept=kept)


def reports(found: "Survey") -> Iterator[Report]:
    """Give every table, in order."""
    told = f"{found.games} games, seed {found.seed}, blocks of {found.block}, with intervals of 95 %"
    title = f"{visible(', '.join(found.bots))}: {told}"
    yield Report(title, ("", *INTERVAL, "5 %, median, 95 % of games"), list(_lengths(found)), ("", ".2f", ".2f", ".0f"))
    order = {f"the player of the {_nth(n)} turn won": f for n, f in enumerate(found.wins_by_turn_order)}
    ends = {f"ended by {name}": figure for name, figure in found.endings.items()}
    yield _figures("share of the decisions", {"decisions with a single option": found.forced}, share=True)
    yield _figures("share of the games that somebody won", order, share=True)
    yield _figures("share of all games", ends, share=True)
    for group in found.groups.values():
        yield _figures(f"{group.of}, {group.unit}", group.figures)
    yield _figures("decision, times a game", _often(found.decisions_by_question))
    yield _figures("chance, times a game", _often(found.chance_by_question))
    for course in found.courses.values():
        yield _course(course)


def _nth(place: int) -> str:
    return ORDER[place] if place < len(ORDER) else f"{place + 1}th"


def _lengths(found: "Survey") -> Iterator[tuple[Cell, ...]]:
    for name, length in found.lengths.items():
        spread = ", ".join(f"{number:.0f}" for number in length.quantiles)
        yield (name, *_cells(length.mean), spread)
    yield ("options of a decision that leaves a choice", *_cells(found.branching), "")


def _often(figures: Mapping[str, "Figure"]) -> dict[str, "Figure"]:
    return dict(sorted(figures.items(), key=lambda item: -item[1].value))


def _cells(figure: "Figure") -> tuple[Cell, Cell]:
    return figure.value, Span(figure.low, figure.high)


def _figures(title: str, figures: Mapping[str, "Figure"], share: bool = False) -> Report:
    form = ".1%" if share else ".2f"
    return Report(title, (title, *INTERVAL), [(name, *_cells(f)) for name, f in figures.items()], ("", form, form))


def _course(course: "Course") -> Report:
    head = (course.clock, "games", *course.heads.values())
    rows = [_moment(course, moment) for moment in course.moments]
    return Report(course.title, head, rows, ("d", ".0%", *[".1f"] * len(course.heads)))


def _moment(course: "Course", moment: "Moment") -> tuple[Cell, ...]:
    figures = [moment.figures[name] for name in course.heads]
    return (moment.at, moment.going, *(Estimate(figure.value, figure.low, figure.high) for figure in figures))
