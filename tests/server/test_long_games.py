"""Long games: neither the stored data per action nor the work per action grows with the length."""

import asyncio
import threading

import numpy as np
import pytest

from tests.server.handlers import InlineBotPool, error_code, player_configs, send, wait_until_waiting
from wd_env import registry
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.hosting.event_stream import stream_events
from wd_env.server.hosting.event_texts import MAX_CACHED_LINES, MAX_LINES_PER_CALL
from wd_env.server.hosting.events import Cursor, events_since, next_events
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.replies import Alert, Event
from wd_env.server.protocol.requests import Fork, NewGame, Play, RecordRequest, SceneRequest, Undo
from wd_env.server.request_handler import RequestHandler
from wd_env.session.keyframes import INTERVAL
from wd_env.session.narration import Narrator
from wd_env.session.referee import SteppedReferee
from wd_env.table.game_table import Table
from wd_env.table.saved_table import at_line, replay_record

ROW = registry.GAMES["domination"]
LONG = 700  # lines
LINES = (1, INTERVAL - 1, INTERVAL, INTERVAL + 1, 333, LONG - 1, LONG)


def run(scenario, **limits):
    async def whole():
        at = RequestHandler(ROW, make_bot_catalogue(ROW.game, {}), limits=ServerLimits(**limits))
        at.bot_pool = InlineBotPool(ROW)
        try:
            return await asyncio.wait_for(scenario(at), 120)
        finally:
            await at.close()

    return asyncio.run(whole())


async def long_game(at: RequestHandler, lines: int = LONG, **options):
    """Return a game of people after `lines` random lines."""
    players = player_configs("Anna", "Ben", "Cleo")
    made = await send(at, NewGame(id="n", players=players, open=True, undo="always", seed="3", **options))
    game, dice = at.games.find(made.game), np.random.default_rng(1)
    while len(game.lines) < lines:
        if game.referee.is_engine_chance:
            game.referee.step_chance()
        else:
            game.referee.enter(str(dice.choice(game.referee.table.legal_texts())))
    game.notify()
    return game, made


@pytest.fixture
def played(monkeypatch):
    """Return a list that collects the lines played on any table."""
    found = []
    play_line = Table.play_line

    def count(table, line):
        found.append(line)
        play_line(table, line)

    monkeypatch.setattr(Table, "play_line", count)
    return found


def test_any_line_of_a_long_game_is_looked_at_by_playing_a_few_lines(played):
    async def play(at):
        game, made = await long_game(at)
        entries = []
        for line in LINES:
            played.clear()
            scene = await send(at, SceneRequest(id="l", game=game.id, line=line), made.spectator_secret)
            entries.append((scene, len(played), game.referee.keyframes.table_at(game.lines, line).state))
        record = await send(at, RecordRequest(id="r", game=game.id), made.spectator_secret)
        return entries, [table_of_line(record.record, line) for line in LINES]

    results, states = run(play)
    assert all(number <= INTERVAL for _, number, _ in results)
    assert [state for _, _, state in results] == states
    assert len({repr(scene.scene) for scene, _, _ in results}) > 1


def table_of_line(text: str, line: int):
    from wd_env.table.game_record import GameRecord

    return at_line(replay_record(GameRecord.loads(text)), line).state


def test_a_reader_who_comes_late_is_told_all_of_a_long_game_a_few_lines_at_once(played):
    async def play(at):
        game, _ = await long_game(at)
        whole = Narrator(game.referee.table, game.referee.setup.names)
        whole.update(game.lines)
        cursor, parts, is_more = Cursor(None), [], True
        while is_more:
            played.clear()
            result, is_more = next_events(game, cursor)
            parts.append((result, len(played)))
        return whole.lines, parts, [each async for each in stream_events(game, Cursor(None), wait=False)], game

    whole, parts, followed, game = run(play)
    assert all(sum(isinstance(each, Event) for each in message) <= MAX_LINES_PER_CALL for message, _ in parts)
    assert all(number <= INTERVAL + MAX_LINES_PER_CALL for _, number in parts)
    message = [each for part, _ in parts for each in part]
    assert message == followed == list(events_since(game, Cursor(None)))
    assert [
        (each.n, each.narration, each.turn, tuple(each.changes)) for each in message if isinstance(each, Event)
    ] == [(line.line_number, line.text, line.turn_heading, line.changes) for line in whole if line.visible_to is None]


