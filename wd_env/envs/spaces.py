"""Observation and action spaces of a game."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wd_env.errors import ConfigError, quoted
from wd_env.spec.game_spec import GameSpec


def observation_box(game: GameSpec) -> spaces.Box:
    """Return a Box of int8[layout.size], with the range of each observation feature."""
    low, high = game.layout.bounds()
    return spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)


def action_discrete(game: GameSpec) -> spaces.Discrete:
    """Return a Discrete over the actions."""
    return spaces.Discrete(len(game.actions))


def observation_space(game: GameSpec, flat: bool) -> spaces.Space[Any]:
    """Return the observation space of a single agent.

    Args:
        game: Game of the environment.
        flat: True for the observation without its mask, as float32[size]; False for a Dict of both.

    Raises:
        ConfigError: If `flat` is not a bool.
    """
    if not isinstance(flat, bool):
        raise ConfigError(f"flat: expected True or False, got {quoted(flat)}")
    if not flat:
        return masked_observation(game)
    low, high = game.layout.bounds()
    return spaces.Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)


def flatten_observations(observations: NDArray[np.int8]) -> NDArray[np.float32]:
    """Convert observations to float32, as an environment with `flat=True` returns them."""
    return observations.astype(np.float32)


def masked_observation(game: GameSpec) -> spaces.Dict:
    """Return a Dict of `observation` and `action_mask` (int8, 1 is legal), as in PettingZoo's classic games."""
    return spaces.Dict(
        {
            "observation": observation_box(game),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )
