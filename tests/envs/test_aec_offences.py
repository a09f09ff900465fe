"""The PettingZoo environment: penalties for illegal actions, and the judge of a quiz."""

import numpy as np
import pytest

from tests.envs.referee import any_legal, everything, number, play
from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.errors import ConfigError, IllegalAction, WrongSeat


@pytest.mark.parametrize("action", [-1, 10**9, 2**63, True, 1.0, float("nan"), "3", "no such", None, [1], object()])
def test_an_illegal_action_is_rejected_and_nothing_changes(action):
    env = raw_env(num_players=3)
    env.reset(seed=2)
    play(env, np.random.default_rng(2), 10)
    before = everything(env)
    with pytest.raises(IllegalAction) as refusal:
        env.step(action)
    assert "\n" not in str(refusal.value)
    assert repr(action) in str(refusal.value)
    assert everything(env) == before


@pytest.mark.parametrize("kind", [int, np.int32, np.int64, np.uint8, np.array])
def test_any_integer_type_is_accepted_as_an_action(kind):
    env = raw_env(num_players=3)
    env.reset(seed=2)
    action = number("piece Buddha", env.table)
    env.step(kind(action))
    assert str(env.table.lines[-1]).endswith("piece Buddha")


def test_in_the_wrappers_an_illegal_action_ends_the_game_at_the_offenders_cost():
    env = world_dominance_v0.env(num_players=3)
    env.reset(seed=2)
    offender = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(offender)["action_mask"] == 0)[0])
    env.step(illegal)
    values = {}
    for agent in env.agent_iter():
        observation, values[agent], terminated, _, _ = env.last()
        assert terminated
        assert not observation["action_mask"].any()
        env.step(None)
    assert values == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    env.reset(seed=2)
    assert env.observe(offender)["action_mask"].any()


def test_in_the_wrappers_a_number_out_of_range_is_rejected():
    env = world_dominance_v0.env(num_players=3)
    env.reset(seed=2)
    before = everything(env.unwrapped)
    for action in (-1, env.action_space("player_0").n):
        with pytest.raises(AssertionError):
            env.step(action)
    assert everything(env.unwrapped) == before


def always_right(question):
    """Judge every answer as right."""
    return True


def test_a_quiz_is_played_with_a_quizmaster_and_refused_without():
    with pytest.raises(ConfigError, match="quizmaster: expected one"):
        world_dominance_v0.env(knowledge_model="quiz")
    env = world_dominance_v0.env(num_players=3, knowledge_model="quiz", quizmaster=always_right, max_turns=90)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if termination or truncation else rng.choice(legal))
        assert agent
    answers = {line.text for line in env.unwrapped.table.lines} & {"right", "wrong"}
    assert answers == {"right"}


def illegal_at(env):
    """Return an illegal action of the selected agent."""
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


@pytest.mark.parametrize("make", [world_dominance_v0.env, world_dominance_v0.raw_env])
def test_a_misdemeanour_costs_a_soldier_and_the_game_goes_on(make):
    env = make(num_players=3, illegal_action="misdemeanour")
    env.reset(seed=2)
    table = env.unwrapped.table
    while table.state.turn_number == 0:
        env.step(any_legal(env.observe(env.agent_selection)["action_mask"], np.random.default_rng(0)))
    offender = table.seat
    before = table.board.soldiers
    env.step(illegal_at(env))
    assert any(line.is_illegal for line in table.lines)
    assert table.board.rsz == 1
    assert before[offender] == 10
    assert not any(env.terminations.values())


def test_an_agent_that_is_not_selected_jumps_the_gun():
    env = world_dominance_v0.env(num_players=3, illegal_action="eject")
    env.reset(seed=2)
    table = env.unwrapped.table
    while table.state.turn_number == 0:
        env.step(any_legal(env.observe(env.agent_selection)["action_mask"], np.random.default_rng(0)))
    selected = env.agent_selection
    jumper = next(agent for agent in env.agents if agent != selected)
    env.act_out_of_turn(jumper, 0)
    assert env.agent_selection == selected
    assert env.infos[jumper] == {"in_play": False}


def test_answers_out_of_turn_are_an_error_unless_they_are_punished():
    env = world_dominance_v0.raw_env(num_players=3)
    env.reset(seed=2)
    jumper = next(agent for agent in env.agents if agent != env.agent_selection)
    with pytest.raises(WrongSeat):
        env.act_out_of_turn(jumper, 0)
