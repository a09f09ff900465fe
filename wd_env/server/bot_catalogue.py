"""The bots of a server: a list made when it starts. Clients name an id of it and nothing else."""

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
    """A bot that clients may ask."""

    name: str  # as `make_bot` takes it; a file's path stays here
    uses_states: bool  # it is given a state that its seat could be in
    info: BotInfo


def make_bot_catalogue(game: GameSpec, extra_bots: Mapping[str, str]) -> dict[str, BotEntry]:
    """Return every bot of the game by id, and the `named` ones: a file or any other name of a bot for each id.

    ConfigError for an id that is none or is taken, ConfigError and CheckpointError for bots as `make_bot`.
    """
    rows = {name: _entry(name, name, game) for name in bots_for(game)}
    for bot_id, name in extra_bots.items():
        if not re.search(ID_PATTERN, bot_id) or bot_id in rows:
            told = "letters, digits, dots, hyphens and underscores, and none that is taken"
            raise ConfigError(f"{quoted(bot_id)} is no id for a bot; allowed are {told}")
        rows[bot_id] = _entry(bot_id, name, game)
    return rows


def get_bot(bots: Mapping[str, BotEntry], bot_id: str) -> BotEntry:
    """Return the bot of an id; ApiError for one that is not there."""
    if bot_id not in bots:
        raise ApiError("no_such_bot", f"there is no such bot; allowed are {', '.join(bots)}", "bot")
    return bots[bot_id]


def _entry(bot_id: str, name: str, game: GameSpec) -> BotEntry:
    bot = make_bot(name, game, np.random.default_rng(0))
    known = builtin_bots(game.name)
    about = known[name].description if name in known else _description(bot)
    return BotEntry(name, bot.uses_states, BotInfo(id=bot_id, description=about, analysis_level=bot.analysis_level))


def _description(bot: "Agent") -> str:
    return " ".join((type(bot).__doc__ or "a bot").split()).partition(". ")[0]
