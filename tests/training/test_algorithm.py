"""The algorithm assigns rewards to the right decisions, and a resumed run equals an uninterrupted one."""

import io
import threading

import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from wd_env.agents.networks.architecture import Architecture
from wd_env.training.ppo.maskable_ppo import SeatPPO
from wd_env.training.ppo.network_weights import export_weights
from wd_env.training.ppo.sb3_policy import policy_kwargs
from wd_env.training.settings.net_settings import NetSettings
from wd_env.training.settings.ppo_settings import PpoSettings
from wd_env.training.settings.run_settings import RunSettings
from wd_env.training.settings.training_settings import TrainSettings
from wd_env.training.snapshots.snapshot import load_latest_snapshot, save_snapshot

GAMES = 16
GIVE, TAKE = 0, 1


class Robbery(VecEnv):
    """Seat 0 gives or takes; seat 1 has one legal action, and on that move seat 0 is paid and seat 1 pays.

    An algorithm that credits the reward to the mover, or bootstraps from the next player's view, learns to give.
    """

    def __init__(self):
        super().__init__(GAMES, spaces.Box(-128, 127, (3,), np.int8), spaces.Discrete(2))
        self.seat_rewards = np.zeros((GAMES, 2), dtype=np.float32)
        self.truncated = np.zeros(GAMES, dtype=bool)
        self.final_observations = np.zeros((0, 2, 3), dtype=np.int8)
        self.reset()

    def reset(self):
        self.seat = np.zeros(GAMES, dtype=np.int64)
        self.taken = np.zeros(GAMES, dtype=np.int64)
        return self.view()

    def view(self):
        return np.stack([self.seat == 0, self.seat == 1, self.taken], axis=1).astype(np.int8)

    def bootstrap_observations(self):
        return np.stack([self.view(), self.view()], axis=1), np.ones((GAMES, 2), dtype=bool)

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        self.acted_seat = self.seat.copy()
        done = self.seat == 1
        paid = np.where(done, 2 * self.taken - 1, 0)
        self.seat_rewards = np.stack([paid, -paid], axis=1).astype(np.float32)
        self.taken = np.where(done, 0, self.actions)
        self.seat = 1 - self.seat
        mover = self.seat_rewards[np.arange(GAMES), self.acted_seat]
        return self.view(), mover, done, [{} for _ in range(GAMES)]

    def env_method(self, method_name, *args, **kwargs):
        assert method_name == "action_masks"
        return np.stack([np.ones(GAMES), self.seat == 0], axis=1).astype(np.int8)

    def has_attr(self, attr_name):
        return attr_name == "action_masks"

    def close(self):
        pass

    def get_attr(self, attr_name, indices=None):
        return [None] * GAMES  # it has no image

    def set_attr(self, attr_name, value, indices=None):
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * GAMES


TRAINING = {
    "n_steps": 8,
    "batch_size": 64,
    "n_epochs": 4,
    "learning_rate": lambda remaining: 0.01 * remaining,
    "policy_kwargs": policy_kwargs(Architecture((8,), 1, "tanh")),
    "seed": 5,
    "device": "cpu",
}
ROLLOUT = GAMES * 8


def chance_to_take(model):
    view = torch.tensor([[1, 0, 0]], dtype=torch.int8)
    masks = np.ones((1, 2), dtype=np.int8)
    with torch.no_grad():
        _, taken, _ = model.policy.evaluate_actions(view, torch.tensor([TAKE]), torch.as_tensor(masks))
    return float(taken.exp())


def test_a_seat_learns_from_what_it_gets_on_the_others_move():
    model = SeatPPO(Robbery(), total_decisions=20 * ROLLOUT, **TRAINING)
    model.learn(20 * ROLLOUT)
    assert chance_to_take(model) > 0.95


def test_one_trajectory_for_all_seats_learns_the_opposite():
    """Show that the game above distinguishes the two algorithms."""
    model = MaskablePPO("MlpPolicy", Robbery(), **TRAINING | {"policy_kwargs": {"net_arch": [8]}})
    model.learn(20 * ROLLOUT)
    assert chance_to_take(model) < 0.5


