"""The PettingZoo environment: options, seeds and images."""

import numpy as np
import pytest

from tests.envs.referee import any_legal, everything, play
from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.errors import ConfigError

PLAYERS = (2, 3, 4, 5)


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"num_players": 1}, ["num_players", "1", "from 2 to 5"]),
        ({"num_players": 6}, ["num_players", "6", "from 2 to 5"]),
        ({"num_players": "3"}, ["num_players", "'3'", "from 2 to 5"]),
        ({"num_players": 3.0}, ["num_players", "3.0"]),
        ({"num_players": True}, ["num_players", "True"]),
        ({"variant": "twelve_card"}, ["variant", "'twelve_card'", "five_card"]),
        ({"no_such_option": 1}, ["'no_such_option'", "max_turns"]),
        ({"render_mode": "braille"}, ["render_mode", "'braille'", "human, ansi, rgb_array"]),
        ({"max_turns": 0}, ["max_turns", "0"]),
        ({"last_player": "draw"}, ["last_player", "'draw'", "stalemate"]),
        ({"shaping_soldiers": "much"}, ["shaping_soldiers", "'much'", "finite"]),
        ({"shaping_set_progress": float("nan")}, ["shaping_set_progress", "nan", "finite"]),
        ({"shaping_soldiers": True}, ["shaping_soldiers", "True", "finite"]),
        ({"shaping_chance": 1.0}, ["shaping_chance", "shaping_soldiers, shaping_set_progress"]),
    ],
)
@pytest.mark.parametrize("make", [world_dominance_v0.env, raw_env])
def test_an_invalid_option_is_named_in_one_line(make, options, names):
    with pytest.raises(ConfigError) as refusal:
        make(**options)
    message = str(refusal.value)
    assert "\n" not in message
    assert all(name in message for name in names)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_an_invalid_seed_is_rejected_and_the_game_continues(seed):
    env = raw_env(num_players=3)
    env.reset(seed=2)
    before = everything(env)
    with pytest.raises(ConfigError, match="seed"):
        env.reset(seed=seed)
    assert everything(env) == before


# Seeds


def trace(env, seed, chance_seed=1, answers=60):
    env.reset(seed=seed)
    asked = play(env, np.random.default_rng(chance_seed), answers)
    return asked, env.table.state.to_bytes()


def test_the_same_seed_is_the_same_game_and_another_seed_another():
    assert trace(raw_env(), 3) == trace(raw_env(), 3)
    assert trace(raw_env(), 3) != trace(raw_env(), 4)
    assert trace(raw_env(), np.int64(3)) == trace(raw_env(), 3)


def test_without_a_seed_each_reset_goes_on_with_another_game():
    env = raw_env()
    series = [trace(env, seed) for seed in (3, None, None)]
    assert len({state for _, state in series}) == 3
    assert [trace(env, seed) for seed in (3, None, None)] == series


def test_two_environments_that_were_given_no_seed_differ():
    assert trace(raw_env(), None) != trace(raw_env(), None)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_games_are_those_of_the_first_row_of_a_batch(players):
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch

    env = raw_env(num_players=players, max_turns=60, shaping_soldiers=0.5)
    rng = np.random.default_rng(players)
    batch = Batch(env.table.game, 2, 11, [players], {"max_turns": 60}, env.shaping)
    for seed in (11, None):
        env.reset(seed=seed)
        while not batch.done[0]:
            shown = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{batch.seat[0]}"
            assert np.array_equal(shown["observation"], batch.obs[0])
            assert np.array_equal(shown["action_mask"], batch.masks[0])
            action = any_legal(shown["action_mask"], rng)
            env.step(action)
            batch.step(np.array([action]), np.array([0]))
            assert np.allclose([*env.rewards.values()], batch.rewards[0, :players])
        assert set(env.truncations.values()) == {bool(batch.truncated[0])}
        batch.reset(np.array([0]))


# Images


def test_ansi_is_a_text_of_the_table_and_no_mode_shows_nothing():
    env = raw_env(num_players=2, render_mode="ansi")
    env.reset(seed=1)
    first = env.render()
    assert isinstance(first, str)
    play(env, np.random.default_rng(1), 20)
    assert env.render() != first
    silent = raw_env(num_players=2)
    silent.reset(seed=1)
    assert silent.render() is None


def test_rgb_array_is_a_picture_that_follows_the_game():
    pytest.importorskip("pygame")
    env = raw_env(num_players=2, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert (first.dtype, first.ndim, first.shape[2]) == (np.uint8, 3, 3)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 10
    play(env, np.random.default_rng(1), 20)
    later = env.render()
    assert later.shape == first.shape
    assert not np.array_equal(first, later)


def test_closing_before_a_reset_and_twice_is_allowed():
    env = world_dominance_v0.env()
    env.close()
    env.close()
