"""Battles and occupation, step by step (DOM-104 to DOM-110, DOM-129 to DOM-170)."""

import random

import pytest

from tests.games.domination.rules.test_attack import CCC, III, battle, eliminating
from tests.games.domination.tables import asked, play, table_at
from wd_env.games.domination.config import GAME_TYPES, Config
from wd_env.games.domination.rules.dice import losses_of_attacker, losses_of_defender
from wd_env.games.domination.table import Domination

BATTLE = ("attack_throw", "defence_throw")


def random_game(seed, **options):
    """Yield a table before each of its actions, and once more at its end."""
    chooser = random.Random(seed)
    table = Domination(Config(max_rounds=15, **options), seed=seed)
    while not table.is_terminal:
        yield table
        table.play(chooser.choice(table.legal_texts()))
    yield table


def test_dom_104_a_seat_without_countries_is_never_asked_again():
    table = eliminating(["card 1"], ["card 5"])
    assert table.state.in_play[:3] == [1, 0, 1]
    for _ in range(60):
        assert table.seat != 1
        table.play("pass" if "pass" in table.legal_texts() else table.legal_texts()[0])
        while table.node.kind == "chance":
            table.play(next(iter(table.chance_weights())))


def test_dom_109_the_occupation_comes_before_the_trade_that_it_forces():
    table = table_at({0: [12], 1: [21]}, {12: 9}, {0: III, 1: CCC}, at="attack", num_players=3)
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1")
    assert asked(table) == ("occupy", 0)
    assert asked(play(table, "amount 0")) == ("trade", 0)


def test_dom_110_armies_of_a_forced_trade_are_placed_before_the_next_attack():
    table = play(eliminating(III, CCC), "trade CCC")
    while table.board.stock[0]:
        assert asked(table)[0] in ("place", "place_amount", "bonus_where")
        table.play(table.legal_texts()[0])
    assert asked(table) == ("attack_from", 0)


@pytest.mark.parametrize("game_type", GAME_TYPES)
@pytest.mark.parametrize("seats", [2, 6])
def test_dom_129_countries_change_hands_by_battles_only(game_type, seats):
    holders, before = None, ""
    for table in random_game(4, game_type=game_type, num_players=seats, auto_place="all"):
        if holders and None not in holders.values() and table.board.holders != holders:
            assert before == "roll"
        holders, before = table.board.holders, table.node.name


def test_dom_130_the_target_is_anothers():
    table = play(table_at({0: [12, 10, 11]}, {12: 5}, at="attack", num_players=2), "country 12")
    assert table.legal_texts() == ["country 13", "country 21"]


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_dom_134_one_army_always_stays(game_type):
    for table in random_game(5, game_type=game_type, num_players=3, auto_place="all"):
        taken = table.state.target if table.node.name == "occupy" else -1
        assert all(armies >= 1 or number - 1 == taken for number, armies in table.board.armies.items())


@pytest.mark.parametrize("armies", [4, 10, 100])
def test_dom_135_one_to_three_dice_and_never_four(armies):
    table = battle(armies, 1, blitz=False)
    assert table.legal_texts() == ["dice 1", "dice 2", "dice 3"]
    assert "dice 4" not in table.game.actions.texts


def test_dom_154_with_armies_on_both_sides_one_may_roll_again():
    table = play(battle(6, 3), "dice 2", "throw 6 1", "throw 5 5")
    assert (table.board.armies[12], table.board.armies[21]) == (5, 2)
    assert asked(table) == ("roll", 0)
    assert {"blitz", "pass"} < set(table.legal_texts())


def test_dom_156_after_breaking_off_attacks_go_on_anywhere():
    table = table_at({0: [12, 42]}, {12: 6, 21: 3, 42: 4}, at="attack", num_players=2)
    play(table, "country 12", "country 21", "dice 1", "throw 1", "throw 6 6", "pass")
    assert table.legal_texts() == ["country 12", "country 42", "pass"]
    assert "country 21" in play(table, "country 12").legal_texts()


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_dom_163_at_least_as_many_move_in_as_dice_were_thrown_last(dice):
    table = play(battle(9, 1), f"dice {dice}", "throw " + " ".join(["6"] * dice), "throw 1", "amount 0")
    assert table.board.armies[21] == dice


@pytest.mark.parametrize("armies", [5, 7, 20])
def test_dom_164_at_most_all_but_one_move_in(armies):
    table = play(battle(armies, 1), "dice 1", "throw 6", "throw 1", "amount 7")
    assert (table.board.armies[12], table.board.armies[21]) == (1, armies - 1)


def test_dom_167_all_that_may_move_is_one_of_the_answers():
    table = play(battle(30, 1), "dice 3", "throw 6 6 6", "throw 1")
    assert "amount 7" in table.legal_texts()
    assert play(table, "amount 7").board.armies[21] == 29


def test_dom_168_nothing_but_the_occupation_is_open():
    table = play(battle(9, 1), "dice 2", "throw 6 6", "throw 1")
    assert asked(table) == ("occupy", 0)
    assert {text.split()[0] for text in table.legal_texts()} == {"amount"}


def test_dom_169_the_least_that_moves_in_is_never_more_than_the_most():
    for dice in (1, 2, 3):
        for defence in (1, 2, 3):
            for attack_throw in range(6**dice):
                for defence_throw in range(6**defence):
                    if losses_of_defender(attack_throw, dice, defence_throw, defence) == defence:
                        lost = losses_of_attacker(attack_throw, dice, defence_throw, defence)
                        assert lost == 0, "expected no loss in a throw that takes the last army"


def test_dom_170_a_capture_gives_a_right_to_a_card_for_its_turn():
    table = table_at({0: [12]}, {12: 9}, at="attack", num_players=2)
    assert table.state.captured == 0
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1")
    assert table.state.captured == 1
    play(table, "amount 0", "pass", "pass", "card 3")
    assert (table.state.turn, table.state.captured) == (1, 0)


def test_dom_159_rolling_on_is_over_with_its_battle():
    table = play(battle(9, 1), "blitz", "throw 6 6 6", "throw 1", "amount 0")
    play(table, "country 12", "country 11", "dice 1", "throw 1", "throw 6")
    assert asked(table) == ("roll", 0)
