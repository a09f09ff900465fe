"""Undo at the server: what can be undone, and the messages to followers."""

import pytest

from tests.server.handlers import error_code, events_for, last, play_action, run, send, start_game, wait_until_waiting
from wd_env.server.client import HttpClient
from wd_env.server.hosting.event_stream import stream_events
from wd_env.server.hosting.events import Cursor, events_since
from wd_env.server.protocol.replies import Alert, Event, GameOver, Prompt, Undone, Waiting
from wd_env.server.protocol.requests import EventsRequest, Undo


def test_players_may_undo_their_own_action_until_a_chance_outcome():
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben")
        player = game.referee.table.player
        start = len(game.lines)
        await play_action(at, game, made, "piece Tommy Unknown")
        mine, others = last(game, player).max_undo, last(game, 1 - player).max_undo
        await send(at, Undo(id="b", game=game.id, line=len(game.lines)), made.secrets[player])
        back = len(game.lines)
        while game.lines[-1].seat is not None or len(game.lines) == start:
            await play_action(at, game, made)
        code = await error_code(at, Undo(id="c", game=game.id, line=len(game.lines)), made.secrets[player])
        return start, back, mine, others, code

    start, back, mine, others, code = run(play)
    assert (back, mine, others, code) == (start, 1, 0, "undo_not_allowed")


@pytest.mark.parametrize(("agreed", "allowed"), [("never", False), ("own", False), ("always", True)])
def test_undo_past_a_chance_outcome_follows_the_settings_of_the_game(agreed, allowed):
    async def play(at):
        game, made = await start_game(at, "Anna", "random", undo=agreed)
        entries = 0
        while entries < 2 or game.lines[-1].seat is not None:
            await play_action(at, game, made)
            entries += 1
        said = Undo(id="b", game=game.id, line=len(game.lines), entries=entries)
        return getattr(await at.reply(said, made.secrets[0]), "code", "done")

    assert run(play) == ("done" if allowed else "undo_not_allowed")


def test_a_game_has_a_limited_number_of_undos():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", undo="always")
        allowed = []
        for _ in range(3):
            await play_action(at, game, made)
            said = Undo(id="b", game=game.id, line=len(game.lines))
            allowed.append((last(game, 0).max_undo, getattr(await at.reply(said, made.secrets[0]), "code", "done")))
            await wait_until_waiting(game)
        return allowed

    assert run(play, undos=2) == [(1, "done"), (1, "done"), (0, "undo_not_allowed")]


def test_a_follower_receives_an_undo_and_a_reconnected_one_resumes_after_it():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", undo="always")
        await play_action(at, game, made)
        cursor = Cursor(0)
        list(events_since(game, cursor))
        gone = Cursor(0, cursor.line, cursor.undo_count)
        await send(at, Undo(id="b", game=game.id, line=len(game.lines)), made.secrets[0])
        await wait_until_waiting(game)
        to = len(game.lines)
        await play_action(at, game, made, number=1)
        return to, list(events_since(game, cursor)), list(events_since(game, gone)), events_for(game, 0)

    to, stayed, came_back, fresh = run(play)
    assert isinstance(stayed[0], Undone)
    assert stayed[0].to == to
    assert stayed == came_back
    assert not any(isinstance(each, Undone) for each in fresh)
    assert [e.text for e in stayed if isinstance(e, Event)] == [
        e.text for e in fresh if isinstance(e, Event) and e.n > to
    ]


def test_a_slow_follower_does_not_receive_lines_that_were_undone_before_they_were_sent():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", undo="always")
        start = len(game.lines)
        await play_action(at, game, made)
        stream = stream_events(game, Cursor(0, start), wait=False)
        first = await anext(stream)
        await play_action(at, game, made)
        await anext(late := stream_events(game, Cursor(0, start), wait=False))
        await send(at, Undo(id="b", game=game.id, line=len(game.lines), entries=2), made.secrets[0])
        return start, first, [each async for each in stream], [each async for each in late]

    start, first, *rest = run(play)
    assert first.n == start + 1
    for later in rest:
        assert not any(isinstance(each, Event) for each in later)
        assert later[-1].line == start
        assert isinstance(later[-1], Prompt)


def test_a_follower_that_reconnects_after_an_undo_receives_earlier_alerts_unchanged():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", undo="always")
        await play_action(at, game, made)
        game.add_alert("A bot has failed.")
        before = events_for(game, 0)
        await send(at, Undo(id="b", game=game.id, line=len(game.lines)), made.secrets[0])
        game.add_alert("A bot has failed.")
        return before, events_for(game, 0)

    before, after = ([each for each in events if isinstance(each, Alert)] for events in run(play))
    assert after[:1] == before
    assert [each.undo_count for each in after] == [0, 1]


def test_the_client_continues_after_the_last_undo_and_repeats_no_alert(monkeypatch):
    alert = Alert(game="g", viewer=None, line=3, text="A bot has failed.")
    at = {"game": "g", "viewer": None, "undo_count": 2, "line": 4}
    waiting = Waiting(**at, seat=0, kind="decision", node="turn", text="")
    end = GameOver(**at, text="", winners=[0], rewards=[1.0, -1.0], seed="1", nonce="")
    streams, paths = [[alert, waiting, alert], [alert, waiting, end]], []

    def stream(self, path, secret):
        paths.append(path)
        yield from streams.pop(0)

    monkeypatch.setattr(HttpClient, "_stream", stream)
    assert list(HttpClient().events("g", "secret", after=4)) == [alert, waiting, end]
    assert paths[1].endswith("after=4&undo_count=2")


def test_a_follower_that_reconnects_with_more_lines_than_the_game_has_learns_of_the_undo():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", undo="always")
        start = len(game.lines)
        await play_action(at, game, made)
        request = EventsRequest(id="c", game=game.id, after=len(game.lines), undo_count=0)
        await send(at, Undo(id="b", game=game.id, line=len(game.lines)), made.secrets[0])
        _, cursor = await at.open_stream(request, made.secrets[0])
        return start, list(events_since(game, cursor))

    start, events = run(play)
    assert isinstance(events[0], Undone)
    assert events[0].to == start


def test_the_undo_limit_belongs_to_its_line_and_a_spectator_has_none():
    async def play(at):
        game, made = await start_game(at, "Anna", "random", undo="always")
        await play_action(at, game, made)
        line = len(game.lines)
        return [
            await error_code(at, Undo(id="b", game=game.id, line=line - 1), made.secrets[0]),
            await error_code(at, Undo(id="b", game=game.id, line=line), made.spectator_secret),
            await error_code(at, Undo(id="b", game=game.id, line=line, entries=999), made.secrets[0]),
        ]

    assert run(play) == ["stale", "not_yours", "undo_not_allowed"]
