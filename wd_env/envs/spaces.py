"""Observation and action spaces of a game."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.spec.game_spec import GameSpec

RAW, SCALED = OBSERVATIONS = ("raw", "scaled")


def observation_box(game: GameSpec) -> spaces.Box:
    """Return a Box of int8[layout.size], with the range of each observation feature."""
    low, high = game.layout.bounds()
    return spaces.Box(np.array(low, np.int8), np.array(high, np.int8), dtype=np.int8)


def action_discrete(game: GameSpec) -> spaces.Discrete:
    """Return a Discrete over the actions."""
    return spaces.Discrete(len(game.actions))


def masked_observation(game: GameSpec, observation: spaces.Box | None = None) -> spaces.Dict:
    """Return a Dict of `observation` and `action_mask` (int8, 1 is legal), as in PettingZoo's classic games."""
    return spaces.Dict(
        {
            "observation": observation_box(game) if observation is None else observation,
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )


class ObservationFormat:
    """The form in which an environment shows observations, and their spaces.

    Args:
        game: The game.
        observations: "raw" for int8 numbers, "scaled" for float32 numbers in -1 to 1, each divided by the bound of its
            feature.
        flat: If True an observation is the numbers alone, as float32, without the action mask.

    Raises:
        ConfigError: If an argument is invalid.
    """

    def __init__(self, game: GameSpec, observations: str = RAW, flat: bool = False) -> None:
        if observations not in OBSERVATIONS:
            hint = did_you_mean(observations, OBSERVATIONS) if isinstance(observations, str) else ""
            raise ConfigError(f"observations: expected {' or '.join(OBSERVATIONS)}, got {quoted(observations)}{hint}")
        if not isinstance(flat, bool):
            raise ConfigError(f"flat: expected True or False, got {quoted(flat)}")
        self.is_flat = flat
        low, high = (np.array(bounds, np.int8) for bounds in game.layout.bounds())
        self._divisors = np.array(game.layout.max_abs(), np.float32) if observations == SCALED else None
        self._dtype: Any = np.float32 if flat or observations == SCALED else np.int8
        self.box = spaces.Box(self.convert(low), self.convert(high), dtype=self._dtype)
        self.space: spaces.Space[Any] = self.box if flat else masked_observation(game, self.box)

    def convert(self, observations: NDArray[np.int8]) -> NDArray[Any]:
        """Convert observations int8[..., size]; the result is a copy unless it is int8."""
        if self._divisors is not None:
            return observations / self._divisors
        return observations.astype(self._dtype, copy=False)

    def show(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> Any:
        """Return observations as the environment shows them, with the action masks unless it is flat."""
        formatted = self.convert(observations)
        return formatted if self.is_flat else {"observation": formatted, "action_mask": masks}
