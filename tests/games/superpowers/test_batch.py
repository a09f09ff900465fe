"""The compiled batch plays as tables do, byte for byte."""

import numpy as np
import pytest

from wd_env.batch.batch import Batch
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.table import Superpowers
from wd_env.registry import GAMES

PLAYERS = (2, 3, 4, 5, 6, 7, 8)
OPTIONS = (
    {"setup": "deal", "max_rounds": 3},
    {"max_rounds": 3, "skip_forced": True, "auto_casualties": True, "encircle": "ask"},
    {"setup": "deal", "max_rounds": 3, "auto_land": True, "auto_place": True, "encircle": "off"},
    {
        "setup": "deal",
        "max_rounds": 3,
        "joint_purchase": True,
        "price_list": "online",
        "turn_order": "la,us,ie,eu,ac,rr,mef,cfe",
        "canal_permission": "ask",
        "sub_leaves": "round_start",
        "six_scope": "team",
        "general_withdraw": "any_round",
    },
)


def test_batches_and_tables_agree():
    seeds = list(range(len(PLAYERS)))
    options = [OPTIONS[row % len(OPTIONS)] for row in seeds]
    batch = Batch(GAME, len(seeds), seeds, list(PLAYERS), options)
    tables = [
        Superpowers(Config(num_players=players, **chosen), seed=seed)
        for seed, players, chosen in zip(seeds, PLAYERS, options, strict=True)
    ]
    draw = np.random.default_rng(1)
    for step in range(300):
        live = np.array([row for row, table in enumerate(tables) if not table.is_terminal])
        if not live.size:
            break
        actions = np.array([draw.choice(np.flatnonzero(batch.masks[row])) for row in live])
        for row, action in zip(live, actions, strict=True):
            tables[row].play(int(action))
        batch.step(actions, live)
        for row in live:
            states = batch.full_states(np.array([row]))
            assert states[0].tobytes() == tables[row].state.to_bytes()
            if step % 10 == 0:
                assert np.array_equal(batch.masks[row], tables[row].mask_array())
                assert np.array_equal(batch.obs[row], tables[row].observe(tables[row].seat))


@pytest.mark.parametrize("options", ["match_options", "env_options"])
def test_in_matches_and_environments_the_rules_choose_casualties(options):
    batch = Batch(
        GAME, 2 * len(PLAYERS), 1, list(PLAYERS), dict(getattr(GAMES["superpowers"], options)), autoreset=True
    )
    batch.play(400)
    opened = dict(zip((node.name for node in GAME.nodes), batch.nodes_opened.tolist(), strict=True))
    assert opened["attack_die"] > 0
    assert opened["lose"] == 0
