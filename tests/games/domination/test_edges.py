"""The edge encoding: attacks and moves name a border in one action, with the same effect (ledger 5.3)."""

import random

import numpy as np
import pytest

from tests.games.domination.map_texts import SMALL, write
from tests.games.domination.tables import asked, play, table_at
from wd_env.agents.agent_registry import make_bot
from wd_env.errors import ConfigError
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.rule_constants import VERBS
from wd_env.games.domination.game import game_of
from wd_env.games.domination.table import Domination

EDGE = {"encoding": "edge"}


def borders_of(table):
    """Return the legal borders."""
    return {tuple(map(int, text.split()[1:])) for text in table.legal_texts() if text.startswith("border")}


def pairs_of(table):
    """Return the pairs that can be named one after the other in the compact encoding."""
    found = set()
    for text in table.legal_texts():
        if text != "pass":
            origin = int(text.split()[1])
            found |= {(origin, int(there.split()[1])) for there in play(table.copy(), text).legal_texts()}
    return found


def test_the_actions_of_the_classic_map_are_233_in_the_order_of_origin_and_target():
    actions = game_of(Config(**EDGE)).actions.texts
    assert len(actions) == 42 + VERBS + 164 == 233
    pairs = [tuple(map(int, text.split()[1:])) for text in actions[42 + VERBS :]]
    assert pairs == sorted(pairs)
    assert actions[: 42 + VERBS] == game_of(Config()).actions.texts


@pytest.mark.parametrize(("borders", "size"), [("modern83", 69 + 166), ("legacy81", 69 + 162)])
def test_each_border_set_has_actions_of_its_own(borders, size):
    assert len(game_of(Config(borders=borders, **EDGE)).actions) == size


@pytest.mark.parametrize("at", ["attack", "fortify"])
@pytest.mark.parametrize("seed", range(20))
def test_the_same_pairs_are_offered_as_one_after_the_other(at, seed):
    rng = random.Random(seed)
    held = rng.sample(range(1, 43), 20)
    armies = {number: rng.choice([1, 1, 3]) for number in range(1, 43)}
    compact = table_at({0: held}, armies, at=at, num_players=2)
    edge = table_at({0: held}, armies, at=at, num_players=2, **EDGE)
    if compact.node.name in ("attack_from", "fort_from"):
        assert borders_of(edge) == pairs_of(compact)
        assert "pass" in edge.legal_texts()


def test_one_action_starts_the_battle():
    table = table_at({0: [12]}, {12: 5}, at="attack", num_players=2, **EDGE)
    play(table, "border 12 21")
    assert asked(table) == ("roll", 0)
    play(table, "dice 1", "throw 6", "throw 1", "amount 7")
    assert table.board.armies[21] == 4


@pytest.mark.parametrize("armies", [2, 5])
def test_one_action_names_both_ends_of_the_move(armies):
    table = table_at({0: [12, 13]}, {12: armies}, at="fortify", num_players=2, **EDGE)
    play(table, "border 12 13")
    if armies > 2:
        assert (table.node.name, table.legal_texts()[0]) == ("fort_amount", "amount 0")
        play(table, "amount 7")
    assert (table.board.armies[13], table.board.armies[12], table.state.turn) == (armies, 1, 1)


def test_borders_that_lead_one_way_are_offered_that_way(tmp_path):
    path = str(write(tmp_path, SMALL.replace("6 5 1", "6 5")))
    offered = [text for text in game_of(Config(map=path, num_players=2, **EDGE)).actions.texts if "border" in text]
    assert len(offered) == 11
    assert "border 1 6" in offered
    assert "border 6 1" not in offered
    ashore, afar = (table_at({0: [seat]}, {seat: 5}, at="attack", num_players=2, map=path, **EDGE) for seat in (1, 6))
    assert borders_of(ashore) == {(1, 2), (1, 6)}
    assert borders_of(afar) == {(6, 5)}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"reinforce": "connected"}, "reinforce: expected adjacent.*got connected"),
        ({"capacity": 64}, "encoding: expected compact with capacity 64"),
    ],
)
def test_options_that_contradict_the_edge_encoding_are_rejected(options, words):
    with pytest.raises(ConfigError, match=words):
        Config(**EDGE, **options)


@pytest.mark.parametrize("name", ["hard", "average", "easy", "passive"])
def test_bots_play_whole_games_by_borders(name):
    config = Config(auto_place="all", max_rounds=8, **EDGE)
    table = Domination(config, seed=5)
    bots = [make_bot(name, table.game, np.random.default_rng(seat)) for seat in range(3)]
    chosen = set()
    while not table.is_terminal:
        action = bots[table.player].choose(table.view(table.seat))
        chosen.add(table.game.actions.text(action).partition(" ")[0])
        table.play(action, seat=table.seat)
    assert ("border" in chosen) == (name != "passive")


def test_a_bot_attacks_where_it_does_in_the_compact_encoding():
    met = 0
    for seed in range(30):
        rng = random.Random(seed)
        held = rng.sample(range(1, 43), 14)
        armies = {number: rng.choice([1, 2, 9]) for number in range(1, 43)}
        compact = table_at({0: held}, armies, at="attack", num_players=3)
        edge = table_at({0: held}, armies, at="attack", num_players=3, **EDGE)
        if compact.node.name != "attack_from":
            continue
        first, second = (make_bot("hard", table.game, np.random.default_rng(1)) for table in (compact, edge))
        origin = compact.game.actions.text(first.choose(compact.view(0)))
        border = edge.game.actions.text(second.choose(edge.view(0)))
        if origin == "pass":
            assert border == "pass"
            continue
        play(compact, origin)
        best = compact.game.actions.text(first.choose(compact.view(0)))
        met += border.split()[1:] == [origin.split()[1], best.split()[1]]
    assert met > 15, "expected more equal borders; equal scores are decided at random"
