"""`wd ladder`: ratings of bots from matches that are saved in a file and can be continued."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_regular
from wd_env.cli.arguments.match_arguments import Processes, ReportOptions, parse_match_options
from wd_env.cli.arguments.resume_options import print_differences, print_status
from wd_env.cli.report_tables import Cell, EstimateCell, IntervalCell, Report
from wd_env.cli.result_files import check_distinct_paths, print_result, write_json
from wd_env.dependencies import require_libraries
from wd_env.errors import visible
from wd_env.progress import Progress
from wd_env.registry import GameEntry

if TYPE_CHECKING:
    from wd_env.evaluation.ladder.ladder_file import LadderFile
    from wd_env.evaluation.ladder.ratings import LadderResults, Ranking, RatingEntry
    from wd_env.evaluation.ladder.scheduler import LadderPlan
    from wd_env.evaluation.matches.match_blocks import Block


@dataclass(frozen=True)
class LadderCommand(ReportOptions):
    """Play all line-ups of some bots and rate them. The same --file continues.

    Example:
        wd ladder scripted medium random --players 2 4
    """

    bots: Annotated[tuple[str, ...], Positional("BOT BOT ...")] = ()
    """At least two bots: names of `wd info bots`, bot files or run folders."""
    file: Path = Path("ladder.jsonl")
    """File with all results."""
    players: tuple[int, ...] = (2,)
    """Numbers of players."""
    games: int = 1000
    """Minimum number of games per line-up."""
    block_size: int = 64
    """Deals per block, the unit of work."""
    processes: Processes = 1
    """Processes; results do not depend on them."""
    bot_timeout: float = 60.0
    """Seconds per call of a third-party bot."""
    one_vs_rest: bool = False
    """Play only line-ups of one bot against the reference bot (rating 0) in all other seats."""

    def expected_bots(self, game: GameEntry) -> str:
        """Describe the expected bots."""
        return "at least two names"

    def player_counts(self) -> list[tuple[int, str]]:
        """Return the numbers of players, which the rules must allow, with their option."""
        return [(players, "players in --players") for players in self.players]


COLUMNS = {
    "bot": "",
    "rating": "+.0f",
    "95% interval": "+.0f",
    "won": ".10g",
    "alone": "d",
    "together": "d",
    "win rate": ".1%",
    "games": "d",
    "failures": "d",
}
OF_SHARED_WINS = ("alone", "together")


def run(args: Sequence[str]) -> int:
    """Play the missing blocks, print the tables of all blocks, and write the requested files."""
    options, game, rules = parse_match_options(LadderCommand, args, "ladder")
    check_regular(options.file)
    check_distinct_paths([options.file, *options.result_files])
    require_libraries("choix")
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.ladder.ladder_file import LadderFile
    from wd_env.evaluation.ladder.scheduler import LadderPlan, check_timeout
    from wd_env.evaluation.matches.sandboxed_blocks import check_bots

    check_timeout(options.bot_timeout)
    plan = LadderPlan(
        game, rules, options.bots, options.players, options.games, options.seed, options.block_size, options.one_vs_rest
    )
    check_bots(game, rules, options.bots)
    if options.dry_run:
        print_settings(options)
        return 0
    header = plan.header()
    with closing(LadderFile(options.file, header)) as ladder_file:
        print_differences(ladder_file, header)
        _play(options, plan, ladder_file)
        _report(options, ladder_file)
    return 0


def _play(options: LadderCommand, plan: "LadderPlan", ladder_file: "LadderFile") -> None:
    """Play the missing blocks with a progress bar; Ctrl-C loses no finished block."""
    from wd_env.cli.announce import announce, estimate_seconds
    from wd_env.evaluation.ladder.scheduler import play_ladder
    from wd_env.evaluation.matches.block_store import block_key
    from wd_env.evaluation.matches.sandboxed_blocks import play_block
    from wd_env.parallel.process_pool import available_cores
    from wd_env.sandbox.sandboxed_agent import is_untrusted

    blocks = plan.blocks()
    missing = [block for block in blocks if block_key(block) not in ladder_file.blocks]
    play, seconds = partial(play_block, plan.entry, dict(plan.options)), None
    if missing and not any(map(is_untrusted, plan.bots)):
        deals = len(missing) * plan.block_size
        cores_used = min(options.processes, available_cores())
        each = [estimate_seconds(play, block, deals, cores_used) for block in first_blocks(missing).values()]
        seconds = None if None in each else sum(filter(None, each)) / len(each)
    task = f"{len(first_blocks(blocks)):,} line-ups of {visible(', '.join(plan.bots))}, {len(blocks):,} blocks"
    played = f", {len(blocks) - len(missing):,} of them played" if len(missing) < len(blocks) else ""
    announce(task + played, seconds, f"processes {options.processes}", [options.file, *options.result_files])
    try:
        with Progress("playing", len(blocks), "blocks", done=len(blocks) - len(missing)) as progress:
            for done, _ in play_ladder(plan, ladder_file, options.processes, options.bot_timeout):
                progress.advance(done - progress.done)
    except KeyboardInterrupt:
        print_status(f"interrupted; finished blocks are in {options.file}, and the same command continues")
        raise


def first_blocks(blocks: "Sequence[Block]") -> "dict[tuple[str, ...], Block]":
    """Return one block of each line-up."""
    return {block.lineup: block for block in reversed(blocks)}


def _report(options: LadderCommand, ladder_file: "LadderFile") -> None:
    from wd_env.evaluation.ladder.ratings import ladder_results

    results = ladder_results(ladder_file.header, ladder_file.blocks)
    write_json(options.json_files, results.as_json())
    if options.output.plots is not None:
        from wd_env.cli.plots.ladder_plots import write_plots

        write_plots(results, options.output)
    reports = list(make_reports(results))
    options.output.write(reports)
    print_result(
        "\n\n".join([*(report.to_text() for report in reports), "\n".join(_notes(results))]), options.result_files
    )


def make_reports(results: "LadderResults") -> Iterator[Report]:
    """Yield the ratings, win rates of pairs and win rates of single bots."""
    is_shared = any(entry.won_together for ranking in results.rankings for entry in ranking.ratings)
    columns = {title: form for title, form in COLUMNS.items() if is_shared or title not in OF_SHARED_WINS}
    for ranking in results.rankings:
        rows = [[_rating_cells(entry)[title] for title in columns] for entry in ranking.ratings]
        yield Report(ranking_title(ranking), tuple(columns), rows, tuple(columns.values()))
    if results.payoffs:
        cells = [(row, *win_rates) for row, win_rates in zip(results.bots, results.payoffs, strict=True)]
        column_titles = ("win rate of the row against", *map(visible, results.bots))
        yield Report("Two-player games", column_titles, cells, ("", *[".1%"] * len(results.bots)))
    if results.one_vs_rest:
        yield _one_vs_rest_report(results)


def _one_vs_rest_report(results: "LadderResults") -> Report:
    """Return a table with a row for each bot and a column for each number of players."""
    player_counts = sorted({rate.players for rate in results.one_vs_rest})
    cells = {(one.bot, one.players): EstimateCell(one.win_rate, one.low, one.high) for one in results.one_vs_rest}
    rows: list[tuple[Cell, ...]] = [
        (bot, *(cells.get((bot, players)) for players in player_counts))
        for bot in dict.fromkeys(rate.bot for rate in results.one_vs_rest)
    ]
    rows.append(("even share", *(1 / players for players in player_counts)))
    column_titles = ("win rate", *(f"{players} players" for players in player_counts))
    title = f"One bot against {visible(results.anchor)} in all other seats, with 95% intervals"
    return Report(title, column_titles, rows, ("", *[".1%"] * len(player_counts)))


def _notes(results: "LadderResults") -> Iterator[str]:
    last = results.rankings[-1]
    yield (
        f"Ratings are in Elo, {visible(results.anchor)} has 0; {last.games} games, {last.truncated} of them truncated."
    )
    yield "Win rates are those of games with a winner."
    if any(entry.won_together for entry in last.ratings):
        yield "A game that several seats won together counts as a fraction of a win for each of them."
    seed, size = results.header["seed"], results.header["block_size"]
    yield f"Seed {seed}, blocks of {size} deals. Each deal was played once from every"
    yield "rotation of the seats; the intervals are bootstrapped over deals."
    for entry in last.ratings:
        if entry.failures:
            yield f"{visible(entry.bot)} lost {entry.failures} games by failing: {visible(entry.reason)}"


def ranking_title(ranking: "Ranking") -> str:
    """Return the title of a table or plot of a ranking."""
    if ranking.players is None:
        return f"All numbers of players: {ranking.games} games"
    return f"{ranking.players} players: {ranking.games} games, an even share is {1 / ranking.players:.1%}"


def _rating_cells(entry: "RatingEntry") -> dict[str, Cell]:
    """Return the cells by column."""
    bounds = None if entry.low is None or entry.high is None else IntervalCell(entry.low, entry.high)
    won = entry.won, entry.won_alone, entry.won_together
    return dict(
        zip(COLUMNS, (entry.bot, entry.rating, bounds, *won, entry.win_rate, entry.games, entry.failures), strict=True)
    )
