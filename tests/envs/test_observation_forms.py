"""Scaled and flat observations in every environment, and the parallel environment."""

import copy

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from wd_env import world_dominance_v0
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.errors import ConfigError, IllegalAction
from wd_env.games.world_dominance.game import GAME

OPTIONS = {"num_players": 3, "max_turns": 40}
BOUNDS = np.array(GAME.layout.max_abs(), np.float32)


def play(env, steps=30, seed=5):
    """Play the first legal action, and yield what `last` returns."""
    env.reset(seed=seed)
    for _ in range(steps):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            return
        yield observation, info
        mask = info["action_mask"] if isinstance(observation, np.ndarray) else observation["action_mask"]
        env.step(int(mask.argmax()))


def test_aec_environments_show_the_same_numbers_raw_scaled_and_flat():
    raw, scaled, flat = (
        list(play(world_dominance_v0.env(**OPTIONS, **form)))
        for form in ({}, {"observations": "scaled"}, {"flat": True})
    )
    assert len(raw) == len(scaled) == len(flat) > 20
    for (one, _), (two, _), (three, info) in zip(raw, scaled, flat, strict=True):
        assert np.allclose(two["observation"] * BOUNDS, one["observation"], atol=1e-4)
        assert two["observation"].dtype == three.dtype == np.float32
        assert (three == one["observation"]).all()
        assert (info["action_mask"] == one["action_mask"]).all()
        assert (two["action_mask"] == one["action_mask"]).all()


@pytest.mark.parametrize("form", [{"observations": "scaled"}, {"flat": True}, {"observations": "scaled", "flat": True}])
def test_observations_and_states_lie_in_their_spaces_in_any_form(form):
    env = world_dominance_v0.raw_env(**OPTIONS, **form)
    env.reset(seed=1)
    agent = env.agent_selection
    assert env.observation_space(agent).contains(env.observe(agent))
    assert env.state_space.contains(env.state())
    assert np.array_equal(copy.deepcopy(env).state(), env.state())


@pytest.mark.parametrize("flat", [False, True])
def test_gymnasium_environments_scale_alike(flat):
    numba = pytest.importorskip("numba")
    assert numba
    single = SingleAgentEnv(**OPTIONS, flat=flat, observations="scaled")
    many = gymnasium.make_vec("WorldDominance-v0", num_envs=2, **OPTIONS, flat=flat, observations="scaled")
    one, _ = single.reset(seed=3)
    all_rows, _ = many.reset(seed=3)
    assert single.observation_space.contains(one)
    assert many.observation_space.contains(all_rows)
    left, right = (one, all_rows[0]) if flat else (one["observation"], all_rows["observation"][0])
    assert np.array_equal(left, right)
    raw, _ = SingleAgentEnv(**OPTIONS).reset(seed=3)
    assert np.allclose(left * BOUNDS, raw["observation"], atol=1e-4)


def test_self_play_scales_too():
    pytest.importorskip("numba")
    raw, scaled = (world_dominance_v0.batch_env(4, 3, max_turns=40, observations=form) for form in ("raw", "scaled"))
    for games in (raw, scaled):
        games.reset(seed=2)
    one, two = (games.last()[0]["observation"] for games in (raw, scaled))
    assert np.allclose(two * BOUNDS, one, atol=1e-4)
    assert two.dtype == np.float32


def test_the_parallel_environment_passes_the_test_of_pettingzoo():
    parallel_api_test(world_dominance_v0.parallel_env(**OPTIONS), num_cycles=60)


def test_only_the_agent_to_move_has_an_action_of_the_game():
    env = world_dominance_v0.parallel_env(**OPTIONS)
    observations, infos = env.reset(seed=4)
    alone = world_dominance_v0.raw_env(**OPTIONS)
    alone.reset(seed=4)
    assert set(observations) == set(infos) == set(env.agents)
    while env.agents:
        mover = alone.agent_selection
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        assert [agent for agent, action in actions.items() if action != env.no_op] == [mover]
        assert actions[mover] == int(alone.observe(mover)["action_mask"].argmax())
        alone.step(actions[mover])
        observations, rewards, _, _, _ = env.step(actions)
        assert rewards == alone.rewards
    assert all(alone.truncations.values()) or all(alone.terminations.values())


def test_actions_out_of_turn_and_missing_ones_change_nothing():
    env = world_dominance_v0.parallel_env(**OPTIONS)
    observations, _ = env.reset(seed=4)
    good = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    mover = env.aec_env.agent_selection
    other = next(agent for agent in env.agents if agent != mover)
    before = env.state()
    for wrong in ({**good, other: 0}, {**good, mover: env.no_op}, {mover: good[mover]}):
        with pytest.raises(IllegalAction, match=f"{mover}|{other}"):
            env.step(wrong)
        assert np.array_equal(env.state(), before)


def test_a_parallel_environment_takes_a_step_only_during_a_game():
    env = world_dominance_v0.parallel_env(num_players=2, max_turns=1)
    with pytest.raises(ResetNeeded, match=r"reset\(\) needs to be called"):
        env.step({})
    observations, _ = env.reset(seed=4)
    while env.agents:
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, *_ = env.step(actions)
    lines = list(env.aec_env.table.lines)
    for late in (actions, dict.fromkeys(env.possible_agents), {}):
        with pytest.raises(ResetNeeded, match="the game is over"):
            env.step(late)
    assert (env.aec_env.table.lines, env.aec_env.agents) == (lines, env.possible_agents)


def test_rules_that_punish_offences_have_no_parallel_environment():
    with pytest.raises(ConfigError, match="expected 'error' in a parallel environment"):
        world_dominance_v0.parallel_env(**OPTIONS, illegal_action="eject")
