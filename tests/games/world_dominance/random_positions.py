"""Random positions in the middle of a game: full and empty hands, pieces on all spaces, last soldiers."""

import contextlib
import random
from typing import Any

from tests.games.world_dominance.random_options import random_options
from wd_env.errors import ConfigError, StateError
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import REGION_NAMES
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.variants import Variant

SPACES = [*(f"S{place:02d}" for place in range(24)), "ANT"]
TITLES = [*(f"T{theme:02d}" for theme in range(1, 28)), "South Pole", "SAB"]
DECK = [f"M{card:02d}" for card in range(1, 28)]
MAX_TRIES = 1000


def random_position(rng: random.Random, row: Variant, players: int) -> WorldDominanceTable:
    """Return a position of this game just after a landing, or at the start menu.

    Half of them have random options.
    """
    for _ in range(MAX_TRIES):
        game = row.options(players)
        if rng.random() < 0.5:
            game = random_options(rng, **game, max_turns=None)
        with contextlib.suppress(StateError, ConfigError):  # e.g. a game that is already won
            return position(**_table(rng, players, players * (1 + row.allies)), **_named(game))
    raise AssertionError(f"no valid position in {MAX_TRIES} tries")


def _named(game: dict[str, Any]) -> dict[str, Any]:
    """Return the options under the names that `position` uses."""
    return {"players" if name == "num_players" else name: value for name, value in game.items()}


def _table(rng: random.Random, players: int, seats: int) -> dict[str, Any]:
    step = seats // players
    own = range(0, seats, step)
    called = [seat for seat in range(seats) if seat not in own and rng.random() < 0.6]
    out = [seat for seat in own if rng.random() < 0.15] if players > 2 else []
    out = out[: players - 1]  # one player has the turn
    there = [seat for seat in (*own, *called) if seat not in out]
    turn = rng.choice(there)
    interned = [seat for seat in there if seat != turn and rng.random() < 0.2]
    return {
        "soldiers": [rng.choice((1, 1, 2, 3, 5, 8, 14)) if seat in there else 0 for seat in range(seats)],
        "allies": called,
        "out": out,
        "turn": turn,
        "cards": _hands(rng, there),
        "at": {seat: rng.choice(SPACES) for seat in there if seat not in interned},
        "ice_house": {seat: rng.randint(1, 3) for seat in interned},
        "lands": rng.choice([None, *SPACES]),
        "by_six": rng.random() < 0.2,
        "reinforcements_used": [seat for seat in there if rng.random() < 0.5],
        "khyber_pass": rng.choice([None, *there]),
        "pardon": rng.choice([None, None, *there]),
        "closed": rng.choice([None, None, *REGION_NAMES]),
        "rsz": rng.randrange(4),
        "knows": rng.choice([None, {seat: rng.sample(TITLES, 3) for seat in there}]),
        "queue": rng.choice([None, rng.sample(DECK, rng.randint(3, 9))]),
    }


def _hands(rng: random.Random, there: list[int]) -> dict[int, list[str]]:
    """Give most cards of a region to one seat, so that there are Pre Sets, sets and runs."""
    hands: dict[int, list[str]] = {seat: [] for seat in there}
    for region in rng.sample(range(7), 4):
        titles = [title for number, title in enumerate(CARD_TITLES) if _region(number) == region]
        keeper = rng.choice(there)
        for title in rng.sample(titles, rng.randint(1, len(titles))):
            hands[keeper if rng.random() < 0.8 else rng.choice(there)].append(title)
    return hands


def _region(card: int) -> int:
    """Return the region of a card: in the list, two regions of ten cards, Antarctica's five, four regions of ten."""
    return card // 10 if card < 20 else 2 if card < 25 else (card + 5) // 10
