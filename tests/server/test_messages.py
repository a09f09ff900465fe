"""Messages: the generated files agree with the declarations, and invalid messages are rejected without an echo."""

import json

import pytest

from wd_env.errors import BotError, IllegalAction
from wd_env.server.http.http_routes import ROUTES, error_codes_of
from wd_env.server.protocol.generate_schemas import FOLDER, protocol_files
from wd_env.server.protocol.message_fields import MAX_ID_CHARS, MAX_MESSAGE_BYTES
from wd_env.server.protocol.message_parser import find_request_id, parse_request
from wd_env.server.protocol.messages import EVENTS, REPLIES, REQUESTS, encode_line, message_type
from wd_env.server.protocol.requests import Act, Hello, Play
from wd_env.server.server_errors import HTTP_STATUS, RETRY_AFTER, ApiError, to_api_error

ACT = {"type": "act", "id": "1", "bot": "random", "record": "x"}


def said(**message) -> bytes:
    return json.dumps(message).encode()


@pytest.mark.parametrize("name", protocol_files())
def test_the_committed_protocol_is_the_one_that_the_classes_give(name):
    assert (FOLDER / name).read_text("utf-8") == protocol_files()[name], f"{name} is outdated; run make protocol"


def test_every_type_of_message_has_its_own_name():
    for kinds in (REQUESTS, (*REPLIES, *EVENTS)):
        names = [message_type(kind) for kind in kinds]
        assert len(set(names)) == len(names)


def test_a_request_is_read_as_it_was_written():
    act = Act(id="a", bot="quick", record="x", seed="7")
    assert parse_request(encode_line(act)) == act
    answer = Play(id="b", game="g", line=3, seat=0, text="take")
    assert parse_request(encode_line(answer)) == answer
    assert b"\n" not in encode_line(Act(id="a", bot="quick", record="one\ntwo"))


