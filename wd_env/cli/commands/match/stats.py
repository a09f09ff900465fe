"""`wd stats`: statistics of games between bots, as tables, JSON and plots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from wd_env.cli.arguments.block_runs import announce_blocks, check_run
from wd_env.cli.arguments.match_arguments import MatchOptions, parse_match_options
from wd_env.cli.arguments.resume_options import finished_blocks, print_cost
from wd_env.cli.report_tables import Cell, EstimateCell, IntervalCell, Report
from wd_env.cli.result_files import print_result, write_json
from wd_env.errors import visible
from wd_env.registry import GameEntry

if TYPE_CHECKING:
    from wd_env.evaluation.game_stats import GameStats
    from wd_env.parallel.cpu_clock import CpuClock
    from wd_env.statistics.collector import TimePoint, TimeSeries
    from wd_env.statistics.estimates import Estimate

ORDINALS = ("first", "second", "third", "fourth", "fifth")
INTERVAL = ("mean", "interval")


@dataclass(frozen=True)
class StatsCommand(MatchOptions):
    """Play games between bots and report statistics with 95% intervals.

    They include the length of games, the advantage of the first turn, endings, the frequency of each decision, and
    legal actions per decision.

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
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.game_stats import stats_header
    from wd_env.evaluation.stats_file import STATS_FILE

    clock, header = check_run(options, game, rules, stats_header)
    if options.dry_run:
        print_settings(options)
        return 0
    with finished_blocks(options, STATS_FILE, header) as store:
        stats = _collect_stats(options, game, rules, clock, store)
        write_json(options.json_files, stats.as_json())
    print_cost(clock, options)
    if options.output.plots is not None:
        from wd_env.cli.plots.stats_plots import write_plots

        write_plots(stats, options.output)
    reports = list(make_reports(stats))
    options.output.write(reports)
    print_result("\n\n".join(report.to_text() for report in reports), options.result_files)
    return 0


def _collect_stats(
    options: StatsCommand, game: GameEntry, rules: dict[str, Any], clock: "CpuClock", store: Any
) -> "GameStats":
    """Play the missing blocks with a progress bar."""
    from wd_env.evaluation.game_stats import collect_game_stats, play_block, stats_blocks
    from wd_env.evaluation.matches.run_fingerprint import RunFingerprint

    of = options.bots, options.games, options.seed, rules
    blocks = stats_blocks(*of, options.block_size)
    spec = game.spec_for(**{**rules, "num_players": len(options.bots)})
    play = partial(play_block, RunFingerprint.of(spec, options.bots), game, rules)
    executor = announce_blocks(options, game, clock, blocks, () if store is None else store.blocks, play)
    return collect_game_stats(game, *of, block_size=options.block_size, executor=executor, store=store)


def make_reports(stats: "GameStats") -> Iterator[Report]:
    """Yield the tables in order."""
    description = f"{stats.games} games, seed {stats.seed}, blocks of {stats.block_size}, with 95% intervals"
    title = f"{visible(', '.join(stats.bots))}: {description}"
    yield Report(title, ("", *INTERVAL, "5%, median, 95% of games"), list(_lengths(stats)), ("", ".2f", ".2f", ".0f"))
    order = {f"the player of the {_nth(n)} turn won": f for n, f in enumerate(stats.wins_by_turn_order)}
    endings = {f"ended by {name}": estimate for name, estimate in stats.endings.items()}
    yield _estimates_report(
        "fraction of the decisions", {"decisions with a single legal action": stats.forced}, percent=True
    )
    yield _estimates_report("fraction of the games with a winner", order, percent=True)
    yield _estimates_report("fraction of all games", endings, percent=True)
    for group in stats.groups.values():
        yield _estimates_report(f"{group.item}, {group.unit}", group.estimates)
    yield _estimates_report("decision, times per game", _by_frequency(stats.decisions_by_node))
    yield _estimates_report("chance, times per game", _by_frequency(stats.chance_by_node))
    for series in stats.time_series.values():
        yield _time_series_report(series)


def _nth(index: int) -> str:
    return ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}th"


def _lengths(stats: "GameStats") -> Iterator[tuple[Cell, ...]]:
    for name, length in stats.lengths.items():
        quantiles = ", ".join(f"{value:.0f}" for value in length.quantiles)
        yield (name, *_cells(length.mean), quantiles)
    yield ("legal actions of a decision with a choice", *_cells(stats.branching), "")


def _by_frequency(estimates: Mapping[str, "Estimate"]) -> dict[str, "Estimate"]:
    return dict(sorted(estimates.items(), key=lambda item: -item[1].value))


def _cells(estimate: "Estimate") -> tuple[Cell, Cell]:
    return estimate.value, IntervalCell(estimate.low, estimate.high)


def _estimates_report(title: str, estimates: Mapping[str, "Estimate"], percent: bool = False) -> Report:
    form = ".1%" if percent else ".2f"
    return Report(title, (title, *INTERVAL), [(name, *_cells(f)) for name, f in estimates.items()], ("", form, form))


def _time_series_report(series: "TimeSeries") -> Report:
    column_titles = (series.time_unit, "games", *series.column_titles.values())
    rows = [_time_point_row(series, point) for point in series.points]
    return Report(series.title, column_titles, rows, ("d", ".0%", *[".1f"] * len(series.column_titles)))


def _time_point_row(series: "TimeSeries", point: "TimePoint") -> tuple[Cell, ...]:
    estimates = [point.estimates[name] for name in series.column_titles]
    return (
        point.at,
        point.ongoing,
        *(EstimateCell(estimate.value, estimate.low, estimate.high) for estimate in estimates),
    )
