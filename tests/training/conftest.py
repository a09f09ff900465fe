"""Fixtures of training tests: most skip the plots of a run, which take as long as a tiny run."""

import sys
from pathlib import Path

import pytest

LOOK_AT_CURVES = ("test_killed_runs", "test_a_run_leaves_bot_curves_table_settings_and_snapshots")  # a page, a test


@pytest.fixture(autouse=True)
def without_curves(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Draw nothing at the end of a run, except where it is looked at."""
    run_log = sys.modules.get("wd_env.training.run_log")  # imported by those tests alone which train
    if run_log is not None and not any(name in request.node.nodeid for name in LOOK_AT_CURVES):
        monkeypatch.setattr(run_log, "draw_curves", not_drawn)


def not_drawn(folder: Path, even_share: float, title: str) -> None:
    """Stands for `draw_curves`."""
