"""Ratings from the blocks of a ladder: Plackett-Luce over the winners of games, on the Elo scale.

The model: a bot of rating r has weight 10^(r/400), and each seat wins with a probability proportional to its weight.
All games are rated at once, so their order does not matter. Games without a winner do not affect ratings. Intervals
come from resampling deals within each line-up.
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
PRIOR_WINS = 0.5  # added wins against every other bot, which keep ratings finite
BOOTSTRAP_DRAWS = 200  # resamplings of the deals for an interval
BOOTSTRAP_SEED = 20_261_122  # of these resamplings: the same file gives the same intervals
TOLERANCE, MAX_ITERATIONS = 1e-9, 1000  # of the fit


@dataclass(frozen=True)
class RatingEntry:
    """The rating of a bot with its 95% interval, and the games from which it was computed."""

    bot: str
    rating: float
    low: float
    high: float
    win_rate: float  # over games with a winner, per seat
    games: int  # in which it took part
    won: float  # fractional wins in these games
    failures: int  # number of forfeited games
    reason: str  # of the first forfeit


@dataclass(frozen=True)
class Ranking:
    """The ratings over all games with a number of players, or over all games; the best bot is first."""

    players: int | None
    games: int
    truncated: int
    ratings: tuple[RatingEntry, ...]


@dataclass(frozen=True)
class LadderResults:
    """All results of a ladder file.

    Attributes:
        header: Header of the file.
        bots: Names of the bots.
        anchor: The bot with rating 0.
        rankings: Ratings for each number of players, and for all.
        payoffs: Win rates in two-player games, row against column; may be empty.
        lineup_results: Results of each line-up.
        one_vs_rest: Of every other bot against the anchor.
    """

    header: Mapping[str, Any]
    bots: tuple[str, ...]
    anchor: str
    rankings: tuple[Ranking, ...]
    payoffs: tuple[tuple[float | None, ...], ...]
    lineup_results: tuple[LineupResult, ...]
    one_vs_rest: tuple[OneVsRest, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the results as JSON data."""
        return {
            **self.header,
            "anchor": self.anchor,
            "rankings": [asdict(ranking) for ranking in self.rankings],
            "payoffs": self.payoffs,
            "one_vs_rest": [asdict(share) for share in self.one_vs_rest],
            "lineups": [tally.as_json(self.bots) for tally in self.lineup_results],
        }


def ladder_results(header: Mapping[str, Any], blocks: BlocksByKey) -> LadderResults:
    """Compute all results of a ladder; the same file gives the same results.

    Args:
        header: Header of the file.
        blocks: Blocks of the file.

    Returns:
        Ratings, payoffs and results of line-ups.
    """
    bots = tuple(bot["name"] for bot in header["bots"])
    found = lineup_results(blocks, bots)
    shares = payoffs(found, bots) if any(tally.players == TWO_PLAYERS for tally in found) else ()
    base = find_anchor(bots)
    return LadderResults(
        header, bots, base, tuple(rankings(found, bots)), shares, tuple(found), one_vs_rest_rates(found, bots, base)
    )


def rankings(results: Sequence[LineupResult], bots: Sequence[str], draws: int = BOOTSTRAP_DRAWS) -> list[Ranking]:
    """Rank the bots for each number of players, and for all of them together if there are several."""
    numbers = sorted({tally.players for tally in results})
    parts = [(number, [tally for tally in results if tally.players == number]) for number in numbers]
    whole = [(None, list(results))] if len(numbers) > 1 else []
    return [_ranking(players, part, bots, draws) for players, part in [*parts, *whole]]


def payoffs(results: Sequence[LineupResult], bots: Sequence[str]) -> tuple[tuple[float | None, ...], ...]:
    """Return the win rate of each bot (row) against each other one (column) in two-player games, or None."""
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
    )  # with few deals many draws are equal
    drawn = np.array([_scaled(fit_plackett_luce(seats, wins, fitted), base) for wins in different])[which.ravel()]
    decided = won.sum(axis=1) @ seats  # games with a winner, per seat
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
    """Return wins float64[draws, line-ups, bots] of resampled deals, drawn separately from each line-up's deals."""
    luck = np.random.default_rng(BOOTSTRAP_SEED)
    return np.stack([bootstrap_means(tally.won, luck, draws) * len(tally.won) for tally in results], axis=1)


def fit_plackett_luce(seats: Floats, won: Floats, initial: Floats | None = None) -> Floats:
    """Fit Plackett-Luce to the winners.

    This is `choix.ilsr_top1` for line-ups in which a bot may have several seats and a win may be shared.

    Args:
        seats: float64[line-ups, bots], number of seats of each bot.
        won: float64[line-ups, bots], fractional wins in all games. Every pair of bots gets `PRIOR_WINS` more each.
        initial: float64[bots], log weights from which the search starts; None starts with equal ones.

    Returns:
        Log weights float64[bots] with mean 0.

    Raises:
        WdError: If the fit does not converge.
    """
    count = seats.shape[1]
    params = np.zeros(count) if initial is None else initial
    for _ in range(MAX_ITERATIONS):
        weights = np.exp(params - params.max())
        rates = seats.T @ (won / (seats @ weights)[:, None])  # transition rates [from, to], to the bots that beat it
        # choix takes pairs, and adds wins / (sum of weights) to the rate of each: these pairs add our rates
        pairs = rates.T * (weights[:, None] + weights) + PRIOR_WINS
        np.fill_diagonal(pairs, 0)
        before, params = params, choix.lsr_pairwise_dense(pairs, initial_params=params)
        if np.abs(params - before).max() < TOLERANCE:
            return params
    raise WdError(f"ratings of {count} bots do not converge in {MAX_ITERATIONS} iterations")
