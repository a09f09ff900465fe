"""A sequential test of two bots: it plays until one of two hypotheses about their strength is accepted.

The generalised sequential probability ratio test on the scores of whole deals, as fishtest does it for chess (Michel
Van den Bergh, "The Generalized Sequential Probability Ratio Test for Stockfish"): the logarithm of the likelihood ratio
of two mean scores under a normal approximation whose variance is estimated from the deals so far. A deal is played from
every rotation, so its games depend on each other; the score of a whole deal counts as one result.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from wd_env.errors import ConfigError
from wd_env.evaluation.ladder.lineup_results import DIGITS
from wd_env.evaluation.ladder.scheduler import check_timeout
from wd_env.evaluation.matches.match_blocks import (
    DEALS,
    Block,
    BlockResult,
    Failure,
    Floats,
    check_games,
    check_players,
)
from wd_env.evaluation.matches.sandboxed_blocks import play_block
from wd_env.parallel.executors import executor_for_processes
from wd_env.registry import GameEntry
from wd_env.sandbox.sandboxed_agent import CALL_TIMEOUT
from wd_env.seeding import check_seed

H0, H1, UNDECIDED = "H0", "H1", "undecided"
ELO_SCALE = 400  # of Elo
MAX_ELO = 2000.0
Z_95 = 1.96  # deviations of an interval of 95 %
PSEUDO_SCORES = (
    0.0,
    1.0,
)  # scores of two deals that count for the variance alone, so that a few equal deals decide nothing


@dataclass(frozen=True)
class Hypotheses:
    """H0: the first bot is `elo0` stronger than the others; H1: it is `elo1` stronger. Errors of alpha and beta.

    With `players` at the table one seat is the first bot's and all others are the second's. A bot that is e Elo
    stronger has an expected score of 1 / (1 + (players - 1) 10^(-e / 400)): an equal one 1 / players.
    """

    players: int = 2
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """ConfigError for hypotheses that cannot be."""
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            allowed = f"allowed is a lower elo0 than elo1, within {-MAX_ELO:g}..{MAX_ELO:g}"
            raise ConfigError(f"elo0 {self.elo0:g} and elo1 {self.elo1:g}; {allowed}")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 1 / 2:
                raise ConfigError(f"{name} is {error:g}; allowed are more than 0 and less than 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at and below which H0 is accepted, and at and above which H1 is."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def expected_score(self, elo: float) -> float:
        """Return the expected score of a first bot that is so much stronger."""
        return 1 / (1 + (self.players - 1) * 10 ** (-elo / ELO_SCALE))

    def elo(self, score: float) -> float:
        """Return how much stronger a first bot with this expected score is, within +-MOST_ELO."""
        if not 0 < score < 1:
            return math.copysign(MAX_ELO, score - 1 / 2)
        found = ELO_SCALE * math.log10(score * (self.players - 1) / (1 - score))
        return max(-MAX_ELO, min(MAX_ELO, found))

    def llr(self, scores: Floats) -> float:
        """Return the log likelihood ratio of H1 to H0 for scores float64[deals] within 0..1."""
        mean0, mean1 = self.expected_score(self.elo0), self.expected_score(self.elo1)
        variance = np.concatenate([scores, PSEUDO_SCORES]).var()
        return float((mean1 - mean0) * (scores - (mean0 + mean1) / 2).sum() / variance)

    def conclusion(self, llr: float) -> str:
        """Return H0, H1 or UNDECIDED for a log likelihood ratio."""
        low, high = self.bounds
        if llr <= low:
            return H0
        return H1 if llr >= high else UNDECIDED


@dataclass(frozen=True)
class InterimResult:
    """Where a test is after some blocks."""

    hypotheses: Hypotheses
    scores: Floats  # one a deal
    decisions: int
    truncated: int
    failures: tuple[Failure, ...]
    won: float = 0.0  # games of the first bot, with a part for each of several winners
    decided: float = 0.0  # games that somebody won

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.scores) * self.hypotheses.players

    @property
    def llr(self) -> float:
        """The log likelihood ratio."""
        return self.hypotheses.llr(self.scores)

    @property
    def conclusion(self) -> str:
        """What is accepted."""
        return self.hypotheses.conclusion(self.llr)

    @property
    def score(self) -> tuple[float, float, float]:
        """The mean score and its interval of 95 %; the test stops where it looks good, so it leans to the extreme."""
        mean, spread_ = float(self.scores.mean()), Z_95 * float(self.scores.std()) / math.sqrt(len(self.scores))
        return mean, max(0.0, mean - spread_), min(1.0, mean + spread_)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The same in Elo."""
        mean, low, high = map(self.hypotheses.elo, self.score)
        return mean, low, high


def deal_scores(result: BlockResult) -> Floats:
    """Return the first bot's score float64[deals] within 0..1; a game that nobody has won is shared by all seats."""
    players = result.won.shape[1]
    shared = (players - result.won.sum(axis=1)) / players
    scores: Floats = np.clip((result.won[:, 0] + shared) / players, 0, 1)
    return scores


@dataclass(frozen=True)
class SprtTest:
    """Two bots and the hypotheses about them; at most `games` games, rounded up to whole blocks."""

    entry: GameEntry
    options: Mapping[str, Any]
    bots: tuple[str, str]
    hypotheses: Hypotheses
    games: int
    seed: int = 1

    def __post_init__(self) -> None:
        """ConfigError for a test that cannot be."""
        check_seed(self.seed)
        check_games("a test", self.games, 1, self.options)
        check_players(self.entry.spec_for(**self.options), self.hypotheses.players)

    def blocks(self) -> list[Block]:
        """List the blocks that it plays at most."""
        one, other = self.bots
        names = (one, *[other] * (self.hypotheses.players - 1))
        count = -(-self.games // (DEALS * len(names)))
        return [Block(names, self.seed, number) for number in range(count)]

    def interim_results(self, processes: int = 1, timeout: float = CALL_TIMEOUT) -> Iterator[InterimResult]:
        """Play block after block, and look after each, until one hypothesis is accepted or all are played.

        Looks are the same for any number of processes: a block counts when all before it have.
        """
        check_timeout(timeout)
        look = InterimResult(self.hypotheses, np.zeros(0), 0, 0, ())
        early: dict[int, BlockResult] = {}
        play = partial(play_block, self.entry, dict(self.options), timeout=timeout)
        following = 0
        for block, played in executor_for_processes(processes)(play, self.blocks()):
            early[block.index] = played
            while following in early:
                look = _add_block(look, early.pop(following))
                following += 1
                yield look
                if look.conclusion != UNDECIDED:
                    return


def _add_block(previous: InterimResult, result: BlockResult) -> InterimResult:
    return InterimResult(
        previous.hypotheses,
        np.concatenate([previous.scores, deal_scores(result)]),
        previous.decisions + result.decisions,
        previous.truncated + result.truncated,
        previous.failures + result.failures,
        round(previous.won + float(result.won[:, 0].sum()), DIGITS),
        round(previous.decided + float(result.won.sum()), DIGITS),
    )
