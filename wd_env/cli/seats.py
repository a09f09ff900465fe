"""Who sits around the table: people and bots, and what they are called."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wd_env.agents.base import Agent
from wd_env.agents.roster import make_bot
from wd_env.core.errors import ConfigError, IllegalAction, blaming
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.table import WorldDominance

_NUMBERS = re.compile(r"\bseats? [0-9](?:(?:, [0-9])* and [0-9])?(?![0-9])")
_NAME = re.compile(r"[^\W\d_][\w .'-]{0,11}")  # no colon or comma, which divide, and no number, which is a seat


def seats_of(text: str, person: str) -> list[str]:
    """The players, from words divided by commas; ConfigError for an empty one."""
    players = [player.strip() for player in text.split(",")]
    if "" in players:
        raise ConfigError(f"{text!r} has an empty seat; allowed are `{person}`, bots and files, divided by commas")
    return players


def bots_of(players: Sequence[str], person: str, seed: int) -> dict[int, Agent]:
    """A bot for each player that is no person; ConfigError and CheckpointError as `make_bot`."""
    return {
        player: make_bot(name, GAME, np.random.default_rng((seed, player)))
        for player, name in enumerate(players)
        if name != person
    }


def play_bot(table: WorldDominance, bot: Agent) -> None:
    """Let a bot answer at the table; an error of its own, or an answer that is not offered, names it."""
    with blaming(bot):
        answer = bot.choose(table.view(table.seat))
    with blaming(bot, kinds=IllegalAction):  # what follows an answer may be another's
        table.play(answer, seat=table.seat)


def names_of(text: str, players: Sequence[str]) -> tuple[str, ...]:
    """What players are called, from words divided by commas, or nothing for none; ConfigError for what cannot be."""
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    if names and len(names) != len(players):
        raise ConfigError(f"{len(names)} names for {len(players)} players: {text}; allowed is one for each")
    for name in names:
        if not _NAME.fullmatch(name):
            allowed = "up to 12 letters, digits, blanks, dots, hyphens and apostrophes, a letter first"
            raise ConfigError(f"{name!r} is no name; allowed are {allowed}")
    if len({name.casefold() for name in names}) != len(names):
        raise ConfigError(f"two players share a name: {text}; allowed are different ones")
    return names


@dataclass(frozen=True)
class Names:
    """What each seat is called, clockwise."""

    by_seat: tuple[str, ...]

    @classmethod
    def at(cls, table: WorldDominance, names: Sequence[str]) -> "Names":
        """The seats of this table by the names of their players; without names by their numbers.

        A seat that somebody plays besides the own one is called after its player.
        """
        called = []
        for seat in range(table.state.seats):
            player = table.state.owner[seat]
            own = names[player] if names else f"seat {seat}"
            called.append(own if not names or table.home(player) == seat else f"{own}'s ally")
        return cls(tuple(called))

    def into(self, text: str) -> str:
        """The text with every seat called by its name instead of `seat 2` or `seats 0, 1 and 2`."""
        return _NUMBERS.sub(lambda match: re.sub(r"(?:seats? )?([0-9])", self._name, match[0]), text)

    def _name(self, match: "re.Match[str]") -> str:
        seat = int(match[1])
        return self.by_seat[seat] if seat < len(self.by_seat) else match[0]

    def seat(self, words: str) -> int:
        """The seat that is called so, by its number, its name or the beginning of it; ConfigError for none."""
        typed = words.casefold().strip()
        found = [seat for seat, name in enumerate(self.by_seat) if typed and name.casefold().startswith(typed)]
        exact = [seat for seat, name in enumerate(self.by_seat) if typed in (name.casefold(), str(seat))]
        if len(exact or found) != 1:
            raise ConfigError(f"{words!r} is nobody at this table; allowed are {', '.join(self.by_seat)}")
        return (exact or found)[0]
