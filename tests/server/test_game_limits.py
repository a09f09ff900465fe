"""Analyses of bots at the server, and limits of games and followers."""

import asyncio

import pytest

from tests.server.handlers import error_code, run, send, start_game
from wd_env.server.hosting.event_stream import stream_events
from wd_env.server.hosting.events import Cursor
from wd_env.server.protocol.requests import (
    AnalysisRequest,
    NewGame,
    PlayerConfig,
    SceneRequest,
)


def test_analyses_of_a_finished_game_include_the_action_that_was_taken():
    async def play(at):
        game, made = await start_game(at, "medium", "random", rules={"max_turns": 12})
        line = next(n for n, each in enumerate(game.lines) if each.seat is not None and n > 8)
        found = await send(at, AnalysisRequest(id="o", game=game.id, line=line, bot="random"), made.spectator_secret)
        return found, game.lines[line]

    found, line = run(play)
    texts = {option.index: option.text for option in found.analysis.actions}
    assert texts[found.action_taken] == line.text
    assert sum(option.probability for option in found.analysis.actions) == pytest.approx(1)


@pytest.mark.parametrize(("options", "codes"), [
    ({}, ["not_yours", "not_yours", "not_yours"]),
    ({"advice": True}, ["done", "not_yours", "not_yours"]),
    ({"open": True}, ["done", "done", "done"]),
])  # fmt: skip
def test_while_people_play_analyses_of_bots_are_given_only_as_advice_or_in_an_open_game(options, codes):
    async def play(at):
        game, made = await start_game(at, "Anna", "Ben", **options)
        player = game.referee.table.player
        said = AnalysisRequest(id="o", game=game.id, line=len(game.lines), bot="random")
        shown = (made.secrets[player], made.secrets[1 - player], made.spectator_secret)
        return [getattr(await at.reply(said, secret), "code", "done") for secret in shown]

    assert run(play) == codes


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"players": []}, "config_error"),
        ({"players": [PlayerConfig(human="Anna")]}, "config_error"),
        ({"players": [PlayerConfig(human="Anna"), PlayerConfig(bot="nobody")]}, "no_such_bot"),
        ({"players": [PlayerConfig(human="Anna"), PlayerConfig(human="anna")]}, "config_error"),
        ({"players": [PlayerConfig(human="7"), PlayerConfig(human="Anna")]}, "config_error"),
        ({"rules": {"num_players": 3}}, "config_error"),
        ({"rules": {"what": 3}}, "config_error"),
        ({"rules": {"max_turns": "3"}}, "config_error"),
        ({"rules": {"board": "/etc/passwd"}}, "no_path"),
        ({"rules": {"themes": ["x"]}}, "no_path"),
        ({"seed": "5"}, "config_error"),
        ({"record": "x", "state": {}}, "bad_message"),
        ({"record": "x"}, "state_error"),
        ({"state": {"config": {"board": "/etc/passwd"}}}, "no_path"),
        ({"state": {}}, "state_error"),
    ],
)
def test_an_invalid_game_is_rejected(fields, code):
    async def play(at):
        given = {"players": [PlayerConfig(human="Anna"), PlayerConfig(bot="random")]} | fields
        return await error_code(at, NewGame(id="n", **given)), list(at.games)

    assert run(play) == (code, [])


def test_the_number_of_games_is_limited_and_finished_games_make_room():
    async def play(at):
        await start_game(at, "random", "random", rules={"max_turns": 1})
        await start_game(at, "Anna", "random")
        third = NewGame(id="n", players=[PlayerConfig(human="Anna"), PlayerConfig(bot="random")])
        await send(at, third)
        return await error_code(at, third), len(list(at.games))

    assert run(play, games=2) == ("too_many_games", 2)


def test_finished_games_make_room_also_while_they_are_followed_but_later_than_others():
    async def play(at):
        made = [(await start_game(at, "random", "random", rules={"max_turns": 1}))[0] for _ in range(2)]
        made[0].streams = 1
        rooms = []
        for _ in range(2):
            await start_game(at, "Anna", "random")
            rooms.append([game in list(at.games) for game in made])
        return rooms

    assert run(play, games=2) == [[True, False], [False, False]]


def test_a_game_without_requests_for_too_long_is_dropped():
    async def play(at):
        game, made = await start_game(at, "Anna", "random")
        game.last_used -= 100
        await start_game(at, "Anna", "random")
        return await error_code(at, SceneRequest(id="l", game=game.id), made.secrets[0])

    assert run(play, idle=50) == "no_such_game"


def test_a_stream_lasts_some_seconds_whether_or_not_anything_happens():
    async def play(at):
        game, _ = await start_game(at, "Anna", "random")

        async def whole():
            return [
                type(each).__name__ async for each in stream_events(game, Cursor(0), heartbeat=0.02, max_seconds=0.05)
            ]

        return await asyncio.wait_for(whole(), 5)

    kinds = run(play)
    assert (kinds.count("Prompt"), kinds[-1]) == (1, "Heartbeat")


def test_a_silent_stream_has_a_heartbeat_and_ends_with_its_game():
    async def play(at):
        game, _ = await start_game(at, "Anna", "random")
        kinds = []
        async for each in stream_events(game, Cursor(0), heartbeat=0.01):
            kinds.append(type(each).__name__)
            if kinds.count("Heartbeat") == 2:
                game.close()
        return kinds

    kinds = run(play)
    assert kinds[-1] == "Heartbeat"
    assert "Prompt" in kinds
