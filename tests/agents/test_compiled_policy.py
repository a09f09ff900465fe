"""Compiled policies play as those of NumPy: the same random numbers give the same actions, for batches in one call."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.games import decisions
from tests.agents.search.test_net_policy import ARCHITECTURES, some_network
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.compiled_policy_agent import CompiledPolicyAgent, make_policy
from wd_env.agents.networks.numpy_network import Diverged
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.game import GAME


@pytest.mark.parametrize("architecture", ARCHITECTURES[1::2])
@pytest.mark.parametrize("greedy", [False, True])
def test_the_same_draws_give_the_actions_of_numpy(architecture, greedy):
    network = some_network(architecture)
    obs, masks = decisions(2000)
    plain = PolicyAgent(np.random.default_rng(3), network, greedy).choose_batch(GAME, obs, masks)
    compiled = CompiledPolicyAgent(np.random.default_rng(3), network, GAME, greedy).choose_batch(GAME, obs, masks)
    assert masks[np.arange(len(obs)), compiled].all()
    assert (plain != compiled).sum() < 6, (
        "expected few differences, for random numbers between two actions and equal logits"
    )
    assert len(set(compiled.tolist())) > 40


def test_a_network_that_cannot_be_compiled_plays_in_numpy():
    assert type(make_policy(np.random.default_rng(1), some_network(Architecture((), 0)), GAME)) is PolicyAgent
    assert type(make_policy(np.random.default_rng(1), some_network(ARCHITECTURES[0]), GAME)) is CompiledPolicyAgent


def test_numbers_that_are_not_finite_and_rows_without_an_action_are_refused():
    network = some_network(ARCHITECTURES[1])
    bot = CompiledPolicyAgent(np.random.default_rng(1), network, GAME)
    bot.name = "broken"
    obs, masks = decisions(3)
    with pytest.raises(IllegalAction, match="expected a legal action in each row, got none in row 1"):
        bot.choose_batch(GAME, obs, masks * np.array([[1], [0], [1]], np.int8))
    network.weights["action.bias"][:] = np.nan
    broken = CompiledPolicyAgent(np.random.default_rng(1), network, GAME)
    with pytest.raises(Diverged, match="not finite"):
        broken.choose_batch(GAME, obs, masks)
