"""Memory per game of a batch: `python -m wd_env.benchmarks.batch_memory NUM_GAMES ENTRY` prints bytes per game.

`ENTRY` is the registry entry of the game as JSON, so that the other process uses the same one.
"""

import json
import subprocess
import sys
from dataclasses import asdict

from wd_env.benchmarks.measure_process import max_memory
from wd_env.benchmarks.random_play import batch
from wd_env.registry import GameEntry

LARGE_BATCH = 65_536


def bytes_per_game(entry: GameEntry, num_games: int = LARGE_BATCH) -> int:
    """Return the resident bytes per game of a large batch, with everything that its steps need."""
    command = [sys.executable, "-m", __name__, str(num_games), json.dumps(asdict(entry))]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)  # noqa: S603  ourselves


def main(args: list[str]) -> None:
    """Measure and print."""
    tables, row = int(args[0]), GameEntry(**json.loads(args[1]))
    batch(row, 1)()  # loads and compiles what does not depend on the number of games
    before = max_memory()
    play = batch(row, tables)
    play()
    play()
    print((max_memory() - before) // tables)


if __name__ == "__main__":
    main(sys.argv[1:])
