"""What a game of a batch takes: `python -m wd_env.bench.memory TABLES` prints bytes a game, in a process of its own."""

import subprocess
import sys

from wd_env.bench.games import batch
from wd_env.bench.worker import most_memory

LARGE = 65_536


def of_a_game(tables: int = LARGE) -> int:
    """Resident bytes that each game of a large batch adds, everything that its steps need included."""
    command = [sys.executable, "-m", __name__, str(tables)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)  # noqa: S603  ourselves


def main(words: list[str]) -> None:
    """Measure and print."""
    tables = int(words[0])
    batch(1)()  # what is loaded and compiled anyway
    before = most_memory()
    play = batch(tables)
    play()
    play()
    print((most_memory() - before) // tables)


if __name__ == "__main__":
    main(sys.argv[1:])
