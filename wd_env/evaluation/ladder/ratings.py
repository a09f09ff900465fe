"""Ratings from the blocks of a ladder: Plackett-Luce over the winners of whole games, on the scale of Elo.

The model: a bot of rating r has weight 10^(r/400), and of the seats at a table the one that wins is drawn by weight.
All games are rated at once, so their order does not count. Games that nobody wins say nothing about ratings. Intervals
come from drawing deals again within each line-up.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from wd_env.dependencies import missing
from wd_env.errors import WdError
from wd_env.evaluation.ladder.lineup_results import DIGITS, Blocks, Tally, tallies
from wd_env.evaluation.ladder.lineups import PAIR, anchor
from wd_env.evaluation.ladder.one_vs_rest import Alone, shares_alone
from wd_env.evaluation.matches.match_blocks import Floats
from wd_env.statistics.intervals import interval, resampled_means

try:
    import choix
except ModuleNotFoundError as problem:
    raise missing(problem) from None

ELO = 400 / math.log(10)
PRIOR = 0.5  # of a win against every other bot, as if one more game had been shared: no rating is infinite
DRAWS = 200  # of the deals, for an interval
DRAWN_BY = 20_261_122  # seed of these draws: the same file gives the same intervals
CLOSE, MOST_ROUNDS = 1e-9, 1000  # of the fit


@dataclass(frozen=True)
class Standing:
    """A bot's place: its rating with an interval of 95 %, and what it comes from."""

    bot: str
    rating: float
    low: float
    high: float
    share: float  # of the games that somebody won, a seat
    games: int  # in which it took part
    won: float  # of these, with a part for each of several winners
    failures: int  # games lost by failing
    reason: str  # of the first of these


@dataclass(frozen=True)
class Ranking:
    """The standings of all games of so many players, or of all games; the best bot first."""

    players: int | None
    games: int
    truncated: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class Results:
    """Everything that follows from a ladder's file."""

    header: Mapping[str, Any]
    bots: tuple[str, ...]
    anchor: str
    rankings: tuple[Ranking, ...]
    payoffs: tuple[tuple[float | None, ...], ...]  # shares of decided games of two, row against column; empty without
    tallies: tuple[Tally, ...]
    alone: tuple[Alone, ...]  # of every other bot alone against the anchor

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON data."""
        return {
            **self.header,
            "anchor": self.anchor,
            "rankings": [asdict(ranking) for ranking in self.rankings],
            "payoffs": self.payoffs,
            "alone": [asdict(share) for share in self.alone],
            "line_ups": [tally.as_json(self.bots) for tally in self.tallies],
        }


def results_of(header: Mapping[str, Any], blocks: Blocks) -> Results:
    """Reckon everything from the header and the blocks of a file: the same for the same file."""
    bots = tuple(bot["name"] for bot in header["bots"])
    found = tallies(blocks, bots)
    shares = payoffs(found, bots) if any(tally.players == PAIR for tally in found) else ()
    base = anchor(bots)
    return Results(
        header, bots, base, tuple(rankings(found, bots)), shares, tuple(found), shares_alone(found, bots, base)
    )


def rankings(found: Sequence[Tally], bots: Sequence[str], draws: int = DRAWS) -> list[Ranking]:
    """Rank the bots for each number of players by itself and, where there are several, for all of them together."""
    numbers = sorted({tally.players for tally in found})
    parts = [(number, [tally for tally in found if tally.players == number]) for number in numbers]
    whole = [(None, list(found))] if len(numbers) > 1 else []
    return [_ranking(players, part, bots, draws) for players, part in [*parts, *whole]]


def payoffs(found: Sequence[Tally], bots: Sequence[str]) -> tuple[tuple[float | None, ...], ...]:
    """Return the share that each bot (row) won of its decided games of two against each other (column), else None."""
    shares: list[list[float | None]] = [[None] * len(bots) for _ in bots]
    for tally in found:
        if tally.players == PAIR:
            one, other = (bots.index(name) for name in tally.line_up)
            won = tally.won.sum(axis=0)
            if won.sum() > 0:
                shares[one][other], shares[other][one] = (won / won.sum())[[one, other]].tolist()
    return tuple(map(tuple, shares))


def _ranking(players: int | None, found: Sequence[Tally], bots: Sequence[str], draws: int) -> Ranking:
    seats = np.array([tally.seats(bots) for tally in found])
    games = np.array([tally.games for tally in found])
    won = np.array([tally.won.sum(axis=0) for tally in found])
    base = bots.index(anchor(bots))
    fitted = fit(seats, won)
    ratings = _scaled(fitted, base)
    different, which = np.unique(_drawn_again(found, draws), axis=0, return_inverse=True)  # of few deals many are equal
    drawn = np.array([_scaled(fit(seats, wins, fitted), base) for wins in different])[which.ravel()]
    decided = won.sum(axis=1) @ seats  # a seat
    shares = np.divide(won.sum(axis=0), decided, out=np.zeros(len(bots)), where=decided > 0)
    took_part = games @ (seats > 0)
    standings = []
    for place, bot in enumerate(bots):
        reasons = [tally.reasons[bot] for tally in found if bot in tally.reasons]
        failed = sum(tally.failed.get(bot, 0) for tally in found)
        ends = interval(drawn[:, place])
        counts = int(took_part[place]), round(float(won[:, place].sum()), DIGITS)
        figures = float(ratings[place]), *ends, float(shares[place]), *counts
        standings.append(Standing(bot, *figures, failed, reasons[0] if reasons else ""))
    ordered = sorted(standings, key=lambda standing: (-standing.rating, bots.index(standing.bot)))
    return Ranking(players, int(games.sum()), sum(tally.truncated for tally in found), tuple(ordered))


def _scaled(params: Floats, base: int) -> Floats:
    scaled: Floats = ELO * (params - params[base])
    return scaled


def _drawn_again(found: Sequence[Tally], draws: int) -> Floats:
    """Wins float64[draws, line-ups, bots] of as many deals, drawn anew from each line-up's own."""
    luck = np.random.default_rng(DRAWN_BY)
    return np.stack([resampled_means(tally.won, luck, draws) * len(tally.won) for tally in found], axis=1)


def fit(seats: Floats, won: Floats, begin: Floats | None = None) -> Floats:
    """Fit Plackett-Luce to the winners: log weights float64[bots] whose mean is 0.

    `seats` and `won` float64[line-ups, bots]: seats of each bot in a line-up, and parts of wins in all its games. Every
    pair of bots has PRIOR of a win each besides. The search begins with log weights `begin` float64[bots], else with
    equal ones. This is `choix.ilsr_top1` for line-ups in which a bot may have several seats and a win may be shared.
    """
    count = seats.shape[1]
    params = np.zeros(count) if begin is None else begin
    for _ in range(MOST_ROUNDS):
        weights = np.exp(params - params.max())
        rates = seats.T @ (won / (seats @ weights)[:, None])  # of going over [from, to]: to whoever beats it
        # one step of choix takes pairs, and a pair adds wins / (sum of weights) to the rate: these pairs add our rates
        pairs = rates.T * (weights[:, None] + weights) + PRIOR
        np.fill_diagonal(pairs, 0)
        before, params = params, choix.lsr_pairwise_dense(pairs, initial_params=params)
        if np.abs(params - before).max() < CLOSE:
            return params
    raise WdError(f"ratings of {count} bots do not settle in {MOST_ROUNDS} rounds")
