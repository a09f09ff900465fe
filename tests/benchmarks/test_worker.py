"""A measurement in its own process."""

import json
import os
import subprocess
import sys

import pytest

from wd_env.benchmarks import measure_process

COUNTER = """
DISTRIBUTIONS = ("numpy",)

def counting():
    print("a library says hello")
    return lambda: sum(range(1000)) and 7

CASES = {"counting": counting}
"""


def run(*words):
    command = [sys.executable, "-P", measure_process.__file__, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_prints_decisions_seconds_and_versions_as_the_last_line(tmp_path):
    (tmp_path / "numpy.py").write_text(COUNTER)  # a module with the name of a library, which must still be found
    done = run(tmp_path / "numpy.py", "counting", 0.05, -1)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["decisions"] > 0
    assert found["decisions"] % 7 == 0
    assert 0.05 <= found["cpu"] < 5
    assert found["versions"].keys() == {"numpy"}
    assert found["megabytes"] > 1


def test_a_failure_prints_its_reason_to_stderr(tmp_path):
    (tmp_path / "broken.py").write_text("import no_such_library")
    done = run(tmp_path / "broken.py", "anything", 0.05, -1)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: No module named 'no_such_library'"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system keeps no process to a core")
def test_it_keeps_to_the_core_it_is_given(tmp_path):
    (tmp_path / "where.py").write_text(
        "import os\nprint(*os.sched_getaffinity(0))\nDISTRIBUTIONS = ()\nCASES = {'where': lambda: lambda: 1}"
    )
    core = max(os.sched_getaffinity(0))
    assert run(tmp_path / "where.py", "where", 0.01, core).stdout.splitlines()[0] == str(core)


def test_warm_up_is_not_counted():
    played = []
    found = measure_process.measure(lambda: played.append(1) or 1, 0.02)
    assert 0 < found.decisions < len(played)
