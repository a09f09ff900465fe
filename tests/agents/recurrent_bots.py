"""Recurrent bots of World Dominance with random weights, whose actions depend on what they remember."""

import numpy as np

from tests.agents.search.test_net_policy import PLANES, THINGS, some_network
from wd_env.agents.files.bot_file import save_bot
from wd_env.agents.files.bot_file_header import BotFileHeader, current_provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.recurrent_policy_agent import RecurrentPolicyAgent
from wd_env.games.world_dominance.game import GAME

SHAPE = Architecture((12, 8), 1, "relu", 4, PLANES, item_counts=THINGS, recurrent_units=6)


def network_of(seed=1):
    """Return a network that depends strongly on its hidden state."""
    network = some_network(SHAPE, seed=seed)
    network.weights["policy.1.weight"][:, -SHAPE.recurrent_units :] *= 10
    return network


def bot_of(seed=1, kind=RecurrentPolicyAgent):
    """Return a bot that always plays its most probable action."""
    return kind(np.random.default_rng(1), network_of(seed), greedy=True)


def save(path):
    """Write the bot as a file."""
    header = BotFileHeader.for_game(GAME, SHAPE, current_provenance({}, {}, {}, 1, 0))
    return save_bot(path, network_of().weights, header)
