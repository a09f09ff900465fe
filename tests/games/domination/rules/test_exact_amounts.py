"""Armies that follow or move, added one amount after another: with `amounts="exact"` every number is possible."""

import pytest

from tests.games.domination.tables import play, table_at
from wd_env.errors import IllegalAction
from wd_env.games.domination.check_state import check_state

ADDED = (None, 1, 2, 3, 5, 10)  # by the first amounts


def taken(armies, dice=1):
    """Return a game with a country just captured by this number of armies."""
    table = table_at({0: [12, 42]}, {12: armies, 21: 1}, at="attack", num_players=2, amounts="exact")
    play(table, "country 12", "country 21")
    return play(table, f"dice {dice}", "throw " + " ".join(["6"] * dice), "throw 1")


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_as_many_armies_as_dice_move_in_before_the_decision(dice):
    table = taken(20, dice)
    assert table.node.name == "occupy"
    assert (table.board.armies[12], table.board.armies[21]) == (20 - dice, dice)
    check_state(table.state)
    assert (play(table, "pass").board.armies[21], table.node.name) == (dice, "attack_from")


@pytest.mark.parametrize("amount", range(1, 6))
def test_an_amount_adds_what_it_says_and_more_may_follow(amount):
    table = play(taken(30), f"amount {amount}")
    assert table.board.armies[21] == 1 + ADDED[amount]
    assert table.node.name == "occupy"


@pytest.mark.parametrize("wanted", range(1, 29))
def test_every_number_can_be_reached(wanted):
    table = taken(30)
    while table.board.armies[21] < wanted:
        missing = wanted - table.board.armies[21]
        best = max(number for number in range(1, 6) if ADDED[number] <= missing)
        play(table, f"amount {best}")
    assert play(table, "pass").board.armies[21] == wanted
    assert table.board.armies[12] == 30 - wanted


def test_all_of_the_rest_ends_it_and_half_of_the_rest_does_not():
    table = play(taken(30), "amount 6")  # 28 may still follow
    assert (table.board.armies[21], table.node.name) == (15, "occupy")
    table = play(taken(30), "amount 7")
    assert (table.board.armies[12], table.board.armies[21], table.node.name) == (1, 29, "attack_from")


@pytest.mark.parametrize(
    ("armies", "offered"),
    [
        (3, ["pass", "amount 7"]),  # one may follow
        (4, ["pass", "amount 1", "amount 7"]),
        (6, ["pass", "amount 1", "amount 2", "amount 3", "amount 7"]),
        (10, ["pass", "amount 1", "amount 2", "amount 3", "amount 4", "amount 6", "amount 7"]),
        (40, ["pass", *(f"amount {number}" for number in range(1, 8))]),
    ],
)
def test_each_amount_that_is_offered_is_another_one(armies, offered):
    assert taken(armies).legal_texts() == offered


def test_zero_is_not_an_amount():
    with pytest.raises(IllegalAction, match="amount 0"):
        play(taken(30), "amount 0")


def test_a_move_at_the_end_of_a_turn_is_added_up_alike():
    table = table_at({0: [12, 21, 42]}, {12: 9, 21: 2}, at="fortify", num_players=2, amounts="exact")
    play(table, "country 12", "country 21")
    assert (table.node.name, table.board.armies[12], table.board.armies[21]) == ("fort_amount", 8, 3)
    play(table, "amount 1", "amount 3")
    assert (table.board.armies[12], table.board.armies[21]) == (4, 7)
    assert play(table, "pass").state.turn == 1


def test_a_move_of_the_only_army_asks_nothing():
    table = table_at({0: [12, 21, 42]}, {12: 2}, at="fortify", num_players=2, amounts="exact")
    assert play(table, "country 12", "country 21").state.turn == 1


def test_placing_is_exact_with_either_option():
    table = table_at({0: [12, 42]}, at="begin", num_players=2, amounts="exact")
    play(table, "country 12")
    assert table.legal_texts() == ["amount 0", "amount 1", "amount 7"]
