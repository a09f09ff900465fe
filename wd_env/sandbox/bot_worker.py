"""A worker process for bots: it receives observations and returns analyses, and can be killed."""

from functools import partial
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env import registry
from wd_env.agents.agent import Agent, Analysis, reseed
from wd_env.agents.agent_registry import make_bot
from wd_env.sandbox.bot_process import READY, Pipe
from wd_env.sandbox.worker_messages import REQUEST_DECODER, WorkerReply, WorkerRequest, encode
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import GameState
from wd_env.spec.view import View

MS_PER_SECOND = 1000
Bots = dict[tuple[str, str], Agent]  # by name and the options that determine sizes


def run_worker(pipe: Pipe, game_name: str) -> None:
    """Handle one request after another."""
    entry = registry.get_game(game_name)
    bots: Bots = {}
    pipe.send_bytes(READY)
    while True:
        job = REQUEST_DECODER.decode(pipe.recv_bytes())
        pipe.send_bytes(encode(_reply_to(job, entry, bots)))


def _reply_to(job: WorkerRequest, entry: registry.GameEntry, bots: Bots) -> WorkerReply:
    start = monotonic()
    try:
        analysis = _analyse(job, entry, bots)
    except Exception as exc:  # noqa: BLE001  a third-party bot can raise anything
        return WorkerReply(error=f"{type(exc).__name__}: {exc}")
    chosen = (
        max(analysis.probabilities, key=lambda action: analysis.probabilities[action])
        if job.greedy
        else analysis.action
    )
    return WorkerReply(
        action=chosen,
        probabilities=dict(analysis.probabilities),
        action_values=dict(analysis.action_values),
        value=analysis.value,
        is_sampled=analysis.is_sampled and not job.greedy,
        elapsed_ms=round((monotonic() - start) * MS_PER_SECOND),
    )


def _analyse(job: WorkerRequest, entry: registry.GameEntry, bots: Bots) -> Analysis:
    game = entry.spec_for(**job.options)
    key = job.name, str(job.options)
    if key not in bots:
        bots[key] = make_bot(job.name, game, np.random.default_rng(0))
    bot, resample = bots[key], partial(_resampled, game, job.resampled_state) if job.resampled_state else None
    reseed(bot, job.entropy)
    view = View(game, job.obs, job.mask, resample, partial(_past_decisions, game, job))
    if job.analyse or job.greedy:
        analysis = bot.analyse(view)
        return Analysis(
            int(analysis.action), analysis.probabilities, analysis.value, analysis.action_values, analysis.is_sampled
        )
    return Analysis(int(bot.choose(view)), {})


def _past_decisions(game: GameSpec, job: WorkerRequest) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return observations and masks of the earlier decisions of the player."""
    obs, masks = np.frombuffer(job.past_obs, np.int8), np.frombuffer(job.past_masks, np.int8)
    return obs.reshape(-1, game.layout.size), masks.reshape(-1, len(game.actions))


def _resampled(game: GameSpec, possible: bytes, stream: list[int]) -> GameState:
    """Return a state that the seat could be in, resampled from another one."""
    [record] = np.frombuffer(possible, game.schema.dtype)
    state: Any = game.schema.from_record(record)
    game.resample(state, state.seat, stream)
    resampled: GameState = state
    return resampled
