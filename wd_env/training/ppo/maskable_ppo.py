"""MaskablePPO for games of several seats: advantages by seat, and schedules over the whole run."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from wd_env.spec.observation_layout import Pointer
from wd_env.training.ppo.sb3_policy import SeatPolicy, policy_kwargs
from wd_env.training.ppo.seat_rollout_buffer import SeatRolloutBuffer
from wd_env.training.settings.training_settings import TrainSettings


class SeatPPO(MaskablePPO):
    """MaskablePPO with `SeatPolicy` and `SeatRolloutBuffer` over a vector environment that is a `SeatRewardEnv`.

    `total_decisions` is the length of the whole run: schedules go by it and not by the length of one call of `learn`,
    so that a run resumed in pieces has the same learning rates as one in a piece.
    """

    rollout_buffer: SeatRolloutBuffer
    policy: SeatPolicy

    def __init__(
        self,
        env: Any,
        total_decisions: int,
        ent_coef_at: Callable[[float], float] | None = None,
        scale_by_players: bool = False,
        **kwargs: Any,
    ) -> None:
        self.total_decisions = total_decisions
        self.ent_coef_at = ent_coef_at
        super().__init__(
            SeatPolicy,
            env,
            rollout_buffer_class=SeatRolloutBuffer,
            rollout_buffer_kwargs={"env": env, "scale_by_players": scale_by_players},
            **kwargs,
        )

    @classmethod
    def from_settings(
        cls,
        env: Any,
        settings: TrainSettings,
        pointers: Sequence[Pointer] = (),
        columns: Sequence[int] = (),
        **kwargs: Any,
    ) -> "SeatPPO":
        """Make the algorithm from the settings of a run; `kwargs` are MaskablePPO's own (device, logs).

        `pointers` are the game's; `columns` of the observation are all that the network reads, none named: everything.
        """
        ppo = settings.ppo
        return cls(
            env,
            total_decisions=settings.run.total_decisions,
            ent_coef_at=ppo.ent_coef_at,
            scale_by_players=ppo.scale_by_players,
            learning_rate=ppo.learning_rate_at,
            n_steps=ppo.n_steps,
            batch_size=ppo.batch_size,
            n_epochs=ppo.n_epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip_range,
            ent_coef=ppo.ent_coef,
            vf_coef=ppo.vf_coef,
            max_grad_norm=ppo.max_grad_norm,
            target_kl=ppo.target_kl,
            policy_kwargs=policy_kwargs(settings.net.architecture(pointers), pointers, columns),
            seed=settings.run.seed,
            **kwargs,
        )

    def value_of(self, observations: np.ndarray) -> np.ndarray:
        """Compute values float32[k] of observations int8[k, O] under the present policy."""
        with torch.no_grad():
            values = self.policy.predict_values(torch.as_tensor(observations, device=self.device))
        return np.asarray(values.squeeze(1).cpu().numpy())

    def _setup_model(self) -> None:
        super()._setup_model()
        self.rollout_buffer.value_of = self.value_of

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        super()._update_current_progress_remaining(min(num_timesteps, self.total_decisions), self.total_decisions)
        if self.ent_coef_at is not None:
            self.ent_coef = self.ent_coef_at(self._current_progress_remaining)

    def _excluded_save_params(self) -> list[str]:
        # it holds the environment, which belongs in no file
        return [*super()._excluded_save_params(), "rollout_buffer_kwargs"]
