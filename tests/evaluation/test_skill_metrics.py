"""The time of a search per decision."""

from types import SimpleNamespace

import numpy as np
import pytest

from wd_env.evaluation import skill_metrics
from wd_env.evaluation.skill_metrics import DecisionSample, SkillPlan
from wd_env.registry import get_game


def test_the_time_of_a_search_counts_each_decision_and_not_the_compilation(monkeypatch):
    """Compute 3 s for 4 decisions; the first search, which compiles, takes 100 s."""
    clock, durations = [5.0], [100.0, 3.0]

    def evaluate_actions(_game, states, actions):
        assert len(states) == len(actions)
        clock[0] += durations.pop(0)

    monkeypatch.setattr(skill_metrics, "time", SimpleNamespace(process_time=lambda: clock[0]))
    monkeypatch.setattr(skill_metrics, "_make_search", lambda *_: SimpleNamespace(evaluate_actions=evaluate_actions))
    sample = DecisionSample(np.zeros(4), np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(1))
    plan = SkillPlan(get_game(), {}, "random", 1)
    assert skill_metrics._milliseconds_per_decision(plan, "search", sample) == pytest.approx(750.0)
