"""The bots of a server, listed when it starts. Clients name bots by id only."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wd_env.agents.agent_registry import bots_for, builtin_bots, make_bot
from wd_env.errors import ConfigError, quoted
from wd_env.server.protocol.message_fields import ID_PATTERN
from wd_env.server.protocol.replies import BotInfo
from wd_env.server.server_errors import ApiError
from wd_env.spec.game_spec import GameSpec

if TYPE_CHECKING:
    from wd_env.agents.agent import Agent


@dataclass(frozen=True)
class BotEntry:
    """A bot that clients may use."""

    name: str  # for `make_bot`; a path is never sent to clients
    uses_states: bool  # whether it needs a state that its seat could be in
    is_recurrent: bool  # whether it needs the earlier decisions of its player
    info: BotInfo


def make_bot_catalogue(game: GameSpec, extra_bots: Mapping[str, str]) -> dict[str, BotEntry]:
    """Return all bots of the game by id, and the extra ones.

    Args:
        game: The game.
        extra_bots: Name of a bot, or a bot file, for each further id.

    Raises:
        ConfigError: If an id is invalid or taken, or as for `make_bot`.
        CheckpointError: If a bot file is invalid.
    """
    rows = {name: _entry(name, name, game) for name in bots_for(game)}
    for bot_id, name in extra_bots.items():
        if not re.search(ID_PATTERN, bot_id) or bot_id in rows:
            text = "letters, digits, dots, hyphens and underscores, and none that is taken"
            raise ConfigError(f"bot id: expected {text}, got {quoted(bot_id)}")
        rows[bot_id] = _entry(bot_id, name, game)
    return rows


def get_bot(bots: Mapping[str, BotEntry], bot_id: str) -> BotEntry:
    """Return the bot of an id; ApiError if there is none."""
    if bot_id not in bots:
        raise ApiError("no_such_bot", f"unknown bot id; expected {', '.join(bots)}", "bot")
    return bots[bot_id]


def _entry(bot_id: str, name: str, game: GameSpec) -> BotEntry:
    bot = make_bot(name, game, np.random.default_rng(0))
    known = builtin_bots(game.name)
    description = known[name].description if name in known else _description(bot)
    info = BotInfo(id=bot_id, description=description, analysis_level=bot.analysis_level)
    return BotEntry(name, bot.uses_states, bot.hidden_size > 0, info)


def _description(bot: "Agent") -> str:
    return " ".join((type(bot).__doc__ or "a bot").split()).partition(". ")[0]
