"""A run that is killed at any moment resumes to exactly the same weights."""

import json
import os
import shutil
import signal
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from tests.training.dying import KillPoint, kill_at, run_process
from tests.training.tiny import fast_and_long, tiny, weights_of
from wd_env.cli.main import main
from wd_env.errors import CheckpointError, ConfigError
from wd_env.training import run_log
from wd_env.training.settings.training_settings import TrainSettings, as_dict
from wd_env.training.training_run import train

PARTS: dict[str, Any] = {
    "opponents": {"checkpoint_freq": 256, "pool_size": 2},
    "evaluation": {"freq": 10**9, "players": 2, "opponents": ["random"], "final_games": 4},
}
RUN = {"total_decisions": 768, "snapshot_freq": 256}  # six updates, three snapshots
DEATHS = (  # one process after another
    KillPoint("fsync", ".settings.yaml"),  # nothing has started
    KillPoint("open", "curves.jsonl", nth=2),  # before the first snapshot
    KillPoint("rename", ".curves.jsonl"),  # the lines of the earlier run are being removed
    KillPoint("fsync", ".snapshot"),  # half of the first snapshot is written
    KillPoint("open", "curves.jsonl", nth=2, signal_number=signal.SIGTERM),
    KillPoint("rename", ".snapshot", signal_number=signal.SIGTERM),
    KillPoint("fsync", ".bot.wdbot"),  # the first snapshot is complete, the bot is not
    KillPoint("open", ".snapshot", signal_number=signal.SIGINT),
    KillPoint("rename", ".bot.wdbot", signal_number=signal.SIGINT),  # the second one is complete
    KillPoint("fsync", ".results.json"),  # the run itself is complete
    KillPoint("rename", ".curves.png"),
)
BOTS = ("scripted", "random")
NO_TIME = {"time/fps": 0, run_log.ELAPSED: 0}
CODES = {signal.SIGKILL: -signal.SIGKILL, signal.SIGTERM: 128 + signal.SIGTERM, signal.SIGINT: 128 + signal.SIGINT}


def live(config: Path, folder: Path, death: KillPoint | None) -> None:
    """Run `wd train` in its own process, and resume if the folder allows it."""
    if death is not None:
        kill_at(folder, death)
    words = ["train", "--config", str(config)]
    raise SystemExit(main(["train", "--resume", str(folder)] if (folder / "settings.yaml").exists() else words))


def write_config(path: Path, settings: TrainSettings) -> None:
    # The order of the opponents gives their numbers.
    path.write_text(yaml.safe_dump(as_dict(settings), sort_keys=False))


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    """Return a function that gives the folder of an uninterrupted run of a learner, made once for each."""
    return cache(lambda learner: train(tiny(tmp_path_factory.mktemp("whole"), learner, PARTS, **RUN)))


@fast_and_long
def test_a_run_killed_repeatedly_ends_with_the_weights_of_an_uninterrupted_one(tmp_path, whole_run, learner):
    whole = whole_run(learner)
    folder, config = tmp_path / "run", tmp_path / "run.yaml"
    write_config(config, tiny(folder, learner, PARTS, **RUN))
    for death in DEATHS:
        assert run_process(live, config, folder, death) == CODES[signal.Signals(death.signal_number)], death
    assert run_process(live, config, folder, None) == 0
    assert weights_of(folder).keys() == weights_of(whole).keys()
    for name, array in weights_of(whole).items():
        np.testing.assert_array_equal(array, weights_of(folder)[name], err_msg=name)
    for scalars, expected_scalars in zip(run_log.read_scalars(folder), run_log.read_scalars(whole), strict=True):
        assert {**scalars, **NO_TIME} == {**expected_scalars, **NO_TIME}
    assert not list(folder.rglob(".*"))
    results = [json.loads((one / "results.json").read_text()) for one in (folder, whole)]
    assert results[0] == results[1]


