"""The folder of a run: its name, and `run.json`, which describes the commands, versions and machines of the run."""

import datetime
import itertools
import json
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wd_env.errors import CheckpointError, quoted
from wd_env.parallel import machine_info
from wd_env.spec.custom_files import bundled_names, digest_of
from wd_env.storage.atomic_files import read_text, write_atomic
from wd_env.storage.bounded_json import read_json
from wd_env.training.settings.training_settings import TrainSettings

RUNS_FOLDER = Path("runs")
RUN_FILE = "run.json"
BEST_BOT_FILE = "best.wdbot"  # the bot with the highest mean win rate in the evaluations during the run
MAX_BYTES = 2**20  # of a `run.json`


def new_folder(settings: TrainSettings) -> Path:
    """Return the folder of a new run: `run.folder`, or an unused one made of the name and the seed of the run."""
    if settings.run.folder:
        return Path(settings.run.folder)
    first = RUNS_FOLDER / f"{settings.run.name}_seed{settings.run.seed}"
    numbered = (first.with_name(f"{first.name}_{suffix}") for suffix in itertools.count(2))
    return next(folder for folder in itertools.chain([first], numbered) if not folder.exists())


class RunInfo:
    """The contents of `run.json`; it is written when a stage ends, and continued when the run is resumed."""

    def __init__(self, folder: Path, settings: TrainSettings, processes: int) -> None:
        self._path = folder / RUN_FILE
        saved = read_run_info(folder) if self._path.exists() else {}
        self._data: dict[str, Any] = {
            "command": shlex.join(["wd", *sys.argv[1:]]),
            "started": _now(),
            "game": settings.game.name,
            "name": settings.run.name,
            "seed": settings.run.seed,
            "learner": settings.learner,
            "processes": processes,
            "commit": source_commit(),
            "rules_hash": settings.game.spec.rules_hash,
            "custom_files": custom_file_digests(settings),
            "machine": machine_info.describe(),
            "seconds": saved.get("seconds", {}),
            "processor_seconds": saved.get("processor_seconds", {}),
        }
        if saved:
            self._data["resumed"] = [*saved.get("resumed", []), {"command": self._data["command"], "at": _now()}]
            self._data |= {name: saved[name] for name in ("command", "started") if name in saved}
        self._write()

    def add_processor_seconds(self, name: str, seconds: float) -> None:
        """Add the processor seconds of the other processes to those of the stage."""
        self._data["processor_seconds"][name] = round(self._data["processor_seconds"][name] + seconds, 1)
        self._write()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the wall-clock and processor seconds of this process inside the block to those of the stage."""
        wall, processor = time.monotonic(), time.process_time()
        try:
            yield
        finally:
            for kind, elapsed in (
                ("seconds", time.monotonic() - wall),
                ("processor_seconds", time.process_time() - processor),
            ):
                self._data[kind][name] = round(self._data[kind].get(name, 0.0) + elapsed, 1)
            self._write()

    def _write(self) -> None:
        write_atomic(self._path, json.dumps(self._data, indent=2) + "\n")


def read_run_info(folder: Path) -> dict[str, Any]:
    """Read the `run.json` of a run's folder; CheckpointError if it is not a JSON object of numbers by stage."""
    path = folder / RUN_FILE
    data = read_json(read_text(path, MAX_BYTES, CheckpointError), str(path), CheckpointError)
    if not isinstance(data, dict):
        raise CheckpointError(f"{path}: expected a JSON object")
    for kind in ("seconds", "processor_seconds"):
        elapsed = data.get(kind, {})
        if not isinstance(elapsed, dict) or not all(type(value) in (int, float) for value in elapsed.values()):
            raise CheckpointError(f"{path}: {kind}: expected a number of seconds for each stage")
    if not isinstance(data.get("resumed", []), list):
        raise CheckpointError(f"{path}: resumed: expected a list")
    return data


def custom_file_digests(settings: TrainSettings) -> list[dict[str, str]]:
    """Return option, name and SHA-256 digest of each custom file that games of a run read."""
    bundled = bundled_names(settings.game.spec.config_class)
    files = {
        (option, str(options[option]))
        for options in settings.game.options_by_set
        for option, names in bundled.items()
        if options.get(option) not in (None, *names)
    }
    digests = [{"option": option, "name": Path(path).name, "sha256": digest_of(path)} for option, path in files]
    return sorted(digests, key=lambda digest: (digest["option"], digest["sha256"]))


def check_custom_files(folder: Path, settings: TrainSettings) -> None:
    """Raise CheckpointError if a custom file is not the one that the run in this folder was started with."""
    if not (folder / RUN_FILE).exists():
        return  # it was stopped before it wrote one
    saved, current = read_run_info(folder).get("custom_files"), custom_file_digests(settings)
    if saved is None or saved == current:
        return
    changed = [digest for digest in current if not isinstance(saved, list) or digest not in saved]
    names = ", ".join(f"{digest['option']} {quoted(digest['name'])}" for digest in changed) or "none"
    raise CheckpointError(f"{folder / RUN_FILE}: expected the custom files of this run, got {names} with other content")


def source_commit() -> str | None:
    """Return the commit of the checkout that the package is imported from, None if it is not in one."""
    root = Path(__file__).resolve().parents[2]
    git = root / ".git"
    try:
        if git.is_file():  # a linked worktree
            git = (root / git.read_text("utf-8").partition("gitdir:")[2].strip()).resolve()
        header = (git / "HEAD").read_text("utf-8").strip()
        if not header.startswith("ref: "):
            return header
        common = git / "commondir"
        shared = (git / common.read_text("utf-8").strip()).resolve() if common.exists() else git
        return _resolve_ref(shared, header.removeprefix("ref: "))
    except (OSError, UnicodeDecodeError):
        return None


def _resolve_ref(git: Path, name: str) -> str | None:
    if (git / name).exists():
        return (git / name).read_text("utf-8").strip()
    packed = (line.split() for line in (git / "packed-refs").read_text("utf-8").splitlines())
    return next((line[0] for line in packed if line[1:] == [name]), None)


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
