"""A process in which bots think: it is sent what a seat sees, answers with what the bot thinks, and can be killed."""

import os
import signal
import sys
from functools import partial
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

import numpy as np

from wd_env import registry
from wd_env.agents.agent import Agent, Opinion, reseed
from wd_env.agents.agent_registry import make_bot
from wd_env.server.workers.worker_messages import JOBS, READY, Job, Thought, encode
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import PyState
from wd_env.spec.view import View

MS_A_SECOND = 1000
Bots = dict[tuple[str, str], Agent]  # by name and the options from which sizes follow


def think_forever(pipe: Connection, game_name: str) -> None:
    """Answer one job after another until the server closes the pipe."""
    _leave_the_terminal_alone()
    row = registry.game_named(game_name)
    bots: Bots = {}
    pipe.send_bytes(READY)
    while True:
        try:
            job = JOBS.decode(pipe.recv_bytes())
        except EOFError:
            return
        pipe.send_bytes(encode(_thought(job, row, bots)))


def _leave_the_terminal_alone() -> None:
    """What a bot prints goes to stderr, for stdout may be the carrier; Ctrl-C is the server's."""
    sys.stdout.flush()
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _thought(job: Job, row: registry.Game, bots: Bots) -> Thought:
    begun = monotonic()
    try:
        opinion = _opinion(job, row, bots)
    except Exception as problem:  # noqa: BLE001  a bot of somebody else can raise anything
        return Thought(error=f"{type(problem).__name__}: {problem}")
    chosen = max(opinion.odds, key=lambda action: opinion.odds[action]) if job.greedy else opinion.chosen
    return Thought(
        chosen=chosen,
        odds=dict(opinion.odds),
        means=dict(opinion.means),
        value=opinion.value,
        is_drawn=opinion.is_drawn and not job.greedy,
        took_ms=round((monotonic() - begun) * MS_A_SECOND),
    )


def _opinion(job: Job, row: registry.Game, bots: Bots) -> Opinion:
    game = row.spec_for(**job.options)
    key = job.name, str(job.options)
    if key not in bots:
        bots[key] = make_bot(job.name, game, np.random.default_rng(0))
    bot, deal = bots[key], partial(_dealt, game, job.possible) if job.possible else None
    reseed(bot, job.entropy)
    view = View(game, job.obs, job.mask, deal)
    if job.weighs or job.greedy:
        opinion = bot.weigh(view)
        return Opinion(int(opinion.chosen), opinion.odds, opinion.value, opinion.means, opinion.is_drawn)
    return Opinion(int(bot.choose(view)), {})


def _dealt(game: GameSpec, possible: bytes, stream: list[int]) -> PyState:
    """A state that the seat could be in, from another one."""
    [record] = np.frombuffer(possible, game.schema.dtype)
    state: Any = game.schema.from_record(record)
    game.resample(state, state.seat, stream)
    dealt: PyState = state
    return dealt
