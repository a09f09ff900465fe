"""`wd ladder`: ratings of bots from matches that are kept in a file and go on."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wd_env.cli.blocks import say_what_is_other
from wd_env.cli.fields import Positional
from wd_env.cli.files import check_folder, check_writable
from wd_env.cli.matches import Bots, matches_asked_for, say_that_it_takes_a_while
from wd_env.cli.tables import columns
from wd_env.core.errors import visible
from wd_env.core.extras import need
from wd_env.core.files import write_whole
from wd_env.games import Game

if TYPE_CHECKING:
    from wd_env.agents.ladder.book import Book
    from wd_env.agents.ladder.playing import Plan
    from wd_env.agents.ladder.ratings import Ranking, Results, Standing


@dataclass(frozen=True)
class Ladder(Bots):
    """Let bots play each other in every line-up and rate them. A call with the same file goes on where it ends."""

    bots: Annotated[tuple[str, ...], Positional("BOT BOT ...")] = ()
    """Two bots at least: of `wd info bots`, files or run folders of trained bots."""
    file: Path = Path("ladder.jsonl")
    """File of all blocks played."""
    players: tuple[int, ...] = (2,)
    """Numbers of players."""
    games: int = 1000
    """Games a line-up, rounded up to blocks."""
    block: int = 64
    """Deals a block."""
    processes: int = 1
    """Processes; the result is the same."""
    patience: float = 60.0
    """Seconds a call for a bot of one's own class."""
    alone: bool = False
    """Play only every bot alone against the one that has rating 0."""
    plots: Path | None = None
    """Folder for plots (PNG)."""

    def wanted(self, game: Game) -> str:
        """What is said where no bots are named."""
        return "name two at least"

    def tables(self) -> list[tuple[int, str]]:
        """The numbers of players at a table; rules have to allow them."""
        return [(players, "players in --players") for players in self.players]


HEAD = ("bot", "rating", "95 % interval", "share", "games", "failures")


def run(arguments: Sequence[str]) -> int:
    """Play what the file lacks, print the tables of all it holds, write what was asked for."""
    options, game, rules = matches_asked_for(Ladder, arguments, "ladder")
    check_writable(options.file)
    check_folder(options.plots)
    need("choix", *(["matplotlib"] if options.plots is not None else []))
    from wd_env.agents.ladder.book import Book
    from wd_env.agents.ladder.forfeits import check_bots
    from wd_env.agents.ladder.playing import Plan, check_patience
    from wd_env.agents.spread.engines import processes_of

    processes_of(options.processes)  # a number that cannot be is refused now
    check_patience(options.patience)
    plan = Plan(game, rules, options.bots, options.players, options.games, options.seed, options.block, options.alone)
    say_that_it_takes_a_while()
    check_bots(game, rules, options.bots)
    header = plan.header()
    with closing(Book(options.file, header)) as book:
        say_what_is_other(book, header)
        _play(options, plan, book)
        _report(options, book)
    return 0


def _play(options: Ladder, plan: "Plan", book: "Book") -> None:
    from wd_env.agents.ladder.playing import play_on

    for done, total in play_on(plan, book, options.processes, options.patience):
        if sys.stderr.isatty():
            print(f"\r{done} of {total} blocks", end="" if done < total else "\n", file=sys.stderr, flush=True)


def _report(options: Ladder, book: "Book") -> None:
    from wd_env.agents.ladder.ratings import results_of

    found = results_of(book.header, book.blocks)
    if options.json is not None:
        write_whole(options.json, json.dumps(found.as_json(), indent=2) + "\n")
    if options.plots is not None:
        from wd_env.cli.ladder_plots import write_plots

        write_plots(found, options.plots)
    print("\n\n".join(tables(found)))


def tables(found: "Results") -> Iterator[str]:
    """Lay out the standings, pay-offs and failures."""
    for ranking in found.rankings:
        rows = [_standing(standing) for standing in ranking.standings]
        yield columns(HEAD, rows, range(1, len(HEAD)), title=title_of(ranking))
    if found.payoffs:
        cells = [(visible(row), *map(_share, shares)) for row, shares in zip(found.bots, found.payoffs, strict=True)]
        head = ("share of the row against", *map(visible, found.bots))
        yield columns(head, cells, range(1, len(head)), title="Games of two")
    if found.alone:
        yield _alone(found)
    yield "\n".join(_notes(found))


def _alone(found: "Results") -> str:
    """A row for each bot, a column for each number of players."""
    numbers = sorted({share.players for share in found.alone})
    told = {
        (share.bot, share.players): f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})" for share in found.alone
    }
    rows = [
        (visible(bot), *(told.get((bot, players), "") for players in numbers))
        for bot in dict.fromkeys(share.bot for share in found.alone)
    ]
    rows.append(("equal share", *(f"{1 / players:.1%}" for players in numbers)))
    head = ("share of games won", *(f"{players} players" for players in numbers))
    title = f"Alone against {visible(found.anchor)} in all other seats, with 95 % intervals"
    return columns(head, rows, range(1, len(head)), title=title)


def _notes(found: "Results") -> Iterator[str]:
    last = found.rankings[-1]
    yield f"Ratings are in Elo, {visible(found.anchor)} has 0; {last.games} games, {last.truncated} of them cut."
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


def _standing(standing: "Standing") -> tuple[str, ...]:
    interval = f"{standing.low:+.0f} to {standing.high:+.0f}"
    counts = f"{standing.share:.1%}", str(standing.games), str(standing.failures)
    return (visible(standing.bot), f"{standing.rating:+.0f}", interval, *counts)


def _share(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"
