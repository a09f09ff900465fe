"""Attacks, occupation and elimination (DOM-104 to DOM-112, DOM-129 to DOM-170)."""

import pytest

from tests.games.domination.tables import asked, play, table_at

III = ["card 1", "card 3", "card 4"]
CCC = ["card 5", "card 6", "card 7"]


def battle(origin, target, **options):
    """Return an attack from Brazil of seat 0 on North Africa of seat 1, before the number of dice is named."""
    table = table_at({0: [12]}, {12: origin, 21: target}, at="attack", **{"num_players": 2, **options})
    return play(table, "country 12", "country 21")


def test_dom_131_targets_are_others_across_a_border():
    table = table_at({0: [12, 13]}, {12: 5}, at="attack", num_players=2)
    assert table.legal_texts() == ["country 12", "pass"]
    assert play(table, "country 12").legal_texts() == ["country 10", "country 11", "country 21"]


def test_dom_133_one_army_cannot_attack():
    table = table_at({0: [12, 21]}, {12: 2}, at="attack", num_players=2)
    assert table.legal_texts() == ["country 12", "pass"]


@pytest.mark.parametrize(("armies", "dice"), [(2, 1), (3, 2), (4, 3), (10, 3)])
def test_dom_136_dice_are_at_most_the_armies_but_one(armies, dice):
    assert battle(armies, 1, blitz=False).legal_texts() == [f"dice {die}" for die in range(1, dice + 1)]


def test_dom_138_fewer_dice_leave_more_at_home():
    table = play(battle(5, 1), "dice 1", "throw 6", "throw 1")
    assert asked(table) == ("occupy", 0)
    assert play(table, "amount 0").board.armies[21] == 1


@pytest.mark.parametrize(("armies", "limit", "dice"), [(1, 2, 1), (5, 2, 2), (5, 3, 3), (2, 3, 2), (5, 1, 1)])
def test_dom_140_defenders_throw_as_many_dice_as_they_may(armies, limit, dice):
    table = play(battle(9, armies, defence_dice=limit), "dice 1", "throw 1")
    assert table.node.name == f"defence_throw_{dice}"


def test_dom_142_asked_defenders_choose_after_the_attacker_and_before_the_throw():
    table = play(battle(9, 5, auto_defend=False), "dice 3")
    assert asked(table) == ("defend", 1)
    assert table.legal_texts() == ["dice 1", "dice 2"]
    assert play(table, "dice 1").node.name == "attack_throw_3"


def test_dom_142_a_defender_with_one_army_has_no_choice():
    table = play(battle(9, 1, auto_defend=False), "dice 3")
    assert table.node.name == "attack_throw_3"


def test_dom_143_italian_defenders_have_three_dice():
    assert play(battle(9, 3, card_values="italian"), "dice 1", "throw 1").node.name == "defence_throw_3"


@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [
        ("throw 5 5 4", "throw 6 4", (1, 1)),
        ("throw 4 5 5", "throw 4 6", (1, 1)),
        ("throw 3 2 1", "throw 2 1", (0, 2)),
        ("throw 6 5 2", "throw 6 5", (2, 0)),
    ],
)
def test_dom_151_the_examples_of_the_help_page(attack, defence, lost):
    table = play(battle(9, 9), "dice 3", attack, defence)
    assert (9 - table.board.armies[12], 9 - table.board.armies[21]) == lost


def test_dom_155_after_a_throw_one_may_roll_on_or_break_off():
    table = play(battle(6, 3), "dice 3", "throw 6 1 1", "throw 5 5")
    assert {"dice 1", "pass"} <= set(table.legal_texts())
    play(table, "pass")
    assert asked(table) == ("attack_from", 0)
    assert (table.board.armies[12], table.board.armies[21]) == (5, 2)


def test_dom_158_with_one_army_left_the_battle_is_over():
    table = play(battle(2, 5), "dice 1", "throw 1", "throw 6 6")
    assert asked(table)[0] != "roll"
    assert table.board.armies[12] == 1


