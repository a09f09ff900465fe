"""A sequential test of two bots, which plays until one of two hypotheses about their strength is accepted.

It is the generalised sequential probability ratio test on the scores of whole deals, as in fishtest for chess (Michel
Van den Bergh, "The Generalized Sequential Probability Ratio Test for Stockfish"): the log likelihood ratio of two mean
scores under a normal approximation whose variance is estimated from the deals so far. A deal is played from every
rotation, so its games are dependent; the score of a whole deal counts as one result.
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
ELO_SCALE = 400  # of the Elo model
MAX_ELO = 2000.0
Z_95 = 1.96  # standard errors of a 95% interval
PSEUDO_SCORES = (
    0.0,
    1.0,
)  # scores of two virtual deals in the variance only, so that a few equal deals decide nothing


@dataclass(frozen=True)
class Hypotheses:
    """H0: the first bot is `elo0` stronger than the others; H1: it is `elo1` stronger.

    The first bot plays one of `players` seats, the second bot all others. A bot that is e Elo stronger has an expected
    score of 1 / (1 + (players - 1) 10^(-e / 400)), which is 1 / players for equal bots.

    Args:
        players: Number of seats.
        elo0: Difference in Elo of H0.
        elo1: Difference in Elo of H1, above `elo0`.
        alpha: Probability of accepting H1 if H0 is true, between 0 and 0.5.
        beta: Probability of accepting H0 if H1 is true, between 0 and 0.5.

    Raises:
        ConfigError: If an argument is invalid.
    """

    players: int = 2
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Raise ConfigError if a field is invalid."""
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            allowed = f"elo0 and elo1: expected elo0 below elo1, from {-MAX_ELO:g} to {MAX_ELO:g}"
            raise ConfigError(f"{allowed}, got {self.elo0:g} and {self.elo1:g}")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 1 / 2:
                raise ConfigError(f"{name}: expected more than 0 and less than 0.5, got {error:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratio up to which H0 is accepted, and that from which H1 is."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def expected_score(self, elo: float) -> float:
        """Return the expected score of a first bot that is `elo` stronger."""
        return 1 / (1 + (self.players - 1) * 10 ** (-elo / ELO_SCALE))

    def elo(self, score: float) -> float:
        """Return the Elo difference of an expected score, at most `MAX_ELO` in size."""
        if not 0 < score < 1:
            return math.copysign(MAX_ELO, score - 1 / 2)
        result = ELO_SCALE * math.log10(score * (self.players - 1) / (1 - score))
        return max(-MAX_ELO, min(MAX_ELO, result))

    def llr(self, scores: Floats) -> float:
        """Return the log likelihood ratio of H1 to H0 for scores float64[deals] from 0 to 1."""
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
    """The result of a test after some blocks.

    Attributes:
        hypotheses: The hypotheses of the test.
        scores: One per deal.
        decisions: Number of decisions.
        truncated: Number of truncated games.
        failures: Forfeits by bot.
        won: Fractional wins of the first bot.
        decided: Games with a winner.
    """

    hypotheses: Hypotheses
    scores: Floats
    decisions: int
    truncated: int
    failures: tuple[Failure, ...]
    won: float = 0.0
    decided: float = 0.0

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
        """The accepted hypothesis, or UNDECIDED."""
        return self.hypotheses.conclusion(self.llr)

    @property
    def score(self) -> tuple[float, float, float]:
        """The mean score and its 95% interval, biased towards extremes because the test stops at them."""
        mean, half_width = float(self.scores.mean()), Z_95 * float(self.scores.std()) / math.sqrt(len(self.scores))
        return mean, max(0.0, mean - half_width), min(1.0, mean + half_width)

    @property
    def elo(self) -> tuple[float, float, float]:
        """Mean score and interval as Elo differences."""
        mean, low, high = map(self.hypotheses.elo, self.score)
        return mean, low, high


def deal_scores(result: BlockResult) -> Floats:
    """Return the first bot's score float64[deals] from 0 to 1; all seats share a game without a winner."""
    players = result.won.shape[1]
    shared = (players - result.won.sum(axis=1)) / players
    scores: Floats = np.clip((result.won[:, 0] + shared) / players, 0, 1)
    return scores


@dataclass(frozen=True)
class SprtTest:
    """Two bots and hypotheses about them; at most `games` games, rounded up to whole blocks.

    Args:
        entry: The game.
        options: Rule options of the games.
        bots: The two bots.
        hypotheses: The hypotheses, with the number of players.
        games: Maximum number of games.
        seed: Seed of all chance.

    Raises:
        ConfigError: If a field is invalid.
    """

    entry: GameEntry
    options: Mapping[str, Any]
    bots: tuple[str, str]
    hypotheses: Hypotheses
    games: int
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise ConfigError if a field is invalid."""
        check_seed(self.seed)
        check_games("a test", self.games, 1, self.options)
        check_players(self.entry.spec_for(**self.options), self.hypotheses.players)

    def blocks(self) -> list[Block]:
        """Return all blocks that the test may play."""
        one, other = self.bots
        names = (one, *[other] * (self.hypotheses.players - 1))
        count = -(-self.games // (DEALS * len(names)))
        return [Block(names, self.seed, block_index) for block_index in range(count)]

    def interim_results(self, processes: int = 1, timeout: float = CALL_TIMEOUT) -> Iterator[InterimResult]:
        """Play block after block until a hypothesis is accepted or all blocks are played.

        The results do not depend on the number of processes: a block counts after all earlier ones.

        Args:
            processes: Number of worker processes.
            timeout: Seconds per call of an untrusted bot.

        Yields:
            The result after each block.
        """
        check_timeout(timeout)
        result = InterimResult(self.hypotheses, np.zeros(0), 0, 0, ())
        early: dict[int, BlockResult] = {}
        play = partial(play_block, self.entry, dict(self.options), timeout=timeout)
        next_index = 0
        for block, played in executor_for_processes(processes)(play, self.blocks()):
            early[block.index] = played
            while next_index in early:
                result = _add_block(result, early.pop(next_index))
                next_index += 1
                yield result
                if result.conclusion != UNDECIDED:
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
