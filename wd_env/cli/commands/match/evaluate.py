"""`wd evaluate`: how often each bot wins."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from wd_env import __version__
from wd_env.agents.agent_registry import GREEDY, NAMES
from wd_env.cli.arguments.match_arguments import Matches, line_up, matches_asked_for
from wd_env.cli.arguments.resume_options import SUFFIX, check_going_on, finished_blocks, say, say_what_it_cost
from wd_env.cli.report_tables import Cell, Report, Span
from wd_env.cli.result_files import show
from wd_env.errors import visible
from wd_env.registry import Game
from wd_env.storage.atomic_files import write_whole

if TYPE_CHECKING:
    from wd_env.evaluation.matches.block_store import Kept, Place
    from wd_env.evaluation.matches.match import MatchResult, Share
    from wd_env.evaluation.matches.match_blocks import Block, Played


@dataclass(frozen=True)
class Evaluate(Matches):
    """Let bots play many games against each other and count who wins.

    Every deal is played once from each rotation of the seats, so that neither chance nor the seat favours a bot.
    """

    games: int = 1000
    """Games at least; rounded up to whole deals."""
    block: int = 64
    """Deals of a block, the unit of work."""


def run(arguments: Sequence[str]) -> int:
    """Play the match, write its result and print its table."""
    options, game, rules = matches_asked_for(Evaluate, arguments, "evaluate")
    check_going_on(options)
    from wd_env.cli.announce import print_settings
    from wd_env.evaluation.matches.forfeits import check_bots
    from wd_env.evaluation.matches.match import match_header
    from wd_env.evaluation.matches.match_file import MATCH
    from wd_env.evaluation.matches.run_fingerprint import digest_of
    from wd_env.parallel.cpu_clock import Clock
    from wd_env.parallel.executors import spread_named

    clock = Clock(spread_named(options.spread))
    header = match_header(game, options.bots, options.games, options.seed, rules, options.block)
    check_bots(game.spec_for(**rules), options.bots)
    if options.dry_run:
        print_settings(options)
        return 0
    files = [digest_of(name) for name in options.bots]  # as they are before the match, which may take hours
    with finished_blocks(options, MATCH, header) as kept:
        result = _play(options, game, rules, clock, kept)
        if options.json is not None:
            write_whole(options.json, json.dumps(_plain(game, result, options.seed, files), indent=2) + "\n")
    say_what_it_cost(clock, options)
    options.output.write(_reports(result))
    if options.output.plots is not None:
        from wd_env.cli.plots.match_plots import write_plots

        write_plots(result, options.seed, options.output)
    show(_told(game, result, options.seed), options.results)
    return 0


class _Remembered:
    """Finished blocks in memory, so that a match which is interrupted has a table, and in a file if there is one."""

    def __init__(self, file: "Kept[Played] | None") -> None:
        self.file = file
        self.blocks: dict[Place, Played] = {} if file is None else dict(file.blocks)

    def add(self, block: "Block", played: "Played") -> None:
        """Keep a finished block."""
        if self.file is not None:
            self.file.add(block, played)
        self.blocks[block.names, block.number] = played


def _play(
    options: Evaluate, game: Game, rules: dict[str, Any], clock: Any, kept: "Kept[Played] | None"
) -> "MatchResult":
    """Play what is missing; when that is interrupted, tell what there is so far and how to go on."""
    from wd_env.cli.announce import announce, seconds_of, watched
    from wd_env.evaluation.matches.forfeits import play_block
    from wd_env.evaluation.matches.match import match_blocks, play_match
    from wd_env.evaluation.matches.run_fingerprint import Terms
    from wd_env.parallel.executors import cores_of

    spec, of = game.spec_for(**rules), (options.bots, options.games, options.seed, rules)
    blocks, remembered = match_blocks(spec, *of, options.block), _Remembered(kept)
    missing = [block for block in blocks if (block.names, block.number) not in remembered.blocks]
    games, left = (len(options.bots) * sum(block.deals for block in some) for some in (blocks, missing))
    play = partial(play_block, Terms.of(spec, options.bots), spec, rules)
    seconds = seconds_of(play, missing[0], left // len(options.bots), cores_of(options.spread)) if missing else 0
    what = f"{games:,} games of {game.title} between {line_up(options.bots)}"
    announce(what + (f", {games - left:,} of them played" if left < games else ""), seconds,
             f"spread {options.spread}", options.results)  # fmt: skip
    bar = watched(clock, "playing", games, "games", lambda block: len(block.names) * block.deals)
    try:
        return play_match(spec, *of, block=options.block, spread=bar, kept=remembered)
    except KeyboardInterrupt:
        _tell_so_far(options, game, rules, remembered, games)
        raise


def _tell_so_far(options: Evaluate, game: Game, rules: dict[str, Any], found: _Remembered, games: int) -> None:
    from wd_env.evaluation.matches.match import FEWEST_DEALS, result_of
    from wd_env.evaluation.matches.match_blocks import Block

    deals = sum(len(played.won) for played in found.blocks.values())
    if deals >= FEWEST_DEALS:
        blocks = [(Block(names, options.seed, number), played) for (names, number), played in found.blocks.items()]
        show(_told(game, result_of(blocks, rules, options.block), options.seed), options.results)
    say(f"interrupted after {deals * len(options.bots):,} of {games:,} games; {_how_to_go_on(options, found)}")


def _how_to_go_on(options: Evaluate, found: _Remembered) -> str:
    if found.file is None:
        return "with --json FILE the blocks that are finished are kept, and --resume goes on"
    return f"the same command with --resume goes on from {options.json}{SUFFIX}"


def _reports(result: "MatchResult") -> list[Report]:
    """The table of shares and, where bots have won together, that of who did."""
    equal, is_shared = result.equal_share, bool(result.together)
    head = ["bot", "won", *(["alone"] if is_shared else []), "share", "95 % interval",
            f"against an equal share of {equal:.1%}"]  # fmt: skip
    rows: list[list[Cell]] = [
        [one.name, one.won, *([one.alone] if is_shared else []), one.share, Span(one.low, one.high),
         against(one, equal)] for one in result.shares
    ]  # fmt: skip
    forms = ["", "d", *(["d"] if is_shared else []), ".1%", ".1%", ""]
    found = [Report(f"Shares of the {result.decided} games that somebody won", head, rows, forms)]
    if is_shared:
        shared: list[list[Cell]] = [
            [" and ".join(map(visible, one.names)), one.games, one.share] for one in result.together
        ]
        head = ["won together", "games", "share"]
        found.append(Report("Games that several won together", head, shared, ["", "d", ".1%"]))
    return found


def _told(game: Game, result: "MatchResult", seed: int) -> str:
    rules = ", ".join(f"{name} {value}" for name, value in _rules(game, result.options).items())
    lines = [
        f"{result.games} games, {result.decisions} decisions; {result.decided} games were won, {result.truncated} were "
        f"cut, {_drawn(result)} ended without a winner.",
        f"Shares are of the games that somebody won. Seed {seed}, blocks of {result.block} deals.",
        "Each deal was played once from every rotation of the seats; the intervals are over deals.",
        *_temper(result),
        *_failures(result),
        *([f"Rules: {rules}."] if rules else []),
    ]
    return "\n\n".join([*(report.laid_out(titled=False) for report in _reports(result)), "\n".join(lines)])


def against(share: "Share", equal: float) -> str:
    """Tell whether a share is above or below an equal one, as far as its interval says."""
    if share.low > equal:
        return "above"
    return "below" if share.high < equal else "cannot be told apart"


def _drawn(result: "MatchResult") -> int:
    return result.games - result.truncated - result.decided


def _temper(result: "MatchResult") -> list[str]:
    """How trained bots answered."""
    trained = {share.name for share in result.shares if share.name.partition(":")[0] not in NAMES}
    if not trained:
        return []
    said = (f"{visible(name)} {'greedily' if name.startswith(GREEDY) else 'by sampling'}" for name in sorted(trained))
    return [f"Trained bots answered: {', '.join(said)}."]


def _failures(result: "MatchResult") -> Iterator[str]:
    names = [visible(share.name) for share in result.shares]
    return (f"{names[one.entry]} lost {one.games} games by failing: {visible(one.reason)}" for one in result.failures)


def _rules(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """What tells these rules from the game's defaults, and always those that matches of the game name."""
    usual = asdict(game.config())
    return {name: value for name, value in options.items() if name in game.match_options or value != usual[name]}


def _plain(game: Game, result: "MatchResult", seed: int, files: list[dict[str, str | None]]) -> dict[str, Any]:
    return {
        "package": f"wd-env {__version__}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "game": game.name,
        "version": game.game.version,
        "rules_hash": game.game.rules_hash,
        "seed": seed,
        "bots": files,
        **asdict(result),
        "decided": result.decided,
        "without_winner": _drawn(result),
        "equal_share": result.equal_share,
    }
