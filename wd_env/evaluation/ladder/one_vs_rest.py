"""How often a bot wins that sits alone among seats of one other bot: the shares that bots are compared by."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wd_env.evaluation.ladder.lineup_results import Tally
from wd_env.evaluation.ladder.lineups import alone_against
from wd_env.statistics.intervals import bootstrap_ratio

DRAWN_BY = 20_261_124  # seed of the deals drawn for intervals: the same file gives the same ones


@dataclass(frozen=True)
class Alone:
    """The share that a bot won alone against another in all other seats, of the games that somebody won; 95 %."""

    bot: str
    against: str
    players: int
    games: int
    share: float
    low: float
    high: float


def shares_alone(found: Sequence[Tally], bots: Sequence[str], against: str) -> tuple[Alone, ...]:
    """Find the shares of all bots alone against this one, as far as such games were played for two deals at least."""
    by_seats = {tuple(sorted(tally.line_up)): tally for tally in found}
    wanted = [(bot, players) for bot in bots if bot != against for players in sorted({t.players for t in found})]
    shares = []
    for bot, players in wanted:
        tally = by_seats.get(tuple(sorted(alone_against(bot, against, players))))
        if tally is not None and len(tally.won) > 1:
            figures = bootstrap_ratio(
                tally.won[:, bots.index(bot)], tally.won.sum(axis=1), np.random.default_rng(DRAWN_BY)
            )
            shares.append(Alone(bot, against, players, tally.games, *figures))
    return tuple(shares)
