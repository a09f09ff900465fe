"""Bots think in processes of their own, which are killed when they are late, and no more wait than a bound."""

import asyncio
import contextlib
import logging
import multiprocessing
from collections import Counter
from dataclasses import dataclass
from multiprocessing.connection import Connection

from wd_env.errors import shortened, visible
from wd_env.parallel.thread_limits import one_thread_each
from wd_env.server.server_errors import ApiError
from wd_env.server.workers.bot_worker import run_worker
from wd_env.server.workers.worker_messages import (
    MAX_REPLY_BYTES,
    READY,
    REPLY_DECODER,
    WorkerReply,
    WorkerRequest,
    encode,
)

START_TIMEOUT = 120.0  # seconds for a process to begin, and for its first thought by each bot, which may compile
MS_PER_SECOND = 1000

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WorkerLimits:
    """How bots may think."""

    workers: int = 2
    budget_ms: int = 10_000  # for one decision
    queue: int = 64  # requests that wait for a process or are thought about, those of games left out
    queue_per_client: int = 16  # the same of each address but this machine's own


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, game: str) -> None:
        # a fork of a server of its own: it takes no threads, sockets or games of this process with it
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["wd_env.server.workers.bot_worker"])
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=run_worker, args=(theirs, game), daemon=True)
        with one_thread_each():
            self._process.start()
        theirs.close()
        self._is_ready = False
        self._known: set[tuple[str, str]] = set()  # bots that it has made, and the sizes they know

    async def run(self, job: WorkerRequest, seconds: float) -> WorkerReply:
        """Return what the bot thinks; TimeoutError for a late one, EOFError or OSError where the process died."""
        if not self._is_ready:
            self._is_ready = await self._receive(START_TIMEOUT) == READY
        key = job.name, str(job.options)
        allowed = seconds if key in self._known else max(seconds, START_TIMEOUT)
        self._pipe.send_bytes(encode(job))
        thought = REPLY_DECODER.decode(await self._receive(allowed))
        self._known.add(key)
        return thought

    async def _receive(self, seconds: float) -> bytes:
        await asyncio.wait_for(_readable(self._pipe), seconds)
        return self._pipe.recv_bytes(MAX_REPLY_BYTES)

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


async def _readable(pipe: Connection) -> None:
    loop, there, descriptor = asyncio.get_running_loop(), asyncio.Event(), pipe.fileno()
    loop.add_reader(descriptor, there.set)
    try:
        await there.wait()
    finally:
        loop.remove_reader(descriptor)  # the pipe may be closed by now


class BotPool:
    """Some processes that take one job at a time each; they start when they are first needed."""

    def __init__(self, game: str, options: WorkerLimits) -> None:
        self.options = options
        self._game = game
        self._waiting: Counter[str] = Counter()  # requests, by who asks
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._free = asyncio.Semaphore(options.workers)
        self._games = asyncio.Semaphore(options.workers)

    async def run(
        self, job: WorkerRequest, budget_ms: int | None = None, *, wait_if_busy: bool = False, client: str = ""
    ) -> WorkerReply:
        """Return what the bot of the job thinks.

        ApiError `busy` where too many wait already, in all or of one `client` that is named, and `bot_failed` for a bot
        that is late, dies, breaks down or answers what is not offered; the process of a late one is killed. Decisions
        of games are `patient`: they wait whatever their number, no more of them than processes in front of others.
        """
        milliseconds = min(budget_ms or self.options.budget_ms, self.options.budget_ms)
        if wait_if_busy:
            async with self._games:
                return await self._checked_reply(job, milliseconds)
        if self._waiting.total() >= self.options.queue:
            raise ApiError("busy", f"{self._waiting.total()} decisions wait for bots already; try again")
        if client and self._waiting[client] >= self.options.queue_per_client:
            raise ApiError("busy", f"{self._waiting[client]} decisions of yours wait for bots already; try again")
        self._waiting[client] += 1
        try:
            return await self._checked_reply(job, milliseconds)
        finally:
            self._waiting[client] -= 1
            self._waiting += Counter()  # keeps no client who has gone

    async def _checked_reply(self, job: WorkerRequest, milliseconds: int) -> WorkerReply:
        async with self._free:
            return _check_reply(job, await self._ask_worker(job, milliseconds))

    async def _ask_worker(self, job: WorkerRequest, milliseconds: int) -> WorkerReply:
        worker = self._idle.pop() if self._idle else self._start_worker()
        try:
            thought = await worker.run(job, milliseconds / MS_PER_SECOND)
        except TimeoutError:
            self._end_worker(worker)
            raise ApiError("bot_failed", f"the bot {job.bot} was late: it had {milliseconds} ms") from None
        except (EOFError, OSError):
            self._end_worker(worker)
            raise ApiError("bot_failed", f"the process in which the bot {job.bot} thought has ended") from None
        except BaseException:  # whoever asked has gone, and it thinks yet
            self._end_worker(worker)
            raise
        self._idle.append(worker)
        return thought

    def _start_worker(self) -> _Worker:
        worker = _Worker(self._game)
        self._all.add(worker)
        return worker

    def _end_worker(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.kill()

    def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            with contextlib.suppress(OSError):
                worker.kill()
        self._all.clear()
        self._idle.clear()


def _check_reply(job: WorkerRequest, thought: WorkerReply) -> WorkerReply:
    if thought.error:
        log.warning("bot %s: %s", job.bot, visible(shortened(thought.error)))
        raise ApiError("bot_failed", f"the bot {job.bot} broke down")
    if not 0 <= thought.action < len(job.mask) or not job.mask[thought.action]:
        raise ApiError("bot_failed", f"the bot {job.bot} answered {thought.action}, which is not offered")
    return thought
