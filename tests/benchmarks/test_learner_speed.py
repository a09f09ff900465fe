"""Training time is divided among the components that take it, with a clock that tests set."""

from types import SimpleNamespace

import pytest

pytest.importorskip("numba")
pytest.importorskip("torch")

from wd_env.benchmarks import learner_speed, zero_cost_env
from wd_env.benchmarks.learner_speed import FORWARD, SAMPLING, CpuTime, Stopwatch
from wd_env.registry import get_game
from wd_env.training.ppo import masked_distribution


class Clock:
    """A processor clock; `spend` returns a function that takes some time and returns its arguments."""

    def __init__(self, monkeypatch):
        self.now = 10.0
        monkeypatch.setattr(learner_speed, "time", SimpleNamespace(process_time=lambda: self.now))

    def spend(self, seconds, then=lambda *args, **kwargs: (args, kwargs)):
        def spent(*args, **kwargs):
            self.now += seconds
            return then(*args, **kwargs)

        return spent


def test_nested_calls_count_for_the_outer_function_only(monkeypatch):
    clock, watch = Clock(monkeypatch), Stopwatch()
    inner = watch.wrap("inner", clock.spend(2.0))
    outer = watch.wrap("outer", clock.spend(1.0, inner))
    assert outer(1, key=2) == ((1,), {"key": 2})
    assert dict(watch.seconds) == {"outer": 3.0}
    inner()
    outer()
    assert dict(watch.seconds) == {"outer": 6.0, "inner": 2.0}


def test_a_rollout_counts_its_own_time_and_decisions(monkeypatch):
    clock, threads = Clock(monkeypatch), []
    sample = clock.spend(2.0)
    monkeypatch.setattr(masked_distribution.MaskedCategorical, "sample", sample)
    monkeypatch.setattr("torch.set_num_threads", threads.append)
    learner = SimpleNamespace(network=SimpleNamespace(forward=clock.spend(1.0)), decisions=5)

    def learn():
        learner.network.forward()
        masked_distribution.MaskedCategorical.sample(None)
        learner.decisions += 7
        clock.spend(0.5)()

    train = learner_speed._timed(learner, Stopwatch(), learn)
    for _ in range(2):
        assert train() == CpuTime(7, 3.5, {FORWARD: 1.0, SAMPLING: 2.0})
    assert threads == [1]
    assert masked_distribution.MaskedCategorical.sample is sample


@pytest.mark.parametrize(
    ("learner", "owners"),
    [
        ("masked_ppo", {"NullVecEnv": ("reset", "step_wait", "env_method", "bootstrap_observations")}),
        ("fast_ppo", {"NullMultiSeatEnv": ("actors", "play_actions"), "NullBatch": ("observe_players",)}),
    ],
)
def test_every_call_of_the_environment_is_timed(monkeypatch, learner, owners):
    watches, timed = [], {}

    class KeptStopwatch(Stopwatch):
        def __init__(self):
            super().__init__()
            watches.append(self)

    def note(name, method):
        def noted(*args, **kwargs):
            if watches:
                timed.setdefault(name, set()).add(watches[0]._running)
            return method(*args, **kwargs)

        return noted

    monkeypatch.setattr(learner_speed, "Stopwatch", KeptStopwatch)
    for owner, methods in owners.items():
        for name in methods:
            cls = getattr(zero_cost_env, owner)
            monkeypatch.setattr(cls, name, note(name, getattr(cls, name)))
    train = learner_speed.LEARNERS[learner](get_game(), True)
    assert [train().decisions >= learner_speed.GAMES * learner_speed.STEPS for _ in range(2)] == [True, True]
    assert timed == {name: {True} for methods in owners.values() for name in methods}
