"""Bots in separate processes: a late, dead, invalid or illegal one gives one error, and the next works."""

import asyncio

import pytest

from tests.server.handlers import ROW, error_code, run, start_game
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.sandbox.worker_messages import WorkerRequest
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.protocol.requests import Act
from wd_env.server.server_errors import ApiError
from wd_env.server.worker_pool import BotPool, WorkerLimits

FAILING = "tests.server.failing"
TABLE = WorldDominance(Config(num_players=2), seed=1)
VIEW = TABLE.view(TABLE.seat)


def job(bot: str) -> WorkerRequest:
    return WorkerRequest(bot=bot.lower(), name=f"{FAILING}:{bot}" if bot[0].isupper() else bot, obs=list(VIEW.obs),
               mask=list(VIEW.mask), entropy=[1])  # fmt: skip


def scenario(steps, **options):
    async def whole():
        bot_pool = BotPool(ROW.name, WorkerLimits(**{"workers": 1, **options}))
        try:
            return await asyncio.wait_for(steps(bot_pool), 60)
        finally:
            bot_pool.close()

    return asyncio.run(whole())


async def failure(bot_pool, bot, budget_ms=None) -> str:
    with pytest.raises(ApiError) as refused:
        await bot_pool.run(job(bot), budget_ms)
    assert refused.value.code == "bot_failed"
    return str(refused.value)


def test_after_any_failure_of_a_bot_the_next_request_succeeds(capfd, monkeypatch):
    monkeypatch.setattr("wd_env.server.worker_pool.START_TIMEOUT", 8.0)

    async def steps(bot_pool):
        entries = [await failure(bot_pool, bot) for bot in ("Dead", "Illegal", "Broken")]
        entries.append(str((await bot_pool.run(job("Talker"))).action))
        entries.append(str((await bot_pool.run(job("Peeping"))).action))
        monkeypatch.setattr("wd_env.server.worker_pool.START_TIMEOUT", 0.2)
        entries.append(await failure(bot_pool, "Sleeper", 100))
        monkeypatch.setattr("wd_env.server.worker_pool.START_TIMEOUT", 8.0)
        entries.append(str((await bot_pool.run(job("random"))).action in VIEW.legal_indices))
        return entries

    dead, illegal, broken, talked, peeped, late, random = scenario(steps)
    assert "has ended" in dead
    assert "999" in illegal
    assert "SECRET" not in broken
    assert talked == peeped == str(VIEW.legal_indices[0])
    assert late == "bot sleeper exceeded its limit of 100 ms"
    assert random == "True"
    assert "therefore" not in capfd.readouterr().out


def test_the_queue_of_decisions_is_limited_except_for_games():
    async def steps(bot_pool):
        first = asyncio.create_task(bot_pool.run(job("random")))
        await asyncio.sleep(0)
        with pytest.raises(ApiError) as refused:
            await bot_pool.run(job("random"))
        patient = await bot_pool.run(job("random"), wait_if_busy=True)
        return refused.value.code, (await first).action, patient.action

    code, first, patient = scenario(steps, queue=1)
    assert code == "busy"
    assert first == patient


def test_a_game_waits_for_its_bots_however_many_requests_wait():
    async def play(at):
        choose = at.bot_pool.run

        async def run_if_patient(job, budget_ms=None, *, wait_if_busy=False, client=""):
            if not wait_if_busy:
                raise ApiError("busy", "too many decisions are waiting")
            return await choose(job)

        at.bot_pool.run = run_if_patient
        game, _ = await start_game(at, "random", "scripted", rules={"max_turns": 1})
        return game.alerts, await error_code(at, Act(id="a", bot="random", state=TABLE.to_json()))

    assert run(play) == ([], "busy")


def test_a_client_that_leaves_while_a_bot_thinks_leaves_no_process_behind():
    async def steps(bot_pool):
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(bot_pool.run(job("Sleeper")), 3)
        return len(bot_pool._all), (await bot_pool.run(job("random"))).action

    left, chosen = scenario(steps)
    assert left == 0
    assert chosen in VIEW.legal_indices


def test_a_searching_bot_gets_a_state_that_is_possible_for_its_seat():
    from wd_env.server.bot_requests import make_worker_request

    row = make_bot_catalogue(ROW.game, {})["search"]
    found = make_worker_request(row, VIEW, (5, 6))
    assert row.uses_states
    assert len(found.resampled_state) == ROW.game.schema.dtype.itemsize
    assert found.resampled_state == make_worker_request(row, VIEW, (5, 6)).resampled_state
