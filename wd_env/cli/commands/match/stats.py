"""`wd stats`: statistics of games between bots, as tables, JSON and plots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from wd_env.cli.arguments.match_arguments import MatchOptions, format_lineup, parse_match_options
from wd_env.cli.arguments.resume_options import check_resume, finished_blocks, print_cost
from wd_env.cli.report_tables import Cell, EstimateCell, IntervalCell, Report
from wd_env.cli.result_files import print_result, write_json
from wd_env.errors import visible
from wd_env.registry import GameEntry

if TYPE_CHECKING:
    from wd_env.evaluation.game_stats import GameStats
    from wd_env.statistics.collector import TimePoint, TimeSeries
    from wd_env.statistics.estimates import Estimate

ORDINALS = ("first", "second", "third", "fourth", "fifth")
INTERVAL = ("mean", "interval")


@dataclass(frozen=True)
class StatsCommand(MatchOptions):
    """Play games between bots and report statistics with 95% intervals.

    These are lengths, the advantage of the first turn, endings, the frequency of each node, the number of actions per
    decision, and counts of the game such as spaces and cards.

    Example:
        wd stats scripted scripted random --games 500
    """

    games: int = 1000
    """Games, each with a different deal."""
    block_size: int | None = None
    """Games per block. (default: at most 64)"""


def run(args: Sequence[str]) -> int:
    """Play, write the requested files, and print the tables."""
    options, game, rules = parse_match_options(StatsCommand, args, "stats")
    check_resume(options)
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.game_stats import stats_header
    from wd_env.evaluation.matches.forfeits import check_bots
    from wd_env.evaluation.stats_file import STATS_FILE
    from wd_env.parallel.cpu_clock import CpuClock
    from wd_env.parallel.executors import get_executor

    clock = CpuClock(get_executor(options.executor))
    header = stats_header(game, options.bots, options.games, options.seed, rules, options.block_size)
    check_bots(game.spec_for(**rules), options.bots)
    if options.dry_run:
        print_settings(options)
        return 0
    with finished_blocks(options, STATS_FILE, header) as kept:
        found = _survey(options, game, rules, clock, kept)
        write_json(options.json_files, found.as_json())
    print_cost(clock, options)
    if options.output.plots is not None:
        from wd_env.cli.plots.stats_plots import write_plots

        write_plots(found, options.output)
    told = list(make_reports(found))
    options.output.write(told)
    print_result("\n\n".join(report.to_text() for report in told), options.result_files)
    return 0


def _survey(options: StatsCommand, game: GameEntry, rules: dict[str, Any], clock: Any, kept: Any) -> "GameStats":
    """Play the missing blocks with a progress bar."""
    from wd_env.cli.announce import announce, estimate_seconds, with_progress
    from wd_env.evaluation.game_stats import collect_game_stats, play_block, stats_blocks
    from wd_env.evaluation.matches.run_fingerprint import RunFingerprint
    from wd_env.parallel.executors import parallel_tasks

    of = options.bots, options.games, options.seed, rules
    blocks = stats_blocks(*of, options.block_size)
    there = {} if kept is None else kept.blocks
    missing = [block for block in blocks if (block.lineup, block.index) not in there]
    spec = game.spec_for(**{**rules, "num_players": len(options.bots)})
    play = partial(play_block, RunFingerprint.of(spec, options.bots), game, rules)
    left = sum(block.deals for block in missing)
    seconds = estimate_seconds(play, missing[0], left, parallel_tasks(options.executor)) if missing else 0
    what = f"{options.games:,} games of {game.title} between {format_lineup(options.bots)}"
    played = f", {options.games - left:,} of them played" if missing != blocks else ""
    announce(what + played, seconds, options.place, options.result_files)
    bar = with_progress(clock, "playing", options.games, "games", lambda block: block.deals)
    return collect_game_stats(game, *of, block_size=options.block_size, executor=bar, store=kept)


def make_reports(found: "GameStats") -> Iterator[Report]:
    """Yield the tables in order."""
    told = f"{found.games} games, seed {found.seed}, blocks of {found.block_size}, with intervals of 95 %"
    title = f"{visible(', '.join(found.bots))}: {told}"
    yield Report(title, ("", *INTERVAL, "5 %, median, 95 % of games"), list(_lengths(found)), ("", ".2f", ".2f", ".0f"))
    order = {f"the player of the {_nth(n)} turn won": f for n, f in enumerate(found.wins_by_turn_order)}
    ends = {f"ended by {name}": figure for name, figure in found.endings.items()}
    yield _estimates_report("share of the decisions", {"decisions with a single option": found.forced}, share=True)
    yield _estimates_report("share of the games that somebody won", order, share=True)
    yield _estimates_report("share of all games", ends, share=True)
    for group in found.groups.values():
        yield _estimates_report(f"{group.item}, {group.unit}", group.estimates)
    yield _estimates_report("decision, times a game", _by_frequency(found.decisions_by_node))
    yield _estimates_report("chance, times a game", _by_frequency(found.chance_by_node))
    for course in found.time_series.values():
        yield _time_series_report(course)


def _nth(place: int) -> str:
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def _lengths(found: "GameStats") -> Iterator[tuple[Cell, ...]]:
    for name, length in found.lengths.items():
        spread = ", ".join(f"{number:.0f}" for number in length.quantiles)
        yield (name, *_cells(length.mean), spread)
    yield ("options of a decision that leaves a choice", *_cells(found.branching), "")


def _by_frequency(figures: Mapping[str, "Estimate"]) -> dict[str, "Estimate"]:
    return dict(sorted(figures.items(), key=lambda item: -item[1].value))


def _cells(figure: "Estimate") -> tuple[Cell, Cell]:
    return figure.value, IntervalCell(figure.low, figure.high)


def _estimates_report(title: str, figures: Mapping[str, "Estimate"], share: bool = False) -> Report:
    form = ".1%" if share else ".2f"
    return Report(title, (title, *INTERVAL), [(name, *_cells(f)) for name, f in figures.items()], ("", form, form))


def _time_series_report(course: "TimeSeries") -> Report:
    head = (course.time_unit, "games", *course.column_titles.values())
    rows = [_time_point_row(course, moment) for moment in course.points]
    return Report(course.title, head, rows, ("d", ".0%", *[".1f"] * len(course.column_titles)))


def _time_point_row(course: "TimeSeries", moment: "TimePoint") -> tuple[Cell, ...]:
    figures = [moment.estimates[name] for name in course.column_titles]
    return (moment.at, moment.ongoing, *(EstimateCell(figure.value, figure.low, figure.high) for figure in figures))