@pytest.mark.parametrize("entries", [1, 70])
def test_entries_of_a_long_game_are_taken_back_by_playing_a_few_lines_and_nothing_of_them_is_left(played, entries):
    async def play(at):
        game, made = await long_game(at)
        await wait_until_waiting(game)
        end = game.referee.entries[-entries]
        before = at_line(game.referee.table, end).state
        player = game.referee.table.player
        said = Undo(id="t", game=game.id, line=len(game.lines), entries=entries)
        played.clear()
        await send(at, said, made.secrets[player])
        return game, end, before, len(played), list(events_since(game, Cursor(None)))

    game, end, before, number, results = run(play)
    assert len(game.lines) == end
    assert game.referee.table.state == before
    assert number <= 2 * INTERVAL + MAX_LINES_PER_CALL
    assert max(game.referee.keyframes._line_counts) <= end
    seen = [number for number, line in enumerate(game.lines, 1) if line.visible_to is None]
    assert [each.n for each in results if isinstance(each, Event)] == seen


def test_a_long_game_stores_its_lines_some_states_and_the_text_of_the_last_line():
    async def play(at):
        game, _ = await long_game(at)
        return game, len(game.narration._narrator.lines)

    game, results = run(play)
    assert results <= MAX_CACHED_LINES
    assert len(game.referee.keyframes._states) <= LONG // INTERVAL


def test_lines_are_played_again_for_a_fork_and_a_record_is_written_outside_the_event_loop(monkeypatch):
    seen = []

    class Watched(SteppedReferee):
        def __init__(self, *arguments, **named):
            seen.append((len(arguments[2]) if len(arguments) > 2 else 0, threading.get_ident()))
            super().__init__(*arguments, **named)

    async def play(at):
        game, made = await long_game(at)
        monkeypatch.setattr("wd_env.server.hosting.game_store.SteppedReferee", Watched)
        said = Fork(id="f", game=game.id, line=500, players=player_configs("Anna", "random", "Ben"), open=True)
        fork = await send(at, said, made.spectator_secret)
        record = (await send(at, RecordRequest(id="r", game=fork.game), fork.spectator_secret)).record
        await send(at, NewGame(id="m", record=record, players=player_configs("Anna", "random", "Ben")))
        return at.games.find(fork.game), at_line(game.referee.table, 500).state, game

    fork, state, game = run(play)
    assert [lines for lines, _ in seen] == [500, len(fork.lines)]
    assert threading.get_ident() not in [thread for _, thread in seen]
    assert fork.referee.keyframes.table_at(fork.lines, 500).state == state
    assert fork.lines[:500] == game.lines[:500]


def test_a_game_goes_no_further_than_its_most_lines_says_so_and_goes_on_after_a_take_back():
    async def play(at):
        game, made = await long_game(at, lines=100)
        player = game.referee.table.player
        own, text = made.secrets[player], game.referee.table.legal_texts()[0]
        code = await error_code(at, Play(id="a", game=game.id, line=100, text=text), own)
        scene = await send(at, SceneRequest(id="l", game=game.id), own)
        back = await send(at, Undo(id="t", game=game.id, line=100), own)
        await wait_until_waiting(game)
        text = game.referee.table.legal_texts()[0]
        asks = made.secrets[game.referee.table.player]
        await send(at, Play(id="b", game=game.id, line=len(game.lines), text=text), asks)
        return code, scene.line, back.line, len(game.lines)

    code, looked, back, end = run(play, lines=100)
    assert (code, looked) == ("too_many_lines", 100)
    assert back < 100
    assert back < end <= 100


def test_a_game_of_bots_stops_at_its_most_lines_and_makes_room_for_others():
    async def play(at):
        said = NewGame(id="n", players=player_configs("random", "random", "random"))
        made = await send(at, said)
        game = at.games.find(made.game)
        entries = []
        with at.stream_limiter.count_stream(game, None):
            async for each in stream_events(game, Cursor(None)):
                entries.append(each)
                if isinstance(each, Alert):
                    break
        await send(at, said)
        return game, entries[-1], [each.id for each in at.games]

    game, notice, ids = run(play, lines=50, games=1)
    assert len(game.lines) == 50
    assert "50 lines" in notice.text
    assert game.id not in ids
