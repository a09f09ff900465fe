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

from wd_env.dependencies import missing_extra_error
from wd_env.errors import WdError
from wd_env.evaluation.ladder.lineup_results import DIGITS, BlocksByKey, LineupResult, lineup_results
from wd_env.evaluation.ladder.lineups import TWO_PLAYERS, find_anchor
from wd_env.evaluation.ladder.one_vs_rest import OneVsRest, one_vs_rest_rates
from wd_env.evaluation.matches.match_blocks import Floats
from wd_env.statistics.intervals import bootstrap_means, interval

try:
    import choix
except ModuleNotFoundError as problem:
    raise missing_extra_error(problem) from None

ELO = 400 / math.log(10)
PRIOR_WINS = 0.5  # of a win against every other bot, as if one more game had been shared: no rating is infinite
BOOTSTRAP_DRAWS = 200  # of the deals, for an interval
BOOTSTRAP_SEED = 20_261_122  # seed of these draws: the same file gives the same intervals
TOLERANCE, MAX_ITERATIONS = 1e-9, 1000  # of the fit


@dataclass(frozen=True)
class RatingEntry:
    """A bot's place: its rating with an interval of 95 %, and what it comes from."""

    bot: str
    rating: float
    low: float
    high: float
    win_rate: float  # of the games that somebody won, a seat
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
    ratings: tuple[RatingEntry, ...]


@dataclass(frozen=True)
class LadderResults:
    """Everything that follows from a ladder's file."""

    header: Mapping[str, Any]
    bots: tuple[str, ...]
    anchor: str
    rankings: tuple[Ranking, ...]
    payoffs: tuple[tuple[float | None, ...], ...]  # shares of decided games of two, row against column; empty without
    lineup_results: tuple[LineupResult, ...]
    one_vs_rest: tuple[OneVsRest, ...]  # of every other bot alone against the anchor

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON data."""
        return {
            **self.header,
            "anchor": self.anchor,
            "rankings": [asdict(ranking) for ranking in self.rankings],
            "payoffs": self.payoffs,
            "one_vs_rest": [asdict(share) for share in self.one_vs_rest],
            "lineups": [tally.as_json(self.bots) for tally in self.lineup_results],
        }


def ladder_results(header: Mapping[str, Any], blocks: BlocksByKey) -> LadderResults:
    """Reckon everything from the header and the blocks of a file: the same for the same file."""
    bots = tuple(bot["name"] for bot in header["bots"])
    found = lineup_results(blocks, bots)
    shares = payoffs(found, bots) if any(tally.players == TWO_PLAYERS for tally in found) else ()
    base = find_anchor(bots)
    return LadderResults(
        header, bots, base, tuple(rankings(found, bots)), shares, tuple(found), one_vs_rest_rates(found, bots, base)
    )


def rankings(results: Sequence[LineupResult], bots: Sequence[str], draws: int = BOOTSTRAP_DRAWS) -> list[Ranking]:
    """Rank the bots for each number of players by itself and, where there are several, for all of them together."""
    numbers = sorted({tally.players for tally in results})
    parts = [(number, [tally for tally in results if tally.players == number]) for number in numbers]
    whole = [(None, list(results))] if len(numbers) > 1 else []
    return [_ranking(players, part, bots, draws) for players, part in [*parts, *whole]]


def payoffs(results: Sequence[LineupResult], bots: Sequence[str]) -> tuple[tuple[float | None, ...], ...]:
    """Return the share that each bot (row) won of its decided games of two against each other (column), else None."""
    shares: list[list[float | None]] = [[None] * len(bots) for _ in bots]
    for tally in results:
        if tally.players == TWO_PLAYERS:
            one, other = (bots.index(name) for name in tally.lineup)
            won = tally.won.sum(axis=0)
            if won.sum() > 0:
                shares[one][other], shares[other][one] = (won / won.sum())[[one, other]].tolist()
    return tuple(map(tuple, shares))


def _ranking(players: int | None, results: Sequence[LineupResult], bots: Sequence[str], draws: int) -> Ranking:
    seats = np.array([tally.seats(bots) for tally in results])
    games = np.array([tally.games for tally in results])
    won = np.array([tally.won.sum(axis=0) for tally in results])
    base = bots.index(find_anchor(bots))
    fitted = fit_plackett_luce(seats, won)
    ratings = _scaled(fitted, base)
    different, which = np.unique(
        _resample_wins(results, draws), axis=0, return_inverse=True
    )  # of few deals many are equal
    drawn = np.array([_scaled(fit_plackett_luce(seats, wins, fitted), base) for wins in different])[which.ravel()]
    decided = won.sum(axis=1) @ seats  # a seat
    shares = np.divide(won.sum(axis=0), decided, out=np.zeros(len(bots)), where=decided > 0)
    took_part = games @ (seats > 0)
    standings = []
    for place, bot in enumerate(bots):
        reasons = [tally.reasons[bot] for tally in results if bot in tally.reasons]
        failed = sum(tally.forfeited.get(bot, 0) for tally in results)
        ends = interval(drawn[:, place])
        counts = int(took_part[place]), round(float(won[:, place].sum()), DIGITS)
        figures = float(ratings[place]), *ends, float(shares[place]), *counts
        standings.append(RatingEntry(bot, *figures, failed, reasons[0] if reasons else ""))
    ordered = sorted(standings, key=lambda standing: (-standing.rating, bots.index(standing.bot)))
    return Ranking(players, int(games.sum()), sum(tally.truncated for tally in results), tuple(ordered))


def _scaled(params: Floats, base: int) -> Floats:
    scaled: Floats = ELO * (params - params[base])
    return scaled


def _resample_wins(results: Sequence[LineupResult], draws: int) -> Floats:
    """Wins float64[draws, line-ups, bots] of as many deals, drawn anew from each line-up's own."""
    luck = np.random.default_rng(BOOTSTRAP_SEED)
    return np.stack([bootstrap_means(tally.won, luck, draws) * len(tally.won) for tally in results], axis=1)


def fit_plackett_luce(seats: Floats, won: Floats, initial: Floats | None = None) -> Floats:
    """Fit Plackett-Luce to the winners: log weights float64[bots] whose mean is 0.

    `seats` and `won` float64[line-ups, bots]: seats of each bot in a line-up, and parts of wins in all its games. Every
    pair of bots has PRIOR of a win each besides. The search begins with log weights `begin` float64[bots], else with
    equal ones. This is `choix.ilsr_top1` for line-ups in which a bot may have several seats and a win may be shared.
    """
    count = seats.shape[1]
    params = np.zeros(count) if initial is None else initial
    for _ in range(MAX_ITERATIONS):
        weights = np.exp(params - params.max())
        rates = seats.T @ (won / (seats @ weights)[:, None])  # of going over [from, to]: to whoever beats it
        # one step of choix takes pairs, and a pair adds wins / (sum of weights) to the rate: these pairs add our rates
        pairs = rates.T * (weights[:, None] + weights) + PRIOR_WINS
        np.fill_diagonal(pairs, 0)
        before, params = params, choix.lsr_pairwise_dense(pairs, initial_params=params)
        if np.abs(params - before).max() < TOLERANCE:
            return params
    raise WdError(f"ratings of {count} bots do not settle in {MAX_ITERATIONS} rounds")
