"""The PettingZoo face: shaping adds up to minus the standing at the start, and is off unless it is asked for."""

import numpy as np
import pytest

from tests.faces.referee import any_legal, number, sit
from wd_env import world_dominance_v0
from wd_env.faces.world_dominance import raw_env
from wd_env.world_dominance.numbers import RESERVES
from wd_env.world_dominance.position import position


def played_by_agent(env, seed, luck):
    """Rewards of a whole game by agent: as they were paid, and as `last` told them."""
    env.reset(seed=seed)
    paid = dict.fromkeys(env.agents, 0.0)
    told = dict.fromkeys(env.agents, 0.0)
    steps = []
    while env.agents:
        agent = env.agent_selection
        observation, reward, terminated, truncated, _ = env.last()
        told[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        env.step(any_legal(observation["action_mask"], luck))
        steps.append(list(env.rewards.values()))
        for other, amount in env.rewards.items():
            paid[other] += amount
    return paid, told, steps


@pytest.mark.parametrize(("soldiers", "set_progress"), [(0.25, 0.0), (0.0, 0.5), (0.125, 0.25)])
@pytest.mark.parametrize("options", [{"max_turns": 60}, {}])
def test_shaping_adds_up_to_minus_the_standing_at_the_start(soldiers, set_progress, options):
    """The weights are binary fractions, so the sums are exact. Nobody holds a card at the start."""
    plain, _, quiet = played_by_agent(raw_env(num_players=3, **options), 5, np.random.default_rng(5))
    shaped = raw_env(num_players=3, shaping_soldiers=soldiers, shaping_set_progress=set_progress, **options)
    paid, told, steps = played_by_agent(shaped, 5, np.random.default_rng(5))
    assert len(steps) == len(quiet)
    assert not np.any(quiet[:-1])
    assert np.any(steps[:-1])
    assert paid == told == {agent: reward - (10 + RESERVES) * soldiers for agent, reward in plain.items()}


def test_shaping_pays_a_soldier_when_it_comes_and_goes():
    game = position(players=3, soldiers=[10, 1, 10], reinforcements_used=[0, 1, 2], lands="decimate")
    env = sit(game, shaping_soldiers=0.5)
    env.step(number("name +1", env.table))
    assert env.rewards == {"player_0": 0.5, "player_1": -0.5, "player_2": 0.0}


def test_shaping_is_off_unless_it_is_asked_for():
    assert world_dominance_v0.env().unwrapped.shaping.is_off
