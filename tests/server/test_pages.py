"""Examples of the server in README and docs run as written."""

import json
import os
import re
import subprocess
import sys

from tests.server.servers import ROOT, serving
from wd_env.server.http.http_access import TOKEN_HEADER
from wd_env.server.http.http_routes import ROUTES
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.requests import REQUESTS
from wd_env.server.server_errors import HTTP_STATUS
from wd_env.server.worker_pool import WorkerLimits

USUAL = "127.0.0.1:8151"


def commands(page: str, heading: str) -> list[str]:
    """Return the commands below a heading of the README."""
    text = page.split(f"\n## {heading}\n")[1].split("\n## ", maxsplit=1)[0]
    return [line for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]


def test_the_commands_of_readme_play_in_the_browser_and_give_a_move_by_curl_and_by_a_line(tmp_path):
    serve, state, curl, line = commands((ROOT / "README.md").read_text("utf-8"), "Serve")
    assert serve == "wd serve"
    script = tmp_path / "wd"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m wd_env.cli.main "$@"\n')
    script.chmod(0o755)
    (tmp_path / "python").symlink_to(script.with_name("python3"))
    (tmp_path / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / "python3").chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}

    def run(command: str) -> str:
        done = subprocess.run(["bash", "-ec", command], cwd=tmp_path, env=environment, capture_output=True, text=True,
                              timeout=600, check=True)  # fmt: skip
        return done.stdout

    run(state)
    by_line = json.loads(run(line))
    with serving("--processes", "1") as server:
        by_curl = json.loads(run(curl.replace(USUAL, f"127.0.0.1:{server.port}")))
    assert by_line["type"] == by_curl["type"] == "action"
    assert by_line["decision"] == by_curl["decision"] == "choose_piece"


def test_the_page_names_every_address_and_request():
    page = (ROOT / "docs" / "reference" / "server_messages.md").read_text("utf-8")
    assert not [route.path for route in ROUTES if route.path not in page]
    assert not [kind.__struct_config__.tag for kind in REQUESTS if f"{kind.__struct_config__.tag}" not in page]
    assert "no_path" in HTTP_STATUS


def test_the_page_states_the_limits():
    page = (ROOT / "docs" / "reference" / "server_messages.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", page, re.MULTILINE))
    stated = {
        resource: [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", limit)]
        for resource, limit in rows.items()
    }
    limits, workers = ServerLimits(), WorkerLimits()
    expected = {
        "games in memory": [limits.games, limits.games_per_client],
        "lines of a game": [limits.lines],
        "undos per game; alerts per game": [limits.undos, limits.alerts],
        "streams per player": [limits.streams],
        "spectator streams of a game": [limits.spectator_streams, limits.game_spectator_streams],
        "streams of all games": [limits.total_streams],
        "`act` requests that wait for a bot": [workers.queue, workers.queue_per_client],
        "long requests that wait (games from records, forks, records)": [limits.background_tasks],
        "games on disk": [limits.saved, limits.idle / 3600],
    }
    assert {resource: stated.get(resource) for resource in expected} == expected
    text = " ".join(page.split())
    for sentence in (
        f"size ({limits.bytes // 1024} KiB), time ({limits.header_seconds:g} s for the header, "
        f"{limits.body_seconds:g} s for the body)",
        f"for {limits.linger:g} s after any request; then it pauses",
        f"An event stream lasts {limits.stream_seconds:g} s.",
    ):
        assert sentence in text


def test_the_guide_names_the_token_and_its_example_runs():
    page = (ROOT / "docs" / "how-to" / "serve_games.md").read_text("utf-8")
    assert TOKEN_HEADER in page.lower()
    [example] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, timeout=600,
                          env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True)  # fmt: skip
    assert done.stdout.startswith("piece ")
