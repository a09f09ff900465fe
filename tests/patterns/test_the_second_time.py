"""Repetition: after a reset, a restart, a replay or an undo nothing of the earlier state is left."""

import numpy as np
import pytest

from tests.envs.referee import any_legal
from tests.games.samples import all_samples, samples_of
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import at_line, replay_record

EVERY = [*all_samples(), samples_of("pledge")]
GAMES = [pytest.param(samples, id=samples.row.name) for samples in EVERY]
STEPS = 25


def aec_trace(env, seed, steps=STEPS):
    """Return observations and rewards of a game that takes the last legal action each time."""
    env.reset(seed=seed)
    trace = []
    for _ in range(steps):
        agent = env.agent_selection
        observation, reward, terminated, truncated, _ = env.last()
        trace.append((agent, observation["observation"].tobytes(), reward, dict(env._cumulative_rewards)))
        if terminated or truncated:
            break
        env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
    return trace, str(env.table.record().lines)


def single_trace(env, seed, steps=STEPS):
    """Return what one agent sees among opponents that play at random."""
    seen, _ = env.reset(seed=seed)
    trace, rng = [seen["observation"].tobytes()], np.random.default_rng(7)
    for _ in range(steps):
        seen, reward, terminated, truncated, info = env.step(np.int64(any_legal(env.action_masks(), rng)))
        trace.append((seen["observation"].tobytes(), reward, terminated, truncated, str(info)))
        if terminated or truncated:
            break
    return trace


@pytest.mark.parametrize("samples", GAMES)
@pytest.mark.parametrize("before", [0, 3, STEPS])
def test_a_game_after_another_in_one_environment_is_the_game_of_a_new_one(samples, before):
    """Vary the first game: just started, left in the middle, or played on."""
    fresh = aec_trace(make_raw_aec_env(samples.row), 5)
    env = make_raw_aec_env(samples.row)
    aec_trace(env, 9, before)
    assert aec_trace(env, 5) == fresh


@pytest.mark.thinned(3)
@pytest.mark.parametrize("samples", GAMES)
@pytest.mark.parametrize("before", [0, 3, STEPS])
def test_a_game_after_another_is_that_of_a_new_single_agent_environment(samples, before):
    fresh = single_trace(SingleAgentEnv(game=samples.row), 5)
    env = SingleAgentEnv(game=samples.row)
    single_trace(env, 9, before)
    assert single_trace(env, 5) == fresh


@pytest.mark.parametrize("samples", GAMES)
def test_games_that_are_seeded_once_go_on_with_others(samples):
    env = SingleAgentEnv(game=samples.row)
    first = single_trace(env, 5)
    assert single_trace(env, None) != first


@pytest.mark.parametrize("samples", GAMES)
def test_a_row_that_is_restarted_is_the_row_of_a_new_batch(samples):
    fresh = Batch(samples.game, 3, [11, 12, 13])
    batch = Batch(samples.game, 3, [1, 2, 3])
    for _ in range(STEPS):
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.masks[rows].argmax(axis=1), rows)
    batch.reset(np.arange(3), None, [11, 12, 13])
    for _ in range(STEPS):
        assert np.array_equal(batch.obs, fresh.obs)
        assert np.array_equal(batch.masks, fresh.masks)
        assert np.array_equal(batch.rewards, fresh.rewards)
        rows = np.flatnonzero(~batch.done)
        for one in (batch, fresh):
            one.step(one.masks[rows].argmax(axis=1), rows)


@pytest.mark.parametrize("samples", GAMES)
def test_after_an_undo_nothing_of_the_undone_game_is_left(samples):
    kind = samples.kinds[0]
    table = samples.new_table(kind, kind.options, 3)
    for _ in range(3):
        table.play(table.legal_texts()[-1])
    lines, state = list(table.lines), table.state.to_bytes()
    for _ in range(6):
        if not table.is_terminal:
            table.play(table.legal_texts()[0])
    back = at_line(table, len(lines))
    assert (list(back.lines), back.state.to_bytes()) == (lines, state)
    again = replay_record(GameRecord.loads(back.record().dumps()), table.game, files=table.custom_files)
    assert again.state == back.state


@pytest.mark.parametrize("name", ["random", "scripted", "search:samples=16,rollout=2"])
def test_a_bot_that_has_played_answers_like_a_new_one_with_the_same_generator(name):
    samples = samples_of("world_dominance")
    batch = Batch(samples.game, 6, 4, [3], autoreset=True)
    for _ in range(60):
        batch.step(batch.masks.argmax(axis=1), np.arange(6))
    used = make_bot(name, samples.game, np.random.default_rng(1))
    for _ in range(2):
        batch.select_actions(used, np.arange(6))
    used.generator.bit_generator.state = np.random.default_rng(8).bit_generator.state
    new = make_bot(name, samples.game, np.random.default_rng(8))
    assert batch.select_actions(used, np.arange(6)).tolist() == batch.select_actions(new, np.arange(6)).tolist()
