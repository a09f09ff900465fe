"""`wd evaluate`: how often each bot wins."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from wd_env.agents.roster import GREEDY, ROSTER
from wd_env.cli.columns import columns
from wd_env.cli.errors import UsageError
from wd_env.cli.files import check_writable, write_text
from wd_env.cli.house import HouseRules
from wd_env.cli.usage import parse
from wd_env.core.seeds import check_seed

if TYPE_CHECKING:
    from wd_env.agents.arena import MatchResult, Share


@dataclass(frozen=True)
class Evaluate:
    """Let two to five bots play many games against each other and count who wins.

    Every deal is played once from each rotation of the seats, so that neither luck nor the seat favours a bot.
    """

    bots: Annotated[tyro.conf.Positional[tuple[str, ...]], tyro.conf.arg(metavar="BOT BOT ...")] = ()
    """One bot a seat: of `wd info bots`, or a trained bot's file or run folder; `greedy:FILE` never samples."""
    games: int = 1000
    """Games at least; rounded up to whole deals."""
    seed: int = 1
    """Seed of all luck."""
    json: Path | None = None
    """File for the result as JSON."""
    rules: tyro.conf.OmitArgPrefixes[HouseRules] = field(default_factory=lambda: HouseRules(max_turns=400))
    """House rules."""


def run(arguments: Sequence[str]) -> int:
    """Play the match and print its table."""
    options = parse(Evaluate, arguments, "evaluate")
    if not options.bots:
        raise UsageError("no bots to evaluate; name two to five (see wd evaluate --help)")
    options.rules.at_table(len(options.bots))
    check_writable(options.json)
    seed = check_seed(options.seed)
    from wd_env.agents.arena import play_match
    from wd_env.world_dominance.game import GAME

    if sys.stderr.isatty():
        print("Playing; the first run on a machine compiles the rules, which takes a while.", file=sys.stderr)
    result = play_match(GAME, options.bots, options.games, seed, options.rules.options())
    print(_report(result, seed))
    if options.json is not None:
        write_text(options.json, json.dumps(_plain(result, seed), indent=2) + "\n")
    return 0


def _report(result: "MatchResult", seed: int) -> str:
    equal = 1 / len(result.shares)
    rows = [
        (
            share.name,
            share.wins,
            share.games,
            f"{share.share:.1%}",
            f"{share.low:.1%} to {share.high:.1%}",
            _against(share, equal),
        )
        for share in result.shares
    ]
    head = ("bot", "wins", "games", "share", "95 % interval", f"against an equal share of {equal:.1%}")
    rules = ", ".join(f"{name} {value}" for name, value in _rules(result.options).items())
    return "\n".join(
        [
            columns(head, rows, right=(1, 2, 3)),
            "",
            f"{result.games} games, {result.decisions} decisions; {result.truncated} games were cut, {_drawn(result)} "
            f"ended without a winner. Seed {seed}.",
            "Each deal was played once from every rotation of the seats; the intervals are over deals.",
            *_temper(result),
            f"Rules: {rules}.",
        ]
    )


def _against(share: "Share", equal: float) -> str:
    if share.low > equal:
        return "above"
    return "below" if share.high < equal else "cannot be told apart"


def _drawn(result: "MatchResult") -> int:
    return result.games - result.truncated - sum(share.wins for share in result.shares)


def _temper(result: "MatchResult") -> list[str]:
    """How trained bots answered."""
    trained = {share.name for share in result.shares} - set(ROSTER)
    if not trained:
        return []
    said = (f"{name} {'greedily' if name.startswith(GREEDY) else 'by sampling'}" for name in sorted(trained))
    return [f"Trained bots answered: {', '.join(said)}."]


def _rules(options: dict[str, Any]) -> dict[str, Any]:
    """What tells these rules from the game's defaults, and always how games end."""
    usual = HouseRules().options()
    return {
        name: value
        for name, value in options.items()
        if name in ("variant", "max_turns", "last_player") or value != usual[name]
    }


def _plain(result: "MatchResult", seed: int) -> dict[str, Any]:
    from wd_env.world_dominance.game import GAME

    return {
        "game": GAME.name,
        "version": GAME.version,
        "rules_hash": GAME.rules_hash,
        "seed": seed,
        **asdict(result),
        "without_winner": _drawn(result),
        "equal_share": 1 / len(result.shares),
    }
