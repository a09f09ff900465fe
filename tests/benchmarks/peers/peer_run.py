"""Run the cases alternately, each measurement in its own process on one core."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.peers import peer_environments, wd_env_cases
from tests.benchmarks.peers.peer_cases import OURS, Case
from tests.benchmarks.peers.unavailable import Unavailable, error_line
from wd_env.benchmarks import measure_process
from wd_env.parallel.thread_limits import ONE_THREAD

MAX_SECONDS = 300.0  # limit of one measurement, with start and compilation
LIBRARIES = Path(__file__).parent / "libraries"
REPOSITORY = str(Path(__file__).parents[3])  # the folder of wd_env


@dataclass
class PeerResult:
    """The result of a case: its speed in each round, or the reason why there is none."""

    case: Case
    rates: list[float] = field(default_factory=list)  # decisions per second of processor time
    clock_per_cpu: list[float] = field(default_factory=list)  # seconds of wall-clock time per second of processor time
    versions: dict[str, str] = field(default_factory=dict)
    megabytes: float = 0.0  # maximum memory of the process
    reason: str = ""

    def add(self, measurement: dict[str, Any]) -> None:
        """Add one more round."""
        self.rates.append(measurement["decisions"] / measurement["cpu"])
        self.clock_per_cpu.append(measurement["clock"] / measurement["cpu"])
        self.versions = measurement["versions"]
        self.megabytes = max(self.megabytes, measurement["megabytes"])


def run_in_turn(
    cases: Sequence[Case], rounds: int, seconds: float, folder: Path, print_status: Callable[[str], None]
) -> list[PeerResult]:
    """Measure every case once per round; a case that fails is not measured again, and its result has the reason."""
    outcomes = [PeerResult(case) for case in cases]
    pythons = _pythons(outcomes, folder, print_status)
    for number in range(1, rounds + 1):
        for outcome in outcomes:
            if outcome.reason:
                continue
            print_status(f"round {number} of {rounds}: {outcome.case.title}")
            try:
                outcome.add(measure(outcome.case, pythons[outcome.case.peer], seconds))
            except Unavailable as problem:
                outcome.reason = str(problem)
    return outcomes


def _pythons(outcomes: Sequence[PeerResult], folder: Path, print_status: Callable[[str], None]) -> dict[str, Path]:
    """Return the Python of every library that can be installed; the results of the others get the reason."""
    pythons = {OURS: Path(sys.executable)}
    for peer in {outcome.case.peer: None for outcome in outcomes if outcome.case.peer != OURS}:
        print_status(f"environment of {peer}")
        try:
            pythons[peer] = peer_environments.prepare_environment(peer, folder)
        except Unavailable as problem:
            for outcome in outcomes:
                if outcome.case.peer == peer:
                    outcome.reason = str(problem)
    return pythons


def measure(case: Case, python: Path, seconds: float) -> dict[str, Any]:
    """Return one measurement of `worker.py`.

    Raises:
        Unavailable: If the process fails, with the reason.
    """
    module = wd_env_cases.__file__ if case.peer == OURS else str(LIBRARIES / f"{case.peer}.py")
    command: list[str | Path] = [
        python,
        "-P",
        measure_process.__file__,
        module,
        case.key,
        str(seconds),
        str(measure_process.last_core()),
    ]
    surroundings = os.environ | ONE_THREAD | {"PYTHONPATH": REPOSITORY if case.peer == OURS else ""}
    try:
        done = subprocess.run(
            command,
            env=surroundings,
            cwd=None if case.peer == OURS else python.parents[1],  # PufferLib leaves a link in its working directory
            capture_output=True,
            text=True,
            timeout=MAX_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unavailable(f"it does not run: no answer in {MAX_SECONDS:.0f} seconds") from None
    if done.returncode:
        raise Unavailable(f"it does not run: {error_line(done.stderr)}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
