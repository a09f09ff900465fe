"""Blocks of a ladder: forfeits as in `forfeits`, with untrusted bots in separate processes.

A bot with third-party code runs in its own process, so that a bot that hangs or dies loses only its games.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import BotError, ConfigError, quoted
from wd_env.evaluation.matches.forfeits import ForfeitingBlockRunner
from wd_env.evaluation.matches.match_blocks import Block, BlockResult
from wd_env.registry import GameEntry
from wd_env.sandbox.sandboxed_agent import CALL_TIMEOUT, SandboxedAgent, is_untrusted


def play_block(
    entry: GameEntry, options: Mapping[str, Any], block: Block, timeout: float = CALL_TIMEOUT
) -> BlockResult:
    """Play a block; an untrusted bot runs in a separate process with `timeout` seconds per call."""
    game = entry.spec_for(**options)
    with ExitStack() as open_ones:
        bots: list[Agent] = []
        for seat, name in enumerate(block.lineup):
            stream = block.bot_seed(seat)
            if is_untrusted(name):
                bots.append(open_ones.enter_context(closing(SandboxedAgent(entry, options, name, stream, timeout))))
            else:
                bots.append(make_bot(name, game, np.random.default_rng(stream)))
        return ForfeitingBlockRunner(game, block, bots, options).play()


def check_bots(entry: GameEntry, options: Mapping[str, Any], lineup: Sequence[str]) -> None:
    """Raise the error of a bot that cannot be made; an untrusted one is made in a separate process."""
    for name in lineup:
        if is_untrusted(name):
            _check_untrusted(entry, options, name)
        else:
            make_bot(name, entry.spec_for(**options), np.random.default_rng(0))


def _check_untrusted(entry: GameEntry, options: Mapping[str, Any], name: str) -> None:
    with closing(SandboxedAgent(entry, options, name, (0,))) as bot:
        try:
            bot.wait_until_ready()
        except BotError as exc:
            text = str(exc)
            raise ConfigError(text if name in text else f"bot {quoted(name)} cannot be made: {text}") from None
