"""Changed valid messages get a documented reply, the table continues, and no internal error occurs."""

import copy
import json
import random
from typing import Any

from tests.server.handlers import play_action, run, start_game
from wd_env.server.protocol.message_parser import parse_request
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import (
    Act,
    AnalysisRequest,
    EventsRequest,
    Fork,
    HandOver,
    NewGame,
    Play,
    RecordRequest,
    SceneRequest,
    Undo,
)
from wd_env.server.server_errors import HTTP_STATUS, ApiError

CASES = 1500
NUMBERS: list[Any] = [None, True, False, 0, -1, 1, 7.5, 2**31, 2**63, 10**19]
STRANGE = [*NUMBERS, "", "7", "x" * 300, "\x00", "\u202e", [], {}, [[]], {"a": {}}, ["roll"], "/etc/passwd", "random"]


def sound(game, made, table) -> list[dict[str, Any]]:
    """Return valid messages of every type."""
    own, line = made.secrets[table.player], len(game.lines)
    inside = {"game": game.id, "secret": own}
    requests = [
        Act(id="1", bot="random", state=table.to_json(), seed="3", analysis=True),
        Act(id="1", bot="medium", record=table.record().dumps(), greedy=True),
        NewGame(id="1", players=[], record=game.referee.record().dumps(), open=True),
        SceneRequest(id="1", line=line, **inside),
        Play(id="1", line=line, text=table.legal_texts()[0], seat=table.seat, **inside),
        Play(id="1", line=line, outcome="playing dice 4", **inside),
        Play(id="1", line=line, violation="roll", seat=0, **inside),
        Play(id="1", line=line, correction="set soldiers Anna 7", **inside),
        Undo(id="1", line=line, entries=2, **inside),
        Fork(id="1", line=line, players=[], **inside),
        HandOver(id="1", player=1, bot="random", **inside),
        AnalysisRequest(id="1", line=line, bot="random", **inside),
        RecordRequest(id="1", **inside),
        EventsRequest(id="1", after=3, undo_count=0, **inside),
    ]
    rules = {"variant": "ten_card", "max_turns": 5, "board": "ring30", "themes": None, "illegal_action": "eject"}
    begin = {"type": "new_game", "id": "1", "players": [{"human": "Anna"}, {"bot": "random"}], "rules": rules}
    return [*(json.loads(encode_line(each)) for each in requests), begin, begin | {"chance": "explicit", "undo": "own"}]


def changed(message: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the message with one to three values changed, removed or duplicated at any depth."""
    message = copy.deepcopy(message)
    for _ in range(rng.randint(1, 3)):
        place: Any = message
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = rng.choice(keys)
            inner = place[key]
            if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
                place = inner
                continue
            change(place, key, rng)
            break
    return message


def change(place: Any, key: Any, rng: random.Random) -> None:
    value = place[key]
    what = rng.random()
    if what < 0.2:
        del place[key]
    elif what < 0.5 and isinstance(value, int):
        place[key] = value + rng.choice([-1, 1, 100, -100, 2**40])
    elif what < 0.6 and isinstance(value, str) and value:
        at = rng.randrange(len(value))
        place[key] = value[:at] + rng.choice(["", "x", "\n", '"', "9"]) + value[at + 1 :]
    else:
        place[key] = copy.deepcopy(rng.choice(STRANGE))


def test_changed_messages_get_documented_replies_and_never_an_internal_error():
    async def play(at):
        rng, codes = random.Random(5), dict[str, int]()
        for case in range(CASES):
            if case % 100 == 0:
                game, made = await start_game(
                    at, "Anna", "random", chance="explicit" if case % 200 else "sampled", advice=True
                )
                for _ in range(6):
                    if not game.referee.table.is_terminal:
                        await play_action(at, game, made, number=case)
                messages = sound(game, made, game.referee.table)
            data = json.dumps(changed(rng.choice(messages), rng)).encode()
            try:
                request = parse_request(data)
                reply = None if isinstance(request, EventsRequest) else await at.reply(request)
                code = reply.code if isinstance(reply, Error) else "done"
            except ApiError as refusal:
                code = refusal.code
            codes[code] = codes.get(code, 0) + 1
        return codes

    codes = run(play, games=10_000)
    assert codes.keys() <= HTTP_STATUS.keys() | {"done"}
    assert "internal" not in codes
    assert codes.keys() > {"done", "bad_message", "state_error", "config_error", "illegal_action", "stale"}
