"""The stored schema: every line of the transcript is a valid message, and a client plays with the schema only."""

import json
import re

import pytest

from tests.server.servers import serving
from tests.server.transcripts import ARGUMENTS, FILE
from tests.server.whole_games import differences
from wd_env.games.world_dominance.variants import VARIANTS

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with the group `test`")

from tests.server.schema_client import SCHEMA, SchemaClient  # noqa: E402  it needs jsonschema

SHORT = 2  # turns
DRAWN, NAMED = re.compile('"<elapsed_ms>"'), re.compile(r"<(\w+) ?([\d.]*)>")  # values that differ between runs


@pytest.fixture(scope="module")
def client():
    with serving(*ARGUMENTS) as server:
        yield SchemaClient(server.port)


def messages():
    """Yield the messages of the transcript, with values for the names in it."""
    text = DRAWN.sub("1", FILE.read_text("utf-8"))
    for line in NAMED.sub(r"\1\2", text).splitlines():
        yield from (message for kind, message in json.loads(line).items() if kind != "secret")


def test_every_line_of_the_transcript_is_a_message_of_the_schema_but_those_that_are_refused():
    schema = json.loads(SCHEMA.read_text("utf-8"))
    is_sound = jsonschema.validators.validator_for(schema)(schema).is_valid
    bad = [message["id"] for message in messages() if not is_sound(message)]
    assert bad == ["20"]  # it has a player configuration with an unknown field


def test_the_schema_rejects_invalid_messages():
    schema = json.loads(SCHEMA.read_text("utf-8"))
    is_sound = jsonschema.validators.validator_for(schema)(schema).is_valid
    for change in ({"type": "nothing"}, {"seat": "one"}, {"line": None}):
        message = {"type": "waiting", "game": "g", "viewer": None, "line": 3, "seat": 1, "kind": "chance", "node": "q",
                   "text": "w"}  # fmt: skip
        assert is_sound(message)
        assert not is_sound(message | change)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_client_of_the_schema_alone_plays_a_whole_game_as_the_single_table_does(client, variant):
    assert differences(client, variant, 3, SHORT) == []
