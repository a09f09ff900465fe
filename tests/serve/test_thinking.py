"""Bots in processes of their own: late, dead, broken or illegal, each costs one refusal, and the next is answered."""

import asyncio

import pytest

from tests.serve.desks import ROW
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.server.bot_catalogue import bots_at_start
from wd_env.server.server_errors import Refusal
from wd_env.server.workers.worker_messages import Job
from wd_env.server.workers.worker_pool import Thinkers, Thinking

FAILING = "tests.serve.failing"
TABLE = WorldDominance(Config(num_players=2), seed=1)
VIEW = TABLE.view(TABLE.seat)


def job(bot: str) -> Job:
    return Job(bot=bot.lower(), name=f"{FAILING}:{bot}" if bot[0].isupper() else bot, obs=list(VIEW.obs),
               mask=list(VIEW.mask), entropy=[1])  # fmt: skip


def scenario(steps, **options):
    async def whole():
        thinkers = Thinkers(ROW.name, Thinking(**{"processes": 1, **options}))
        try:
            return await asyncio.wait_for(steps(thinkers), 60)
        finally:
            thinkers.close()

    return asyncio.run(whole())


async def failure(thinkers, bot, budget_ms=None) -> str:
    with pytest.raises(Refusal) as refused:
        await thinkers.think(job(bot), budget_ms)
    assert refused.value.code == "bot_failed"
    return str(refused.value)


def test_whatever_a_bot_does_the_next_question_is_answered(capfd, monkeypatch):
    monkeypatch.setattr("wd_env.server.workers.worker_pool.START_LIMIT", 8.0)

    async def steps(thinkers):
        told = [await failure(thinkers, bot) for bot in ("Dead", "Illegal", "Broken")]
        told.append(str((await thinkers.think(job("Talker"))).chosen))
        told.append(str((await thinkers.think(job("Peeping"))).chosen))
        monkeypatch.setattr("wd_env.server.workers.worker_pool.START_LIMIT", 0.2)
        told.append(await failure(thinkers, "Sleeper", 100))
        monkeypatch.setattr("wd_env.server.workers.worker_pool.START_LIMIT", 8.0)
        told.append(str((await thinkers.think(job("random"))).chosen in VIEW.legal))
        return told

    dead, illegal, broken, talked, peeped, late, random = scenario(steps)
    assert "has ended" in dead
    assert "999" in illegal
    assert "SECRET" not in broken
    assert talked == peeped == str(VIEW.legal[0])
    assert late == "the bot sleeper was late: it had 100 ms"
    assert random == "True"
    assert "therefore" not in capfd.readouterr().out


def test_no_more_decisions_wait_than_the_bound_but_those_of_games_do():
    async def steps(thinkers):
        first = asyncio.create_task(thinkers.think(job("random")))
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await thinkers.think(job("random"))
        patient = await thinkers.think(job("random"), is_patient=True)
        return refused.value.code, (await first).chosen, patient.chosen

    code, first, patient = scenario(steps, queue=1)
    assert code == "busy"
    assert first == patient


def test_who_goes_away_while_a_bot_thinks_leaves_no_process_behind():
    async def steps(thinkers):
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(thinkers.think(job("Sleeper")), 3)
        return len(thinkers._all), (await thinkers.think(job("random"))).chosen

    left, chosen = scenario(steps)
    assert left == 0
    assert chosen in VIEW.legal


def test_a_bot_that_looks_ahead_is_given_a_state_that_its_seat_could_be_in():
    from wd_env.server.bot_requests import job_of

    row = bots_at_start(ROW.game, {})["search"]
    found = job_of(row, VIEW, (5, 6))
    assert row.takes_states
    assert len(found.possible) == ROW.game.schema.dtype.itemsize
    assert found.possible == job_of(row, VIEW, (5, 6)).possible
