"""`.ci/run` checks and tests, both of them always, and fails when either does."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BASH = shutil.which("bash")
MAKE = """#!/bin/sh
echo "made $1, told $(cat)"
case " $FAILING " in *" $1 "*) exit 2 ;; esac
"""

pytestmark = pytest.mark.skipif(BASH is None, reason="no bash")


@pytest.mark.parametrize("failing", ["", "check", "test", "check test"])
def test_both_targets_are_made_and_each_that_fails_is_named(tmp_path, failing):
    (tmp_path / "make").write_text(MAKE)
    (tmp_path / "make").chmod(0o755)
    env = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "FAILING": failing}
    words = [str(BASH), str(ROOT / ".ci" / "run")]
    done = subprocess.run(words, cwd=tmp_path, env=env, input="keys", capture_output=True, text=True, check=False)
    assert done.returncode == bool(failing)
    assert done.stdout == "made .venv/.ready, told \nmade test, told \nmade check, told \n"
    assert done.stderr == "".join(f".ci/run: failed: make {target}\n" for target in failing.split())


def test_it_can_be_run():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
