"""MaskablePPO's rollout buffer, with advantages along the trajectory of each seat."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.buffers import RolloutBuffer

from wd_env.training.ppo.seat_gae import player_scales, seat_advantages

Array = np.ndarray


class SeatRewardEnv(Protocol):
    """A vector environment as the rollout needs it: n games, S seats, observations of O numbers."""

    acted_seat: Array  # int64[n]: the seat whose action was just taken
    acted_num_players: Array  # int64[n]: the number of players of its game
    seat_rewards: Array  # float32[n, S]: rewards of each seat in the step, including the moves of opponents
    truncated: Array  # bool[n]: the game was truncated in the step
    final_observations: Array  # int8[truncated games, S, O]: the last observation of each seat, in order of the games

    def bootstrap_observations(self) -> tuple[Array, Array]:
        """Return the current observations int8[n, S, O], and which seats learn in the current game, bool[n, S]."""
        ...


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """MaskablePPO's buffer with a trajectory for each seat; observations stay int8 and masks bool in memory.

    The vector environment `env` is passed in `rollout_buffer_kwargs`, and `scale_by_players` as in `PpoSettings`. The
    algorithm sets `value_of`, which computes values float32[k] of observations int8[k, O].
    """

    value_of: Callable[[Array], Array]

    def __init__(self, *args: Any, env: SeatRewardEnv, scale_by_players: bool = False, **kwargs: Any) -> None:
        self.env = env
        self.scale_by_players = scale_by_players
        super().__init__(*args, **kwargs)

    def reset(self) -> None:
        """Empty the buffer before a rollout."""
        # the method of the base class would first allocate the masks as float32, with four times the memory
        RolloutBuffer.reset(self)
        assert isinstance(self.action_space, spaces.Discrete)
        self.mask_dims = int(self.action_space.n)
        shape = (self.buffer_size, self.n_envs)
        self.action_masks = np.zeros((*shape, self.mask_dims), dtype=np.bool_)
        self.seats = np.zeros(shape, dtype=np.int64)
        self.scales = np.ones(shape, dtype=np.float32)
        self.seat_rewards = np.zeros((*shape, self.env.seat_rewards.shape[1]), dtype=np.float32)
        self.final_values = np.zeros_like(self.seat_rewards)

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Store a step of MaskablePPO with the rewards of all seats."""
        step = self.pos
        self.seats[step] = self.env.acted_seat
        if self.scale_by_players:
            self.scales[step] = player_scales(self.env.acted_num_players)
        self.seat_rewards[step] = self.env.seat_rewards
        truncated = self.env.truncated
        if truncated.any():
            self.final_values[step, truncated] = self._values(self.env.final_observations)
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: Array) -> None:
        """Compute advantages and returns; `last_values` belong to the next seat to act and are not used."""
        bounds = np.concatenate([self.episode_starts[1:], dones[None]]).astype(bool)
        observations, learning = self.env.bootstrap_observations()
        bootstrap_values = np.zeros(learning.shape, dtype=np.float32)
        bootstrap_values[learning] = self._values(observations[learning])
        self.advantages = seat_advantages(
            self.seat_rewards, self.seats, self.values, bounds, self.final_values, bootstrap_values,
            self.gamma, self.gae_lambda,
        )  # fmt: skip
        self.returns = self.advantages + self.values
        self.advantages *= self.scales

    def _values(self, observations: Array) -> Array:
        flat = observations.reshape(-1, observations.shape[-1])
        return self.value_of(flat).reshape(observations.shape[:-1])
