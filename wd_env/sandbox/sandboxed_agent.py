"""A stranger's bot in a process of its own: one that hangs or dies takes nothing with it.

Views and masks go over a pipe as bytes, actions and words come back as bytes; nothing that comes back is unpickled.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import connection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import GREEDY, NAMES, make_bot
from wd_env.errors import BotError, Gone, WdError, quoted
from wd_env.parallel.parent_process import leave_with
from wd_env.registry import Game
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

PATIENCE = 60.0  # seconds for one call, unless told
MADE_WITHIN = 120.0  # seconds in which a process has to begin and make its bot; a busy machine takes long to begin one
STDOUT, STDERR = 1, 2
MADE, ANSWERED, FAILED = b"m", b"a", b"f"  # the first byte of what comes back
MOST_TOLD = 1000  # characters of a failure


def is_strangers(name: str) -> bool:
    """Tell whether a bot runs code of somebody else: neither one of the roster nor a file of weights."""
    return name.partition(":")[0] not in NAMES and not Path(name.removeprefix(GREEDY)).exists()


class Apart(Agent):
    """A bot that is made and asked in a process of its own, within `patience` seconds a call.

    BotError for whatever goes wrong in it, Gone where it has died or taken too long. `close` ends the process.
    """

    def __init__(
        self, row: Game, options: Mapping[str, Any], name: str, stream: Sequence[int], patience: float = PATIENCE
    ) -> None:
        super().__init__(np.random.default_rng(stream))
        self.name, self.patience = name, patience
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, row, dict(options), name, stream), daemon=True)
        self._process.start()
        theirs.close()
        self._is_made = False

    def wait_until_made(self) -> None:
        """Wait for the process to make its bot; Gone where that fails, with the reason."""
        if not self._is_made:
            self._received(MADE_WITHIN, "to be made", MADE)
            self._is_made = True

    def choose(self, view: View) -> int:
        """Choose an action as the bot does."""
        return int(self.choose_many(view.game, *view.arrays)[0])

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose actions int64[k] as the bot does."""
        self.wait_until_made()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # what it died of is told below
            self._pipe.send_bytes(b"".join(np.ascontiguousarray(rows, np.int8).tobytes() for rows in (obs, masks)))
        answers = self._received(self.patience, f"for a call of {len(obs)} answers", ANSWERED)
        return np.frombuffer(answers, "<i8").astype(np.int64)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _received(self, seconds: float, what: str, wanted: bytes) -> bytes:
        """What comes back; BotError where that is a failure of the bot, Gone where nothing comes."""
        try:
            if not self._pipe.poll(seconds):
                self._process.kill()
                raise Gone(f"took more than {seconds:g} seconds {what}")
            told = self._pipe.recv_bytes()
        except (EOFError, OSError):
            self._process.join(self.patience)
            raise Gone(f"its process died ({_how(self._process.exitcode)})") from None
        if told[:1] == wanted:
            return told[1:]
        raise (BotError if wanted == ANSWERED else Gone)(told[1:].decode())


def _how(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit code {code}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _serve(
    pipe: "connection.Connection[bytes, bytes]", row: Game, options: dict[str, Any], name: str, stream: Sequence[int]
) -> None:
    """Make the bot and answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is interrupted ends this process
    leave_with()
    sys.stdout.flush()
    os.dup2(STDERR, STDOUT)  # what it prints is no part of our tables
    try:
        game = row.spec_for(**options)
        bot = make_bot(name, game, np.random.default_rng(stream))
    except Exception as problem:  # noqa: BLE001 - a stranger's code may raise anything
        pipe.send_bytes(_failure(problem))
        return
    pipe.send_bytes(MADE)
    with contextlib.suppress(EOFError):
        while True:
            pipe.send_bytes(_answered(bot, game, pipe.recv_bytes()))


def _answered(bot: Agent, game: GameSpec, asked: bytes) -> bytes:
    width = game.layout.size + len(game.actions)
    count = len(asked) // width
    numbers = np.frombuffer(asked, np.int8)
    obs, masks = numbers[: count * game.layout.size], numbers[count * game.layout.size :]
    try:
        answers = bot.choose_many(game, obs.reshape(count, -1).copy(), masks.reshape(count, -1).copy())
        found = np.asarray(answers)
    except Exception as problem:  # noqa: BLE001 - a stranger's code may raise anything
        return _failure(problem)
    if found.dtype.kind not in "iu" or found.shape != (count,):
        return FAILED + f"{quoted(answers)} is no answer; allowed is a whole number for each of {count} games".encode()
    return ANSWERED + found.astype("<i8").tobytes()


def _failure(problem: Exception) -> bytes:
    told = str(problem) if isinstance(problem, WdError) else f"{type(problem).__name__}: {problem}"
    return FAILED + told[:MOST_TOLD].encode(errors="replace")
