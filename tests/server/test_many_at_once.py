"""Many requests at once, and limits per client: no limit is exceeded, and other clients are not affected."""

import asyncio
import json
from collections import Counter
from contextlib import ExitStack

import pytest

from tests.server.asgi import JSON, http
from tests.server.handlers import InlineBotPool, player_configs, run, send, start_game
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.sandbox.worker_messages import WorkerReply, WorkerRequest
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import Act, Fork, NewGame, RecordRequest
from wd_env.server.server_errors import ApiError
from wd_env.server.worker_pool import BotPool, WorkerLimits


def codes(replies) -> Counter[str]:
    return Counter(reply.code if isinstance(reply, Error) else "made" for reply in replies)


@pytest.mark.parametrize("kind", ["plain", "record", "fork"])
def test_no_more_games_start_at_once_than_the_limit_allows(kind):
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", open=True)
        record = (await send(at, RecordRequest(id="r", game=game.id), made.spectator_secret)).record
        players = player_configs("Anna", "random")
        said = {
            "plain": NewGame(id="n", players=players),
            "record": NewGame(id="n", players=players, record=record),
            "fork": Fork(id="n", game=game.id, line=0, players=players),
        }[kind]
        replies = await asyncio.gather(*(at.reply(said, made.spectator_secret) for _ in range(15)))
        return codes(replies), len(list(at.games))

    assert run(play, games=5) == ({"made": 4, "too_many_games": 11}, 5)


def test_a_new_game_that_is_refused_makes_no_room():
    async def play(at):
        over, _ = await start_game(at, "random", "random", rules={"max_turns": 1})
        bad = [NewGame(id="n", players=player_configs("Anna", "nobody")), NewGame(id="n", record="x")]
        replies = [await at.reply(each) for each in bad]
        return codes(replies), over in list(at.games)

    assert run(play, games=1) == ({"no_such_bot": 1, "state_error": 1}, True)


def test_the_games_of_an_address_are_limited_and_programs_on_this_machine_share_the_total():
    async def play(at):
        said = NewGame(id="n", players=player_configs("Anna", "Ben"))
        found = [
            codes([await at.reply(said, None, client) for _ in range(4)]) for client in ("192.0.2.1", "192.0.2.2", "")
        ]
        return found, len(list(at.games))

    found, games = run(play, games_per_client=3)
    assert found == [{"made": 3, "too_many_games": 1}] * 2 + [{"made": 4}]
    assert games == 10


def opened(at, game, viewer, number: int, client: str = "127.0.0.1") -> list[str]:
    """Open `number` streams, which stay open as long as the handler, and return the result of each."""
    taken = []
    at.held = getattr(at, "held", ExitStack())
    for _ in range(number):
        try:
            at.held.enter_context(at.stream_limiter.count_stream(game, viewer, client))
            taken.append("open")
        except ApiError as refusal:
            taken.append(refusal.code)
    return taken


def test_a_client_with_all_its_streams_open_takes_none_from_others():
    async def play(at):
        game, _ = await start_game(at, "Anna", "Ben")
        first = opened(at, game, 0, 9)
        return first, [opened(at, game, *who) for who in ((1, 8), (None, 16), (None, 1, "192.0.2.1"))]

    first, others = run(play)
    assert Counter(first) == {"open": 8, "too_many_streams": 1}
    assert others == [["open"] * 8, ["open"] * 16, ["open"]]


def test_those_who_watch_are_bounded_by_address_by_game_and_in_all():
    async def play(at):
        game, _ = await start_game(at, "Anna", "Ben")
        other, _ = await start_game(at, "Anna", "Ben")
        found = [opened(at, game, None, 4, f"192.0.2.{n}") for n in range(3)]
        return found, opened(at, game, 0, 2), opened(at, other, None, 5), game.streams

    found, player, all_of_them, streams = run(play, spectator_streams=3, game_spectator_streams=5, total_streams=9)
    assert [row.count("open") for row in found] == [3, 2, 0]
    assert player == ["open", "open"]
    assert all_of_them.count("open") == 2
    assert streams == 7


def test_streams_that_are_opened_at_once_over_http_are_no_more_than_allowed_and_leave_no_count_behind():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        path = f"/v1/games/{game.id}/events"
        own = {"authorization": f"Bearer {made.secrets[0]}"}
        replies = await asyncio.gather(*(http(at, "GET", path, headers=own) for _ in range(12)))
        again = await http(at, "GET", f"{path}?wait=0", headers=own)
        return Counter(reply.status for reply in replies), again.status, game.streams, dict(at.stream_limiter._readers)

    assert run(play, streams=5, stream_seconds=0.2) == ({200: 5, 429: 7}, 200, 0, {})


def test_a_game_of_bots_moves_while_somebody_follows_it_and_pauses_when_nobody_does():
    async def rest():
        for _ in range(200):
            await asyncio.sleep(0)

    async def play(at):
        made = await send(at, NewGame(id="n", players=player_configs("random", "random"), rules={"max_turns": 200}))
        game, found = at.games.find(made.game), []
        await rest()
        found.append(len(game.lines))
        for _ in range(2):
            with at.stream_limiter.count_stream(game, None):
                await rest()
            found.append(len(game.lines))
            await rest()
            found.append(len(game.lines))
        return found

    never, followed, paused, again, end = run(play, linger=0.0)
    assert never == 0
    assert 0 < followed < again
    assert paused - followed <= 1  # the step in progress
    assert end - again <= 1