def test_dom_159_rolling_on_ends_with_a_capture_or_one_army():
    table = play(battle(4, 3), "blitz", "throw 6 6 1", "throw 1 1")
    assert table.node.name == "attack_throw_3"
    play(table, "throw 1 1 1", "throw 6")
    assert table.node.name == "attack_throw_2"
    play(table, "throw 1 1", "throw 6")
    assert table.node.name == "attack_throw_1"
    play(table, "throw 1", "throw 6")
    assert (table.board.armies[12], table.board.armies[21]) == (1, 1)
    assert table.seat == 1


def test_dom_162_the_country_is_taken_at_once_and_only_the_occupation_is_open():
    table = play(battle(7, 1), "dice 3", "throw 6 6 6", "throw 1")
    assert table.board.holders[21] == 0
    assert table.board.armies[21] == 0
    assert all(text.startswith("amount") for text in table.legal_texts())


@pytest.mark.parametrize(("answer", "moved"), [("amount 0", 3), ("amount 1", 4), ("amount 2", 5), ("amount 7", 6)])
def test_dom_165_between_the_dice_and_all_but_one_move_in(answer, moved):
    table = play(battle(7, 1), "dice 3", "throw 6 6 6", "throw 1", answer)
    assert (table.board.armies[12], table.board.armies[21]) == (7 - moved, moved)


def test_dom_166_where_both_limits_are_equal_nobody_is_asked():
    table = play(battle(4, 1), "dice 3", "throw 6 6 6", "throw 1")
    assert (table.board.armies[12], table.board.armies[21]) == (1, 3)


def test_dom_157_a_country_just_captured_attacks_on():
    table = play(battle(7, 1), "dice 3", "throw 6 6 6", "throw 1", "amount 7")
    assert "country 21" in table.legal_texts()


def eliminating(mine, theirs, **options):
    """Return a game in which seat 0 has captured the only country of seat 1; seat 2 holds everything else."""
    table = table_at({0: [12], 1: [21]}, {12: 9}, {0: mine, 1: theirs}, at="attack", num_players=3, **options)
    return play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")


def test_dom_105_whoever_loses_the_last_country_is_out_and_the_captor_takes_the_cards():
    table = eliminating(["card 1"], ["card 5", "wildcard"])
    assert table.state.in_play[1] == 0
    assert table.board.hands[:2] == [["card 1", "card 5", "wildcard"], []]
    assert asked(table) == ("attack_from", 0)


@pytest.mark.parametrize("values", ["increasing", "fixed"])
def test_dom_106_more_than_five_cards_force_a_trade_after_the_occupation(values):
    table = eliminating(III, CCC, card_values=values)
    assert asked(table) == ("trade", 0)
    assert set(table.legal_texts()) == {"trade III", "trade CCC"}


def test_dom_107_the_forced_trade_stops_below_five_and_is_placed_before_the_next_attack():
    table = play(eliminating(III, CCC), "trade III")
    assert asked(table) == ("place", 0)
    assert table.board.stock[0] == 4
    play(table, "country 12", "amount 7")
    assert asked(table) == ("attack_from", 0)


def test_dom_108_with_five_cards_nothing_is_traded_in_mid_turn():
    assert asked(eliminating(III, CCC[:2])) == ("attack_from", 0)


def test_dom_111_italian_never_trades_in_mid_turn():
    assert asked(eliminating(III, CCC, card_values="italian")) == ("attack_from", 0)


def test_dom_112_eleven_cards_shrink_by_three_to_two():
    table = eliminating([*III, "card 2", "card 8"], [*CCC, "card 10", "card 11", "card 12"])
    sizes = [len(table.board.hands[0])]
    while table.node.name == "trade":
        table.play(table.legal_texts()[0])
        sizes.append(len(table.board.hands[0]))
    assert sizes == [11, 8, 5, 2]
