"""The matches at the end of a run, and the table of their results, without torch, which the processes do not need."""

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from wd_env.errors import visible
from wd_env.evaluation.matches.match import play_match
from wd_env.parallel.executors import run_local
from wd_env.parallel.process_pool import available_cores, process_executor
from wd_env.progress import Progress
from wd_env.registry import get_game

FINAL_SEED = 31_415
MIN_GAMES_FOR_PROCESSES = 1000  # of a match; with fewer games one process is faster


class FinalMatch(NamedTuple):
    """One bot in one seat against copies of another one in the others."""

    game: str
    options: Mapping[str, Any]
    bot: str
    opponent: str
    players: int
    games: int


def play_final_matches(
    game: str, options: Mapping[str, Any], bot: str, opponents: tuple[str, ...], players: tuple[int, ...], games: int
) -> list[dict[str, Any]]:
    """Play a bot against each opponent at each number of players, and return a row for each match."""
    pairs = itertools.product(opponents, players)
    matches = [FinalMatch(game, dict(options), bot, opponent, count, games) for opponent, count in pairs]
    several = games >= MIN_GAMES_FOR_PROCESSES
    executor = process_executor(min(available_cores(), len(matches))) if several else run_local
    rows: dict[tuple[str, int], dict[str, Any]] = {}
    with Progress("final matches", len(matches), "matches") as progress:
        for match, row in executor(play_final_match, matches):
            rows[match.opponent, match.players] = row
            progress.advance()
    return [rows[match.opponent, match.players] for match in matches]


def play_final_match(match: FinalMatch) -> dict[str, Any]:
    """Play one match and return its row of the results."""
    names = [match.bot, *[match.opponent] * (match.players - 1)]
    spec = get_game(match.game).spec_for(**match.options)
    win_rate = play_match(spec, names, match.games, FINAL_SEED, dict(match.options)).win_rates[0]
    return {
        "opponents": f"{match.players - 1} {match.opponent}",
        "players": match.players,
        "games": win_rate.games,
        "decided": win_rate.decided,
        "won": win_rate.won,
        "win_rate": win_rate.win_rate,
        "low": win_rate.low,
        "high": win_rate.high,
        "even_share": 1 / match.players,
    }


def format_results(rows: list[dict[str, Any]]) -> str:
    """Format the win rates of the learner, one line per match."""
    header = f"{'the learner against':<22}{'games':>7}{'decided':>9}{'won':>7}{'share':>8}   "
    lines = [f"{header}{'95% interval':<17}{'even share':>11}"]
    for row in rows:
        counts = f"{row['games']:>7}{row['decided']:>9}{row['won']:>7}{row['win_rate']:>8.1%}"
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        lines.append(f"{visible(row['opponents']):<22}{counts}   {interval:<17}{row['even_share']:>11.1%}")
    return "\n".join(lines)
