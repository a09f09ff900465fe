"""The bots of a server: a list made when it starts. Clients name an id of it and nothing else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wd_env.agents.agent_registry import bots_for, make_bot, roster_of
from wd_env.errors import ConfigError, quoted
from wd_env.server.protocol.message_fields import WORD
from wd_env.server.protocol.replies import BotInfo
from wd_env.server.server_errors import Refusal
from wd_env.spec.game_spec import GameSpec

if TYPE_CHECKING:
    from wd_env.agents.agent import Agent


@dataclass(frozen=True)
class BotRow:
    """A bot that clients may ask."""

    name: str  # as `make_bot` takes it; a file's path stays here
    takes_states: bool  # it is given a state that its seat could be in
    info: BotInfo


def bots_at_start(game: GameSpec, named: Mapping[str, str]) -> dict[str, BotRow]:
    """Return every bot of the game by id, and the `named` ones: a file or any other name of a bot for each id.

    ConfigError for an id that is none or is taken, ConfigError and CheckpointError for bots as `make_bot`.
    """
    rows = {name: _row(name, name, game) for name in bots_for(game)}
    for bot_id, name in named.items():
        if not re.search(WORD, bot_id) or bot_id in rows:
            told = "letters, digits, dots, hyphens and underscores, and none that is taken"
            raise ConfigError(f"{quoted(bot_id)} is no id for a bot; allowed are {told}")
        rows[bot_id] = _row(bot_id, name, game)
    return rows


def bot_of(bots: Mapping[str, BotRow], bot_id: str) -> BotRow:
    """Return the bot of an id; Refusal for one that is not there."""
    if bot_id not in bots:
        raise Refusal("no_such_bot", f"there is no such bot; allowed are {', '.join(bots)}", "bot")
    return bots[bot_id]


def _row(bot_id: str, name: str, game: GameSpec) -> BotRow:
    bot = make_bot(name, game, np.random.default_rng(0))
    known = roster_of(game.name)
    about = known[name].about if name in known else _about(bot)
    return BotRow(name, bot.takes_states, BotInfo(id=bot_id, about=about, opinion=bot.tells))


def _about(bot: "Agent") -> str:
    return " ".join((type(bot).__doc__ or "a bot").split()).partition(". ")[0]
