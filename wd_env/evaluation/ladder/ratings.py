"""Ratings from the blocks of a ladder: Plackett-Luce over the winners of games, on the Elo scale.

The model: a bot of rating r has weight 10^(r/400), and each seat wins with a probability proportional to its weight.
All games are rated at once, so their order does not matter. Games without a winner do not affect ratings. Intervals
come from resampling deals within each line-up. Where one bot won every game, resampling shows no spread; what it
wins is then drawn from Jeffreys' posterior of a win rate over these deals.
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
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

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
    low: float | None  # None for both ends if none of its games had a winner
    high: float | None
    win_rate: float  # over games with a winner, per seat
    games: int  # in which it took part
    won: float  # fractional wins in these games
    won_alone: int  # number of games that it won in one seat alone
    won_together: int  # number of games that several seats won, one of them its own
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
            "one_vs_rest": [asdict(win_rate) for win_rate in self.one_vs_rest],
            "lineups": [lineup_result.as_json(self.bots) for lineup_result in self.lineup_results],
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
    result = lineup_results(blocks, bots)
    win_rates = payoffs(result, bots) if any(lineup_result.players == TWO_PLAYERS for lineup_result in result) else ()
    base = find_anchor(bots)
    return LadderResults(
        header,
        bots,
        base,
        tuple(rankings(result, bots)),
        win_rates,
        tuple(result),
        one_vs_rest_rates(result, bots, base),
    )


def rankings(results: Sequence[LineupResult], bots: Sequence[str]) -> list[Ranking]:
    """Rank the bots for each number of players, and for all of them together if there are several."""
    values = sorted({lineup_result.players for lineup_result in results})
    items = [
        (count, [lineup_result for lineup_result in results if lineup_result.players == count]) for count in values
    ]
    full = [(None, list(results))] if len(values) > 1 else []
    return [_ranking(players, item, bots) for players, item in [*items, *full]]


def payoffs(results: Sequence[LineupResult], bots: Sequence[str]) -> tuple[tuple[float | None, ...], ...]:
    """Return the win rate of each bot (row) against each other one (column) in two-player games, or None."""
    win_rates: list[list[float | None]] = [[None] * len(bots) for _ in bots]
    for lineup_result in results:
        if lineup_result.players == TWO_PLAYERS:
            one, other = (bots.index(name) for name in lineup_result.lineup)
            won = lineup_result.won.sum(axis=0)
            if won.sum() > 0:
                win_rates[one][other], win_rates[other][one] = (won / won.sum())[[one, other]].tolist()
    return tuple(map(tuple, win_rates))


def _ranking(players: int | None, results: Sequence[LineupResult], bots: Sequence[str]) -> Ranking:
    seats = np.array([lineup_result.seats(bots) for lineup_result in results])
    games = np.array([lineup_result.games for lineup_result in results])
    won = np.array([lineup_result.won.sum(axis=0) for lineup_result in results])
    base = bots.index(find_anchor(bots))
    fitted = fit_plackett_luce(seats, won)
    ratings = _scaled(fitted, base)
    different, which = np.unique(
        _resample_wins(results, seats), axis=0, return_inverse=True
    )  # with few deals many draws are equal
    sampled = np.array([_scaled(fit_plackett_luce(seats, wins, fitted), base) for wins in different])[which.ravel()]
    decided = won.sum(axis=1) @ seats  # games with a winner, per seat
    win_rates = np.divide(won.sum(axis=0), decided, out=np.zeros(len(bots)), where=decided > 0)
    num_played = games @ (seats > 0)
    unsorted = []
    for index, bot in enumerate(bots):
        reasons = [lineup_result.reasons[bot] for lineup_result in results if bot in lineup_result.reasons]
        failed = sum(lineup_result.forfeited.get(bot, 0) for lineup_result in results)
        low, high = interval(sampled[:, index]) if decided[index] > 0 else (None, None)
        won_alone, won_together = (
            sum(counts) for counts in zip(*(each.games_won(bot) for each in results), strict=True)
        )
        counts = int(num_played[index]), round(float(won[:, index].sum()), DIGITS), won_alone, won_together
        estimates = float(ratings[index]), low, high, float(win_rates[index])
        unsorted.append(RatingEntry(bot, *estimates, *counts, failed, reasons[0] if reasons else ""))
    ordered = sorted(unsorted, key=lambda rating: (-rating.rating, bots.index(rating.bot)))
    return Ranking(players, int(games.sum()), sum(lineup_result.truncated for lineup_result in results), tuple(ordered))


def _scaled(params: Floats, base: int) -> Floats:
    scaled: Floats = ELO * (params - params[base])
    return scaled


def _resample_wins(results: Sequence[LineupResult], seats: Floats) -> Floats:
    """Return wins float64[draws, line-ups, bots] of resampled deals, drawn separately from each line-up's deals."""
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    posterior_rng = rng.spawn(1)[0]
    wins = np.stack(
        [
            bootstrap_means(lineup_result.won, rng, BOOTSTRAP_DRAWS) * len(lineup_result.won)
            for lineup_result in results
        ],
        axis=1,
    )
    for index, lineup_result in enumerate(results):
        winners = np.flatnonzero(lineup_result.won.sum(axis=0))
        if len(winners) == 1 and np.count_nonzero(seats[index]) > 1:
            wins[:, index] = _draw_lost_wins(wins[:, index], winners[0], lineup_result.won, seats[index], posterior_rng)
    return wins


def _draw_lost_wins(wins: Floats, winner: int, won: Floats, seats: Floats, rng: np.random.Generator) -> Floats:
    """Give a drawn fraction of the wins of a bot that won every game to the other bots, by their seats."""
    num_deals = np.count_nonzero(won[:, winner])
    fractions = rng.beta(0.5, num_deals + 0.5, len(wins))[:, None]  # the posterior of what the winner would lose
    others = np.where(np.arange(len(seats)) == winner, 0, seats)
    sampled: Floats = wins * (1 - fractions) + wins[:, [winner]] * fractions * others / others.sum()
    return sampled


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
