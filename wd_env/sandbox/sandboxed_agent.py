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
from wd_env.agents.agent_registry import BUILTIN_NAMES, GREEDY_PREFIX, make_bot
from wd_env.errors import BotError, BotProcessDied, WdError, quoted
from wd_env.parallel.parent_process import exit_with_parent
from wd_env.registry import GameEntry
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

CALL_TIMEOUT = 60.0  # seconds for one call, unless told
START_TIMEOUT = (
    120.0  # seconds in which a process has to begin and make its bot; a busy machine takes long to begin one
)
STDOUT, STDERR = 1, 2
READY, REPLY, FAILED = b"m", b"a", b"f"  # the first byte of what comes back
MAX_ERROR_CHARS = 1000  # characters of a failure


def is_untrusted(name: str) -> bool:
    """Tell whether a bot runs code of somebody else: neither one of the roster nor a file of weights."""
    return name.partition(":")[0] not in BUILTIN_NAMES and not Path(name.removeprefix(GREEDY_PREFIX)).exists()


class SandboxedAgent(Agent):
    """A bot that is made and asked in a process of its own, within `patience` seconds a call.

    BotError for whatever goes wrong in it, Gone where it has died or taken too long. `close` ends the process.
    """

    def __init__(
        self,
        entry: GameEntry,
        options: Mapping[str, Any],
        name: str,
        stream: Sequence[int],
        timeout: float = CALL_TIMEOUT,
    ) -> None:
        super().__init__(np.random.default_rng(stream))
        self.name, self.timeout = name, timeout
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, entry, dict(options), name, stream), daemon=True)
        self._process.start()
        theirs.close()
        self._is_ready = False

    def wait_until_ready(self) -> None:
        """Wait for the process to make its bot; Gone where that fails, with the reason."""
        if not self._is_ready:
            self._receive(START_TIMEOUT, "to be made", READY)
            self._is_ready = True

    def choose(self, view: View) -> int:
        """Choose an action as the bot does."""
        return int(self.choose_batch(view.game, *view.arrays)[0])

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose actions int64[k] as the bot does."""
        self.wait_until_ready()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # what it died of is told below
            self._pipe.send_bytes(b"".join(np.ascontiguousarray(rows, np.int8).tobytes() for rows in (obs, masks)))
        answers = self._receive(self.timeout, f"for a call of {len(obs)} answers", REPLY)
        return np.frombuffer(answers, "<i8").astype(np.int64)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def _receive(self, seconds: float, subject: str, expected: bytes) -> bytes:
        """What comes back; BotError where that is a failure of the bot, Gone where nothing comes."""
        try:
            if not self._pipe.poll(seconds):
                self._process.kill()
                raise BotProcessDied(f"took more than {seconds:g} seconds {subject}")
            told = self._pipe.recv_bytes()
        except (EOFError, OSError):
            self._process.join(self.timeout)
            raise BotProcessDied(f"its process died ({_exit_text(self._process.exitcode)})") from None
        if told[:1] == expected:
            return told[1:]
        raise (BotError if expected == REPLY else BotProcessDied)(told[1:].decode())


def _exit_text(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit code {code}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _serve(
    pipe: "connection.Connection[bytes, bytes]",
    entry: GameEntry,
    options: dict[str, Any],
    name: str,
    stream: Sequence[int],
) -> None:
    """Make the bot and answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is interrupted ends this process
    exit_with_parent()
    sys.stdout.flush()
    os.dup2(STDERR, STDOUT)  # what it prints is no part of our tables
    try:
        game = entry.spec_for(**options)
        bot = make_bot(name, game, np.random.default_rng(stream))
    except Exception as problem:  # noqa: BLE001 - a stranger's code may raise anything
        pipe.send_bytes(_failure_reply(problem))
        return
    pipe.send_bytes(READY)
    with contextlib.suppress(EOFError):
        while True:
            pipe.send_bytes(_reply(bot, game, pipe.recv_bytes()))


def _reply(bot: Agent, game: GameSpec, asked: bytes) -> bytes:
    width = game.layout.size + len(game.actions)
    count = len(asked) // width
    numbers = np.frombuffer(asked, np.int8)
    obs, masks = numbers[: count * game.layout.size], numbers[count * game.layout.size :]
    try:
        answers = bot.choose_batch(game, obs.reshape(count, -1).copy(), masks.reshape(count, -1).copy())
        found = np.asarray(answers)
    except Exception as problem:  # noqa: BLE001 - a stranger's code may raise anything
        return _failure_reply(problem)
    if found.dtype.kind not in "iu" or found.shape != (count,):
        return FAILED + f"{quoted(answers)} is no answer; allowed is a whole number for each of {count} games".encode()
    return REPLY + found.astype("<i8").tobytes()


def _failure_reply(problem: Exception) -> bytes:
    told = str(problem) if isinstance(problem, WdError) else f"{type(problem).__name__}: {problem}"
    return FAILED + told[:MAX_ERROR_CHARS].encode(errors="replace")
