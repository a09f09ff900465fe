"""Blocks of a ladder: like `forfeits`, with third-party bots in separate processes.

A bot that runs code of somebody else has a process of its own, so that one which hangs or dies loses its games alone.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import BotError, ConfigError, quoted
from wd_env.evaluation.matches.forfeits import Forfeits
from wd_env.evaluation.matches.match_blocks import Block, Played
from wd_env.registry import Game
from wd_env.sandbox.sandboxed_agent import PATIENCE, Apart, is_strangers


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
