"""Calls that need a game raise one error before the first reset and after the end, and play nothing."""

import gymnasium
import numpy as np
import pytest

from tests.envs.referee import any_legal, play
from wd_env import world_dominance_v0
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.errors import WdError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance

PLAYERS = 3
ATTRIBUTES = ("agent_selection", "rewards", "terminations", "truncations", "infos")


def attribute(name):
    return name, lambda env: getattr(env, name)


AEC_CALLS = dict(
    [
        ("step", lambda env: env.step(0)),
        ("last", lambda env: env.last()),
        ("observe", lambda env: env.observe("player_0")),
        ("state", lambda env: env.state()),
        ("render", lambda env: env.render()),
        ("agent_iter", lambda env: env.agent_iter()),
        ("act_out_of_turn", lambda env: env.act_out_of_turn("player_1", 0)),
        ("seed_and_episode", lambda env: env.seed_and_episode),
        *map(attribute, ATTRIBUTES),
    ]
)
SINGLE_CALLS = {
    "step": lambda env: env.step(0),
    "action_masks": lambda env: env.action_masks(),
    "render": lambda env: env.render(),
}
VECTOR_CALLS = {
    "step": lambda env: env.step(np.zeros(2, int)),
    "action_masks": lambda env: env.action_masks(),
}
SELF_PLAY_CALLS = dict(
    [
        ("step", lambda env: env.step(np.zeros(2, int))),
        ("last", lambda env: env.last()),
        ("observe", lambda env: env.observe(np.zeros(2, int))),
        *map(attribute, ("agents", "agent_selection", "infos", "rewards")),
    ]
)
SB3_CALLS = {
    "step": lambda env: env.step(np.zeros(6, int)),
    "action_masks": lambda env: env.env_method("action_masks"),
}


def vector():
    from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv

    return GameVectorEnv(2, PLAYERS)


def sb3():
    from tests.envs.mirror import make_aec_env

    return make_aec_env()


FACES = {
    "raw_env": (lambda: world_dominance_v0.raw_env(num_players=PLAYERS, render_mode="ansi"), AEC_CALLS),
    "single": (lambda: SingleAgentEnv(PLAYERS, render_mode="ansi"), SINGLE_CALLS),
    "vector": (vector, VECTOR_CALLS),
    "self-play": (lambda: world_dominance_v0.batch_env(2, PLAYERS), SELF_PLAY_CALLS),
    "sb3": (sb3, SB3_CALLS),
}


@pytest.mark.parametrize(
    ("make", "name", "call"),
    [
        pytest.param(make, name, call, id=f"{face} {name}")
        for face, (make, calls) in FACES.items()
        for name, call in calls.items()
    ],
)
def test_a_call_before_the_first_reset_says_that_reset_comes_first_and_plays_nothing(make, name, call):
    env = make()
    with pytest.raises(ResetNeeded) as refusal:
        call(env)
    assert str(refusal.value) == f"reset() needs to be called before {name}"
    assert isinstance(refusal.value, WdError)
    assert isinstance(refusal.value, gymnasium.error.ResetNeeded)
    if hasattr(env, "table"):
        assert env.table.state == WorldDominance(Config(num_players=PLAYERS), seed=0).state
    env.reset()
    if name not in ("step", "act_out_of_turn"):
        call(env)


def test_the_wrapped_environment_raises_the_error_of_pettingzoo():
    env = world_dominance_v0.env(num_players=PLAYERS)
    for name in ("step", "observe", "state", "render", "agent_iter"):
        with pytest.raises(AssertionError, match=rf"reset\(\) needs to be called before {name}"):
            AEC_CALLS[name](env)
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        env.last()


def test_hasattr_is_false_before_the_first_reset_and_for_unknown_names():
    env = world_dominance_v0.raw_env()
    assert not any(hasattr(env, name) for name in (*ATTRIBUTES, "no_such_attribute"))
    env.reset()
    assert all(hasattr(env, name) for name in ATTRIBUTES)
    assert not hasattr(env, "no_such_attribute")


def test_no_player_is_to_move_after_every_agent_has_left():
    env = world_dominance_v0.raw_env(num_players=2, max_turns=3)
    env.reset(seed=1)
    play(env, np.random.default_rng(1))
    while env.agents:
        env.step(None)
    for name in ("step", "last", "act_out_of_turn"):
        with pytest.raises(ResetNeeded, match=f"the game is over: reset.. needs to be called before the next {name}"):
            AEC_CALLS[name](env)
    env.reset()
    env.last()


@pytest.mark.parametrize("illegal_action", ["error", "lose"])
def test_an_episode_of_gymnasium_that_is_over_takes_no_step(illegal_action):
    env = SingleAgentEnv(2, max_turns=3, illegal_action=illegal_action)
    env.reset(seed=1)
    rng, over = np.random.default_rng(1), False
    while not over:
        _, _, terminated, truncated, _ = env.step(any_legal(env.action_masks(), rng))
        over = terminated or truncated
    lines = list(env.table.lines)
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(0)
    assert env.table.lines == lines


def test_a_game_lost_by_an_illegal_action_takes_no_step():
    env = SingleAgentEnv(2, illegal_action="lose")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    assert env.step(illegal)[1:4] == (-1.0, True, False)
    lines = list(env.table.lines)
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(any_legal(env.action_masks(), np.random.default_rng(1)))
    assert env.table.lines == lines
    env.reset()
    env.step(any_legal(env.action_masks(), np.random.default_rng(1)))
