"""Matches on a cluster in which a process or node is killed during a block."""

import os
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import ray

from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.game import GAME
from wd_env.parallel.executors import get_executor

LINEUP = ["scripted", "random"]
SHORT = {"max_turns": 60}
BLOCK, GAMES = 4, 64  # eight blocks
PAUSE = 1.5  # minimum seconds of a block, so that a kill happens during it
TIMEOUT = 600.0  # seconds


@dataclass(frozen=True)
class Mark:
    """The start or end of a block, with its process and node."""

    moment: str
    block: str
    process: int
    node: str


def play_with_marks(folder, play, block):
    """Play a block, and write a mark file at its start and at its end."""
    me = f"{block.index}.{os.getpid()}.{ray.get_runtime_context().get_node_id()}.{time.time_ns()}"
    (folder / f"started.{me}").touch()
    time.sleep(PAUSE)
    result = play(block)
    (folder / f"ended.{me}").touch()
    return result


def marks(folder: Path) -> list[Mark]:
    parts = [path.name.split(".") for path in folder.iterdir()]
    return [Mark(moment, block, int(process), node) for moment, block, process, node, _ in parts]


def running_blocks(folder: Path) -> list[Mark]:
    found = marks(folder)
    ended = {(one.block, one.process) for one in found if one.moment == "ended"}
    return [one for one in found if one.moment == "started" and (one.block, one.process) not in ended]


def match_with_a_kill(folder, may_be_killed, kill):
    """Play a match and kill the first running block that `may_be_killed` selects; return the result and the block."""
    executor, killed = get_executor("ray"), []

    def watch():
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until and not killed:
            for mark in filter(may_be_killed, running_blocks(folder)):
                killed.append(mark.block)
                kill(mark)
                return
            time.sleep(0.02)

    watcher = threading.Thread(target=watch)
    watcher.start()
    result = play_match(
        GAME,
        LINEUP,
        GAMES,
        1,
        SHORT,
        block_size=BLOCK,
        executor=lambda play, tasks: executor(partial(play_with_marks, folder, play), tasks),
    )
    watcher.join()
    return result, killed
