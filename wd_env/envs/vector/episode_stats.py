"""Statistics of games that have ended."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wd_env.envs.vector.lineup import LEARNER


@dataclass
class EpisodeStats:
    """Statistics of games that ended since the last `pop_stats`.

    Attributes:
        games: Number of games.
        decisions: Number of decisions in them.
        truncated: Number of truncated games.
        learner_games: Number of games of a learner against each opponent, by index.
        learner_wins: Number of these games that a learner won.
    """

    games: int = 0
    decisions: int = 0
    truncated: int = 0
    learner_seats: int = 0
    learner_rewards: float = 0.0
    learner_games: dict[int, int] = field(default_factory=dict)
    learner_wins: dict[int, int] = field(default_factory=dict)

    def add(
        self,
        lineup: NDArray[np.int64],
        present: NDArray[np.bool_],
        won: NDArray[np.bool_],
        lengths: NDArray[np.int64],
        returns: NDArray[np.float64],
    ) -> None:
        """Add k games that have ended.

        Args:
            lineup: int64[k, players], who played.
            present: bool[k, players], which players the games have.
            won: bool[k, players], who won.
            lengths: int64[k], numbers of decisions.
            returns: float64[k, players], sums of the rewards.
        """
        self.games += len(lineup)
        self.decisions += int(lengths.sum())
        learns = present & (lineup == LEARNER)
        self.learner_seats += int(learns.sum())
        self.learner_rewards += float(returns[learns].sum())
        learner_won = (learns & won).any(axis=1)
        others = present & ~learns & learns.any(axis=1, keepdims=True)
        for opponent in np.unique(lineup[others]).tolist():
            faced = (others & (lineup == opponent)).any(axis=1)
            self.learner_games[opponent] = self.learner_games.get(opponent, 0) + int(faced.sum())
            self.learner_wins[opponent] = self.learner_wins.get(opponent, 0) + int((faced & learner_won).sum())
