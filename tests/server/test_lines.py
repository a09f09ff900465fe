"""The line transport in this process: requests by lines, and games that are streamed without a request."""

import asyncio
import json
import os
from io import BufferedWriter, BytesIO
from typing import Any

import pytest

from tests.server.handlers import make_handler, player_configs
from wd_env.server.protocol.message_fields import MAX_MESSAGE_BYTES
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import EventsRequest, Hello, NewGame
from wd_env.server.stdio_server import serve_lines

SECONDS = 60  # after which a transport counts as stopped; far longer than on a busy machine


def messages(sink: BytesIO) -> list[dict[str, Any]]:
    """Return the complete lines written so far."""
    return [json.loads(line) for line in sink.getvalue().splitlines(keepends=True) if line.endswith(b"\n")]


def viewers_of(sink: BytesIO) -> set[int | None]:
    """Return the viewers of the events written so far."""
    return {message["viewer"] for message in messages(sink) if "viewer" in message}


def hello(number: int) -> bytes:
    return encode_line(Hello(id=str(number), protocols=[1]))


@pytest.mark.parametrize("size", [MAX_MESSAGE_BYTES + 1, 3 * MAX_MESSAGE_BYTES])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_every_line_gets_a_reply_also_after_an_overlong_one_and_without_a_final_line_end(size, end):
    source = BytesIO(b"\n".join([hello(1), b"", b"x" * size, hello(2) + b"\r", hello(3)]) + end)
    sink = BytesIO()
    asyncio.run(asyncio.wait_for(serve_lines(make_handler(), source, sink), SECONDS))
    assert sorted(reply.get("id", reply.get("code")) for reply in messages(sink)) == ["1", "2", "3", "too_large"]


def test_an_overlong_line_without_a_line_end_is_rejected():
    sink = BytesIO()
    source, buffer = BytesIO(b"x" * (2 * MAX_MESSAGE_BYTES)), BufferedWriter(sink)
    asyncio.run(asyncio.wait_for(serve_lines(make_handler(), source, buffer), SECONDS))
    assert [message["code"] for message in messages(sink)] == ["too_large"]


def test_a_stream_of_an_unknown_game_is_rejected():
    sink = BytesIO()
    source = BytesIO(encode_line(EventsRequest(id="e", game="gnone")))
    asyncio.run(asyncio.wait_for(serve_lines(make_handler(), source, sink), SECONDS))
    assert [(message["id"], message["code"]) for message in messages(sink)] == [("e", "no_such_game")]


@pytest.mark.parametrize(
    ("players", "viewers"),
    [(("Anna", "random", "Ben"), {0, 2}), (("random", "random"), {None})],
    ids=["people", "bots"],
)
def test_a_new_game_is_streamed_to_its_people_or_to_a_spectator_and_on_request_to_others(players, viewers):
    async def play():
        source, requests = os.pipe()
        sink = BytesIO()
        with os.fdopen(source, "rb") as stdin:
            with os.fdopen(requests, "wb") as client:
                server = asyncio.create_task(serve_lines(make_handler(), stdin, sink))
                client.write(encode_line(NewGame(id="n", players=player_configs(*players), rules={"max_turns": 1})))
                client.write(b"\n")
                client.flush()
                while len(viewers_of(sink)) < len(viewers):
                    await asyncio.sleep(0)
                unasked = viewers_of(sink)
                [made] = [message for message in messages(sink) if message["type"] == "game"]
                request = EventsRequest(id="e", game=made["game"], secret=made["spectator_secret"])
                client.write(encode_line(request) + b"\n")
                client.flush()
                while None not in viewers_of(sink):
                    await asyncio.sleep(0)
            await server
        return unasked, [message["type"] for message in messages(sink) if message.get("id") == "e"]

    assert asyncio.run(asyncio.wait_for(play(), SECONDS)) == (viewers, ["done"])
