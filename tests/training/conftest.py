"""Fixtures of training tests: most tests skip the plots of a run, which take as long as a tiny run."""

import sys
from pathlib import Path

import pytest

TESTS_WITH_CURVES = (
    "test_killed_runs",
    "test_a_run_leaves_bot_curves_table_settings_and_snapshots",
)


@pytest.fixture(autouse=True)
def without_curves(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Draw no plots at the end of a run, except in tests that check them."""
    run_log = sys.modules.get("wd_env.training.run_log")  # imported only by tests that train
    if run_log is not None and not any(name in request.node.nodeid for name in TESTS_WITH_CURVES):
        monkeypatch.setattr(run_log, "draw_curves", skip_curves)


def skip_curves(folder: Path, even_share: float, title: str) -> None:
    """Replace `draw_curves`."""
