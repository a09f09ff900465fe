"""Endings without a set, and rules that the base game does not have (WD-272 to WD-275, WD-285, WD-301)."""

from dataclasses import FrozenInstanceError

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance


def last_opponent_goes_out(**options):
    """Return a game in which P3 is out and P2 pays the last soldier."""
    game = position(soldiers=[5, 1, 0], out=[2], turn=1, lands="lose", **options)
    game.play("soldier dice 1")
    return game


def test_wd_272_a_stalemate_ends_the_game_with_nobody_the_winner():
    game = last_opponent_goes_out(last_player="stalemate")
    assert (game.is_terminal, game.winner, game.is_truncated) == (True, None, False)
    assert game.board.ended_by == "stalemate"


def test_wd_272_with_two_players_left_there_is_no_stalemate():
    game = position(soldiers=[5, 1, 5], turn=1, lands="lose", last_player="stalemate")
    game.play("soldier dice 1")
    assert not game.is_terminal


def test_wd_273_by_agreement_the_last_player_with_soldiers_wins():
    game = last_opponent_goes_out(last_player="last_survivor_wins")
    assert (game.is_terminal, game.winner) == (True, 0)
    assert game.board.ended_by == "last survivor"


def test_wd_273_an_interned_survivor_wins_as_well():
    game = position(2, soldiers=[5, 1], ice_house={0: 2}, turn=1, lands="lose")
    game.play("soldier dice 3")
    assert (game.is_terminal, game.winner) == (True, 0)


def test_ruling_r2_the_last_survivor_wins_unless_the_table_says_otherwise():
    assert last_opponent_goes_out().winner == 0


def test_wd_275_without_a_word_the_five_card_game_is_played():
    assert Config().variant == "five_card"


def test_wd_285_in_the_five_card_game_no_card_of_a_continent_is_stacked_away():
    six = ["Mozambique", "Cairo", "Kenya", "Angola", "Nigeria", "Cape Town"]
    game = position(cards={0: six}, lands="concede")
    game.play("continent dice Africa")
    assert sorted(game.legal_texts()) == sorted(f"card {title}" for title in six)


def test_wd_301_the_options_agreed_on_hold_for_the_whole_game():
    game = WorldDominance(Config(num_players=3))
    with pytest.raises(FrozenInstanceError):
        game.config.last_player = "stalemate"


def test_wd_010_a_game_is_cut_after_the_agreed_number_of_turns():
    game = position(2, at={0: "S13", 1: "S14"}, max_turns=2)
    game.play("roll", "playing dice 2")
    game.play("pass")
    assert not game.is_terminal
    game.play("roll", "playing dice 1")
    assert (game.is_terminal, game.is_truncated, game.winner) == (True, True, None)


def test_wd_010_a_game_won_in_the_last_turn_is_won_and_not_cut():
    game = position(2, soldiers=[1, 5], at={1: "S05"}, lands="S05", max_turns=1)
    assert (game.is_terminal, game.is_truncated, game.winner) == (True, False, 1)


def test_amb_034_of_two_completed_sets_the_active_player_has_won():
    holdings = {
        0: ["Athens", "Spain", "France", "British Islands", "Cairo"],
        1: ["Mozambique", "Kenya", "Angola", "Nigeria", "Rome"],
    }
    for turn, give, take in ((0, "Cairo", "Rome"), (1, "Rome", "Cairo")):
        game = position(cards=holdings, turn=turn, queue=["M14", "M08"], lands="S01")
        for answer in ("accept", f"card {give}", f"card {take}"):
            game.play(answer)
        assert game.winner == turn
