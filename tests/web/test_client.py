"""`client.js` talks to a server from node as from a browser; the boardgame.io bot uses it."""

import json
import subprocess
from pathlib import Path
from shutil import which

import pytest

pytest.importorskip("starlette")
pytest.importorskip("granian")

from tests.server.servers import serving
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.table.game_record import GameRecord
from wd_env.table.saved_table import replay_record

pytestmark = pytest.mark.skipif(which("node") is None, reason="node, which runs the scripts, is not installed")

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "wd_env" / "server" / "page" / "client.js"
EXAMPLE = ROOT / "agents" / "examples" / "boardgame_io" / "bot.mjs"
RUNNER = Path(__file__).with_name("run_client.mjs")
STATE = WorldDominance(seed=1)


@pytest.fixture(scope="module")
def client_output(tmp_path_factory):
    """Run the script against a server, and return everything that it printed."""
    state = tmp_path_factory.mktemp("client") / "state.json"
    state.write_text(json.dumps(STATE.to_json()), "utf-8")
    with serving() as server:
        words = ["node", str(RUNNER), str(CLIENT), str(EXAMPLE), f"http://127.0.0.1:{server.port}", str(state)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_asks_for_a_move(client_output):
    assert client_output["title"] == "World Dominance"
    assert client_output["move"]["text"] in STATE.legal_texts()


def test_it_plays_a_whole_game_and_has_its_record(client_output):
    game = client_output["game"]
    assert game["over"]["type"] == "game_over"
    assert game["backs"] == 0
    table = replay_record(GameRecord.loads(game["record"]))
    assert table.is_terminal
    assert game["over"]["line"] == len(table.lines)
    assert game["lines"][-1] == len(table.lines)
    assert game["lines"] == sorted(set(game["lines"]))
    assert game["again"][-1] == game["lines"][-1]
    assert min(game["again"]) > 5


def test_refusals_have_the_codes_of_the_server(client_output):
    assert client_output["noBot"] == {"code": "no_such_bot", "status": 404}
    assert client_output["noGame"] == {"code": "no_such_game", "status": 404}


def test_the_bot_for_boardgame_io_makes_one_of_the_moves_that_the_game_lists(client_output):
    assert client_output["bot"] == {"type": "play", "args": [client_output["move"]["text"]], "playerID": "1"}
    assert "which ai.enumerate does not list" in client_output["lost"]


def test_the_client_is_short_without_an_import():
    text = CLIENT.read_text("utf-8")
    assert "import " not in text
    assert len(text.splitlines()) < 150
