"""Stored positions of every game, as its bots see them; `sample_positions` writes them.

They are stored as arrays, so that later rules and bots do not change them. If a feature of an observation or an action
changes, the positions must be sampled again.
"""

import lzma
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.agents.golden_bot import FOLDER
from wd_env.registry import GAMES
from wd_env.spec.game_spec import GameSpec

SETS = {  # options on which the observations or actions of a game depend, by stored set
    "world_dominance": {},
    "domination": {},
    "domination_edge": {"encoding": "edge"},
    "superpowers": {},
    "superpowers_advanced": {},  # in games by the advanced rules
}


class Positions(NamedTuple):
    """The observations int8[n, size] and masks int8[n, actions] of some positions of a game."""

    game: GameSpec
    obs: NDArray[np.int8]
    masks: NDArray[np.int8]


def game_of(name: str) -> GameSpec:
    """Return the game of a stored set."""
    entry = next(entry for game, entry in GAMES.items() if name.startswith(game))
    return entry.spec_for(**SETS[name])


def layout_of(game: GameSpec) -> str:
    """Return the hashes of the observations and actions, with which positions remain valid."""
    return f"{game.layout_hash} {game.actions_hash}"


@cache
def positions(name: str) -> Positions:
    """Read a stored set of positions."""
    game = game_of(name)
    data = lzma.decompress((FOLDER / f"{name}.xz").read_bytes())
    rows = np.frombuffer(data, np.int8).reshape(-1, game.layout.size + len(game.actions))
    return Positions(game, rows[:, : game.layout.size], rows[:, game.layout.size :])


def write_positions(name: str, rows: NDArray[np.int8]) -> None:
    """Write a set of positions, rows of an observation and a mask."""
    (FOLDER / f"{name}.xz").write_bytes(lzma.compress(rows.tobytes()))
