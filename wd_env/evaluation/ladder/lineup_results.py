"""Sums over the blocks of each line-up of a ladder."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from wd_env.evaluation.matches.match import joint_wins
from wd_env.evaluation.matches.match_blocks import BlockResult, Floats

DIGITS = 6  # decimals of fractional wins

BlocksByKey = Mapping[tuple[tuple[str, ...], int], BlockResult]  # by line-up and block index


@dataclass(frozen=True)
class LineupResult:
    """The results of all blocks of a line-up.

    Attributes:
        lineup: Bots of the seats.
        won: float64[deals, bots], fractional wins, with the bots in the ladder's order.
        forfeited: Number of games that each bot forfeited.
        reasons: Reason of the first forfeit of each bot.
        decisions: Number of decisions.
        truncated: Number of truncated games.
        winners: Number of games that exactly these entries of the line-up won.
    """

    lineup: tuple[str, ...]
    won: Floats
    forfeited: Mapping[str, int]
    reasons: Mapping[str, str]
    decisions: int
    truncated: int
    winners: Mapping[tuple[int, ...], int]

    @property
    def players(self) -> int:
        """Number of seats of the line-up."""
        return len(self.lineup)

    @property
    def games(self) -> int:
        """Number of games: every deal is played from each rotation of the seats."""
        return len(self.won) * self.players

    @property
    def decided(self) -> float:
        """Number of games with a winner."""
        return round(float(self.won.sum()), DIGITS)

    def as_json(self, bots: Sequence[str]) -> dict[str, Any]:
        """Return the results as JSON data, with wins added up by bot."""
        wins = dict(zip(bots, self.won.sum(axis=0).round(DIGITS).tolist(), strict=True))
        same = {
            name: getattr(self, name) for name in ("lineup", "games", "decisions", "truncated", "forfeited", "reasons")
        }
        shared = [asdict(win) for win in joint_wins(self.lineup, self.winners)]
        wins = {bot: wins[bot] for bot in dict.fromkeys(self.lineup)}
        return {**same, "decided": self.decided, "wins": wins, "joint_wins": shared}

    def games_won(self, bot: str) -> tuple[int, int]:
        """Return the games that one entry of a bot won alone, and those that it won with other entries."""
        won_alone = won_together = 0
        for indices, games in self.winners.items():
            if bot in (self.lineup[index] for index in indices):
                won_alone += games if len(indices) == 1 else 0
                won_together += games if len(indices) > 1 else 0
        return won_alone, won_together

    def seats(self, bots: Sequence[str]) -> Floats:
        """Return the number of seats of each bot, float64[bots]."""
        return np.array([self.lineup.count(bot) for bot in bots], np.float64)


def lineup_results(blocks: BlocksByKey, bots: Sequence[str]) -> list[LineupResult]:
    """Add up the blocks by line-up, in an order that depends only on the blocks."""
    by_line_up: dict[tuple[str, ...], list[BlockResult]] = defaultdict(list)
    for lineup, block_index in sorted(blocks, key=lambda index: (len(index[0]), *index)):
        by_line_up[lineup].append(blocks[lineup, block_index])
    return [_add_blocks(lineup, result, bots) for lineup, result in by_line_up.items()]


def _add_blocks(lineup: tuple[str, ...], results: Sequence[BlockResult], bots: Sequence[str]) -> LineupResult:
    sits = np.array([[name == bot for bot in bots] for name in lineup], np.float64)  # [entries, bots]
    failures = [failure for block in results for failure in block.failures]
    failed: dict[str, int] = defaultdict(int)
    for failure in failures:
        failed[lineup[failure.lineup_index]] += failure.games
    return LineupResult(
        lineup,
        np.concatenate([block.won @ sits for block in results]),
        dict(failed),
        {lineup[failure.lineup_index]: failure.reason for failure in reversed(failures)},
        sum(block.decisions for block in results),
        sum(block.truncated for block in results),
        sum((Counter(block.winners) for block in results), Counter[tuple[int, ...]]()),
    )
