"""Blocks in which a bot that fails loses its game, and everybody else plays on.

A bot that raises, or answers what is not offered, loses that game alone: where it fails for several games in one call,
it is asked again for each by itself. One whose process has died or was ended loses every game of the block that is not
over. The win of a lost game is shared equally by the seats of the other bots; where there are none it is nobody's.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any

import numpy as np

from wd_env.agents.arena import NOBODY, Block, BlockGames, Failure, Floats, Ints, Played
from wd_env.agents.base import Agent
from wd_env.agents.ladder.apart import PATIENCE, Apart, Gone, is_strangers
from wd_env.agents.roster import make_bot
from wd_env.core.errors import BotError, ConfigError, WdError, quoted
from wd_env.core.spec import GameSpec
from wd_env.games import Game


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
        return Played(played.won, played.truncated, played.decisions, failures)

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


def play_block(row: Game, options: Mapping[str, Any], block: Block, patience: float = PATIENCE) -> Played:
    """Play a block of this game; a stranger's bot runs in a process of its own, which has `patience` seconds a call."""
    game = row.spec_for(**options)
    with ExitStack() as open_ones:
        bots: list[Agent] = []
        for seat, name in enumerate(block.names):
            stream = block.stream(seat)
            if is_strangers(name):
                bots.append(open_ones.enter_context(closing(Apart(row, options, name, stream, patience))))
            else:
                bots.append(make_bot(name, game, np.random.default_rng(stream)))
        return Forfeits(game, block, bots, options).play()


def check_bots(row: Game, options: Mapping[str, Any], names: Sequence[str]) -> None:
    """Refuse, by the error that names it, a bot that cannot be made; a stranger's is made in a process of its own."""
    for name in names:
        if is_strangers(name):
            _check_stranger(row, options, name)
        else:
            make_bot(name, row.spec_for(**options), np.random.default_rng(0))


def _check_stranger(row: Game, options: Mapping[str, Any], name: str) -> None:
    with closing(Apart(row, options, name, (0,))) as bot:
        try:
            bot.wait_until_made()
        except BotError as problem:
            told = str(problem)
            raise ConfigError(told if name in told else f"bot {quoted(name)} cannot be made: {told}") from None
