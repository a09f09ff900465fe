"""Servers in their own processes: both transports reply the same, handle garbage, and lose nothing when killed."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.raw_garbage import end_of, garbage_by_lines, garbage_by_socket, status_of
from tests.server.servers import ROOT, Server, serving
from tests.server.transcripts import ARGUMENTS, FILE, ByHttp, ByLines, transcript
from wd_env.benchmarks.slow_clients import MIB, send_incomplete_bodies, unread_streams
from wd_env.cli.main import main
from wd_env.server.client import LineClient
from wd_env.server.http.http_server import MAX_HEADER_BYTES
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.replies import Event, GameOver, Prompt
from wd_env.server.protocol.requests import (
    EventsRequest,
    Hello,
    NewGame,
    Play,
    PlayerConfig,
    RecordRequest,
    SceneRequest,
    Undo,
)
from wd_env.server.server_errors import ApiError
from wd_env.server.worker_pool import WorkerLimits

ANNA = [PlayerConfig(human="Anna"), PlayerConfig(bot="scripted", name="Rob")]
GARBAGE = 300  # number of inputs
OTHER_HEADERS = 1000  # bytes for the other headers


@pytest.fixture(scope="module")
def server():
    with serving(*ARGUMENTS) as found:
        yield found


@pytest.fixture(scope="module")
def lines():
    with LineClient(ARGUMENTS) as client:
        yield client


@pytest.mark.parametrize("carrier", ["lines", "http"])
def test_the_transcript_is_replayed_byte_for_byte(carrier, server, lines):
    said = transcript(ByLines(lines) if carrier == "lines" else ByHttp(server))
    assert said == FILE.read_text("utf-8").splitlines()


def test_the_transcript_has_every_message():
    said = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    asks = {each["ask"]["type"] for each in said if "ask" in each}
    replies = {each["reply"]["type"] for each in said if "reply" in each}
    assert asks == {"hello", "new_game", "act", "scene", "play", "undo", "fork", "hand_over", "analysis", "record"}
    assert replies == {"ready", "game", "action", "scene", "done", "analysis", "record", "error"}


# Whole games by the clients


def test_a_client_plays_a_whole_game_over_http_from_what_events_tell_it(server):
    made = server.client.send(NewGame(id="n", players=ANNA, rules={"max_turns": 10}))
    own, texts, number = made.secrets[made.first_human], [], 0
    for event in server.client.events(made.game, own):
        if isinstance(event, Event):
            texts.append(event.text)
        if isinstance(event, Prompt):
            number += 1
            option = event.choices[number % len(event.choices)].text
            done = server.client.send(Play(id=f"a{number}", game=made.game, line=event.line, text=option), own)
            assert done.line == event.line + 1
    whole = server.client.send(RecordRequest(id="r", game=made.game), own).record
    assert isinstance(event, GameOver)
    assert [line.partition(" ")[2] for line in whole.splitlines()[1:] if not line.startswith("*1")] == texts
    assert number > 3


def test_events_come_unasked_by_lines_and_only_those_of_people(lines):
    made = lines.send(NewGame(id="n", players=ANNA, rules={"max_turns": 1}))
    viewers = set()
    for event in lines.events(made.game):
        viewers.add(event.viewer)
        if isinstance(event, Prompt):
            said = Play(id=f"a{event.line}", game=made.game, line=event.line, text=event.choices[0].text)
            lines.send(said, made.secrets[0])
    assert viewers == {0}
    assert lines.send(EventsRequest(id="e", game=made.game), made.spectator_secret).line == event.line
    assert next(iter(lines.events(made.game))).viewer is None


def test_a_stream_that_breaks_goes_on_where_it_was_at_every_line(server):
    made = server.client.send(NewGame(id="n", players=[PlayerConfig(bot="random"), PlayerConfig(bot="random")],
    seed="3",
                                     rules={"max_turns": 3}))  # fmt: skip
    whole = list(server.client.events(made.game, made.spectator_secret))
    for seen, event in enumerate(whole[:-1], 1):
        assert list(server.client.events(made.game, made.spectator_secret, after=event.n)) == whole[seen:]


# Clients that never read or never finish sending; incomplete headers are tested below


def test_slow_clients_are_disconnected_and_no_other_client_is_rejected(server, monkeypatch):
    """Run both kinds of client at once; each waits until the server has closed its connections."""
    monkeypatch.setattr(
        "wd_env.benchmarks.slow_clients.BASELINE_SECONDS", 0.2
    )  # this test does not measure how fast others are served
    url, process = f"http://127.0.0.1:{server.port}", server.process.pid
    with ThreadPoolExecutor() as pool:
        both = [pool.submit(hold, url, process, 12) for hold in (unread_streams, send_incomplete_bodies)]
    for found in (each.result() for each in both):
        assert (found.closed, found.rejected) == (12, 0), found.name
        assert found.memory_growth < 32 * MIB, found.name


# Garbage


def test_each_garbage_line_on_stdin_gets_an_error_and_the_process_continues(lines):
    assert garbage_by_lines(lines, random.Random(1), GARBAGE) == []
    assert json.loads(lines.exchange(b"x" * 300_000))["code"] == "too_large"


def test_each_garbage_request_on_the_socket_is_rejected_and_the_server_continues(server):
    assert garbage_by_socket(server, random.Random(2), GARBAGE) == []


def test_a_head_that_is_too_long_or_never_ends_is_closed(server):
    assert server.client.exchange("GET", "/v1", secret="x" * (MAX_HEADER_BYTES - OTHER_HEADERS))[0] == 200
    long = b"GET /v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * (MAX_HEADER_BYTES + OTHER_HEADERS) + b"\r\n\r\n"
    assert status_of(server.port, long) in (0, 431)
    half = [socket.create_connection(("127.0.0.1", server.port), timeout=300) for _ in range(50)]
    for connection in half:
        connection.sendall(b"GET /v1 HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    assert server.client.send(Hello(id="1", protocols=[1])).protocol == 1
    for connection in half:
        assert end_of(connection) in (0, 400, 408)


# Stopping


def test_the_end_of_input_ends_a_server_of_lines_and_answers_what_was_asked():
    words = [sys.executable, "-m", "wd_env.cli.main", "serve", "--stdio"]
    done = subprocess.run(words, input=encode_line(Hello(id="1", protocols=[1])), capture_output=True, cwd=ROOT,
                          env=os.environ | {"PYTHONPATH": "."}, timeout=600, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["type"] == "ready"


def test_no_accepted_answer_is_lost_to_kill_9_and_clients_go_on(tmp_path):
    with serving("--save-dir", str(tmp_path), *ARGUMENTS) as first:
        made = first.client.send(NewGame(id="n", players=ANNA, undo="always"))
        own, number = made.secrets[0], 0
        for event in first.client.events(made.game, own):
            if isinstance(event, Prompt):
                number += 1
                last = Play(id=f"a{number}", game=made.game, line=event.line, text=event.choices[0].text)
                done = first.client.send(last, own)
                if number == 4:
                    break
        first.stop(signal.SIGKILL)
    assert [file.stat().st_mode & 0o777 for file in tmp_path.glob("*.wdgame")] == [0o600]
    with serving("--save-dir", str(tmp_path), *ARGUMENTS) as again:
        assert again.client.send(last, own) == done  # sent twice, before and after the kill
        events = again.client.events(made.game, own)
        asked = next(event for event in events if isinstance(event, Prompt))
        assert asked.line >= done.line
        back = again.client.send(Undo(id="b", game=made.game, line=asked.line), own)
        assert back.undo_count == 1
        with pytest.raises(ApiError, match="secret"):
            again.client.send(SceneRequest(id="l", game=made.game), "0" * 32)


def test_a_stopped_server_leaves_no_process_behind():
    server = Server(*ARGUMENTS)
    server.client.send(
        NewGame(id="n", players=[PlayerConfig(bot="random"), PlayerConfig(bot="random")], rules={"max_turns": 1})
    )
    assert server.stop() == 0
    with pytest.raises(OSError, match="refused"):
        server.client.exchange("GET", "/healthz")


def test_the_defaults_of_the_command_are_those_of_the_workers():
    from wd_env.cli.commands.play.serve import ServeCommand

    options, limits = ServeCommand(), WorkerLimits()
    assert (options.processes, options.budget_ms) == (limits.workers, limits.budget_ms)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--address", "0.0.0.0"], "WD_SERVE_TOKEN"),  # noqa: S104  it is rejected
        (["--bots", "quick"], "ID=NAME"),
        (["--bots", "random=scripted"], "bot id: expected letters"),
        (["--bots", "quick=nothing.wdbot"], "unknown bot 'nothing.wdbot'"),
        (["--port", "99999"], "--port: expected an integer from 0 to 65535, got 99999"),
        (["--budget-ms", "0"], "expected an integer from 1 to 600000"),
        (["--address", "127.0.0.1:8163"], "the port as --port"),
        (["--address", "http://127.0.0.1"], "the port as --port"),
        (["--address", "no.such.name.invalid"], "cannot listen at no.such.name.invalid"),
    ],
)
def test_a_server_that_cannot_start_gives_the_reason_in_one_line(words, message, capsys, monkeypatch):
    monkeypatch.delenv("WD_SERVE_TOKEN", raising=False)
    assert main(["serve", *words]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert len(said.splitlines()) == 1
