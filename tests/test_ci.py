"""`.ci/run` always runs both the checks and the tests, and fails if either does."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BASH = shutil.which("bash")
MAKE = """
echo "made $*, told $(cat)"
case " $FAILING " in *" $* "*) exit 2 ;; esac
"""

pytestmark = pytest.mark.skipif(BASH is None, reason="no bash")


def run(folder, failing="", **programs):
    """Run the script with these programs, given as text of shell scripts, first in the path."""
    for name, text in {"make": MAKE, **programs}.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}")
        (folder / name).chmod(0o755)
    env = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "FAILING": failing}
    words = [str(BASH), str(ROOT / ".ci" / "run")]
    return subprocess.run(words, cwd=folder, env=env, input="keys", capture_output=True, text=True, check=False)


@pytest.mark.parametrize("failing", ["", "check", "test", "check test"])
def test_both_targets_run_and_each_failing_one_is_named(tmp_path, failing):
    done = run(tmp_path, failing, uv="")
    assert done.returncode == bool(failing)
    assert done.stdout == f"made .venv/.ready UV={tmp_path}/uv, told \nmade test, told \nmade check, told \n"
    assert done.stderr == "".join(f".ci/run: failed: make {target}\n" for target in failing.split())


def test_pip_sets_up_what_uv_cannot(tmp_path):
    done = run(tmp_path, f".venv/.ready UV={tmp_path}/uv", uv="")
    assert done.returncode == 0
    made = [line.removesuffix(", told ") for line in done.stdout.splitlines()]
    assert made[:2] == [f"made .venv/.ready UV={tmp_path}/uv", "made .venv/.ready UV="]


@pytest.mark.skipif(shutil.which("uv") is not None, reason="uv is installed")
def test_pip_sets_up_where_no_uv_can_be_had(tmp_path):
    done = run(tmp_path, python3="exit 1")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "made .venv/.ready UV=, told "


def test_it_can_be_run():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
