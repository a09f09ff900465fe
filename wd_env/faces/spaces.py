"""The spaces of a game: observations as a Box of int8 with the range of each piece, actions as a Discrete."""

from typing import Any

import numpy as np
from gymnasium import spaces

from wd_env.core.errors import ConfigError, quoted
from wd_env.core.spec import GameSpec


def observation_box(game: GameSpec) -> spaces.Box:
    """Return the Box of `layout.size` int8 numbers, each within the range of its piece."""
    low, high = game.layout.bounds()
    return spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)


def action_discrete(game: GameSpec) -> spaces.Discrete:
    """Return the Discrete over the actions."""
    return spaces.Discrete(len(game.actions))


def observation_space(game: GameSpec, flat: bool) -> spaces.Space[Any]:
    """Return the space of one game for a single agent: flat the observation alone, else with its action mask.

    ConfigError for a `flat` that is no bool.
    """
    if not isinstance(flat, bool):
        raise ConfigError(f"flat is {quoted(flat)}; allowed are True and False")
    return observation_box(game) if flat else masked_observation(game)


def masked_observation(game: GameSpec) -> spaces.Dict:
    """Return the Dict of PettingZoo's classic games: `observation` and `action_mask` (int8, 1 is legal)."""
    return spaces.Dict(
        {
            "observation": observation_box(game),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )
