"""An environment for each library, because their requirements conflict; created once, from pinned versions."""

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

from tests.benchmarks.peers import pufferlib_source
from tests.benchmarks.peers.unavailable import Unavailable, error_line
from wd_env.storage.atomic_files import write_atomic

PINS = Path(__file__).parent / "libraries"
STAMP = "made_from"
PIP = ("-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-input")


def prepare_environment(peer: str, folder: Path) -> Path:
    """Return the Python of a library's environment in `folder`, and create the environment if necessary.

    Raises:
        Unavailable: If the library cannot be installed, with the reason.
    """
    place = folder / peer
    python = place / "bin" / "python"
    wanted = _expected_stamp(peer)
    stamp = place / STAMP
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return python
    venv.create(place, clear=True, with_pip=True, symlinks=True)
    command = (python, *PIP, "-r", PINS / f"{peer}.txt")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"it does not install: {error_line(done.stderr)}")
    if peer == "pufferlib":
        pufferlib_source.build(python, place)
    write_atomic(stamp, wanted)
    return python


def _expected_stamp(peer: str) -> str:
    """Return a digest of everything from which an environment is made: the pins, its build code, and this Python."""
    result = [(PINS / f"{peer}.txt").read_bytes(), Path(pufferlib_source.__file__).read_bytes(), sys.version.encode()]
    return hashlib.sha256(b"".join(result)).hexdigest()
