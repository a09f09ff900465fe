"""Messages: what is declared is what is generated, and whatever is no message is refused without an echo."""

import json

import pytest

from wd_env.errors import BotError, IllegalAction
from wd_env.server.http.routes import ROUTES, codes_of
from wd_env.server.protocol.generate_schemas import FOLDER, protocol_files
from wd_env.server.protocol.message_fields import LONGEST_WORD, MOST_BYTES
from wd_env.server.protocol.message_parser import id_of, parsed
from wd_env.server.protocol.messages import EVENTS, REPLIES, REQUESTS, line_of, type_of
from wd_env.server.protocol.requests import Act, Answer, Hello
from wd_env.server.server_errors import RETRY_AFTER, STATUS, Refusal, refusal_of

ACT = {"type": "act", "id": "1", "bot": "random", "record": "x"}


def said(**message) -> bytes:
    return json.dumps(message).encode()


@pytest.mark.parametrize("name", protocol_files())
def test_the_committed_protocol_is_the_one_that_the_classes_give(name):
    assert (FOLDER / name).read_text("utf-8") == protocol_files()[name], "make protocol writes it anew"


def test_every_type_of_request_and_of_what_is_said_has_a_name_of_its_own():
    for kinds in (REQUESTS, (*REPLIES, *EVENTS)):
        names = [type_of(kind) for kind in kinds]
        assert len(set(names)) == len(names)


def test_a_request_is_read_as_it_was_written():
    act = Act(id="a", bot="quick", record="x", seed="7")
    assert parsed(line_of(act)) == act
    answer = Answer(id="b", game="g", line=3, seat=0, text="take")
    assert parsed(line_of(answer)) == answer
    assert b"\n" not in line_of(Act(id="a", bot="quick", record="one\ntwo"))


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
    "an unknown field within": said(type="new_game", id="1", players=[{"person": "A", "SECRET": 1}]),
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
    "a chair of both": said(type="new_game", id="1", players=[{"person": "A", "bot": "random"}]),
    "an answer of nothing": said(type="answer", id="1", game="g", line=1),
    "a throw that is none": said(type="answer", id="1", game="g", line=1, throw=False),
    "a negative line": said(type="answer", id="1", game="g", line=-1, text="take"),
    "a byte order mark behind the first byte": b" \xef\xbb\xbf" + said(**ACT),
    "half a letter": b'{"type":"act","id":"1","bot":"random","record":"SECRET\\ud800"}',
    "a lone surrogate in an id": b'{"type":"hello","id":"\\ud800","protocols":[1]}',
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_message_is_refused_in_words_that_repeat_none_of_it(data):
    with pytest.raises(Refusal) as refused:
        parsed(data)
    assert refused.value.code == "bad_message"
    assert "SECRET" not in str(refused.value) + refused.value.field


def test_a_message_that_is_too_long_is_not_even_read():
    with pytest.raises(Refusal) as refused:
        parsed(b" " * (MOST_BYTES + 1))
    assert refused.value.code == "too_large"
    assert isinstance(parsed(line_of(Hello(id="1", protocols=[1])).ljust(MOST_BYTES)), Hello)


def test_a_refusal_names_the_field():
    with pytest.raises(Refusal) as refused:
        parsed(said(type="new_game", id="1", players=[{"person": "A"}, {"person": ""}]))
    assert refused.value.field == "players[].person"


def test_the_id_of_a_broken_message_is_found_where_it_can_be():
    assert id_of(said(type="what", id="7")) == "7"
    assert id_of(said(type="what", id="7 7")) is None
    assert id_of(said(type="what", id="7" * LONGEST_WORD)) == "7" * LONGEST_WORD
    assert id_of(said(type="what", id="7" * (LONGEST_WORD + 1))) is None, "it would be no id in the reply"
    assert id_of(b"{") is None
    assert id_of(b"[1]") is None


def test_every_code_that_an_address_may_refuse_by_has_a_status():
    named = {code for route in ROUTES for code in codes_of(route)}
    assert named == set(STATUS)
    assert set(RETRY_AFTER) == {code for code, status in STATUS.items() if status == 429}


def test_errors_of_the_package_keep_their_code_and_those_of_bots_are_told_as_such():
    assert (refusal_of(IllegalAction("no")).code, refusal_of(IllegalAction("no")).status) == ("illegal_action", 422)
    assert (refusal_of(BotError("no")).code, refusal_of(BotError("no")).status) == ("bot_failed", 503)
    of_bot = IllegalAction("no")
    of_bot.bot = "quick"
    assert refusal_of(of_bot).code == "bot_failed"