def weights(model):
    return {name: tensor.clone() for name, tensor in model.policy.state_dict().items()}


def test_a_run_resumed_from_a_snapshot_ends_with_the_same_bits(tmp_path):
    whole = SeatPPO(Robbery(), total_decisions=6 * ROLLOUT, **TRAINING)
    whole.learn(6 * ROLLOUT)

    first = SeatPPO(Robbery(), total_decisions=6 * ROLLOUT, **TRAINING)
    first.learn(2 * ROLLOUT)
    save_snapshot(tmp_path, first.num_timesteps, first.policy, first.policy.optimizer, {}, {})
    torch.manual_seed(99)  # the result must not depend on what happens in between

    second = SeatPPO(Robbery(), total_decisions=6 * ROLLOUT, **TRAINING)
    snapshot = load_latest_snapshot(tmp_path)
    snapshot.apply(second.policy, second.policy.optimizer)
    second.num_timesteps = snapshot.decisions
    second.learn(4 * ROLLOUT, reset_num_timesteps=False)

    resumed = weights(second)
    assert all(torch.equal(tensor, resumed[name]) for name, tensor in weights(whole).items())


def test_the_schedule_goes_by_the_whole_run_and_ends_with_it():
    model = SeatPPO(Robbery(), total_decisions=4 * ROLLOUT, **TRAINING)
    rates = []
    for _ in range(5):
        model.learn(ROLLOUT, reset_num_timesteps=False)
        rates.append(model.policy.optimizer.param_groups[0]["lr"])
    assert rates == pytest.approx([0.0075, 0.005, 0.0025, 0, 0])


@pytest.mark.parametrize(("end", "weights"), [(0.0, [0.03, 0.02, 0.01, 0, 0]), (None, [0.04] * 5)])
def test_the_weight_of_undecided_play_falls_with_the_run_or_stays(end, weights):
    ppo = PpoSettings(ent_coef=0.04, ent_coef_end=end)
    model = SeatPPO(
        Robbery(), total_decisions=4 * ROLLOUT, ent_coef_at=ppo.ent_coef_at, **TRAINING | {"ent_coef": 0.04}
    )
    found = []
    for _ in range(5):
        model.learn(ROLLOUT, reset_num_timesteps=False)
        found.append(model.ent_coef)
    assert found == pytest.approx(weights)


def test_the_settings_of_a_run_reach_the_algorithm():
    ppo = PpoSettings(
        n_envs=GAMES, n_steps=8, batch_size=32, n_epochs=3, gamma=0.5, gae_lambda=0.25, clip_range=0.1, ent_coef=0.02,
        vf_coef=0.7, learning_rate=0.04, learning_rate_end=0.02, max_grad_norm=0.3, target_kl=0.9, ent_coef_end=0.01,
    )  # fmt: skip
    settings = TrainSettings(ppo=ppo, net=NetSettings((6, 4), 1, "relu"), run=RunSettings(total_decisions=4 * ROLLOUT))
    model = SeatPPO.from_settings(Robbery(), settings, device="cpu")
    assert [model.n_steps, model.batch_size, model.n_epochs, model.gamma, model.gae_lambda] == [8, 32, 3, 0.5, 0.25]
    assert [model.clip_range(1), model.ent_coef, model.vf_coef, model.max_grad_norm] == [0.1, 0.02, 0.7, 0.3]
    assert (model.target_kl, model.seed, model.ent_coef_at(1.0), model.ent_coef_at(0.0)) == (0.9, 1, 0.02, 0.01)
    assert model.rollout_buffer.gamma == 0.5
    assert export_weights(model.policy.network)["value.1.weight"].shape == (4, 6)
    model.learn(ROLLOUT)
    assert model.policy.optimizer.param_groups[0]["lr"] == pytest.approx(0.035)


def test_stable_baselines_own_file_leaves_the_environment_out():
    model = SeatPPO(Robbery(), total_decisions=ROLLOUT, **TRAINING)
    model.env.unsaveable = threading.Lock()
    model.save(io.BytesIO())
