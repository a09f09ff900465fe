"""Positions in the middle of a game, dealt at random: full hands and empty ones, pieces everywhere, last soldiers."""

import contextlib
import random
from typing import Any

from tests.games.world_dominance.agreements import random_options
from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import REGION_NAMES
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.variants import Variant

SPACES = [*(f"S{place:02d}" for place in range(24)), "ANT"]
TITLES = [*(f"T{theme:02d}" for theme in range(1, 28)), "South Pole", "SAB"]
DECK = [f"M{card:02d}" for card in range(1, 28)]
MOST_TRIES = 1000


def dealt(luck: random.Random, row: Variant, players: int) -> WorldDominanceTable:
    """A position of this game in which somebody has just landed on a space, or is at the start menu.

    Every other one is of a table that agreed on whatever it likes.
    """
    for _ in range(MOST_TRIES):
        game = row.options(players)
        if luck.random() < 0.5:
            game = random_options(luck, **game, max_turns=None)
        with contextlib.suppress(StateError, ConfigError):  # a game that is won already, a pass for who is out
            return position(**_table(luck, players, players * (1 + row.allies)), **_named(game))
    raise AssertionError(f"no position in {MOST_TRIES} tries")


def _named(game: dict[str, Any]) -> dict[str, Any]:
    """As `position` calls them."""
    return {"players" if name == "num_players" else name: value for name, value in game.items()}


def _table(luck: random.Random, players: int, seats: int) -> dict[str, Any]:
    step = seats // players
    own = range(0, seats, step)
    called = [seat for seat in range(seats) if seat not in own and luck.random() < 0.6]
    out = [seat for seat in own if luck.random() < 0.15] if players > 2 else []
    out = out[: players - 1]  # somebody has the turn
    there = [seat for seat in (*own, *called) if seat not in out]
    turn = luck.choice(there)
    interned = [seat for seat in there if seat != turn and luck.random() < 0.2]
    return {
        "soldiers": [luck.choice((1, 1, 2, 3, 5, 8, 14)) if seat in there else 0 for seat in range(seats)],
        "allies": called,
        "out": out,
        "turn": turn,
        "cards": _hands(luck, there),
        "at": {seat: luck.choice(SPACES) for seat in there if seat not in interned},
        "ice_house": {seat: luck.randint(1, 3) for seat in interned},
        "lands": luck.choice([None, *SPACES]),
        "by_six": luck.random() < 0.2,
        "reinforcements_used": [seat for seat in there if luck.random() < 0.5],
        "khyber_pass": luck.choice([None, *there]),
        "pardon": luck.choice([None, None, *there]),
        "closed": luck.choice([None, None, *REGION_NAMES]),
        "rsz": luck.randrange(4),
        "knows": luck.choice([None, {seat: luck.sample(TITLES, 3) for seat in there}]),
        "queue": luck.choice([None, luck.sample(DECK, luck.randint(3, 9))]),
    }


def _hands(luck: random.Random, there: list[int]) -> dict[int, list[str]]:
    """Most cards of a region with one seat, so that there are Pre Sets, sets and runs."""
    hands: dict[int, list[str]] = {seat: [] for seat in there}
    for region in luck.sample(range(7), 4):
        titles = [title for number, title in enumerate(CARD_TITLES) if _region(number) == region]
        keeper = luck.choice(there)
        for title in luck.sample(titles, luck.randint(1, len(titles))):
            hands[keeper if luck.random() < 0.8 else luck.choice(there)].append(title)
    return hands


def _region(card: int) -> int:
    """In the order of the list: two regions of ten cards, Antarctica's five, four regions of ten."""
    return card // 10 if card < 20 else 2 if card < 25 else (card + 5) // 10
