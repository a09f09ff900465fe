"""The default opponents of people: the same bot of each game in the terminal, on the page and in lists."""

import asyncio
import json

import pytest

pytest.importorskip("rich")
pytest.importorskip("msgspec")

from tests.games.pledge.samples import ROW as PLEDGE
from wd_env import registry
from wd_env.cli.arguments.file_arguments import read_record
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.request_handler import RequestHandler

DEFAULT_OPPONENTS = {"world_dominance": "medium", "domination": "average", "superpowers": "medium", "pledge": "random"}
BASELINES = {"world_dominance": "scripted", "domination": "hard", "superpowers": "hard", "pledge": "random"}
LEVELS = {
    "world_dominance": ["easy", "medium", "hard", "champion"],
    "domination": ["easy", "average", "hard"],
    "superpowers": ["easy", "medium", "hard", "champion"],
    "pledge": [],
}


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, PLEDGE.name, PLEDGE)


def served(name):
    """Return what a server lists about its bots."""
    row = registry.get_game(name)

    async def ready():
        desk = RequestHandler(row, make_bot_catalogue(row.game, {}))
        try:
            return desk.ready("1")
        finally:
            await desk.close()

    return asyncio.run(ready())


@pytest.mark.parametrize("name", DEFAULT_OPPONENTS)
def test_terminal_and_server_seat_the_same_bot_by_default(wd, tmp_path, name):
    assert wd("play", "--game", name, "--seed", 1, "--record", "game.txt", typed="hint\nq\n").code == 0
    _, *bots = read_record(tmp_path / "game.txt").notes["seats"]
    assert set(bots) == {DEFAULT_OPPONENTS[name]}
    assert served(name).default_bot == DEFAULT_OPPONENTS[name]


@pytest.mark.parametrize("name", BASELINES)
def test_a_hint_comes_from_the_baseline_bot(wd, name):
    ended = wd("play", "--game", name, "--seed", 1, typed="hint\nq\n")
    assert f"{BASELINES[name]} would choose:" in ended.out


@pytest.mark.parametrize("name", LEVELS)
def test_lists_of_bots_begin_with_the_levels_from_the_weakest(wd, name):
    listed = [row["bot"] for row in json.loads(wd("info", "bots", "--game", name, "--json").out)]
    assert listed[: len(LEVELS[name])] == LEVELS[name]
    assert [bot.id for bot in served(name).bots] == listed[:-1]
    refused = wd("evaluate", "nobody", "nobody", "--game", name, "--games", 2).error_line
    assert f"expected {', '.join(listed[:-1])}" in refused
