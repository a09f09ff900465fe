"""The contents of the box, counted on the table, and the dice (WD-007 to WD-010)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance

COLOURED = ("North America", "South America", "Africa", "Australasia", "Asia", "Europe")


def walk_without_end(game, turns):
    """Let two players go round over Paradies, Gain, the Khyber Pass and the Ice House without changing anything."""
    steps = {"S02": 6, "S08": 6, "S14": 6, "S20": 2, "S22": 4}
    answers = {"S02": "rest", "S08": "continent dice Australasia", "S14": "leave", "S22": "rest"}
    for _ in range(turns):
        seat = game.board.turn
        game.play("roll", f"playing dice {steps[game.board.space(seat)]}")
        if game.board.space(seat) in answers:
            game.play(answers[game.board.space(seat)])


def test_wd_007_a_fresh_table_has_every_soldier_and_continent_card_and_the_khyber_pass():
    game = WorldDominance(Config(num_players=3), chance="explicit")
    assert sum(game.board.soldiers) + game.board.garrison + game.board.rsz == 100
    assert len(game.board.pack) + len(game.board.garrison_cards) == 65
    assert not any(game.board.cards(seat) for seat in range(3))
    assert game.board.khyber_pass is None


def test_wd_007_a_fresh_table_has_eight_pieces_to_choose_from():
    game = WorldDominance(Config(num_players=2), chance="explicit")
    game.play("playing dice 2")
    game.play("playing dice 1")
    assert len(game.legal_texts()) == 8


def test_wd_007_a_fresh_table_has_27_manoeuvre_27_intelligence_and_six_purgadies_cards():
    assert len(WorldDominance(chance="explicit").board.manoeuvre_pack[0]) == 27
    assert sum(position(lands="S01").chance_weights().values()) == 27
    assert sum(position(lands="rsz").chance_weights().values()) == 27
    paradies = position(lands="paradies")
    paradies.play("pay two")
    assert sum(paradies.chance_weights().values()) == 6


def test_wd_008_the_playing_dice_has_six_equal_faces():
    game = position()
    game.play("roll")
    assert game.chance_weights() == {f"playing dice {face}": 1 for face in (1, 2, 3, 4, 5, 6)}


@pytest.mark.parametrize("space", ["lose", "conscript"])
def test_wd_008_the_soldier_dice_shows_one_two_or_three_equally(space):
    assert position(lands=space).chance_weights() == {f"soldier dice {score}": 1 for score in (1, 2, 3)}


def test_wd_008_the_soldier_dice_of_decimation_is_the_same():
    game = position(lands="decimate")
    game.play("name +1")
    assert game.chance_weights() == {f"soldier dice {score}": 1 for score in (1, 2, 3)}


@pytest.mark.parametrize("space", ["gain", "concede"])
def test_amb_024_the_continent_dice_has_a_face_for_each_coloured_continent_and_none_for_antarctica(space):
    assert position(lands=space).chance_weights() == {f"continent dice {continent}": 1 for continent in COLOURED}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_wd_009_two_to_five_players_take_part(players):
    game = WorldDominance(Config(num_players=players), chance="explicit")
    assert game.board.in_play == list(range(players))


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_wd_009_fewer_than_two_and_more_than_five_players_are_refused(players):
    with pytest.raises(ConfigError, match=f"num_players: expected an integer from 2 to 5, got {players}"):
        Config(num_players=players)


def test_wd_010_the_rules_set_no_limit_of_turns():
    game = position(players=2, at={0: "S02", 1: "S14"}, closed="Australasia")
    walk_without_end(game, 10_000)
    assert not game.is_terminal
    assert not game.is_truncated


def test_wd_010_a_game_of_at_most_500_turns_is_cut_after_the_500th():
    game = position(players=2, at={0: "S02", 1: "S14"}, closed="Australasia", max_turns=500)
    walk_without_end(game, 499)
    assert not game.is_terminal
    walk_without_end(game, 1)
    assert game.is_truncated
    assert game.winner is None


def test_wd_010_a_win_in_the_last_turn_is_a_win_and_no_cut():
    four = ["Alaska", "Vancouver", "Montreal", "New York"]
    game = position(cards={0: four}, lands="North America", max_turns=1)
    game.play("take", "draw Kansas City")
    assert game.winner == 0
    assert not game.is_truncated
