"""A command that is killed (kill -9) at the n-th line of its blocks: before, during or after writing it.

python -m tests.cli.dying 3 middle ladder random scripted --file ladder.jsonl
"""

import os
import signal
import sys
from pathlib import Path

from wd_env.cli.main import main

MOMENTS = ("before", "middle", "after")


def kill_self() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def run(number: int, moment: str, args: list[str]) -> int:
    """Run the command until line `number` of its file is written."""
    lines, write, sync = [0], os.write, os.fsync

    def counting_write(file: int, data: bytes) -> int:
        if not data.startswith(b"{"):
            return write(file, data)
        lines[0] += 1
        if lines[0] == number and moment != "after":
            write(file, data[: len(data) // 2 if moment == "middle" else 0])
            kill_self()
        return write(file, data)

    def counting_sync(file: int) -> None:
        sync(file)
        if lines[0] == number:
            kill_self()

    os.write, os.fsync = counting_write, counting_sync  # type: ignore[assignment]
    return main(args)


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    sys.exit(run(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
