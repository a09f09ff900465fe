"""Long games: neither what is kept of them nor what is done at once grows with the number of their lines."""

import asyncio
import threading

import numpy as np
import pytest

from tests.serve.desks import AtOnce, asked, chairs, refused, settled
from wd_env import registry
from wd_env.server.bot_catalogue import bots_at_start
from wd_env.server.hosting.event_stream import follow
from wd_env.server.hosting.event_texts import AT_HAND, AT_ONCE
from wd_env.server.hosting.events import Cursor, news, some_news
from wd_env.server.limits import Bounds
from wd_env.server.protocol.replies import Event, Notice
from wd_env.server.protocol.requests import Answer, Fork, Look, NewGame, RecordOf, TakeBack
from wd_env.server.request_handler import Desk
from wd_env.session.keyframes import EVERY
from wd_env.session.narration import Story
from wd_env.session.referee import StepReferee, table_of
from wd_env.table.game_play import Playing

ROW = registry.GAMES["domination"]
LONG = 700  # lines
LINES = (1, EVERY - 1, EVERY, EVERY + 1, 333, LONG - 1, LONG)


def run(scenario, **bounds):
    async def whole():
        at = Desk(ROW, bots_at_start(ROW.game, {}), bounds=Bounds(**bounds))
        at.thinkers = AtOnce(ROW)
        try:
            return await asyncio.wait_for(scenario(at), 120)
        finally:
            await at.close()

    return asyncio.run(whole())


async def long_game(at: Desk, lines: int = LONG, **options):
    """A game of people that has gone on for so many lines by chance."""
    players = chairs("Anna", "Ben", "Cleo")
    made = await asked(at, NewGame(id="n", players=players, open=True, take_back="always", seed="3", **options))
    game, dice = at.games.find(made.game), np.random.default_rng(1)
    while len(game.lines) < lines:
        if game.referee.is_engines:
            game.referee.step_chance()
        else:
            game.referee.enter(str(dice.choice(game.referee.table.options())))
    game.tell()
    return game, made


@pytest.fixture
def played(monkeypatch):
    """The lines that were played on any table; what is done at once is what is played between two turns."""
    found = []
    play_line = Playing.play_line

    def count(table, line):
        found.append(line)
        play_line(table, line)

    monkeypatch.setattr(Playing, "play_line", count)
    return found


def test_any_line_of_a_long_game_is_looked_at_by_playing_a_few_lines(played):
    async def play(at):
        game, made = await long_game(at)
        told = []
        for line in LINES:
            played.clear()
            scene = await asked(at, Look(id="l", game=game.id, line=line), made.watch)
            told.append((scene, len(played), game.referee.past.at(game.lines, line).state))
        record = await asked(at, RecordOf(id="r", game=game.id), made.watch)
        return told, [table_of_line(record.record, line) for line in LINES]

    told, states = run(play)
    assert all(number <= EVERY for _, number, _ in told)
    assert [state for _, _, state in told] == states
    assert len({repr(scene.scene) for scene, _, _ in told}) > 1


def table_of_line(text: str, line: int):
    from wd_env.table.game_record import Record

    return table_of(Record.loads(text)).rewound(line).state


def test_a_reader_who_comes_late_is_told_all_of_a_long_game_a_few_lines_at_once(played):
    async def play(at):
        game, _ = await long_game(at)
        whole = Story(game.referee.table, game.referee.names)
        whole.follow(game.lines)
        cursor, parts, is_more = Cursor(None), [], True
        while is_more:
            played.clear()
            told, is_more = some_news(game, cursor)
            parts.append((told, len(played)))
        return whole.told, parts, [each async for each in follow(game, Cursor(None), waits=False)], game

    whole, parts, followed, game = run(play)
    assert all(sum(isinstance(each, Event) for each in told) <= AT_ONCE for told, _ in parts)
    assert all(number <= EVERY + AT_ONCE for _, number in parts)
    told = [each for part, _ in parts for each in part]
    assert told == followed == list(news(game, Cursor(None)))
    assert [(each.n, each.told, each.turn, tuple(each.changes)) for each in told if isinstance(each, Event)] == [
        (line.number, line.text, line.turn, line.changes) for line in whole if line.seen_by is None
    ]


