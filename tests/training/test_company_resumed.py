"""A stopped run of two processes resumes bit for bit in both; `make test-together` runs it."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.training import run_log
from wd_env.training.run_folder import read_run_info
from wd_env.training.snapshots.snapshot import load_latest_snapshot
from wd_env.training.training_callback import snapshot_folder

pytestmark = pytest.mark.skipif("WD_TEST_TOGETHER" not in os.environ, reason="it takes minutes: make test-together")

ROOT = Path(__file__).parents[2]
UPDATES, DECISIONS = 3, 16 * 8  # of an update, of both processes together
CONFIG = """
learner: fast
game: {players: [2], options: {max_turns: 8, last_player: last_survivor_wins}}
ppo: {n_envs: 16, n_steps: 8, batch_size: 32, n_epochs: 1}
net: {hidden: [8]}
opponents: {weights: {random: 0.5, past: 0.5}, checkpoint_freq: 100, pool_size: 1}
evaluation: {opponents: [random], games: 2, final_games: 2, freq: 100000}
run: {snapshot_freq: 100, total_decisions: %d}
"""


def command_of(folder, run, *words, decisions=UPDATES * DECISIONS):
    (folder / "small.yaml").write_text(CONFIG % decisions)
    command = [sys.executable, "-m", "wd_env.cli.main", "train", "--config", str(folder / "small.yaml")]
    return [*command, "--run.folder", str(folder / run), *words]


def wd_train(folder, run, *words):
    return subprocess.run(command_of(folder, run, *words), cwd=ROOT, capture_output=True, text=True, check=False)


def parts_of(folder, rank):
    found = load_latest_snapshot(snapshot_folder(folder, rank))
    generators = {"torch": found._groups["rng"]["torch"]}  # Python's own generator is neither seeded nor used
    return found.decisions, {**found._groups["policy"], **generators, **found.arrays}, found.state["pool"]


def test_a_run_that_was_stopped_goes_on_bit_for_bit_in_both(tmp_path):
    whole = wd_train(tmp_path, "whole", "--processes", "2")
    assert whole.returncode == 0, whole.stderr[-2000:]
    info = read_run_info(tmp_path / "whole")
    assert (info["processes"], info["command"].split()[-2:]) == (2, ["--processes", "2"])
    assert "training with 2 processes" in whole.stderr
    stopped = wd_train(tmp_path, "stopped", "--processes", "2", "--run.time_limit_minutes", "0.00001")
    assert stopped.returncode == 0, stopped.stderr[-2000:]
    first = [parts_of(tmp_path / "stopped", rank)[0] for rank in (0, 1)]
    assert first[0] == first[1] < UPDATES * DECISIONS
    alone = wd_train(tmp_path, "stopped", "--processes", "1", "--resume", str(tmp_path / "stopped"))
    assert alone.returncode == 2
    assert "expected the number of processes that trained it, got 1" in alone.stderr
    on = wd_train(tmp_path, "stopped", "--resume", str(tmp_path / "stopped"), "--run.time_limit_minutes", "60")
    assert on.returncode == 0, on.stderr[-2000:]
    for rank in (0, 1):
        number, arrays, pool = parts_of(tmp_path / "whole", rank)
        found, others, others_pool = parts_of(tmp_path / "stopped", rank)
        assert (found, others_pool) == (number, pool)
        assert arrays.keys() == others.keys()
        assert [name for name in arrays if not np.array_equal(arrays[name], others[name])] == []
    assert not np.array_equal(
        parts_of(tmp_path / "whole", 0)[1]["states"], parts_of(tmp_path / "whole", 1)[1]["states"]
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_command_leaves_no_training_process(tmp_path, number):
    command = command_of(tmp_path, "ended", "--processes", "2", decisions=10**9)
    errors = (tmp_path / "stderr").open("wb")
    with errors, subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors) as running:
        while not run_log.read_scalars(tmp_path / "ended"):  # both have trained
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.wait(0.1)
            assert running.poll() is None, (tmp_path / "stderr").read_text()
        assert len(those_of(tmp_path)) >= 4, "expected the command, torchrun and two training processes"
        running.send_signal(number)
        running.communicate()
    assert running.returncode == 128 + number
    assert those_of(tmp_path) == []


def those_of(folder):
    """Return the processes whose command names this folder."""
    found = [path for path in Path("/proc").glob("[0-9]*/cmdline") if str(folder).encode() in words_of(path)]
    return sorted(int(path.parent.name) for path in found)


def words_of(path):
    try:
        return path.read_bytes()
    except OSError:  # the process has just ended
        return b""
