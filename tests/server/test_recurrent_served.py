"""A recurrent bot on a server remembers its decisions in the game, and cannot act from a single view."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.recurrent_bots import bot_of, save
from tests.server.handlers import ROW, run, start_game
from tests.server.test_act import act, view_of
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.server.bot_catalogue import make_bot_catalogue
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import Act
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.saved_table import table_from_json

RULES = {"max_turns": 20, "last_player": "last_survivor_wins"}


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    """Return the bots of a server, with a recurrent one among them."""
    path = save(tmp_path_factory.mktemp("bots") / "memory.wdbot")
    return make_bot_catalogue(ROW.game, {"memory": f"greedy:{path}"})


def choice(table):
    return bot_of().choose(table.view(table.seat))


def test_a_hosted_game_is_the_one_of_a_table(bots):
    async def play(at):
        game, _ = await start_game(at, "memory", "memory", rules=RULES, seed="5")
        return list(game.lines)

    lines = run(play, bots=bots)
    table, choices = WorldDominance(Config(num_players=2, **RULES), chance=EXPLICIT), 0
    for line in lines:
        if line.seat is not None and sum(table.mask()) > 1:
            assert GAME.actions.text(choice(table)) == line.text
            choices += 1
        table.play_line(line)
    assert table.is_terminal
    assert choices > 20


def test_an_action_follows_from_the_record_and_a_state_starts_anew(bots):
    table, dice = WorldDominance(Config(num_players=3), seed=3), np.random.default_rng(3)
    for _ in range(60):
        table.play(str(dice.choice(table.legal_texts())))

    async def ask(at):
        by_record = await act(at, bot="memory", record=table.record().dumps())
        by_state = await act(at, bot="memory", state=table.to_json())
        refused = await at.reply(Act(id="1", bot="memory", view=view_of(table)), None)
        return by_record.index, by_state.index, refused

    by_record, by_state, refused = run(ask, bots=bots)
    assert by_record == choice(table)
    assert by_state == choice(table_from_json(table.to_json()))
    assert isinstance(refused, Error)
    assert "memory is recurrent and needs a record" in refused.message
    assert "\n" not in refused.message
