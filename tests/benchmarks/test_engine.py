"""`wd bench` measures real play, and separates training from waiting."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("torch")

from wd_env.benchmarks import batch_memory, engine_speed, learner_speed
from wd_env.benchmarks.interleaved_timing import Summary
from wd_env.benchmarks.learner_speed import ENVIRONMENT, FORWARD, SAMPLING, UPDATE, CpuTime, Stopwatch
from wd_env.games.world_dominance.game import GAME
from wd_env.registry import get_game

ROW = get_game()
SMALL = [
    case
    for case in (*engine_speed.DECISIONS, *engine_speed.COMPONENTS)
    if case.name != f"batch_{max(engine_speed.BATCHES)}"
]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_every_case_plays_on_and_counts(case):
    play = case.make(ROW)
    assert play() > 0
    assert play() > 0


def test_every_case_has_its_own_name():
    names = [case.name for case in (*engine_speed.DECISIONS, *engine_speed.COMPONENTS)]
    assert len(set(names)) == len(names)
    assert set(engine_speed.MAIN_CASES.values()) | {engine_speed.REFERENCE_CASE} <= set(names)


@pytest.mark.parametrize("free", [False, True], ids=["ours", "free"])
@pytest.mark.parametrize("learner", learner_speed.LEARNERS.values(), ids=learner_speed.LEARNERS)
def test_the_parts_of_training_lie_within_its_time(learner, free):
    spent = learner(ROW, free)()
    assert (
        learner_speed.GAMES * learner_speed.STEPS <= spent.decisions < learner_speed.GAMES * (learner_speed.STEPS + 1)
    )
    assert set(spent.components) == {ENVIRONMENT, FORWARD, SAMPLING, UPDATE}
    assert all(seconds > 0 for seconds in spent.components.values())
    assert sum(spent.components.values()) < spent.seconds


def test_the_speed_of_training_is_summarised_over_its_rounds():
    rounds = [CpuTime(100, 2.0, {UPDATE: 0.5}), CpuTime(90, 1.0, {UPDATE: 0.75, FORWARD: 0.25})]
    speed = engine_speed.TrainingSpeed.of(rounds, [CpuTime(400, 4.0, {}), CpuTime(360, 2.0, {})])
    assert (speed.speed, speed.null_env) == (Summary(70, 50, 90), Summary(140, 100, 180))
    assert speed.ratio == Summary(0.5, 0.5, 0.5)
    none = Summary(0, 0, 0)
    assert speed.time_fractions == {
        ENVIRONMENT: none, FORWARD: Summary(0.125, 0, 0.25), SAMPLING: none, UPDATE: Summary(0.5, 0.25, 0.75),
    }  # fmt: skip


def test_times_of_rollouts_add_up():
    one = learner_speed.CpuTime(10, 0.5, {ENVIRONMENT: 0.25, UPDATE: 0.125})
    both = one + learner_speed.CpuTime(5, 0.25, {UPDATE: 0.125})
    assert (both.decisions, both.seconds) == (15, 0.75)
    assert (both.components[ENVIRONMENT], both.components[UPDATE], both.components[FORWARD]) == (0.25, 0.25, 0.0)


def test_free_games_have_the_spaces_and_masks_of_real_ones():
    from wd_env.benchmarks.zero_cost_env import NUM_STEPS, NullVecEnv
    from wd_env.training.opponent_pool import OpponentPool
    from wd_env.training.ppo.maskable_ppo_learner import make_training_env

    settings = learner_speed.self_play_settings(ROW)
    real = make_training_env(settings, OpponentPool(GAME, settings))
    free = NullVecEnv(real)
    assert (free.observation_space, free.action_space) == (real.observation_space, real.action_space)
    views = free.reset()
    for step in range(NUM_STEPS + 2):
        masks = free.env_method("action_masks")
        assert (views.shape, masks.shape) == (real.batch.obs.shape, real.batch.masks.shape)
        assert masks.any(axis=1).all(), step
        views, rewards, dones, _ = free.step(masks.argmax(axis=1))
        assert not rewards.any()
        assert not dones.any()
    assert (views == free._recorded[2][0]).all()  # they came round


def test_free_games_of_the_fast_learner_repeat_their_recording(monkeypatch):
    from wd_env.benchmarks import zero_cost_env

    steps = [(f"observations {step}", f"masks {step}", step) for step in range(zero_cost_env.NUM_STEPS)]
    ends = np.arange(12).reshape(2, 3, 2)
    env = SimpleNamespace(
        batch=SimpleNamespace(n=2, max_players=3), bootstrap_observations=lambda: (ends, np.ones((2, 3), np.bool_))
    )
    monkeypatch.setattr(zero_cost_env, "_record_steps", lambda env: steps)
    games = zero_cost_env.NullMultiSeatEnv(env)
    for observations, masks, player in (*steps, *steps[:2]):
        assert (games.batch.obs, games.batch.masks, games.batch.player) == (observations, masks, player)
        games.play_actions(games.actors(), np.arange(2), np.zeros(2, np.int16))
    assert games.batch.observe_players(np.array([1, 0]), np.array([2, 0])).tolist() == [[10, 11], [0, 1]]


def test_a_stopwatch_adds_up_also_what_fails():
    watch = Stopwatch()
    spin = watch.wrap("part", lambda steps: sum(range(steps)))
    assert spin(100_000) == sum(range(100_000))
    once = watch.seconds["part"]
    with pytest.raises(TypeError):
        spin(None)
    assert watch.seconds["part"] > once > 0


def test_a_game_of_a_batch_takes_at_least_its_state_its_view_and_its_mask():
    written = GAME.schema.size + GAME.layout.size + len(GAME.actions)
    assert written <= batch_memory.bytes_per_game(ROW, 8192) < 3 * written