def begun(folder: Path) -> None:
    """Leave what a run leaves that was killed before its first snapshot."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wd_env.training.training_callback.save_run_snapshot", killed)
        with pytest.raises(KeyboardInterrupt):
            train(tiny(folder, "fast", PARTS, **RUN))
    assert not (folder / "snapshots").exists()


def test_a_run_without_a_snapshot_restarts_when_resumed_and_reports_it(tmp_path, capsys):
    folder = tmp_path / "run"
    begun(folder)
    (folder / ".bot.wdbot.123.tmp").write_bytes(b"half")
    (folder / ".settings.yaml.123.tmp").write_bytes(b"half")
    with pytest.raises(ConfigError, match="which holds a run; resume it"):
        train(tiny(folder, "fast", PARTS, **RUN))
    train(tiny(folder, "fast", PARTS, **RUN), resume=True)
    assert f"{folder}: was stopped before its first snapshot; starting again\n" in capsys.readouterr().out
    decisions = [line["decisions"] for line in run_log.read_scalars(folder)]
    assert decisions == sorted(set(decisions))
    assert not list(folder.rglob(".*"))


def test_a_run_without_a_snapshot_does_not_restart_with_other_settings(tmp_path):
    begun(tmp_path / "run")
    before = (tmp_path / "run" / "settings.yaml").read_bytes()
    with pytest.raises(CheckpointError, match=r"settings\.yaml: learner: expected fast, as in the run, got maskable"):
        train(tiny(tmp_path / "run", "maskable", PARTS, **RUN), resume=True)
    assert (tmp_path / "run" / "settings.yaml").read_bytes() == before


def test_opponents_in_another_order_are_other_settings(tmp_path):
    """Check that the order in the file counts, because games store opponents by their numbers in it."""
    one, other = ({**PARTS["opponents"], "weights": dict.fromkeys(names, 0.5)} for names in (BOTS, BOTS[::-1]))
    folder = train(tiny(tmp_path / "run", "fast", {**PARTS, "opponents": one}, total_decisions=128))
    with pytest.raises(
        CheckpointError, match=r"pool.names: expected \['random', 'scripted'\], got \['scripted', 'random'\]"
    ):
        train(tiny(folder, "fast", {**PARTS, "opponents": other}, total_decisions=256), resume=True)


@pytest.fixture
def short_run(tmp_path, short_runs):
    """Return the folder of a run of one update, which the test may change."""
    return Path(shutil.copytree(short_runs, tmp_path / "run"))


@pytest.fixture(scope="module")
def short_runs(tmp_path_factory):
    return train(tiny(tmp_path_factory.mktemp("short"), "fast", PARTS, total_decisions=128))


def test_snapshots_without_settings_are_a_run_too(short_run):
    folder = short_run
    (folder / "settings.yaml").unlink()
    with pytest.raises(ConfigError, match="which holds a run"):
        train(tiny(folder, "fast", PARTS, total_decisions=128))


@pytest.mark.parametrize("name", ["settings.yaml", "curves.jsonl", "results.json", "curves.png"])
def test_a_run_writes_its_files_atomically(short_run, monkeypatch, name):
    """Fill up the disk at this file: the previous file must remain."""
    folder = short_run
    (folder / "curves.jsonl").open("a").write('{"decisions": 9999}\n')  # to be removed
    if name == "settings.yaml":
        for path in (folder / "snapshots").iterdir():
            path.unlink()
    before = (folder / name).read_bytes()
    fill_up_the_disk(monkeypatch, name)
    with pytest.raises(OSError, match="No space left") as problem:
        train(tiny(folder, "fast", PARTS, total_decisions=128), resume=True)
    assert problem.value.filename == str(folder / name)
    assert (folder / name).read_bytes() == before
    assert not list(folder.rglob(".*"))


def fill_up_the_disk(monkeypatch: pytest.MonkeyPatch, name: str, error: int = 28, words: str = "No space left") -> None:
    """Make every write of this file fail."""
    really_replace = os.replace

    def replace(source: Path, target: Path) -> None:
        if Path(target).name.startswith(name):
            raise OSError(error, words)
        really_replace(source, target)

    monkeypatch.setattr("os.replace", replace)


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("name", "error"), [("snapshot", 28), ("snapshot", 30), ("bot.wdbot", 28)])
def test_a_disk_error_during_a_run_is_reported_in_one_line_and_the_last_snapshot_resumes(
    tmp_path, whole_run, monkeypatch, capsys, name, error
):
    whole = whole_run("fast")
    folder, config = tmp_path / "run", tmp_path / "run.yaml"
    train(tiny(folder, "fast", PARTS, **RUN, time_limit_minutes=1e-9))  # stops after the first update, with a snapshot
    write_config(config, tiny(folder, "fast", PARTS, **RUN))
    kept = {path: path.read_bytes() for path in (folder / "snapshots").iterdir()}
    capsys.readouterr()
    with monkeypatch.context() as patch:
        fill_up_the_disk(patch, name, error, "the disk refuses")
        assert main(["train", "--resume", str(folder), "--run.time-limit-minutes", "1000"]) == 1
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("wd: ") and "decision" not in line]
    assert len(said) == 1
    assert said[0].startswith("wd: ")
    assert "the disk refuses" in said[0]
    assert all(path.read_bytes() == content for path, content in kept.items())
    assert main(["train", "--resume", str(folder), "--run.time-limit-minutes", "1000"]) == 0
    for key, array in weights_of(whole).items():
        np.testing.assert_array_equal(array, weights_of(folder)[key], err_msg=key)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("name", ["curves.jsonl", "tensorboard"])
def test_a_full_disk_ends_the_run_with_one_line(tmp_path, monkeypatch, capsys, name):
    folder, config = tmp_path / "run", tmp_path / "run.yaml"
    write_config(config, tiny(folder, "fast", PARTS, **RUN))
    really_open = Path.open

    def full(path: Path, mode: str = "r", **how: Any) -> Any:
        if name in path.parts and mode in ("a", "xb"):
            path.touch()
            return really_open(Path("/dev/full"), mode.replace("x", "w"), **how)
        return really_open(path, mode, **how)

    monkeypatch.setattr(Path, "open", full)
    assert main(["train", "--config", str(config)]) == 1
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("wd: ") and "decision" not in line]
    assert len(said) == 1
    assert name in said[0]
    assert "No space left on device" in said[0]
    assert (folder / "curves.jsonl").exists() == (name == "curves.jsonl")  # reported at once
