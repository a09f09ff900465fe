"""Positions that do not depend on other bots: games of every variant and number of players, played by the fixed bot."""

from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.variants import all_tables

# Games per kind, sampled positions per kind, and actions between two of them.
TABLES, SAMPLES, STEPS_BETWEEN = 16, 40, 11
MORE: tuple[dict[str, object], ...] = (  # options with nodes that the default options lack
    {"variant": "ally", "manual_stacking": True, "manual_declarations": True, "allow_ice_breakout": True},
    {"allow_incorrect_runs": True, "spelling_demand": True, "knowledge_model": "constant"},
    {"board": "ring30", "death_penalty_two_players": True, "closure_duration": "round"},
)

Answers = Callable[[NDArray[np.int8], NDArray[np.int8], NDArray[np.int64]], NDArray[np.int64]]


class Positions(NamedTuple):
    """Views int8[n, size], masks int8[n, actions], and the index int64[n] at which the search for an action starts."""

    obs: NDArray[np.int8]
    masks: NDArray[np.int8]
    starts: NDArray[np.int64]


def positions(answers: Answers) -> Positions:
    """Play games of every kind by these actions, every second one against random ones, and sample positions."""
    kinds = [({**row.options(players)}, players) for row, players in all_tables()]
    kinds += [(options, 2) for options in MORE]
    looks = [look for number, kind in enumerate(kinds) for look in _of_a_kind(answers, number, *kind)]
    return Positions(*(np.concatenate(pieces) for pieces in zip(*looks, strict=True)))


def digest(*arrays: NDArray[np.int64] | NDArray[np.int8]) -> str:
    """Return a short digest of the numbers of these arrays, each as eight bytes."""
    word = sha256()
    for array in arrays:
        word.update(np.ascontiguousarray(array, np.dtype("<i8")).tobytes())
    return word.hexdigest()[:16]


def _of_a_kind(answers: Answers, number: int, options: dict[str, object], players: int) -> list[Positions]:
    options.pop("num_players", None)
    batch, looks = Batch(GAME, TABLES, 1000 + number, [players], options), []
    for step in range(SAMPLES * STEPS_BETWEEN):
        batch.reset(np.flatnonzero(batch.done))
        starts = (np.arange(TABLES) * 37 + step * 101) % len(GAME.actions)
        if step % STEPS_BETWEEN == STEPS_BETWEEN - 1:
            looks.append(Positions(batch.obs.copy(), batch.masks.copy(), starts))
        chosen = answers(batch.obs, batch.masks, starts)
        for row in range(1, TABLES, 2):
            legal = np.flatnonzero(batch.masks[row])
            chosen[row] = legal[(step * 7 + row) % len(legal)]
        batch.step(chosen)
    return looks
