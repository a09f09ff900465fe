"""Ratings from the blocks of a ladder: Plackett-Luce over the winners of whole games, on the scale of Elo.

The model: a bot of rating r has weight 10^(r/400), and of the seats at a table the one that wins is drawn by weight.
All games are rated at once, so their order does not count. Games that nobody wins say nothing about ratings. Intervals
come from drawing deals again within each line-up.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from wd_env.agents.blocks import Floats, Played
from wd_env.core.errors import WdError
from wd_env.core.extras import missing
from wd_env.core.stats import interval, resampled_means

try:
    import choix
except ModuleNotFoundError as problem:
    raise missing(problem) from None

YARDSTICK = "scripted_v1"  # has rating 0 where it takes part
ELO = 400 / math.log(10)
PRIOR = 0.5  # of a win against every other bot, as if one more game had been shared: no rating is infinite
DRAWS = 200  # of the deals, for an interval
DRAWN_BY = 20_261_122  # seed of these draws: the same file gives the same intervals
CLOSE, MOST_ROUNDS = 1e-9, 1000  # of the fit
PAIR = 2

Blocks = Mapping[tuple[tuple[str, ...], int], Played]  # by line-up and number


@dataclass(frozen=True)
class Tally:
    """What all blocks of a line-up have found: parts of wins float64[deals, bots], the bots in the ladder's order."""

    line_up: tuple[str, ...]
    won: Floats
    failed: Mapping[str, int]  # games lost for each bot by failing
    reasons: Mapping[str, str]
    decisions: int
    truncated: int

    @property
    def players(self) -> int:
        """Seats of the line-up."""
        return len(self.line_up)

    @property
    def games(self) -> int:
        """Every deal is played from each rotation of the seats."""
        return len(self.won) * self.players

    def as_json(self, bots: Sequence[str]) -> dict[str, Any]:
        """Return it as JSON data, the wins added up."""
        wins = dict(zip(bots, self.won.sum(axis=0).tolist(), strict=True))
        same = {
            name: getattr(self, name) for name in ("line_up", "games", "decisions", "truncated", "failed", "reasons")
        }
        return {**same, "wins": {bot: wins[bot] for bot in dict.fromkeys(self.line_up)}}

    def seats(self, bots: Sequence[str]) -> Floats:
        """Return how many seats each bot has, float64[bots]."""
        return np.array([self.line_up.count(bot) for bot in bots], np.float64)


@dataclass(frozen=True)
class Standing:
    """A bot's place: its rating with an interval of 95 %, and what it comes from."""

    bot: str
    rating: float
    low: float
    high: float
    share: float  # of the games, a seat
    games: int  # in which it took part
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
    payoffs: tuple[tuple[float | None, ...], ...]  # shares of games of two, row against column; empty without such
    tallies: tuple[Tally, ...]

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON data."""
        return {
            **self.header,
            "anchor": self.anchor,
            "rankings": [asdict(ranking) for ranking in self.rankings],
            "payoffs": self.payoffs,
            "line_ups": [tally.as_json(self.bots) for tally in self.tallies],
        }


def results_of(header: Mapping[str, Any], blocks: Blocks) -> Results:
    """Reckon everything from the header and the blocks of a file: the same for the same file."""
    bots = tuple(bot["name"] for bot in header["bots"])
    found = tallies(blocks, bots)
    shares = payoffs(found, bots) if any(tally.players == PAIR for tally in found) else ()
    return Results(header, bots, anchor(bots), tuple(rankings(found, bots)), shares, tuple(found))


def tallies(blocks: Blocks, bots: Sequence[str]) -> list[Tally]:
    """Add the blocks up by line-up, in an order that follows from their descriptions alone."""
    by_line_up: dict[tuple[str, ...], list[Played]] = defaultdict(list)
    for line_up, number in sorted(blocks, key=lambda place: (len(place[0]), *place)):
        by_line_up[line_up].append(blocks[line_up, number])
    return [_tally(line_up, found, bots) for line_up, found in by_line_up.items()]


def _tally(line_up: tuple[str, ...], found: Sequence[Played], bots: Sequence[str]) -> Tally:
    sits = np.array([[name == bot for bot in bots] for name in line_up], np.float64)  # [entries, bots]
    failures = [failure for block in found for failure in block.failures]
    failed: dict[str, int] = defaultdict(int)
    for failure in failures:
        failed[line_up[failure.entry]] += failure.games
    return Tally(
        line_up,
        np.concatenate([block.won @ sits for block in found]),
        dict(failed),
        {line_up[failure.entry]: failure.reason for failure in reversed(failures)},
        sum(block.decisions for block in found),
        sum(block.truncated for block in found),
    )


def rankings(found: Sequence[Tally], bots: Sequence[str], draws: int = DRAWS) -> list[Ranking]:
    """Rank the bots for each number of players by itself and, where there are several, for all of them together."""
    numbers = sorted({tally.players for tally in found})
    parts = [(number, [tally for tally in found if tally.players == number]) for number in numbers]
    whole = [(None, list(found))] if len(numbers) > 1 else []
    return [_ranking(players, part, bots, draws) for players, part in [*parts, *whole]]


def anchor(bots: Sequence[str]) -> str:
    """Return the bot whose rating is 0."""
    return YARDSTICK if YARDSTICK in bots else bots[0]


def payoffs(found: Sequence[Tally], bots: Sequence[str]) -> tuple[tuple[float | None, ...], ...]:
    """Return which share of its games of two each bot (row) won against each other (column); None where none was."""
    shares: list[list[float | None]] = [[None] * len(bots) for _ in bots]
    for tally in found:
        if tally.players == PAIR:
            one, other = (bots.index(name) for name in tally.line_up)
            won = (tally.won.sum(axis=0) / tally.games).tolist()
            shares[one][other], shares[other][one] = won[one], won[other]
    return tuple(map(tuple, shares))


def _ranking(players: int | None, found: Sequence[Tally], bots: Sequence[str], draws: int) -> Ranking:
    seats = np.array([tally.seats(bots) for tally in found])
    games = np.array([tally.games for tally in found])
    won = np.array([tally.won.sum(axis=0) for tally in found])
    base = bots.index(anchor(bots))
    ratings = _scaled(fit(seats, won), base)
    drawn = np.array([_scaled(fit(seats, wins), base) for wins in _drawn_again(found, draws)])
    shares = won.sum(axis=0) / np.maximum(games @ seats, 1)
    took_part = games @ (seats > 0)
    standings = []
    for place, bot in enumerate(bots):
        reasons = [tally.reasons[bot] for tally in found if bot in tally.reasons]
        failed = sum(tally.failed.get(bot, 0) for tally in found)
        ends = interval(drawn[:, place])
        figures = float(ratings[place]), *ends, float(shares[place]), int(took_part[place])
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


def fit(seats: Floats, won: Floats) -> Floats:
    """Fit Plackett-Luce to the winners: log weights float64[bots] whose mean is 0.

    `seats` and `won` float64[line-ups, bots]: seats of each bot in a line-up, and parts of wins in all its games. Every
    pair of bots has PRIOR of a win each besides. This is `choix.ilsr_top1` for line-ups in which a bot may have several
    seats and a win may be shared.
    """
    count = seats.shape[1]
    params = np.zeros(count)
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
