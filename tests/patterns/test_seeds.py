"""Another seed gives another game, and the same seed the same game, wherever a seed is accepted."""

import numpy as np
import pytest

from tests.patterns.test_the_second_time import EVERY, GAMES, aec_trace
from wd_env.agents.agent_registry import bots_for, make_bot
from wd_env.batch.batch import Batch
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.statistics.intervals import bootstrap_ratio


@pytest.mark.parametrize("samples", GAMES)
def test_every_seed_of_an_environment_gives_a_game_of_its_own(samples):
    env, keys = make_raw_aec_env(samples.row), []
    for seed in (0, 1, 2, 2**32, 2**63):
        env.reset(seed=seed)
        keys.append(tuple(env.table._backends.active.stream[:2]))
    assert len(set(keys)) == len(keys)
    assert aec_trace(env, 1, 200) != aec_trace(env, 2, 200)


@pytest.mark.parametrize("samples", GAMES)
def test_the_seed_reaches_opponents_as_well_as_the_chance_of_the_game(samples):
    env = SingleAgentEnv(game=samples.row)
    streams = []
    for seed in (1, 2, 1):
        env.reset(seed=seed)
        streams.append(tuple(env._default_opponent.stream[:2]))
    assert streams[0] == streams[2] != streams[1]


@pytest.mark.parametrize("samples", GAMES)
def test_rows_of_a_batch_are_different_games_and_their_seeds_say_which(samples):
    def played(seeds):
        batch = Batch(samples.game, 4, seeds, options=dict(samples.row.short_options[0]))
        for _ in range(200):
            rows = np.flatnonzero(~batch.done)
            if rows.size:
                batch.step(batch.masks[rows].argmax(axis=1), rows)
        return [state.tobytes() for state in batch.save()["states"]]

    assert len(set(played([1, 2, 3, 4]))) == 4
    assert played([1, 2, 3, 4]) == played([1, 2, 3, 4])
    assert played([4, 3, 2, 1])[0] == played([1, 2, 3, 4])[3]


def test_every_part_of_the_description_of_a_block_changes_what_its_bots_draw():
    blocks = [Block(("a", "b"), seed, number) for seed in (1, 2) for number in (0, 1)]
    streams = [block.bot_seed(seat) for block in blocks for seat in (0, 1)]
    drawn = [np.random.default_rng(stream).integers(2**62) for stream in streams]
    assert len(set(drawn)) == len(drawn) == 8


@pytest.mark.parametrize("samples", [pytest.param(samples, id=samples.row.name) for samples in EVERY[:-1]])
def test_a_bot_that_draws_draws_by_its_generator(samples):
    """Compare the actions of `random` in a hundred games with equal and with different generators."""
    assert "random" in bots_for(samples.game)
    batch = Batch(samples.game, 100, 3)
    for _ in range(15):
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.masks[rows].argmax(axis=1), rows)
    rows = np.flatnonzero(batch.masks.sum(axis=1) > 1)
    answers = [
        batch.select_actions(make_bot("random", samples.game, np.random.default_rng(seed)), rows) for seed in (1, 2, 1)
    ]
    assert answers[0].tolist() == answers[2].tolist() != answers[1].tolist()


def test_intervals_are_drawn_by_the_generator_they_are_given():
    values = np.random.default_rng(0).random(50)
    first, other, again = (
        bootstrap_ratio(values, np.ones(len(values)), np.random.default_rng(seed), 200) for seed in (1, 2, 1)
    )
    assert first == again != other
    assert first[0] == other[0]
