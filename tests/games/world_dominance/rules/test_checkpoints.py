"""The Soldier Checkpoints Lose and Conscript (WD-114 to WD-118)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.table.chance_modes import EXPLICIT

SOLDIER_DICE = {"soldier dice 1": 1, "soldier dice 2": 1, "soldier dice 3": 1}


@pytest.mark.parametrize("checkpoint", ["lose", "conscript", "decimate"])
def test_wd_114_the_soldier_dice_rules_at_the_three_checkpoints(checkpoint):
    game = position(players=2, lands=checkpoint)
    if checkpoint == "decimate":
        game.play("name +1")
    assert game.chance_weights() == SOLDIER_DICE


def test_wd_115_lose_throws_once_and_pays_the_garrison():
    game = position(players=2, soldiers=[5, 10], lands="lose")
    game.play("soldier dice 3")
    assert (game.board.soldiers, game.board.garrison) == ([2, 10], 88)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


@pytest.mark.parametrize("score", [2, 3])
def test_wd_116_a_throw_that_equals_or_exceeds_the_army_takes_all_of_it_and_the_player_is_out(score):
    game = position(soldiers=[2, 10, 10], lands="lose")
    game.play(f"soldier dice {score}")
    assert (game.board.soldiers, game.board.garrison, game.board.in_play) == ([0, 10, 10], 80, [1, 2])
    assert game.board.space(0) is None


def test_wd_116_the_last_soldier_but_one_keeps_a_player_in():
    game = position(soldiers=[2, 10, 10], lands="lose")
    game.play("soldier dice 1")
    assert (game.board.soldiers[0], game.board.in_play) == (1, [0, 1, 2])


def test_wd_117_conscript_throws_once_and_takes_from_the_garrison():
    game = position(players=2, soldiers=[5, 10], lands="conscript")
    game.play("soldier dice 2")
    assert (game.board.soldiers, game.board.garrison) == ([7, 10], 83)
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_117_conscript_gives_no_more_than_the_garrison_has():
    game = position(players=2, soldiers=[50, 49], lands="conscript")
    game.play("soldier dice 3")
    assert (game.board.soldiers, game.board.garrison) == ([51, 49], 0)


def test_wd_118_the_opening_placement_on_conscript_is_no_landing():
    game = WorldDominance(Config.of(num_players=2), chance=EXPLICIT)
    game.play("playing dice 6")
    game.play("playing dice 1")
    game.play("piece Buddha")
    game.play("piece Cleopatra")
    assert (game.node.name, game.board.space(0), game.board.soldiers) == ("start_menu", "S00", [10, 10])
    game.play("roll", "playing dice 6", "soldier dice 1")
    assert (game.node.name, game.board.space(1), game.board.soldiers) == ("start_menu", "S00", [9, 10])
