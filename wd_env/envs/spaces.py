"""The spaces of a game: observations as a Box with the range of each piece, actions as a Discrete."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wd_env.errors import ConfigError, quoted
from wd_env.spec.game_spec import GameSpec


def observation_box(game: GameSpec) -> spaces.Box:
    """Return the Box of `layout.size` int8 numbers, each within the range of its piece."""
    low, high = game.layout.bounds()
    return spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)


def action_discrete(game: GameSpec) -> spaces.Discrete:
    """Return the Discrete over the actions."""
    return spaces.Discrete(len(game.actions))


def observation_space(game: GameSpec, flat: bool) -> spaces.Space[Any]:
    """Return the space of one game for a single agent: flat the observation alone as float32, else with its mask.

    ConfigError for a `flat` that is no bool.
    """
    if not isinstance(flat, bool):
        raise ConfigError(f"flat is {quoted(flat)}; allowed are True and False")
    if not flat:
        return masked_observation(game)
    low, high = game.layout.bounds()
    return spaces.Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)


def flatten_observations(observations: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return observations as a flat environment shows them: the same numbers in the type that networks take."""
    return observations.astype(np.float32)


def masked_observation(game: GameSpec) -> spaces.Dict:
    """Return the Dict of PettingZoo's classic games: `observation` and `action_mask` (int8, 1 is legal)."""
    return spaces.Dict(
        {
            "observation": observation_box(game),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )
