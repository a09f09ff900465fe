"""`wd ladder`: ratings of bots from matches that are kept in a file and go on."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_regular
from wd_env.cli.arguments.match_arguments import Tabled, matches_asked_for
from wd_env.cli.arguments.resume_options import say, say_what_is_other
from wd_env.cli.report_tables import Cell, Estimate, Report, Span
from wd_env.cli.result_files import check_apart, show
from wd_env.dependencies import need
from wd_env.errors import visible
from wd_env.progress import Progress
from wd_env.registry import Game
from wd_env.storage.atomic_files import write_whole

if TYPE_CHECKING:
    from wd_env.evaluation.ladder.ladder_file import Book
    from wd_env.evaluation.ladder.ratings import Ranking, Results, Standing
    from wd_env.evaluation.ladder.scheduler import Plan
    from wd_env.evaluation.matches.match_blocks import Block


@dataclass(frozen=True)
class Ladder(Tabled):
    """Let bots play each other in every line-up and rate them. A call with the same file goes on where it ends."""

    bots: Annotated[tuple[str, ...], Positional("BOT BOT ...")] = ()
    """Two bots at least: of `wd info bots`, files or run folders of trained bots."""
    file: Path = Path("ladder.jsonl")
    """File of all blocks played."""
    players: tuple[int, ...] = (2,)
    """Numbers of players."""
    games: int = 1000
    """Games per line-up, at least."""
    block: int = 64
    """Deals a block."""
    processes: int = 1
    """Processes; the result is the same."""
    patience: float = 60.0
    """Seconds per call of a third-party bot."""
    alone: bool = False
    """Play only every bot alone against the one that has rating 0."""

    def wanted(self, game: Game) -> str:
        """What is said where no bots are named."""
        return "name two at least"

    def tables(self) -> list[tuple[int, str]]:
        """The numbers of players at a table; rules have to allow them."""
        return [(players, "players in --players") for players in self.players]


HEAD = ("bot", "rating", "95 % interval", "won", "share", "games", "failures")
FORMS = ("", "+.0f", "+.0f", ".10g", ".1%", "d", "d")


def run(arguments: Sequence[str]) -> int:
    """Play what the file lacks, print the tables of all it holds, write what was asked for."""
    options, game, rules = matches_asked_for(Ladder, arguments, "ladder")
    check_regular(options.file)
    check_apart([options.file, *options.results])
    need("choix")
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.ladder.ladder_file import Book
    from wd_env.evaluation.ladder.scheduler import Plan, check_patience
    from wd_env.evaluation.matches.sandboxed_blocks import check_bots
    from wd_env.parallel.executors import processes_of

    processes_of(options.processes)  # a number that cannot be is refused now
    check_patience(options.patience)
    plan = Plan(game, rules, options.bots, options.players, options.games, options.seed, options.block, options.alone)
    check_bots(game, rules, options.bots)
    if options.dry_run:
        print_settings(options)
        return 0
    header = plan.header()
    with closing(Book(options.file, header)) as book:
        say_what_is_other(book, header)
        _play(options, plan, book)
        _report(options, book)
    return 0


def _play(options: Ladder, plan: "Plan", book: "Book") -> None:
    """Play what the file lacks, announced and with a bar; an interruption loses no block that is finished."""
    from wd_env.cli.announce import announce, seconds_of
    from wd_env.evaluation.ladder.scheduler import play_on
    from wd_env.evaluation.matches.block_store import place_of
    from wd_env.evaluation.matches.sandboxed_blocks import play_block
    from wd_env.parallel.process_pool import cores
    from wd_env.sandbox.sandboxed_agent import is_strangers

    blocks = plan.blocks()
    missing = [block for block in blocks if place_of(block) not in book.blocks]
    play, seconds = partial(play_block, plan.row, dict(plan.options)), None
    if missing and not any(map(is_strangers, plan.bots)):
        deals = len(missing) * plan.block
        cores_used = min(options.processes, cores())
        each = [seconds_of(play, block, deals, cores_used) for block in first_of(missing).values()]
        seconds = None if None in each else sum(filter(None, each)) / len(each)
    told = f"{len(first_of(blocks)):,} line-ups of {visible(', '.join(plan.bots))}, {len(blocks):,} blocks"
    played = f", {len(blocks) - len(missing):,} of them played" if len(missing) < len(blocks) else ""
    announce(told + played, seconds, f"processes {options.processes}", [options.file, *options.results])
    try:
        with Progress("playing", len(blocks), "blocks", done=len(blocks) - len(missing)) as bar:
            for done, _ in play_on(plan, book, options.processes, options.patience):
                bar.advance(done - bar.done)
    except KeyboardInterrupt:
        say(f"interrupted; {options.file} keeps what is finished, and the same command goes on")
        raise


def first_of(blocks: "Sequence[Block]") -> "dict[tuple[str, ...], Block]":
    """Return one block of each line-up."""
    return {block.names: block for block in reversed(blocks)}


def _report(options: Ladder, book: "Book") -> None:
    from wd_env.evaluation.ladder.ratings import results_of

    found = results_of(book.header, book.blocks)
    if options.json is not None:
        write_whole(options.json, json.dumps(found.as_json(), indent=2) + "\n")
    if options.output.plots is not None:
        from wd_env.cli.plots.ladder_plots import write_plots

        write_plots(found, options.output)
    told = list(reports(found))
    options.output.write(told)
    show("\n\n".join([*(report.laid_out() for report in told), "\n".join(_notes(found))]), options.results)


def reports(found: "Results") -> Iterator[Report]:
    """Give the standings, pay-offs and shares of bots alone."""
    for ranking in found.rankings:
        yield Report(title_of(ranking), HEAD, [_standing(standing) for standing in ranking.standings], FORMS)
    if found.payoffs:
        cells = [(row, *shares) for row, shares in zip(found.bots, found.payoffs, strict=True)]
        head = ("share of the row against", *map(visible, found.bots))
        yield Report("Games of two", head, cells, ("", *[".1%"] * len(found.bots)))
    if found.alone:
        yield _alone(found)


def _alone(found: "Results") -> Report:
    """A row for each bot, a column for each number of players."""
    numbers = sorted({share.players for share in found.alone})
    told = {(one.bot, one.players): Estimate(one.share, one.low, one.high) for one in found.alone}
    rows: list[tuple[Cell, ...]] = [
        (bot, *(told.get((bot, players)) for players in numbers))
        for bot in dict.fromkeys(share.bot for share in found.alone)
    ]
    rows.append(("equal share", *(1 / players for players in numbers)))
    head = ("share of games won", *(f"{players} players" for players in numbers))
    title = f"Alone against {visible(found.anchor)} in all other seats, with 95 % intervals"
    return Report(title, head, rows, ("", *[".1%"] * len(numbers)))


def _notes(found: "Results") -> Iterator[str]:
    last = found.rankings[-1]
    yield f"Ratings are in Elo, {visible(found.anchor)} has 0; {last.games} games, {last.truncated} of them cut."
    yield "Shares are of the games that somebody won."
    yield f"Seed {found.header['seed']}, blocks of {found.header['block']} deals. Each deal was played once from every"
    yield "rotation of the seats; the intervals come from drawing deals again."
    for standing in last.standings:
        if standing.failures:
            yield f"{visible(standing.bot)} lost {standing.failures} games by failing: {visible(standing.reason)}"


def title_of(ranking: "Ranking") -> str:
    """What a table or plot of a ranking is called."""
    if ranking.players is None:
        return f"All numbers of players: {ranking.games} games"
    return f"{ranking.players} players: {ranking.games} games, an equal share is {1 / ranking.players:.1%}"


def _standing(standing: "Standing") -> tuple[Cell, ...]:
    counts = standing.won, standing.share, standing.games, standing.failures
    return (standing.bot, standing.rating, Span(standing.low, standing.high), *counts)
