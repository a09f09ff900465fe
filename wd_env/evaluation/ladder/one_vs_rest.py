"""Win rates of one bot against another bot in all other seats, by which bots are compared."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wd_env.evaluation.ladder.lineup_results import LineupResult
from wd_env.evaluation.ladder.lineups import one_vs_rest_lineup
from wd_env.statistics.intervals import bootstrap_ratio

BOOTSTRAP_SEED = 20_261_124  # of resampled deals: the same file gives the same intervals


@dataclass(frozen=True)
class OneVsRest:
    """The win rate of one bot against another in all other seats, over games with a winner, with its 95% interval."""

    bot: str
    opponent: str
    players: int
    games: int
    win_rate: float
    low: float
    high: float


def one_vs_rest_rates(results: Sequence[LineupResult], bots: Sequence[str], opponent: str) -> tuple[OneVsRest, ...]:
    """Return the win rate of each bot against this opponent, if at least two deals of such games were played."""
    by_seats = {tuple(sorted(lineup_result.lineup)): lineup_result for lineup_result in results}
    expected = [(bot, players) for bot in bots if bot != opponent for players in sorted({t.players for t in results})]
    win_rates = []
    for bot, players in expected:
        lineup_result = by_seats.get(tuple(sorted(one_vs_rest_lineup(bot, opponent, players))))
        if lineup_result is not None and len(lineup_result.won) > 1:
            estimates = bootstrap_ratio(
                lineup_result.won[:, bots.index(bot)],
                lineup_result.won.sum(axis=1),
                np.random.default_rng(BOOTSTRAP_SEED),
            )
            win_rates.append(OneVsRest(bot, opponent, players, lineup_result.games, *estimates))
    return tuple(win_rates)
