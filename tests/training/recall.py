"""A game that needs memory: the first decision shows a cue, and the last one asks for it."""

import numpy as np
import torch

from wd_env.agents.networks.architecture import Architecture
from wd_env.batch.hidden_states import HiddenStates
from wd_env.envs.vector.lineup import LEARNER
from wd_env.training.ppo.batch_ppo import BatchPPO
from wd_env.training.ppo.recurrent_ppo import RecurrentPPO
from wd_env.training.ppo.torch_network import PolicyValueNet
from wd_env.training.settings.training_settings import settings_from_dict

GAMES, LENGTH = 32, 4  # number of games, and decisions per game
FIRST, LAST, CUE, SIZE = 0, 1, 2, 3  # contents of an observation


class RecallGames:
    """Single-player games for the fast learner; the reward is 1 if the last action names the cue."""

    def __init__(self, games=GAMES, length=LENGTH, seed=1):
        self.batch, self.n, self.max_players, self.length = self, games, 1, length
        self.generator = np.random.default_rng(seed)
        self.player, self.masks = np.zeros(games, np.int64), np.ones((games, 2), np.int8)
        self.hidden_states = HiddenStates(games, 1)
        self.truncated, self.final_observations = np.zeros(games, bool), np.zeros((0, 1, SIZE), np.int8)
        self.turn, self.cue = np.zeros(games, np.int64), self.generator.integers(2, size=games)
        self.right = []  # of every finished game

    @property
    def obs(self):
        obs = np.zeros((self.n, SIZE), np.int8)
        obs[:, FIRST], obs[:, LAST] = self.turn == 0, self.turn == self.length - 1
        obs[:, CUE] = np.where(self.turn == 0, self.cue, 0)
        return obs

    def actors(self):
        return np.full(self.n, LEARNER)

    def play_actions(self, actors, rows, actions):
        assert len(rows) == self.n
        self.done = self.turn == self.length - 1
        self.seat_rewards = np.where(self.done & (actions == self.cue), 1.0, 0.0).astype(np.float32)[:, None]
        self.right += self.seat_rewards[self.done, 0].tolist()
        self.turn = np.where(self.done, 0, self.turn + 1)
        self.cue = np.where(self.done, self.generator.integers(2, size=self.n), self.cue)

    def observe_players(self, rows, players):
        return self.obs[rows]


def learner_of(recurrent, sequence_length=8, games=None, **ppo):
    """Return a learner of these games, with a recurrent network or a feed-forward one."""
    torch.manual_seed(5)
    ppo = {"n_envs": GAMES, "n_steps": 16, "batch_size": 128, "n_epochs": 4, "learning_rate": 0.01, "gamma": 1.0} | ppo
    net = {"recurrent": recurrent, "recurrent_units": 8}
    settings = settings_from_dict(
        {"learner": "fast", "net": net, "ppo": ppo | {"sequence_length": sequence_length},
         "run": {"total_decisions": 20 * GAMES * 16}}
    )  # fmt: skip
    architecture = Architecture((16,), 1, "tanh", recurrent_units=settings.net.recurrent_units * (recurrent != "none"))
    network = PolicyValueNet(architecture, np.zeros(SIZE, np.int8), np.ones(SIZE, np.int8), 2)
    kind = BatchPPO if recurrent == "none" else RecurrentPPO
    return kind(settings, games or RecallGames(), network)
