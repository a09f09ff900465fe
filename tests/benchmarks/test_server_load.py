"""Benchmarks of a server measure what they name, with servers and sockets that are made up."""

import asyncio
import os
import socket
from dataclasses import replace
from types import SimpleNamespace

import pytest

from wd_env.benchmarks import server_latency, slow_clients
from wd_env.errors import ConfigError


@pytest.mark.parametrize("closes", [True, False])
def test_a_connection_is_closed_once_the_server_ends_it(closes):
    server, client = socket.socketpair()
    with server:
        client.settimeout(0.01)
        server.sendall(b"refused")
        if closes:
            server.close()
        assert slow_clients._is_closed(client) is closes
    assert client.fileno() == -1


def test_a_client_waits_a_limited_time_for_the_end():
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = "{}:{}".format(*server.getsockname())
        with slow_clients._send(f"http://{address}", "to {host}") as client:
            assert client.gettimeout() == slow_clients.CLOSE_TIMEOUT
            with server.accept()[0] as accepted:
                assert accepted.recv(100) == f"to {address}".encode()


def test_memory_is_what_is_resident(monkeypatch):
    monkeypatch.setattr(
        slow_clients, "Path", lambda path: SimpleNamespace(read_text=lambda: f"{path[6:]} 40 7 1 0 9 0")
    )
    assert slow_clients.memory(12) == 40 * os.sysconf("SC_PAGE_SIZE")


def test_processor_time_of_a_server_is_user_and_system_time(monkeypatch):
    stat = "7 (wd (x) y) S 1 1 1 0 -1 4 10 0 0 0 250 150 0 0 20 0"
    files = {"/proc/7/stat": SimpleNamespace(exists=lambda: True, read_text=lambda: stat)}
    no_file = SimpleNamespace(exists=lambda: False)
    monkeypatch.setattr(server_latency, "Path", lambda path: files.get(path, no_file))
    monkeypatch.setattr(server_latency, "PER_SECOND", 100)
    for process, seconds in {7: 4.0, 8: 0.0}.items():
        server = SimpleNamespace(process=SimpleNamespace(pid=process))
        assert server_latency.Server.cpu(server) == seconds


@pytest.mark.parametrize("fails", [False, True])
def test_the_server_is_stopped_after_all_measurements(monkeypatch, capsys, fails):
    done = []

    def result(*name):
        if fails:
            raise ConfigError("the server replied 500")
        done.append(name)
        return SimpleNamespace(line=lambda: " ".join(map(str, name)))

    async def moves(server, clients, seconds):
        return [result("moves", clients, seconds), result("health")]

    server = SimpleNamespace(url="url", process=SimpleNamespace(pid=7), stop=lambda: done.append(("stopped",)))
    monkeypatch.setattr(server_latency, "Server", lambda: server)
    monkeypatch.setattr(server_latency, "measure_moves", moves)
    for name in ("unread_streams", "send_incomplete_headers", "send_incomplete_bodies"):
        monkeypatch.setattr(server_latency, name, lambda *args, name=name: result(name, *args))
    monkeypatch.setattr(server_latency, "measure_lines", lambda seconds: result("lines", seconds))
    if fails:
        with pytest.raises(ConfigError, match="500"):
            server_latency.main(2.5)
        assert done == [("stopped",)]
        return
    server_latency.main(2.5)
    assert done == [
        *(step for clients in (1, 16, 64) for step in (("moves", clients, 2.5), ("health",))),
        ("unread_streams", "url", 7, 200),
        ("send_incomplete_headers", "url", 7, 600),
        ("send_incomplete_bodies", "url", 7, 600),
        ("stopped",),
        ("lines", 2.5),
    ]
    lines = [" ".join(map(str, step)) for step in done if step != ("stopped",)]
    assert capsys.readouterr().out.splitlines() == lines


def test_streams_that_nobody_reads_count_games_that_others_cannot_follow(monkeypatch):
    statuses = iter([200, 429, 503])
    opened, asked = [], []
    client = SimpleNamespace(exchange=lambda *request: asked.append(request[3]) or (next(statuses), b""))
    games = iter(f"game{number}" for number in range(3))
    measured = slow_clients.SlowClientResult("readers", 17, 16, 5, 0.1, 0.2, 4096)

    def measure(client, process, name, clients, open_connection):
        opened.extend(open_connection(number) for number in range(clients))
        return measured

    monkeypatch.setattr(slow_clients, "HttpClient", lambda url: client)
    monkeypatch.setattr(slow_clients, "_start_game", lambda client: (game := next(games), f"secret of {game}"))
    monkeypatch.setattr(slow_clients, "_send", lambda url, text: text)
    monkeypatch.setattr(slow_clients, "_measure", measure)
    result = slow_clients.unread_streams("http://127.0.0.1:1", 1, 17)
    assert result == replace(measured, rejected=7)
    assert asked == [f"secret of game{number}" for number in range(3)]
    assert [sum(f"/game{number}/" in text for text in opened) for number in range(3)] == [6, 6, 5]


REPLY = "HTTP/1.1 {} status\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nDate: now\r\n\r\n{}"


@pytest.mark.parametrize(("statuses", "busy"), [([200, 429, 200, 429, 429], 3), ([200, 500], None)])
def test_requests_are_sent_one_after_another_until_the_end(monkeypatch, statuses, busy):
    bodies, received, latencies = [b"first", b"the second"], [], []
    now = iter(range(100))
    monkeypatch.setattr(server_latency, "time", SimpleNamespace(monotonic=lambda: next(now)))

    async def reply(reader, writer):
        for status in statuses:
            header = (await reader.readuntil(b"\r\n\r\n")).decode()
            [length] = [int(line.split(": ")[1]) for line in header.splitlines() if line.startswith("Content-Length")]
            received.append((header.splitlines()[0], await reader.readexactly(length)))
            writer.write(REPLY.format(status, 5, "12345").encode())
        writer.close()

    async def measure():
        server = await asyncio.start_server(reply, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            return await server_latency.send_requests(port, bodies, 3 * len(statuses), latencies)

    if busy is None:
        with pytest.raises(ConfigError, match="the server replied 500"):
            asyncio.run(measure())
        return
    assert asyncio.run(measure()) == busy
    assert received == [("POST /v1/act HTTP/1.1", bodies[number % 2]) for number in range(len(statuses))]
    assert latencies == [1] * len(statuses)  # of the three times that each request reads, the last two


def test_results_are_lines_with_units():
    latencies = [0.001 * (number + 1) for number in range(200)]
    result = server_latency.LatencyResult("moves", 200, 4.0, latencies)
    assert result.line() == "moves: 50 a second, median 100.5 ms, 99% within 199.0 ms"
    result = replace(result, busy=3, server_cpu=0.5)
    assert result.line().endswith(", 2.50 ms of server processor time each, 3 busy")
    slow = slow_clients.SlowClientResult("readers", 17, 16, 5, 0.1, 0.25, 3 * 2**19)
    assert slow.line() == (
        "17 readers: 16 closed within 10 s, 5 others rejected, 99% of replies to others within 250 ms "
        "(before 100 ms), memory +1.5 MiB"
    )


def test_senders_stop_in_the_middle_of_an_action():
    start = slow_clients.INCOMPLETE_BODY.format(host="here")
    assert start.startswith("POST /v1/act HTTP/1.1\r\n")
    assert start.endswith("Content-Length: 100\r\n\r\n{")
