"""`wd study`: how much of a game is skill, as tables, JSON, plots and places in a page."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wd_env import __version__
from wd_env.cli.announce import announce, print_settings, seconds_of, watched
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.match_arguments import check_chance
from wd_env.cli.arguments.rule_arguments import HouseRules, OfGame, game_asked_for, parse_for_game
from wd_env.cli.result_files import PlotOutput, check_apart, show
from wd_env.cli.text_tables import columns
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, quoted
from wd_env.progress import Progress
from wd_env.registry import Game
from wd_env.seeding import check_seed
from wd_env.storage.atomic_files import read_text, write_whole
from wd_env.text import markdown

if TYPE_CHECKING:
    from wd_env.evaluation.matches.match import Share
    from wd_env.evaluation.skill_study import Plan, Spread, Thought, Worth
    from wd_env.parallel.executors import Spread as Engine

RARE = "rare"  # where a kind of decision has no matches of its own
Table = tuple[Sequence[str], Sequence[Sequence[str]]]


@dataclass(frozen=True)
class Study(OfGame):
    """Measure how much of a game is skill: decisions, their options, thinking."""

    yardstick: str = ""
    """Bot to measure against. (default: the game's baseline, such as scripted)"""
    players: int = 4
    """Players at the tables."""
    games: int = 2000
    """Games of each match."""
    decisions: int = 4000
    """Decisions whose options are compared."""
    often: float = 0.2
    """Choices a seat and game from which decisions get matches."""
    samples: tuple[int, ...] = (8, 32, 128, 512, 2048)
    """Samples of the searches that play the yardstick."""
    seed: int = 1
    """Seed of all chance."""
    processes: int = 1
    """Processes; only times differ."""
    json: Path | None = None
    """File for all figures as JSON."""
    page: Path | None = None
    """A page whose generated places get the tables."""
    dry_run: bool = False
    """Print the settings and end."""
    output: PlotOutput = field(default_factory=PlotOutput)
    """Plots as files."""
    rules: HouseRules = field(default_factory=HouseRules)
    """House rules."""


@dataclass(frozen=True)
class Studied:
    """All that was found."""

    plan: "Plan"
    players: int
    spreads: "Sequence[Spread]"
    worths: "Sequence[Worth]"
    thoughts: "Sequence[Thought]"
    winners: dict[str, Any]  # figures of the game's value network by number of players; empty where there is none

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        told = {name: [asdict(row) for row in getattr(self, name)] for name in ("spreads", "worths", "thoughts")}
        plan = {"game": self.plan.row.name, "rules": dict(self.plan.rules), "yardstick": self.plan.yardstick}
        head = {"package": f"wd-env {__version__}", **plan, "seed": self.plan.seed, "players": self.players}
        return {**head, **told, "winners": self.winners}


def run(arguments: Sequence[str]) -> int:
    """Measure, print, write."""
    game = game_asked_for(arguments, "study")
    options = parse_for_game(Study, arguments, "study", **game.match_options)
    check_chance(game, options.rules.at_table(options.players, "players in --players"))
    _check(options)
    page = _page(options.page)
    if options.dry_run:
        print_settings(options)
        return 0
    found = _study(options, game)
    if options.json is not None:
        write_whole(options.json, json.dumps(found.as_json(), indent=2) + "\n")
    if options.output.plots is not None:
        from wd_env.cli.plots.study_plots import write_plots

        write_plots(found, options.output)
    if options.page is not None:
        made = {name: markdown.table(*table) for name, table in tables(found).items()}
        write_whole(options.page, markdown.filled(page, made))
    show("\n\n".join(_laid_out(found)), [options.json])
    return 0


def _check(options: Study) -> None:
    from wd_env.parallel.executors import processes_of

    processes_of(options.processes)  # a number that cannot be is refused now
    check_seed(options.seed)
    check_writable(options.json)
    check_apart([options.json, options.page])
    options.output.check()
    if not options.samples or len(set(options.samples)) < len(options.samples):
        raise UsageError(f"--samples {quoted(options.samples)}; allowed are one or more, each once")


def _page(path: Path | None) -> str:
    """The page that gets the tables, with all its places, looked at before hours of work; empty for none."""
    if path is None:
        return ""
    check_writable(path)
    page = read_text(path, error=ConfigError)
    markdown.filled(page, dict.fromkeys(HEADS, ""))
    return page


def _study(options: Study, game: Game) -> Studied:
    from wd_env.evaluation import skill_study
    from wd_env.parallel.executors import processes_of

    plan = skill_study.Plan(game, options.rules.options(), options.yardstick or game.baseline, options.seed)
    searches = [skill_study.search_of(plan, samples) for samples in options.samples]
    skill_study.check_study(plan, searches, options.decisions, options.games)
    _announce(options, plan, searches)

    def engine(what: str, matches: int) -> "Engine":
        return watched(processes_of(options.processes), what, matches, "matches", lambda _: 1)

    found = skill_study.moments(plan, options.players, options.decisions)
    with Progress("comparing options", len(found.own), "decisions") as bar:
        spreads = skill_study.spreads(plan, found, skill_study.search_of(plan, skill_study.SAMPLES))
        bar.advance(len(found.own))
    often = [row.question for row in spreads if row.choices >= options.often]
    worths = skill_study.worths(
        plan, options.players, often, options.games, engine("weighing decisions", 2 * len(often))
    )
    of = options.players, searches, found, options.games
    thoughts = skill_study.thoughts(plan, *of, engine("playing by searches", len(searches)))
    return Studied(plan, options.players, spreads, worths, thoughts, skill_study.winners(plan))


def _announce(options: Study, plan: "Plan", searches: Sequence[str]) -> None:
    kinds, players = len(plan.game.questions), options.players
    matches = f"matches of {options.games:,} games for at most {kinds} kinds of decisions and {len(searches)} searches"
    what = f"{options.decisions:,} decisions of {plan.row.title} compared, then {matches}, against {plan.yardstick}"
    announce(f"{what}, {players} players", _seconds(options, plan, searches), f"processes {options.processes}",
             [options.json, options.page])  # fmt: skip


def _seconds(options: Study, plan: "Plan", searches: Sequence[str]) -> float | None:
    """Estimate how long the matches of searches take, most of a study: in proportion to the least search."""
    from wd_env.evaluation.matches.forfeits import play_block
    from wd_env.evaluation.matches.match_blocks import Block
    from wd_env.evaluation.matches.run_fingerprint import Terms
    from wd_env.parallel.process_pool import cores

    least, name = min(zip(options.samples, searches, strict=True))
    names = (name, *[plan.yardstick] * (options.players - 1))
    play = partial(play_block, Terms.of(plan.game, names), plan.game, dict(plan.rules))
    deals = options.games // options.players
    seconds = seconds_of(play, Block(names, options.seed, 0), deals, min(options.processes, cores()))
    return None if seconds is None else seconds * sum(options.samples) / least


HEADS = {
    "winners": ("tenth of the game",),
    "decisions": ("decision", "choices a seat and game", "spread", "better option", "at random", "searched"),
    "thinking": ("samples", "ms a decision", "share", "95 % interval"),
}


def tables(found: Studied) -> dict[str, Table]:
    """Return head and rows of each table by its name, as texts."""
    return {
        "winners": _winners(found),
        "decisions": (HEADS["decisions"], [_decision(found, row) for row in found.spreads]),
        "thinking": (HEADS["thinking"], [_thought(row) for row in found.thoughts]),
    }


def _winners(found: Studied) -> Table:
    columns_of = {f"{players} players": figures["tenths"] for players, figures in found.winners.items()}
    heights = range(max((len(tenths) for tenths in columns_of.values()), default=0))
    rows = [
        (str(tenth + 1), *(f"{tenths[tenth][0]:.2f}, {tenths[tenth][1]:.2f}" for tenths in columns_of.values()))
        for tenth in heights
    ]
    return (*HEADS["winners"], *columns_of), rows


def _decision(found: Studied, row: "Spread") -> tuple[str, ...]:
    worth = next((worth for worth in found.worths if worth.question == row.question), None)
    shares = (RARE, RARE) if worth is None else (_share(worth.at_random), _share(worth.searched))
    return row.question, f"{row.choices:.2f}", f"{row.spread:.3f}", f"{row.better:.0%}", *shares


def _thought(row: "Thought") -> tuple[str, ...]:
    low, high = row.share.low, row.share.high
    return str(row.samples), f"{row.milliseconds:.2f}", f"{row.share.share:.1%}", f"{low:.1%} to {high:.1%}"


def _share(share: "Share") -> str:
    return f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"


TITLES = {
    "winners": "How much of the winner a value network tells: explained variance, AUC",
    "decisions": "Decisions: how far options lie apart, and the share with these answers alone at random or searched",
    "thinking": "Shares of a search by samples",
}


def _laid_out(found: Studied) -> Iterator[str]:
    for name, (head, rows) in tables(found).items():
        if rows:
            yield columns(head, rows, range(1, len(head)), title=TITLES[name])
    equal = f"an equal share is {1 / found.players:.1%} of the games that somebody won"
    told = f"Against {found.plan.yardstick} in all other seats, {found.players} players, {equal}."
    yield f"{told} Seed {found.plan.seed}."
