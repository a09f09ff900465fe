"""Who sits around the table: people and bots, and what they are called."""

import re
from collections.abc import Sequence

import numpy as np

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import ConfigError, IllegalAction, attribute_errors_to
from wd_env.registry import entry_of
from wd_env.spec.game_spec import GameSpec
from wd_env.table.game_table import Table
from wd_env.text.comma_lists import split_list
from wd_env.text.seat_names import NUMBERED, SeatNames

HUMAN = "human"  # what a record calls a person
HUMAN_ALIASES = ("me", HUMAN)  # what may be typed for one
_NAME = re.compile(r"[^\W\d_][\w .'-]{0,11}")  # no colon or comma, which divide, and no number, which is a seat


def parse_seats(text: str) -> list[str]:
    """The players, HUMAN or a bot each, from words divided by commas; a path with commas is in double quotes.

    ConfigError for an empty one.
    """
    players = split_list(text)
    if "" in players:
        raise ConfigError(f"{text!r} has an empty seat; allowed are `me`, `human`, bots and files, divided by commas")
    return [HUMAN if player in HUMAN_ALIASES else player for player in players]


def make_bots(game: GameSpec, players: Sequence[str], seed: int) -> dict[int, Agent]:
    """A bot for each player that is no person; ConfigError and CheckpointError as `make_bot`."""
    return {
        player: make_bot(name, game, np.random.default_rng((seed, player)))
        for player, name in enumerate(players)
        if name != HUMAN
    }


def hint_bot(game: GameSpec) -> str:
    """Return the name of the bot that is asked first for this game."""
    return entry_of(game).baseline


def default_bot(game: GameSpec) -> str:
    """Return the name of the bot that people meet unless they name others."""
    return entry_of(game).default_opponent


def play_bot(table: Table, bot: Agent) -> None:
    """Let a bot answer at the table; an error of its own, or an answer that is not offered, names it."""
    with attribute_errors_to(bot):
        answer = bot.choose(table.view(table.seat))
    with attribute_errors_to(bot, kinds=IllegalAction):  # what follows an answer may be another's
        table.play(answer, seat=table.seat)


def parse_names(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """What players are called, from words divided by commas, or nothing for none; ConfigError for what cannot be."""
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    if names and len(names) != len(players):
        raise ConfigError(f"{len(names)} names for {len(players)} players: {text}; allowed is one for each")
    check_names(names)
    return names


def check_names(names: Sequence[str]) -> None:
    """ConfigError for what is no name, and for one that two players share."""
    for name in names:
        if not _NAME.fullmatch(name):
            allowed = "up to 12 letters, digits, blanks, dots, hyphens and apostrophes, a letter first"
            raise ConfigError(f"{name!r} is no name; allowed are {allowed}")
    if len({name.casefold() for name in names}) != len(names):
        raise ConfigError(f"two players share a name: {', '.join(names)}; allowed are different ones")


def seat_names(table: Table, names: Sequence[str]) -> SeatNames:
    """Return what the seats of this table are called, from the names of their players, if they have any.

    A seat that somebody plays besides the own one is called after its player: `Anna's ally`. Several are numbered:
    `Anna's ally 1`, `Anna's ally 2`.
    """
    if not names:
        return NUMBERED
    owners = [table.state.owner[seat] for seat in range(table.state.seats)]
    is_own = [table.home_seat(player) == seat for seat, player in enumerate(owners)]
    called = []
    for seat, player in enumerate(owners):
        allies = [other for other, owner in enumerate(owners) if owner == player and not is_own[other]]
        number = f" {allies.index(seat) + 1}" if len(allies) > 1 and seat in allies else ""
        called.append(names[player] if is_own[seat] else f"{names[player]}'s ally{number}")
    return SeatNames(tuple(called))
