"""`wd evaluate`: how often each bot wins."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from wd_env import __version__
from wd_env.agents.roster import GREEDY, NAMES
from wd_env.cli.blocks import check_going_on, finished_blocks, say_what_it_cost
from wd_env.cli.matches import Matches, matches_asked_for, say_that_it_takes_a_while
from wd_env.cli.tables import columns
from wd_env.core.errors import visible
from wd_env.core.files import write_whole
from wd_env.games import Game

if TYPE_CHECKING:
    from wd_env.agents.arena import MatchResult, Share


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
    from wd_env.agents.arena import match_header, play_match
    from wd_env.agents.spread.clock import Clock
    from wd_env.agents.spread.engines import spread_named
    from wd_env.agents.spread.matches import MATCH
    from wd_env.agents.spread.terms import digest_of

    clock = Clock(spread_named(options.spread))
    header = match_header(game, options.bots, options.games, options.seed, rules, options.block)
    say_that_it_takes_a_while()
    files = [digest_of(name) for name in options.bots]  # as they are before the match, which may take hours
    with finished_blocks(options, MATCH, header) as kept:
        spec, of = game.spec_for(**rules), (options.bots, options.games, options.seed, rules)
        result = play_match(spec, *of, block=options.block, spread=clock, kept=kept)
        if options.json is not None:
            write_whole(options.json, json.dumps(_plain(game, result, options.seed, files), indent=2) + "\n")
    say_what_it_cost(clock, options)
    print(_report(game, result, options.seed))
    return 0


def _report(game: Game, result: "MatchResult", seed: int) -> str:
    equal = 1 / len(result.shares)
    rows = [
        (
            visible(share.name),
            f"{share.wins:g}",
            share.games,
            f"{share.share:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
            _against(share, equal),
        )
        for share in result.shares
    ]
    head = ("bot", "wins", "games", "share", "95 % interval", f"against an equal share of {equal:.1%}")
    rules = ", ".join(f"{name} {value}" for name, value in _rules(game, result.options).items())
    return "\n".join(
        [
            columns(head, rows, right=(1, 2, 3)),
            "",
            f"{result.games} games, {result.decisions} decisions; {result.truncated} games were cut, {_drawn(result)} "
            f"ended without a winner. Seed {seed}, blocks of {result.block} deals.",
            "Each deal was played once from every rotation of the seats; the intervals are over deals.",
            *_temper(result),
            *_failures(result),
            *([f"Rules: {rules}."] if rules else []),
        ]
    )


def _against(share: "Share", equal: float) -> str:
    if share.low > equal:
        return "above"
    return "below" if share.high < equal else "cannot be told apart"


def _drawn(result: "MatchResult") -> int:
    return round(result.games - result.truncated - sum(share.wins for share in result.shares))


def _temper(result: "MatchResult") -> list[str]:
    """How trained bots answered."""
    trained = {share.name for share in result.shares if share.name.partition(":")[0] not in NAMES}
    if not trained:
        return []
    said = (f"{visible(name)} {'greedily' if name.startswith(GREEDY) else 'by sampling'}" for name in sorted(trained))
    return [f"Trained bots answered: {', '.join(said)}."]


def _failures(result: "MatchResult") -> list[str]:
    names = [visible(share.name) for share in result.shares]
    return [f"{names[one.entry]} lost {one.games} games by failing: {visible(one.reason)}" for one in result.failures]


def _rules(game: Game, options: dict[str, Any]) -> dict[str, Any]:
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
        "without_winner": _drawn(result),
        "equal_share": 1 / len(result.shares),
    }
