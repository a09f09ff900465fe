"""Blocks in which a bot that fails loses its game, and everybody else plays on.

A bot that raises, or answers what is not offered, loses that game alone: where it fails for several games in one call,
it is asked again for each by itself. One that is gone for good loses every game of the block that is not over. The win
of a lost game is shared equally by the seats of the other bots; where there are none it is nobody's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import BotProcessDied, WdError
from wd_env.evaluation.matches.match_blocks import NO_BOT, Block, BlockResult, BlockRunner, Failure, Floats, Ints
from wd_env.evaluation.matches.run_fingerprint import RunFingerprint
from wd_env.spec.game_spec import GameSpec


class ForfeitingBlockRunner(BlockRunner):
    """The games of a block, with failures booked."""

    def __init__(
        self, game: GameSpec, block: Block, bots: Sequence[Agent], options: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(game, block, bots, options)
        self._reasons: dict[int, str] = {}  # the first of each bot, by its place in the line-up

    def play(self) -> BlockResult:
        """Play every game to its end, or until a bot has lost it by failing."""
        played = super().play()
        counts = np.bincount(self.lost_by[self.lost_by != NO_BOT], minlength=len(self.bots)).tolist()
        failures = tuple(Failure(entry, counts[entry], self._reasons[entry]) for entry in sorted(self._reasons))
        return replace(played, failures=failures)

    def play_bot(self, lineup_index: int, rows: Ints) -> None:
        """Let one bot act in those of these games that nobody has lost; book what it fails in."""
        rows = rows[self.lost_by[rows] == NO_BOT]
        if len(rows) == 0:
            return
        try:
            super().play_bot(lineup_index, rows)
        except WdError as problem:
            if problem.bot is None:
                raise
            if isinstance(problem, BotProcessDied):
                self._record_failure(lineup_index, self.running_games(), problem)
            elif len(rows) == 1:
                self._record_failure(lineup_index, rows, problem)
            else:
                for place in range(len(rows)):
                    self.play_bot(lineup_index, rows[place : place + 1])

    def win_fractions(self) -> Floats:
        """Return each bot's part of the win in every game, float64[games, bots]."""
        parts, names = super().win_fractions(), self.block.lineup
        for entry in self._reasons:
            others = np.array([name != names[entry] for name in names], np.float64)
            parts[self.lost_by == entry] = others / max(others.sum(), 1)
        return parts

    def _record_failure(self, lineup_index: int, rows: Ints, error: WdError) -> None:
        self.lost_by[rows] = lineup_index
        self._reasons.setdefault(lineup_index, str(error))


def play_block(fingerprint: RunFingerprint, game: GameSpec, options: Mapping[str, Any], block: Block) -> BlockResult:
    """Play a block of this game with all bots in this process; ConfigError where it does not agree on the `terms`."""
    fingerprint.check(game)
    return ForfeitingBlockRunner(game, block, block.bots(game), options).play()


def check_bots(game: GameSpec, lineup: Sequence[str]) -> None:
    """Refuse, by the error that names it, a bot that cannot be made."""
    for name in dict.fromkeys(lineup):
        make_bot(name, game, np.random.default_rng(0))
