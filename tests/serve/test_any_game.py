"""The server knows no game: one that is only a row is played, followed and looked at like any other."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.serve.desks import AtOnce, answered, asked, begun, settled
from wd_env import games
from wd_env.core.errors import ConfigError
from wd_env.serve.bots import bots_at_start
from wd_env.serve.desk import Desk
from wd_env.serve.news import Cursor, news
from wd_env.serve.replies import Ask, Event, Over
from wd_env.serve.requests import Hello, Look
from wd_env.serve.thinker import _thought
from wd_env.serve.thinking import _checked

ROW = games.Game("pledge", "Pledge", "tests.toy_game:PLEDGE")
FOLDERS = [Path(games.__file__).parent / name for name in ("serve", "sitting")]


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(games.GAMES, ROW.name, ROW)


class OfToyGame(AtOnce):
    """Thinks of the toy game."""

    async def think(self, job, budget_ms=None, *, is_patient=False):
        await asyncio.sleep(0)
        return _checked(job, _thought(job, ROW.game, self._bots))


def run(scenario):
    async def whole():
        at = Desk(ROW, bots_at_start(ROW.game, {}))
        at.thinkers = OfToyGame()
        try:
            return await asyncio.wait_for(scenario(at), 60)
        finally:
            await at.close()

    return asyncio.run(whole())


def test_a_game_that_is_only_a_row_is_played_to_its_end():
    async def play(at):
        ready = await asked(at, Hello(id="h", protocols=[1]))
        game, made = await begun(at, "Anna", "random", "Ben")
        first = await asked(at, Look(id="l", game=game.id), made.secrets[0])
        while not game.referee.table.is_over:
            await answered(at, game, made)
            await settled(game)
        return ready, game, first, [list(news(game, Cursor(viewer))) for viewer in (0, 2, None)]

    ready, game, first, told = run(play)
    assert ready.game.name == "pledge"
    assert {bot.id for bot in ready.bots} >= {"random"}
    assert len(first.scene["seats"]) == 3
    assert first.private
    assert all(isinstance(seen[-1], Over) for seen in told)
    texts = [{event.n for event in seen if isinstance(event, Event)} for seen in told]
    assert texts[2] < texts[0] | texts[1] <= set(range(1, len(game.lines) + 1))
    assert not any(isinstance(each, Ask) for seen in told for each in seen)


def test_a_game_whose_size_follows_from_its_options_is_refused():
    sized = replace(ROW, spec_of="tests.toy_game:PLEDGE")
    with pytest.raises(ConfigError, match="games of one size"):
        Desk(sized, {})


def test_neither_server_nor_referee_names_a_game():
    named = {name for name in games.GAMES if name != ROW.name} | {"soldier", "garrison", "continent"}
    files = [file for folder in FOLDERS for file in folder.glob("*.py")]
    assert len(files) > 20
    assert not [file for file in files if re.search("|".join(named), file.read_text("utf-8"), re.IGNORECASE)]
