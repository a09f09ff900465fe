"""`wd evaluate`: how often each bot wins."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from wd_env.agents.roster import GREEDY, ROSTER
from wd_env.cli.columns import columns
from wd_env.cli.house import house_rules
from wd_env.cli.matches import Matches, matches_asked_for, say_that_it_takes_a_while
from wd_env.core.errors import visible
from wd_env.core.files import write_whole

if TYPE_CHECKING:
    from wd_env.agents.arena import MatchResult, Share


@dataclass(frozen=True)
class Evaluate(Matches):
    """Let two to five bots play many games against each other and count who wins.

    Every deal is played once from each rotation of the seats, so that neither luck nor the seat favours a bot.
    """

    games: int = 1000
    """Games at least; rounded up to whole deals."""


def run(arguments: Sequence[str]) -> int:
    """Play the match, write its result and print its table."""
    options = matches_asked_for(Evaluate, arguments, "evaluate")
    from wd_env.agents.arena import play_match
    from wd_env.world_dominance.game import GAME

    say_that_it_takes_a_while()
    result = play_match(GAME, options.bots, options.games, options.seed, options.rules.options())
    if options.json is not None:
        write_whole(options.json, json.dumps(_plain(result, options.seed), indent=2) + "\n")
    print(_report(result, options.seed))
    return 0


def _report(result: "MatchResult", seed: int) -> str:
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
    return round(result.games - result.truncated - sum(share.wins for share in result.shares))


def _temper(result: "MatchResult") -> list[str]:
    """How trained bots answered."""
    trained = {share.name for share in result.shares} - set(ROSTER)
    if not trained:
        return []
    said = (f"{visible(name)} {'greedily' if name.startswith(GREEDY) else 'by sampling'}" for name in sorted(trained))
    return [f"Trained bots answered: {', '.join(said)}."]


def _rules(options: dict[str, Any]) -> dict[str, Any]:
    """What tells these rules from the game's defaults, and always how games end."""
    usual = house_rules()().options()
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
