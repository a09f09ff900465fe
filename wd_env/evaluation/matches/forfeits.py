"""Blocks in which a bot that fails forfeits its game, and the other games continue.

A bot that raises or returns an illegal action forfeits that game only: if it fails in a call for several games, it is
called again for each of them. A bot whose process died forfeits every running game of the block. The seats of the other
bots share the win of a forfeited game equally; if there are no other bots, the game has no winner.
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
    """The games of a block, with forfeits recorded."""

    def __init__(
        self, game: GameSpec, block: Block, bots: Sequence[Agent], options: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(game, block, bots, options)
        self._reasons: dict[int, str] = {}  # of each bot's first failure, by line-up index

    def play(self) -> BlockResult:
        """Play every game until it ends or a bot forfeits it."""
        played = super().play()
        counts = np.bincount(self.lost_by[self.lost_by != NO_BOT], minlength=len(self.bots)).tolist()
        failures = tuple(Failure(entry, counts[entry], self._reasons[entry]) for entry in sorted(self._reasons))
        return replace(played, failures=failures)

    def play_bot(self, lineup_index: int, rows: Ints) -> None:
        """Let a bot act in those of these games that no bot has forfeited, and record its failures."""
        rows = rows[self.lost_by[rows] == NO_BOT]
        if len(rows) == 0:
            return
        try:
            super().play_bot(lineup_index, rows)
        except WdError as exc:
            if exc.bot is None:
                raise
            if isinstance(exc, BotProcessDied):
                self._record_failure(lineup_index, self.running_games(), exc)
            elif len(rows) == 1:
                self._record_failure(lineup_index, rows, exc)
            else:
                for index in range(len(rows)):
                    self.play_bot(lineup_index, rows[index : index + 1])

    def win_fractions(self) -> Floats:
        """Return each bot's fractional win in every game, float64[games, bots]."""
        items, names = super().win_fractions(), self.block.lineup
        for entry in self._reasons:
            others = np.array([name != names[entry] for name in names], np.float64)
            items[self.lost_by == entry] = others / max(others.sum(), 1)
        return items

    def _record_failure(self, lineup_index: int, rows: Ints, error: WdError) -> None:
        self.lost_by[rows] = lineup_index
        self._reasons.setdefault(lineup_index, str(error))


def play_block(fingerprint: RunFingerprint, game: GameSpec, options: Mapping[str, Any], block: Block) -> BlockResult:
    """Play a block with all bots in this process; ConfigError if the process does not match the fingerprint."""
    fingerprint.check(game)
    return ForfeitingBlockRunner(game, block, block.bots(game), options).play()


def check_bots(game: GameSpec, lineup: Sequence[str]) -> None:
    """Raise the error of a bot that cannot be made; the message names it."""
    for name in dict.fromkeys(lineup):
        make_bot(name, game, np.random.default_rng(0))
