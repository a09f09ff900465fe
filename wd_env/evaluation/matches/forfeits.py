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
from wd_env.errors import Gone, WdError
from wd_env.evaluation.matches.match_blocks import NOBODY, Block, BlockGames, Failure, Floats, Ints, Played
from wd_env.evaluation.matches.run_fingerprint import Terms
from wd_env.spec.game_spec import GameSpec


class Forfeits(BlockGames):
    """The games of a block, with failures booked."""

    def __init__(
        self, game: GameSpec, block: Block, bots: Sequence[Agent], options: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(game, block, bots, options)
        self._reasons: dict[int, str] = {}  # the first of each bot, by its place in the line-up

    def play(self) -> Played:
        """Play every game to its end, or until a bot has lost it by failing."""
        played = super().play()
        counts = np.bincount(self.lost_by[self.lost_by != NOBODY], minlength=len(self.bots)).tolist()
        failures = tuple(Failure(entry, counts[entry], self._reasons[entry]) for entry in sorted(self._reasons))
        return replace(played, failures=failures)

    def ask(self, entry: int, rows: Ints) -> None:
        """Let one bot act in those of these games that nobody has lost; book what it fails in."""
        rows = rows[self.lost_by[rows] == NOBODY]
        if len(rows) == 0:
            return
        try:
            super().ask(entry, rows)
        except WdError as problem:
            if problem.bot is None:
                raise
            if isinstance(problem, Gone):
                self._book(entry, self.running(), problem)
            elif len(rows) == 1:
                self._book(entry, rows, problem)
            else:
                for place in range(len(rows)):
                    self.ask(entry, rows[place : place + 1])

    def parts(self) -> Floats:
        """Return each bot's part of the win in every game, float64[games, bots]."""
        parts, names = super().parts(), self.block.names
        for entry in self._reasons:
            others = np.array([name != names[entry] for name in names], np.float64)
            parts[self.lost_by == entry] = others / max(others.sum(), 1)
        return parts

    def _book(self, entry: int, rows: Ints, problem: WdError) -> None:
        self.lost_by[rows] = entry
        self._reasons.setdefault(entry, str(problem))


def play_block(terms: Terms, game: GameSpec, options: Mapping[str, Any], block: Block) -> Played:
    """Play a block of this game with all bots in this process; ConfigError where it does not agree on the `terms`."""
    terms.check(game)
    return Forfeits(game, block, block.bots(game), options).play()


def check_bots(game: GameSpec, names: Sequence[str]) -> None:
    """Refuse, by the error that names it, a bot that cannot be made."""
    for name in dict.fromkeys(names):
        make_bot(name, game, np.random.default_rng(0))
