"""Every kind of secret of every game is searched for in everything that other players can fetch."""

import asyncio
import json
from typing import Any

import numpy as np
import pytest

from tests.server.handlers import InlineBotPool, player_configs, send
from wd_env import registry
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.hosting.events import Cursor, events_since
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import Act, AnalysisRequest, Fork, NewGame, RecordRequest, SceneRequest
from wd_env.server.request_handler import RequestHandler

TOY = registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")
PEOPLE = ("Anna", "Ben", "Cleo")
RULES = [
    ("world_dominance", {"knowledge_model": "quiz", "max_turns": 60}),
    ("domination", {"game_type": "mission", "auto_place": "all", "max_rounds": 20}),
    ("domination", {"max_rounds": 20, "auto_place": "countries"}),
    ("pledge", {}),
]
MOST_LINES = 400


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, TOY.name, TOY)


async def played(at: RequestHandler, rules):
    """Return a game of people after random actions until nearly its end."""
    made = await send(at, NewGame(id="n", players=player_configs(*PEOPLE), rules=rules, advice=True))
    game, dice = at.games.find(made.game), np.random.default_rng(4)
    await game.stop()  # this function plays its steps
    while len(game.lines) < MOST_LINES:
        referee, before = game.referee, len(game.lines)
        if referee.is_engine_chance:
            referee.step_chance()
        else:
            referee.enter(str(dice.choice(referee.table.legal_texts())))
        if referee.table.is_terminal:
            referee.truncate(before)
            break
    game.notify()
    return game, made


async def fetched(at: RequestHandler, game, viewer: int | None, secret: str) -> dict[str, str]:
    """Return everything that this viewer gets before the game is over, by the kind of request."""
    end = len(game.lines)
    asks: dict[str, list[Any]] = {
        "look": [SceneRequest(id="l", game=game.id, line=line) for line in (0, end // 2, end)],
        "record": [RecordRequest(id="r", game=game.id)],
        "analysis": [AnalysisRequest(id="o", game=game.id, line=end, bot="random")],
        "fork": [Fork(id="f", game=game.id, line=end, players=player_configs(*PEOPLE))],
        "act": [Act(id="a", bot="random", record="x")],
    }
    found = {
        kind: b"\n".join([encode_line(await at.reply(ask, secret)) for ask in each]).decode()
        for kind, each in asks.items()
    }
    found["events"] = b"\n".join(encode_line(each) for each in events_since(game, Cursor(viewer))).decode()
    return found


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_lines_known_to_one_player_are_in_nothing_that_others_can_fetch(name, rules):
    row = registry.GAMES[name]

    async def play(at):
        game, made = await played(at, rules)
        shown = [*enumerate(made.secrets), (None, made.spectator_secret)]
        return game, {viewer: await fetched(at, game, viewer, secret) for viewer, secret in shown}, made

    async def whole():
        at = RequestHandler(row, make_bot_catalogue(row.game, {}))
        at.bot_pool = InlineBotPool(row)
        try:
            return await asyncio.wait_for(play(at), 120)
        finally:
            await at.close()

    game, found, made = asyncio.run(whole())
    secret = [(number, line) for number, line in enumerate(game.lines, 1) if line.visible_to is not None]
    assert secret
    for viewer, message in found.items():
        home = game.home_seat(viewer)
        others = [(number, line) for number, line in secret if line.visible_to != home]
        mine = [(number, line) for number, line in secret if line.visible_to == home]
        assert others or len(mine) == len(secret)
        assert all(f'"n":{number},' not in message["events"] for number, _ in others)
        assert all(f'"n":{number},' in message["events"] for number, _ in mine)
        assert [str(line) for _, line in mine] == [
            text for text in record_lines(message["record"]) if text in {str(line) for _, line in secret}
        ]
        everything = " ".join(message.values())
        keys = [key for player, key in enumerate(made.secrets) if player != viewer]
        assert not [key for key in (*keys, game.nonce) if key in everything]


def record_lines(reply: str) -> list[str]:
    return str(json.loads(reply)["record"]).splitlines()[1:]
