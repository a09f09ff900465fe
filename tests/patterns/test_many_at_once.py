"""Batches and threads: results for many games, with several threads or in one call, equal those of single calls."""

import numpy as np
import pytest

from tests.agents.golden_bot import SMALL, saved
from tests.games.samples import samples_of
from tests.patterns.test_the_second_time import GAMES
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.spec.view import View

ROWS, STEPS = 24, 30


def batch_of(samples, rows=ROWS, **how):
    batch = Batch(samples.game, rows, 4, None, **how)
    for step in range(STEPS):
        asked = np.flatnonzero(~batch.done)
        masks = batch.masks[asked]
        order = (np.arange(masks.shape[1]) * 7919 + step) % masks.shape[1]
        batch.step(np.where(masks, order, -1).argmax(axis=1), asked)
    return batch


@pytest.mark.parametrize("samples", GAMES)
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_of_a_batch_change_nothing(samples, threads):
    one, several = batch_of(samples), batch_of(samples, threads=threads)
    for name, array in one.save().items():
        assert np.array_equal(several.save()[name], array), name
    assert np.array_equal(one.obs, several.obs)
    assert np.array_equal(one.rewards, several.rewards)


def test_a_bot_that_draws_nothing_answers_many_views_as_it_answers_each(tmp_path):
    samples = samples_of("world_dominance")
    batch = batch_of(samples)
    rows = np.flatnonzero(~batch.done)
    path = saved(tmp_path / "small.wdbot", SMALL)
    bot = make_bot(f"greedy:{path}", samples.game, np.random.default_rng(1))
    obs, masks = batch.obs[rows], batch.masks[rows]
    together = bot.choose_batch(samples.game, obs, masks).tolist()
    assert len(set(together)) > 3
    assert together == [int(bot.choose_batch(samples.game, obs[[k]], masks[[k]])[0]) for k in range(len(rows))]
    assert together == [bot.choose(View(samples.game, obs[k], masks[k])) for k in range(len(rows))]
    mixed = np.random.default_rng(3).permutation(len(rows))
    assert [together[k] for k in mixed] == bot.choose_batch(samples.game, obs[mixed], masks[mixed]).tolist()


@pytest.mark.parametrize("rows", [1, 2, 3, 7])
def test_a_search_by_several_threads_finds_what_one_thread_finds(rows):
    """Also use fewer decisions than threads, and numbers that cannot be divided evenly."""
    samples = samples_of("world_dominance")
    batch = batch_of(samples)
    some = np.flatnonzero(~batch.done & (batch.masks.sum(axis=1) > 1))[:rows]
    found = []
    for threads in (1, 2, 4):
        bot = make_bot("search:samples=12,rollout=2", samples.game, np.random.default_rng(5))
        bot.threads = threads
        states = batch.resampled_states(some)
        own = batch.masks[some].argmax(axis=1)
        findings = bot.evaluate_actions(samples.game, states, own)
        found.append((findings.totals.tobytes(), findings.actions.tobytes(), findings.candidates.tobytes()))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("samples", GAMES)
def test_rows_that_are_stepped_alone_are_as_if_all_were_stepped_together(samples):
    together, alone = Batch(samples.game, 5, 9, None), Batch(samples.game, 5, 9, None)
    for _ in range(STEPS):
        rows = np.flatnonzero(~together.done)
        actions = together.masks[rows].argmax(axis=1)
        together.step(actions, rows)
        for row, action in reversed(list(zip(rows, actions, strict=True))):
            alone.step(np.array([action]), np.array([row]))
        assert np.array_equal(together.obs, alone.obs)
        assert np.array_equal(together.masks, alone.masks)
        assert np.array_equal(together.done, alone.done)
