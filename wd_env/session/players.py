"""Players of a session: people and bots, and their names."""

import re
from collections.abc import Sequence

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import ConfigError, IllegalAction, attribute_errors_to
from wd_env.registry import entry_of, presenter_for
from wd_env.spec.game_spec import GameSpec
from wd_env.table.game_table import Table
from wd_env.text.comma_lists import split_list
from wd_env.text.seat_names import NUMBERED, SeatNames

HUMAN = "human"  # a person, in arguments and records
HUMAN_ALIASES = ("me", HUMAN)  # texts that mean a person, in arguments
_NAME = re.compile(r"[^\W\d_][\w .'-]{0,11}")  # colon and comma are separators, and a number is a seat


def parse_seats(texts: Sequence[str]) -> list[str]:
    """Parse the players of a game.

    Args:
        texts: `human` or `me`, bot names and bot files. A single text is a comma-separated list of them, in which a
            path that contains a comma is in double quotes.

    Returns:
        HUMAN or a bot, for each player.

    Raises:
        ConfigError: If a seat is empty.
    """
    players = split_list(texts[0]) if len(texts) == 1 else list(texts)
    if "" in players:
        raise ConfigError(
            f"seats: expected `human`, bots or files, comma-separated, got an empty seat in {' '.join(texts)!r}"
        )
    return [HUMAN if player in HUMAN_ALIASES else player for player in players]


def make_bots(game: GameSpec, players: Sequence[str], seed: int) -> dict[int, Agent]:
    """Make the bots of a session.

    Args:
        game: Game that they play.
        players: HUMAN or a bot, for each player.
        seed: Seed of the bots.

    Returns:
        Bot by player, without the people.

    Raises:
        ConfigError: If a bot is unknown.
        CheckpointError: If a bot file cannot be loaded.
    """
    return {
        player: make_bot(name, game, np.random.default_rng((seed, player)))
        for player, name in enumerate(players)
        if name != HUMAN
    }


def hint_bot(game: GameSpec) -> str:
    """Return the name of the bot that gives hints by default."""
    return entry_of(game).baseline


def default_bot(game: GameSpec) -> str:
    """Return the name of the default opponent of people."""
    return entry_of(game).default_opponent


def play_bot(table: Table, bot: Agent) -> None:
    """Play the action that a bot chooses.

    Args:
        table: Table at a decision.
        bot: Bot to move.

    Raises:
        IllegalAction: If the action is not legal; the error names the bot.
        BotError: If the bot raises an exception; the error names the bot.
    """
    with attribute_errors_to(bot):
        action = bot.choose(table.view(table.seat))
    with attribute_errors_to(bot, caught=IllegalAction):  # other errors may come from what follows the action
        table.play(action, seat=table.seat)


def parse_names(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """Parse a comma-separated list of player names.

    Args:
        text: Names; empty for none.
        players: Players of the game.

    Returns:
        One name for each player, or none.

    Raises:
        ConfigError: If the number of names differs from the number of players, or a name is invalid or repeated.
    """
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    if names and len(names) != len(players):
        raise ConfigError(f"names: expected {len(players)}, one for each player, got {len(names)}: {text}")
    check_names(names)
    return names


def check_names(names: Sequence[str]) -> None:
    """Check player names.

    Raises:
        ConfigError: If a name is invalid or repeated.
    """
    for name in names:
        if not _NAME.fullmatch(name):
            allowed = "up to 12 letters, digits, blanks, dots, hyphens and apostrophes, a letter first"
            raise ConfigError(f"name: expected {allowed}, got {name!r}")
    if len({name.casefold() for name in names}) != len(names):
        raise ConfigError(f"names: expected a different one for each player, got {', '.join(names)}")


def seat_names(table: Table, names: Sequence[str]) -> SeatNames:
    """Return the names of the seats of a table in its current state.

    Args:
        table: Table of the game.
        names: Name of each player; without names the seats are numbered.
    """
    return presenter_for(table.game).seat_names(table, names) if names else NUMBERED
