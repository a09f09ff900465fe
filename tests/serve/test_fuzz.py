"""Whatever is changed in messages that are sound: a documented reply, a table that goes on, and no fault of our own."""

import copy
import json
import random
from typing import Any

from tests.serve.desks import answered, begun, run
from wd_env.server.protocol.message_parser import parsed
from wd_env.server.protocol.messages import line_of
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import (
    Act,
    Answer,
    Events,
    Fork,
    HandOver,
    Look,
    NewGame,
    OpinionOf,
    RecordOf,
    TakeBack,
)
from wd_env.server.server_errors import STATUS, Refusal

CASES = 1500
NUMBERS: list[Any] = [None, True, False, 0, -1, 1, 7.5, 2**31, 2**63, 10**19]
STRANGE = [*NUMBERS, "", "7", "x" * 300, "\x00", "\u202e", [], {}, [[]], {"a": {}}, ["roll"], "/etc/passwd", "random"]


def sound(game, made, table) -> list[dict[str, Any]]:
    """Messages of every type that could be."""
    own, line = made.secrets[table.player], len(game.lines)
    inside = {"game": game.id, "secret": own}
    requests = [
        Act(id="1", bot="random", state=table.to_json(), seed="3", opinion=True),
        Act(id="1", bot="medium", record=table.record().dumps(), greedy=True),
        NewGame(id="1", players=[], record=game.referee.record().dumps(), open=True),
        Look(id="1", line=line, **inside),
        Answer(id="1", line=line, text=table.options()[0], seat=table.seat, **inside),
        Answer(id="1", line=line, luck="playing dice 4", **inside),
        Answer(id="1", line=line, offence="roll", seat=0, **inside),
        Answer(id="1", line=line, correction="set soldiers Anna 7", **inside),
        TakeBack(id="1", line=line, entries=2, **inside),
        Fork(id="1", line=line, players=[], **inside),
        HandOver(id="1", player=1, bot="random", **inside),
        OpinionOf(id="1", line=line, bot="random", **inside),
        RecordOf(id="1", **inside),
        Events(id="1", after=3, branch=0, **inside),
    ]
    rules = {"variant": "ten_card", "max_turns": 5, "board": "ring30", "themes": None, "illegal_action": "eject"}
    begin = {"type": "new_game", "id": "1", "players": [{"person": "Anna"}, {"bot": "random"}], "rules": rules}
    return [*(json.loads(line_of(each)) for each in requests), begin, begin | {"luck": "asked", "take_back": "own"}]


def changed(message: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """The message with one to three things in it changed, lost or doubled, however deep they are."""
    message = copy.deepcopy(message)
    for _ in range(luck.randint(1, 3)):
        place: Any = message
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = luck.choice(keys)
            inner = place[key]
            if isinstance(inner, dict | list) and inner and luck.random() < 0.8:
                place = inner
                continue
            change(place, key, luck)
            break
    return message


def change(place: Any, key: Any, luck: random.Random) -> None:
    value = place[key]
    what = luck.random()
    if what < 0.2:
        del place[key]
    elif what < 0.5 and isinstance(value, int):
        place[key] = value + luck.choice([-1, 1, 100, -100, 2**40])
    elif what < 0.6 and isinstance(value, str) and value:
        at = luck.randrange(len(value))
        place[key] = value[:at] + luck.choice(["", "x", "\n", '"', "9"]) + value[at + 1 :]
    else:
        place[key] = copy.deepcopy(luck.choice(STRANGE))


def test_changed_messages_have_documented_replies_and_never_a_fault_of_our_own():
    async def play(at):
        luck, codes = random.Random(5), dict[str, int]()
        for case in range(CASES):
            if case % 100 == 0:
                game, made = await begun(at, "Anna", "random", luck="asked" if case % 200 else "sampled", advice=True)
                for _ in range(6):
                    if not game.referee.table.is_over:
                        await answered(at, game, made, number=case)
                messages = sound(game, made, game.referee.table)
            data = json.dumps(changed(luck.choice(messages), luck)).encode()
            try:
                request = parsed(data)
                reply = None if isinstance(request, Events) else await at.reply(request)
                code = reply.code if isinstance(reply, Error) else "done"
            except Refusal as refusal:
                code = refusal.code
            codes[code] = codes.get(code, 0) + 1
        return codes

    codes = run(play, games=10_000)
    assert codes.keys() <= STATUS.keys() | {"done"}
    assert "internal" not in codes
    assert codes.keys() > {"done", "bad_message", "state_error", "config_error", "illegal_action", "stale"}
