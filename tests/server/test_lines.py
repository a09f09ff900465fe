"""The line transport in this process: requests by lines, and games that are streamed without a request."""

import asyncio
import json
import os
from io import BytesIO

import pytest

from tests.server.handlers import make_handler, player_configs
from wd_env.server.protocol.message_fields import MAX_MESSAGE_BYTES
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import Hello, NewGame
from wd_env.server.stdio_server import serve_lines

SECONDS = 30  # after which a transport counts as stopped; far longer than on a busy machine


def hello(number: int) -> bytes:
    return encode_line(Hello(id=str(number), protocols=[1]))


@pytest.mark.parametrize("size", [MAX_MESSAGE_BYTES + 1, 3 * MAX_MESSAGE_BYTES])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_every_line_gets_a_reply_also_after_an_overlong_one_and_without_a_final_line_end(size, end):
    source = BytesIO(b"\n".join([hello(1), b"", b"x" * size, hello(2) + b"\r", hello(3)]) + end)
    sink = BytesIO()
    asyncio.run(asyncio.wait_for(serve_lines(make_handler(), source, sink), SECONDS))
    replies = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert sorted(reply.get("id", reply.get("code")) for reply in replies) == ["1", "2", "3", "too_large"]


def test_an_overlong_line_without_a_line_end_is_rejected():
    sink = BytesIO()
    source = BytesIO(b"x" * (2 * MAX_MESSAGE_BYTES))
    asyncio.run(asyncio.wait_for(serve_lines(make_handler(), source, sink), SECONDS))
    assert [json.loads(line)["code"] for line in sink.getvalue().splitlines()] == ["too_large"]


@pytest.mark.parametrize(
    ("players", "viewers"),
    [(("Anna", "random", "Ben"), {0, 2}), (("random", "random"), {None})],
    ids=["people", "bots"],
)
def test_a_new_game_is_streamed_to_its_people_or_to_a_spectator_if_it_has_none(players, viewers):
    async def play():
        (source, requests), (replies, sink) = os.pipe(), os.pipe()
        with (
            os.fdopen(source, "rb") as stdin,
            os.fdopen(requests, "wb", buffering=0) as client,
            os.fdopen(sink, "wb") as stdout,
            os.fdopen(replies, "rb") as output,
        ):
            server = asyncio.create_task(serve_lines(make_handler(), stdin, stdout))
            client.write(encode_line(NewGame(id="n", players=player_configs(*players), rules={"max_turns": 1})) + b"\n")
            seen, waiting = set(), set(viewers)
            while waiting:
                event = json.loads(await asyncio.to_thread(output.readline))
                if event["type"] != "game":
                    seen.add(event["viewer"])
                if event["type"] in ("prompt", "waiting", "game_over"):
                    waiting.discard(event["viewer"])
            client.close()
            await server
        return seen

    assert asyncio.run(asyncio.wait_for(play(), SECONDS)) == viewers
