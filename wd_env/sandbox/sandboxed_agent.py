"""An untrusted bot in a separate process, so that a bot that hangs or crashes does not affect the caller.

Observations and masks are sent over a pipe as bytes. Actions and errors return as bytes and are never unpickled.
"""

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import BUILTIN_NAMES, GREEDY_PREFIX, make_bot
from wd_env.errors import BotError, BotProcessDied, WdError, quoted
from wd_env.registry import GameEntry
from wd_env.sandbox.bot_process import READY, START_TIMEOUT, BotProcess, Pipe
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

CALL_TIMEOUT = 60.0  # seconds for one call
REPLY, FAILED = b"a", b"f"  # the first byte of a message from the process, unless it is READY
MAX_ERROR_CHARS = 1000  # of an error message from the process


def is_untrusted(name: str) -> bool:
    """Return whether a bot runs third-party code: it is neither a bundled bot nor a bot file.

    Args:
        name: Name of the bot, as for `make_bot`.
    """
    return name.partition(":")[0] not in BUILTIN_NAMES and not Path(name.removeprefix(GREEDY_PREFIX)).exists()


class SandboxedAgent(Agent):
    """A bot in a separate process. `close` ends the process.

    Args:
        entry: Game that the bot plays.
        options: Rule options of the game.
        name: Name of the bot, as for `make_bot`.
        stream: Seed sequence of the bot's random generator.
        timeout: Seconds for one call.
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
        self._process = BotProcess(_serve, entry, dict(options), name, stream)

    def wait_until_ready(self) -> None:
        """Wait until the process has made the bot.

        Raises:
            BotProcessDied: If the bot cannot be made, with the reason.
        """
        if not self._process.is_ready:
            self._receive(START_TIMEOUT, "a bot that is ready", READY)
            self._process.is_ready = True

    def choose(self, view: View) -> int:
        """Return the action that the bot chooses; raises the same errors as `choose_batch`."""
        return int(self.choose_batch(view.game, *view.arrays)[0])

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return the actions that the bot chooses.

        Args:
            game: Game of the observations.
            obs: int8[k, size], observation of each game.
            masks: int8[k, actions], 1 for each legal action.

        Returns:
            int64[k], one action per game. They are not checked to be legal.

        Raises:
            BotError: If the bot raises an exception or does not return k integers.
            BotProcessDied: If the process has ended or does not reply in time.
        """
        self.wait_until_ready()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # `_receive` reports the reason
            self._process.pipe.send_bytes(
                b"".join(np.ascontiguousarray(array, np.int8).tobytes() for array in (obs, masks))
            )
        reply = self._receive(self.timeout, f"{len(obs)} actions", REPLY)
        return np.frombuffer(reply, "<i8").astype(np.int64)

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _receive(self, seconds: float, subject: str, expected: bytes) -> bytes:
        """Return the content of the next message; BotError or BotProcessDied if it is not of the expected kind."""
        try:
            if not self._process.pipe.poll(seconds):
                self._process.close()
                raise BotProcessDied(f"expected {subject} within {seconds:g} seconds, got no reply")
            message = self._process.pipe.recv_bytes()
        except (EOFError, OSError):
            raise BotProcessDied(f"its process died ({self._process.exit_text(self.timeout)})") from None
        if message.startswith(expected):
            return message.removeprefix(expected)
        raise (BotError if expected == REPLY else BotProcessDied)(message.removeprefix(FAILED).decode())


def _serve(pipe: Pipe, entry: GameEntry, options: dict[str, Any], name: str, stream: Sequence[int]) -> None:
    """Make the bot and reply to requests."""
    try:
        game = entry.spec_for(**options)
        bot = make_bot(name, game, np.random.default_rng(stream))
    except Exception as exc:  # noqa: BLE001 - third-party code may raise anything
        pipe.send_bytes(_failure_reply(exc))
        return
    pipe.send_bytes(READY)
    while True:
        pipe.send_bytes(_reply(bot, game, pipe.recv_bytes()))


def _reply(bot: Agent, game: GameSpec, request: bytes) -> bytes:
    width = game.layout.size + len(game.actions)
    count = len(request) // width
    values = np.frombuffer(request, np.int8)
    obs, masks = values[: count * game.layout.size], values[count * game.layout.size :]
    try:
        actions = bot.choose_batch(game, obs.reshape(count, -1).copy(), masks.reshape(count, -1).copy())
        array = np.asarray(actions)
    except Exception as exc:  # noqa: BLE001 - third-party code may raise anything
        return _failure_reply(exc)
    if array.dtype.kind not in "iu" or array.shape != (count,):
        return FAILED + f"actions: expected one integer for each of {count} games, got {quoted(actions)}".encode()
    return REPLY + array.astype("<i8").tobytes()


def _failure_reply(exc: Exception) -> bytes:
    text = str(exc) if isinstance(exc, WdError) else f"{type(exc).__name__}: {exc}"
    return FAILED + text[:MAX_ERROR_CHARS].encode(errors="replace")
