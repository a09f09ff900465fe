"""Run one job of `mutant_plugin` in a pytest process, and read its reports."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.faults import mutant_kinds
from tests.faults.mutant_plugin import JOB
from wd_env.errors import DataError


def run_job(folder: Path, compiled: bool, pages: Iterable[str], job: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run one pytest process over these test files and yield its reports; DataError if it could not run."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        own_folder = Path(name)
        job = job | {"root": str(mutant_kinds.ROOT), "out": f"{name}/out", "folder": name}
        (own_folder / "job.json").write_text(json.dumps(job))
        (own_folder / "pages").write_text("\n".join(pages))
        (own_folder / "out").touch()
        options = ["-q", "--capture=sys", "-p", "no:cacheprovider", "-p", "tests.faults.mutant_plugin"]
        command = [sys.executable, "-m", "pytest", *options, f"@{name}/pages"]
        env = os.environ | {
            "NUMBA_DISABLE_JIT": str(int(not compiled)),
            JOB: f"{name}/job.json",
            "PYTHONPATH": f"{mutant_kinds.ROOT}{os.pathsep}{mutant_kinds.HOME}",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": f"{name}/hypothesis",
        }
        output = _run_in_group(command, env, own_folder / "output")
        lines = [json.loads(line) for line in (own_folder / "out").read_text().splitlines()]
    if not lines and job["do"] != "fresh":
        raise DataError(f"the tests could not be run: {output}")
    yield from lines or [{"index": 0, "killed_by": "an import"}]


def _run_in_group(command: list[str], env: dict[str, str], log: Path) -> str:
    """Run a command and return its output; then end the processes that its tests left, which may hold the output."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=mutant_kinds.ROOT, env=env, stdout=output, stderr=output, start_new_session=True
        )
        try:
            process.wait()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return log.read_text("utf-8", errors="replace")
