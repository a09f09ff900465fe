"""What the blocks of each line-up of a ladder add up to."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wd_env.evaluation.matches.match_blocks import Floats, Played

DIGITS = 6  # behind the point, of parts of wins

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

    @property
    def decided(self) -> float:
        """Games that somebody won."""
        return round(float(self.won.sum()), DIGITS)

    def as_json(self, bots: Sequence[str]) -> dict[str, Any]:
        """Return it as JSON data, the wins added up."""
        wins = dict(zip(bots, self.won.sum(axis=0).round(DIGITS).tolist(), strict=True))
        same = {
            name: getattr(self, name) for name in ("line_up", "games", "decisions", "truncated", "failed", "reasons")
        }
        return {**same, "decided": self.decided, "wins": {bot: wins[bot] for bot in dict.fromkeys(self.line_up)}}

    def seats(self, bots: Sequence[str]) -> Floats:
        """Return how many seats each bot has, float64[bots]."""
        return np.array([self.line_up.count(bot) for bot in bots], np.float64)


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