@pytest.mark.parametrize("entries", [1, 70])
def test_entries_of_a_long_game_are_taken_back_by_playing_a_few_lines_and_nothing_of_them_is_left(played, entries):
    async def play(at):
        game, made = await long_game(at)
        await settled(game)
        end = game.referee.entries[-entries]
        before = game.referee.table.rewound(end).state
        player = game.referee.table.player
        said = TakeBack(id="t", game=game.id, line=len(game.lines), entries=entries)
        played.clear()
        await asked(at, said, made.secrets[player])
        return game, end, before, len(played), list(news(game, Cursor(None)))

    game, end, before, number, told = run(play)
    assert len(game.lines) == end
    assert game.referee.table.state == before
    assert number <= 2 * EVERY + AT_ONCE
    assert max(game.referee.past._at) <= end
    seen = [number for number, line in enumerate(game.lines, 1) if line.seen_by is None]
    assert [each.n for each in told if isinstance(each, Event)] == seen


def test_what_is_kept_of_a_long_game_is_its_lines_a_state_now_and_then_and_the_words_of_the_last():
    async def play(at):
        game, _ = await long_game(at)
        return game, len(game.tale._story.told)

    game, told = run(play)
    assert told <= AT_HAND
    assert len(game.referee.past._states) <= LONG // EVERY


def test_lines_are_played_again_for_a_fork_and_a_record_is_written_outside_the_event_loop(monkeypatch):
    seen = []

    class Watched(StepReferee):
        def __init__(self, *arguments, **named):
            seen.append((len(arguments[2]) if len(arguments) > 2 else 0, threading.get_ident()))
            super().__init__(*arguments, **named)

    async def play(at):
        game, made = await long_game(at)
        monkeypatch.setattr("wd_env.server.hosting.game_store.StepReferee", Watched)
        said = Fork(id="f", game=game.id, line=500, players=chairs("Anna", "random", "Ben"), open=True)
        fork = await asked(at, said, made.watch)
        record = (await asked(at, RecordOf(id="r", game=fork.game), fork.watch)).record
        await asked(at, NewGame(id="m", record=record, players=chairs("Anna", "random", "Ben")))
        return at.games.find(fork.game), game.referee.table.rewound(500).state, game

    fork, state, game = run(play)
    assert [lines for lines, _ in seen] == [500, len(fork.lines)]
    assert threading.get_ident() not in [thread for _, thread in seen]
    assert fork.referee.past.at(fork.lines, 500).state == state
    assert fork.lines[:500] == game.lines[:500]


def test_a_game_goes_no_further_than_its_most_lines_says_so_and_goes_on_after_a_take_back():
    async def play(at):
        game, made = await long_game(at, lines=100)
        player = game.referee.table.player
        own, text = made.secrets[player], game.referee.table.options()[0]
        code = await refused(at, Answer(id="a", game=game.id, line=100, text=text), own)
        scene = await asked(at, Look(id="l", game=game.id), own)
        back = await asked(at, TakeBack(id="t", game=game.id, line=100), own)
        await settled(game)
        text = game.referee.table.options()[0]
        asks = made.secrets[game.referee.table.player]
        await asked(at, Answer(id="b", game=game.id, line=len(game.lines), text=text), asks)
        return code, scene.line, back.line, len(game.lines)

    code, looked, back, end = run(play, lines=100)
    assert (code, looked) == ("too_many_lines", 100)
    assert back < 100
    assert back < end <= 100


def test_a_game_of_bots_stops_at_its_most_lines_and_makes_room_for_others():
    async def play(at):
        said = NewGame(id="n", players=chairs("random", "random", "random"))
        made = await asked(at, said)
        game = at.games.find(made.game)
        told = []
        with at.audience.counted(game, None):
            async for each in follow(game, Cursor(None)):
                told.append(each)
                if isinstance(each, Notice):
                    break
        await asked(at, said)
        return game, told[-1], [each.id for each in at.games]

    game, notice, ids = run(play, lines=50, games=1)
    assert len(game.lines) == 50
    assert "50 lines" in notice.text
    assert game.id not in ids
