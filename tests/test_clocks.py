"""No test depends on a clock."""

import re
from pathlib import Path

TESTS = Path(__file__).parent
CLOCK = re.compile(r"^\s*(?:import|from) (?:time|timeit|datetime|sched)\b|\bsleep\((?!0\))", re.MULTILINE)


def test_tests_wait_for_events_and_not_for_a_time():
    """Search all tests for clocks; other programs in the folder may measure time."""
    assert [page.name for page in TESTS.rglob("test_*.py") if CLOCK.search(page.read_text("utf-8"))] == []
