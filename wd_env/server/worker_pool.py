"""A pool of worker processes for bots, which are killed on a timeout, and a limit on waiting requests."""

import asyncio
import contextlib
import logging
from collections import Counter
from dataclasses import dataclass

from wd_env.errors import shortened, visible
from wd_env.sandbox.bot_process import READY, START_TIMEOUT, BotProcess, Pipe
from wd_env.sandbox.bot_worker import run_worker
from wd_env.sandbox.worker_messages import MAX_REPLY_BYTES, REPLY_DECODER, WorkerReply, WorkerRequest, encode
from wd_env.server.server_errors import ApiError

MS_PER_SECOND = 1000

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WorkerLimits:
    """Limits of the workers."""

    workers: int = 2
    budget_ms: int = 10_000  # per decision
    queue: int = 64  # requests that are waiting or running, without those of games
    queue_per_client: int = 16  # the same per remote address


class _Worker(BotProcess):
    """One worker process."""

    def __init__(self, game: str) -> None:
        super().__init__(run_worker, game, fork_server=True)
        self._known: set[tuple[str, str]] = set()  # bots that it has made, with the options of their sizes

    async def run(self, job: WorkerRequest, seconds: float) -> WorkerReply:
        """Return the bot's reply; TimeoutError if it is late, EOFError or OSError if the process died."""
        if not self.is_ready:
            self.is_ready = await self._receive(START_TIMEOUT) == READY
        key = job.name, str(job.options)
        allowed = seconds if key in self._known else max(seconds, START_TIMEOUT)  # the first action may compile
        self.pipe.send_bytes(encode(job))
        reply = REPLY_DECODER.decode(await self._receive(allowed))
        self._known.add(key)
        return reply

    async def _receive(self, seconds: float) -> bytes:
        await asyncio.wait_for(_readable(self.pipe), seconds)
        return self.pipe.recv_bytes(MAX_REPLY_BYTES)


async def _readable(pipe: Pipe) -> None:
    loop, readable, descriptor = asyncio.get_running_loop(), asyncio.Event(), pipe.fileno()
    loop.add_reader(descriptor, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)  # the pipe may be closed already


class BotPool:
    """Worker processes with one request each at a time; they start on demand."""

    def __init__(self, game: str, options: WorkerLimits) -> None:
        self.options = options
        self._game = game
        self._num_queued: Counter[str] = Counter()  # number of requests by client
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._worker_slots = asyncio.Semaphore(options.workers)
        self._games = asyncio.Semaphore(options.workers)

    async def run(
        self, job: WorkerRequest, budget_ms: int | None = None, *, wait_if_busy: bool = False, client: str = ""
    ) -> WorkerReply:
        """Return the reply of the bot of a request.

        Args:
            job: The request.
            budget_ms: Milliseconds for the decision; by default the maximum.
            wait_if_busy: Whether to wait however many requests are waiting, as games do.
            client: Address of the client, empty for programs on this machine.

        Raises:
            ApiError: If too many requests are waiting, in total or of this client (`busy`); or if the bot is late,
                crashes, raises or returns an illegal action (`bot_failed`). The process of a late bot is killed.
        """
        milliseconds = min(budget_ms or self.options.budget_ms, self.options.budget_ms)
        if wait_if_busy:
            async with self._games:
                return await self._checked_reply(job, milliseconds)
        if self._num_queued.total() >= self.options.queue:
            raise ApiError("busy", f"{self._num_queued.total()} decisions are waiting for bots; try again later")
        if client and self._num_queued[client] >= self.options.queue_per_client:
            raise ApiError("busy", f"{self._num_queued[client]} decisions of this client are waiting; try again later")
        self._num_queued[client] += 1
        try:
            return await self._checked_reply(job, milliseconds)
        finally:
            self._num_queued[client] -= 1
            self._num_queued += Counter()  # drops clients with a count of 0

    async def _checked_reply(self, job: WorkerRequest, milliseconds: int) -> WorkerReply:
        async with self._worker_slots:
            return _check_reply(job, await self._run_worker(job, milliseconds))

    async def _run_worker(self, job: WorkerRequest, milliseconds: int) -> WorkerReply:
        worker = self._idle.pop() if self._idle else self._start_worker()
        try:
            reply = await worker.run(job, milliseconds / MS_PER_SECOND)
        except TimeoutError:
            self._end_worker(worker)
            raise ApiError("bot_failed", f"bot {job.bot} exceeded its limit of {milliseconds} ms") from None
        except (EOFError, OSError):
            self._end_worker(worker)
            raise ApiError("bot_failed", f"the process of bot {job.bot} has ended") from None
        except BaseException:  # the caller is gone, but the worker still computes
            self._end_worker(worker)
            raise
        self._idle.append(worker)
        return reply

    def _start_worker(self) -> _Worker:
        worker = _Worker(self._game)
        self._all.add(worker)
        return worker

    def _end_worker(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.close()

    def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            with contextlib.suppress(OSError):
                worker.close()
        self._all.clear()
        self._idle.clear()


def _check_reply(job: WorkerRequest, reply: WorkerReply) -> WorkerReply:
    if reply.error:
        log.warning("bot %s: %s", job.bot, visible(shortened(reply.error)))
        raise ApiError("bot_failed", f"bot {job.bot} crashed")
    if not 0 <= reply.action < len(job.mask) or not job.mask[reply.action]:
        raise ApiError("bot_failed", f"bot {job.bot} returned action {reply.action}, which is illegal")
    return reply