def test_a_game_goes_on_for_a_while_after_a_request_in_it_so_that_it_can_be_polled():
    async def play(at):
        made = await send(at, NewGame(id="n", players=player_configs("random", "random"), rules={"max_turns": 200}))
        game = at.games.find(made.game)
        bearer = {"authorization": f"Bearer {made.spectator_secret}"}
        await http(at, "GET", f"/v1/games/{game.id}/events?wait=0", headers=bearer)
        while len(game.lines) < 5:
            await asyncio.sleep(0)
        return len(game.lines)

    assert run(play) >= 5


def test_notices_of_a_game_are_bounded():
    async def play(at):
        game, _ = await start_game(at, "Anna", "Ben")
        for _ in range(10):
            game.add_alert("a bot has failed")
        return len(game.alerts)

    assert run(play, alerts=4) == 4


class Held(BotPool):
    """A pool whose bots think until they are released."""

    def __init__(self, **options) -> None:
        super().__init__("world_dominance", WorkerLimits(**options))
        self.gate, self.begun = asyncio.Event(), list[str]()

    async def _run_worker(self, job: WorkerRequest, milliseconds: int) -> WorkerReply:
        self.begun.append(job.bot)
        await self.gate.wait()
        return WorkerReply(action=0)


def job(name: str) -> WorkerRequest:
    return WorkerRequest(bot=name, name=name, obs=[0], mask=[1], entropy=[1])


def test_games_of_bots_neither_fill_the_queue_of_others_nor_go_first():
    async def play():
        bot_pool = Held(workers=2, queue=2)
        games = [asyncio.create_task(bot_pool.run(job("game"), wait_if_busy=True)) for _ in range(20)]
        await asyncio.sleep(0)
        asked_for = [asyncio.create_task(bot_pool.run(job("act"))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ApiError, match="2 decisions are waiting"):
            await bot_pool.run(job("act"))
        bot_pool.gate.set()
        await asyncio.gather(*games, *asked_for)
        return bot_pool.begun

    begun_in_turn = asyncio.run(asyncio.wait_for(play(), 20))
    assert begun_in_turn[:4].count("act") == 2
    assert len(begun_in_turn) == 22


def test_the_waiting_decisions_of_an_address_are_limited_and_others_are_not_rejected_for_it():
    async def play():
        bot_pool = Held(workers=1, queue=9, queue_per_client=2)
        tasks = [asyncio.create_task(bot_pool.run(job("a"), client="192.0.2.1")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ApiError, match="2 decisions of this client are waiting"):
            await bot_pool.run(job("a"), client="192.0.2.1")
        tasks += [asyncio.create_task(bot_pool.run(job("a"), client=who)) for who in ("192.0.2.2", "", "", "")]
        await asyncio.sleep(0)
        bot_pool.gate.set()
        await asyncio.gather(*tasks)
        return len(bot_pool.begun), dict(bot_pool._num_queued)

    assert asyncio.run(asyncio.wait_for(play(), 20)) == (6, {})


@pytest.mark.parametrize(("budget", "most"), [(600_000, 50), (20, 20), (None, 50)])
def test_a_bot_has_no_more_time_than_the_server_grants_whatever_is_asked_for(budget, most):
    found = []

    class Timed(BotPool):
        async def _run_worker(self, job: WorkerRequest, milliseconds: int) -> WorkerReply:
            found.append(milliseconds)
            return WorkerReply(action=0)

    asyncio.run(Timed("world_dominance", WorkerLimits(budget_ms=50)).run(job("a"), budget))
    assert found == [most]


def test_answers_that_come_at_once_count_once_and_decisions_asked_for_at_once_equal_those_one_by_one():
    state = WorldDominance(seed=1).to_json()

    async def play(at):
        at.bot_pool = InlineBotPool()
        said = [Act(id=f"a{n}", bot="random", state=state, seed=str(n)) for n in range(12)]
        together = [reply.index for reply in await asyncio.gather(*(at.reply(each) for each in said))]
        game, made = await start_game(at, "Anna", "Ben")
        own, line = made.secrets[game.referee.table.player], len(game.lines)
        text = game.referee.table.legal_texts()[0]
        body = json.dumps({"type": "play", "id": "x", "game": game.id, "line": line, "text": text}).encode()
        sent = [
            http(at, "POST", f"/v1/games/{game.id}", body, JSON | {"authorization": f"Bearer {own}"}) for _ in range(9)
        ]
        replies = await asyncio.gather(*sent)
        mine = [each for each in game.lines[line:] if each.seat is not None]
        return together, [(await at.reply(each)).index for each in said], {reply.body for reply in replies}, mine

    together, one_by_one, bodies, mine = run(play)
    assert together == one_by_one
    assert len(set(together)) > 1
    assert len(bodies) == 1
    assert b'"done"' in bodies.pop()
    assert len(mine) == 1
