"""The structure of a turn, new armies, cards at its end, reinforcing (DOM-047 to DOM-178)."""

import pytest

from tests.games.domination.tables import asked, play, table_at

SOUTH_AMERICA, AUSTRALIA = [10, 11, 12, 13], [39, 40, 41, 42]


@pytest.mark.parametrize(("countries", "armies"), [(1, 3), (5, 3), (8, 3), (11, 3), (12, 4), (19, 6)])
def test_dom_117_a_third_of_the_countries_and_at_least_three(countries, armies):
    spread = [n for n in range(1, 43) if n not in (9, 13, 20, 26, 38, 42)]  # no group is complete
    assert table_at({0: spread[:countries]}, num_players=2).board.stock[0] == armies


@pytest.mark.parametrize(("countries", "armies"), [(2, 0), (5, 1)])
def test_dom_118_without_a_minimum_few_countries_bring_little(countries, armies):
    table = table_at({0: list(range(1, countries + 1))}, num_players=2, card_values="italian", min_new_armies=0)
    assert (table.seat, table.board.stock[0]) == ((0, armies) if armies else (1, 0))


@pytest.mark.parametrize(
    ("first", "last", "armies"),
    [(1, 9, 3 + 5), (10, 13, 3 + 2), (14, 20, 3 + 5), (21, 26, 3 + 3), (27, 38, 4 + 7), (39, 42, 3 + 2)],
)
def test_dom_121_bonuses_of_the_classic_groups(first, last, armies):
    assert table_at({0: list(range(first, last + 1))}, num_players=2).board.stock[0] == armies


def test_dom_123_several_groups_add_up():
    assert table_at({0: SOUTH_AMERICA + AUSTRALIA}, num_players=2).board.stock[0] == 3 + 2 + 2


def test_dom_125_armies_go_on_any_own_countries_then_attacks_begin():
    table = table_at({0: [12, 42]}, num_players=2)
    assert table.legal_texts() == ["country 12", "country 42"]
    play(table, "country 12", "amount 0", "country 42")
    play(table, "amount 7")
    assert (table.board.armies[12], table.board.armies[42]) == (2, 3)
    assert asked(table) == ("attack_from", 0)


def test_dom_050_after_attacks_are_over_one_can_only_reinforce():
    table = play(table_at({0: [12, 13]}, {12: 5}, at="attack", num_players=2), "pass")
    assert asked(table) == ("fort_from", 0)
    assert table.legal_texts() == ["country 12", "pass"]


def test_dom_051_what_cannot_be_done_is_not_asked():
    table = table_at({0: [40, 41, 42]}, num_players=2)
    play(table, "country 42", "amount 7")
    assert asked(table) == ("fort_from", 0)


def test_dom_052_the_turn_passes_over_who_is_out():
    table = table_at({0: [12], 2: [42]}, at="fortify", num_players=4, removed_by={1: 0})
    assert asked(table) == ("place", 2)


def test_dom_055_a_capture_brings_one_card_after_the_reinforcement():
    table = table_at({0: [12]}, {12: 9}, at="attack", num_players=2)
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    play(table, "country 12", "country 11", "dice 1", "throw 6", "throw 1", "amount 0")
    play(table, "pass", "pass")
    assert table.node.name == "draw_card"
    assert set(table.chance_weights().values()) == {1}
    assert len(table.chance_weights()) == 44
    play(table, "card 40")
    assert (table.board.hands[0], len(table.board.deck)) == (["card 40"], 43)
    assert table.seat == 1


def test_dom_057_without_a_capture_there_is_no_card():
    table = play(table_at({0: [12]}, {12: 9}, at="attack", num_players=2), "pass")
    assert asked(table) == ("place", 1)


@pytest.mark.parametrize("recycle", [True, False])
def test_dom_062_when_the_last_card_leaves_the_deck_discards_come_back_where_agreed(recycle):
    table = table_at({0: [12]}, {12: 9}, at="attack", num_players=2, recycle=recycle)
    names = table.board.deck
    table.state.card_at = [0] + [1] * 6 + [4] * (len(names) - 7)
    table.state.hand_size[1] = len(names) - 7
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0", "pass", "pass", "card 1")
    assert (len(table.board.deck), len(table.board.discard)) == ((6, 0) if recycle else (0, 6))


def test_dom_060_an_empty_deck_gives_no_card():
    table = table_at({0: [12]}, {12: 9}, at="attack", num_players=2, recycle=False)
    table.state.card_at = [1] * 44
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0", "pass", "pass")
    assert asked(table) == ("place", 1)
    assert table.board.hands[0] == []


def test_dom_171_all_but_one_may_move_to_a_neighbour_once():
    table = table_at({0: [12, 11, 42]}, {12: 9}, at="fortify", num_players=2)
    assert play(table, "country 12").legal_texts() == ["country 11"]
    play(table, "country 11", "amount 7")
    assert (table.board.armies[12], table.board.armies[11]) == (1, 9)
    assert asked(table) == ("place", 1)


def test_dom_174_nobody_passes_through_own_countries():
    table = table_at({0: [1, 3, 4]}, {1: 5}, at="fortify", num_players=2)
    assert play(table, "country 1").legal_texts() == ["country 3"]


def test_dom_177_the_move_may_be_left_out():
    table = table_at({0: [12, 11]}, {12: 9}, at="fortify", num_players=2)
    before = table.board.armies
    play(table, "pass")
    assert table.board.armies == before
    assert asked(table) == ("place", 1)