HOSTILE = {
    "nothing": b"",
    "no object": b"[]",
    "null": b"null",
    "bad UTF-8": b'{"type":"hello","id":"SECRET\xff","protocols":[1]}',
    "NaN": b'{"type":"hello","id":"SECRET","protocols":[NaN]}',
    "too large a number": b'{"type":"hello","id":"SECRET","protocols":[1e999]}',
    "a long number": b'{"type":"hello","id":"SECRET","protocols":[' + b"9" * 5000 + b"]}",
    "a key twice": b'{"type":"hello","id":"SECRET","id":"SECRET","protocols":[1]}',
    "deep": b'{"type":"act","id":"SECRET","state":' + b'{"a":' * 20_000 + b"1" + b"}" * 20_001,
    "an unknown field": said(**ACT, SECRET=1),
    "an unknown field within": said(type="new_game", id="1", players=[{"human": "A", "SECRET": 1}]),
    "an unknown type": said(type="SECRET", id="1"),
    "no type": said(id="SECRET"),
    "true for a number": said(type="hello", id="1", protocols=[True]),
    "text for a number": said(type="hello", id="1", protocols=["7"]),
    "a float for a number": b'{"type":"hello","id":"1","protocols":[7.0]}',
    "a line break in an id": said(type="hello", id="SECRET\n", protocols=[1]),
    "a blank in an id": said(type="hello", id="SECRET SECRET", protocols=[1]),
    "an empty id": said(type="hello", id="", protocols=[1]),
    "a number for an id": said(type="hello", id=1, protocols=[1]),
    "null for what may lack": said(**ACT, seed=None),
    "a number for a seed": said(**ACT, seed=7),
    "a negative seed": said(**ACT, seed="-7"),
    "neither state nor record nor view": said(type="act", id="1", bot="random"),
    "state and record": said(**ACT, state={}),
    "a chair of both": said(type="new_game", id="1", players=[{"human": "A", "bot": "random"}]),
    "an answer of nothing": said(type="play", id="1", game="g", line=1),
    "a throw that is none": said(type="play", id="1", game="g", line=1, sample=False),
    "a negative line": said(type="play", id="1", game="g", line=-1, text="take"),
    "a byte order mark behind the first byte": b" \xef\xbb\xbf" + said(**ACT),
    "half a letter": b'{"type":"act","id":"1","bot":"random","record":"SECRET\\ud800"}',
    "a lone surrogate in an id": b'{"type":"hello","id":"\\ud800","protocols":[1]}',
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_an_invalid_message_is_rejected_with_a_text_that_repeats_none_of_it(data):
    with pytest.raises(ApiError) as refused:
        parse_request(data)
    assert refused.value.code == "bad_message"
    assert "SECRET" not in str(refused.value) + refused.value.field


def test_a_message_that_is_too_long_is_not_even_read():
    with pytest.raises(ApiError) as refused:
        parse_request(b" " * (MAX_MESSAGE_BYTES + 1))
    assert refused.value.code == "too_large"
    assert isinstance(parse_request(encode_line(Hello(id="1", protocols=[1])).ljust(MAX_MESSAGE_BYTES)), Hello)


PLAY = {"type": "play", "id": "1", "game": "g", "line": 1}
UNDO = {"type": "undo", "id": "1", "game": "g", "line": 1}
NEW_GAME = {"type": "new_game", "id": "1", "players": [{"human": "Anna"}, {"bot": "random"}]}
ACT_ON_VIEW = {"type": "act", "id": "1", "bot": "random"}
VIEW = {"layout_hash": "x", "obs": [0], "mask": [1]}


@pytest.mark.parametrize(
    ("message", "allowed", "refused"),
    [
        (PLAY, {"text": "x" * 200}, {"text": "x" * 201}),
        (PLAY, {"text": "x"}, {"text": ""}),
        (PLAY, {"text": "x", "game": "g" * 64}, {"text": "x", "game": "g" * 65}),
        (PLAY, {"text": "x", "line": 1_000_000}, {"text": "x", "line": 1_000_001}),
        (PLAY, {"text": "x", "seat": 9}, {"text": "x", "seat": 10}),
        (PLAY, {"index": 16_383}, {"index": 16_384}),
        (UNDO, {"entries": 1}, {"entries": 0}),
        (UNDO, {"entries": 1000}, {"entries": 1001}),
        (NEW_GAME, {"players": [{"human": "x" * 12}]}, {"players": [{"human": "x" * 13}]}),
        (NEW_GAME, {"delay_ms": 10_000}, {"delay_ms": 10_001}),
        (ACT, {"budget_ms": 1}, {"budget_ms": 0}),
        (ACT, {"budget_ms": 600_000}, {"budget_ms": 600_001}),
        (ACT_ON_VIEW, {"view": VIEW | {"obs": [-128]}}, {"view": VIEW | {"obs": [-129]}}),
        (ACT_ON_VIEW, {"view": VIEW | {"obs": [127]}}, {"view": VIEW | {"obs": [128]}}),
        (ACT_ON_VIEW, {"view": VIEW | {"obs": [0] * 65_536}}, {"view": VIEW | {"obs": [0] * 65_537}}),
        (ACT_ON_VIEW, {"view": VIEW | {"mask": [0, 1]}}, {"view": VIEW | {"mask": [0, 2]}}),
        (ACT_ON_VIEW, {"view": VIEW | {"mask": [1] * 16_384}}, {"view": VIEW | {"mask": [1] * 16_385}}),
    ],
)
def test_a_field_is_accepted_up_to_its_bound(message, allowed, refused):
    parse_request(said(**(message | allowed)))
    with pytest.raises(ApiError) as failure:
        parse_request(said(**(message | refused)))
    assert failure.value.code == "bad_message"


def test_a_refusal_names_the_field():
    with pytest.raises(ApiError) as refused:
        parse_request(said(type="new_game", id="1", players=[{"human": "A"}, {"human": ""}]))
    assert refused.value.field == "players[].human"


def test_the_id_of_a_broken_message_is_found_where_it_can_be():
    assert find_request_id(said(type="what", id="7")) == "7"
    assert find_request_id(said(type="what", id="7 7")) is None
    assert find_request_id(said(type="what", id="7" * MAX_ID_CHARS)) == "7" * MAX_ID_CHARS
    assert find_request_id(said(type="what", id="7" * (MAX_ID_CHARS + 1))) is None, (
        "an id that is too long cannot be in the reply"
    )
    assert find_request_id(b"{") is None
    assert find_request_id(b"[1]") is None


def test_every_code_that_an_address_may_refuse_by_has_a_status():
    named = {code for route in ROUTES for code in error_codes_of(route)}
    assert named == set(HTTP_STATUS)
    assert set(RETRY_AFTER) == {code for code, status in HTTP_STATUS.items() if status == 429}


def test_errors_of_the_package_keep_their_code_and_those_of_bots_are_told_as_such():
    assert (to_api_error(IllegalAction("no")).code, to_api_error(IllegalAction("no")).status) == ("illegal_action", 422)
    assert (to_api_error(BotError("no")).code, to_api_error(BotError("no")).status) == ("bot_failed", 503)
    of_bot = IllegalAction("no")
    of_bot.bot = "quick"
    assert to_api_error(of_bot).code == "bot_failed"
