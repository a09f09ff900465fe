"""The bundled network of Superpowers: small, and legal at every number of players with both rule sets."""

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.agents.agent_registry import bot_files, bots_for, make_bot
from wd_env.batch.batch import Batch
from wd_env.games.superpowers.game import GAME
from wd_env.registry import get_game
from wd_env.training.settings.training_settings import load_settings

SHORT = {**get_game("superpowers").env_options, "max_rounds": 2}
MAX_BYTES = 3_000_000


def test_its_file_is_small_and_no_other_games():
    (path,) = bot_files("policy", "superpowers")
    assert path.name == "superpowers.wdbot"
    assert path.stat().st_size < MAX_BYTES
    assert [file.name for file in bot_files("policy")][:1] == ["world_dominance.wdbot"]
    assert "policy" in bots_for("superpowers")
    assert "policy" not in bots_for("domination")


def test_it_plays_legal_actions_at_every_number_of_players_by_both_sets_of_rules():
    options = [{**SHORT, "ruleset": ruleset} for ruleset in ("basic", "advanced")]
    batch = Batch(GAME, 14, seed=5, num_players=[2 + row // 2 for row in range(14)], options=options)
    assert batch.num_players.tolist() == [2 + row // 2 for row in range(14)]
    bot = make_bot("policy", GAME, 1)
    while not batch.done.all():  # an illegal action raises an error
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.select_actions(bot, rows), rows)
    assert (batch.won.sum(axis=1) >= 1).all()


@pytest.mark.parametrize("config", ["quick", "scratch", "long", "strong"])
def test_a_configuration_trains_for_all_numbers_of_players_and_both_sets_of_rules(config):
    game = load_settings(f"configs/superpowers/{config}.yaml", "superpowers").game
    assert game.players == tuple(range(2, 9))
    assert {options["ruleset"] for options in game.options_by_set} == {"basic", "advanced"}
