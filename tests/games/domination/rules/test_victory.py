"""Winning: conquest, capitals, missions (DOM-179 to DOM-197)."""

import pytest

from tests.games.domination.tables import asked, play, table_at

NORTH_AMERICA, SOUTH_AMERICA, EUROPE = list(range(1, 10)), list(range(10, 14)), list(range(14, 21))
AFRICA, ASIA, AUSTRALIA = list(range(21, 27)), list(range(27, 39)), list(range(39, 43))
GROUPS = {
    1: ASIA + SOUTH_AMERICA,
    2: EUROPE + AUSTRALIA + SOUTH_AMERICA,
    3: ASIA + AFRICA,
    4: EUROPE + SOUTH_AMERICA + AFRICA,
    5: NORTH_AMERICA + AUSTRALIA,
    6: NORTH_AMERICA + AFRICA,
}


def mission_table(mission, countries, armies=None, **more):
    """Return a game in which seat 0 has this mission and these countries and places an army; seat 1 holds the rest."""
    other = 7 if mission != 7 else 8
    options = {"num_players": 2, "missions": [mission, other], "game_type": "mission"}
    table = table_at({0: countries}, armies, **{**options, **more})
    play(table, f"country {countries[0]}", "amount 0")
    return table


@pytest.mark.parametrize("game_type", ["domination", "capital"])
def test_dom_179_whoever_owns_everything_has_won(game_type):
    capitals = [12, 21] if game_type == "capital" else []
    mine = [number for number in range(1, 43) if number != 21]
    table = table_at({0: mine}, {12: 5}, at="attack", num_players=2, game_type=game_type, capitals=capitals)
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    assert (table.is_terminal, table.board.ended_by, table.state.won[:2]) == (True, "conquest", [1, 0])


def test_dom_179_one_country_less_is_not_everything():
    mine = [number for number in range(1, 43) if number not in (11, 21)]
    table = table_at({0: mine}, {12: 5}, at="attack", num_players=2)
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    assert (table.is_terminal, table.state.country_counts[:2]) == (False, [41, 1])


@pytest.mark.parametrize(("capitals", "over"), [([12, 21], True), ([13, 21], True), ([30, 21], False)])
def test_dom_184_all_capitals_win_ones_own_included(capitals, over):
    table = table_at({0: [12, 13]}, {12: 5}, at="attack", num_players=2, game_type="capital", capitals=capitals)
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    assert (table.is_terminal, table.board.ended_by) == (over, "capitals" if over else None)


def test_dom_186_a_lost_capital_eliminates_nobody():
    table = table_at({0: [12], 1: [1]}, {12: 5}, at="attack", num_players=3, game_type="capital", capitals=[30, 1, 21])
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    assert table.state.in_play[:3] == [1, 1, 1]


@pytest.mark.parametrize("mission", sorted(GROUPS))
def test_dom_190_missions_of_groups(mission):
    countries = GROUPS[mission]
    won = mission_table(mission, countries)
    assert (won.is_terminal, won.board.ended_by) == (True, "mission")
    assert not mission_table(mission, countries[:-1]).is_terminal


@pytest.mark.parametrize(
    ("mission", "groups"),
    [(1, [0, 1, 0, 0, 1, 0]), (2, [0, 0, 1, 0, 0, 1]), (3, [0, 0, 0, 1, 1, 0]), (6, [1, 0, 0, 1, 0, 0])],
)
def test_dom_190_a_seat_sees_the_groups_of_its_own_mission(mission, groups):
    table = mission_table(mission, GROUPS[mission][:-1])
    assert list(table.observe(0))[table.game.layout.slice("mission_groups")] == groups


def test_dom_190_other_groups_are_not_those_of_the_mission():
    assert not mission_table(1, SOUTH_AMERICA + AUSTRALIA).is_terminal
    assert not mission_table(4, AFRICA + SOUTH_AMERICA + AUSTRALIA).is_terminal


def test_dom_182_the_game_ends_in_the_instant_with_armies_unplaced():
    assert mission_table(1, GROUPS[1]).board.stock[0] > 0


def test_dom_191_two_groups_are_not_three():
    assert not mission_table(2, EUROPE + AUSTRALIA).is_terminal


def test_dom_192_eighteen_countries_with_two_armies():
    twos = dict.fromkeys(range(1, 19), 2)
    assert mission_table(7, list(range(1, 19)), twos).is_terminal
    assert not mission_table(7, list(range(1, 28)), dict.fromkeys(range(1, 17), 2)).is_terminal


def test_dom_193_twenty_four_countries():
    assert mission_table(8, list(range(1, 25))).is_terminal
    assert not mission_table(8, list(range(1, 24))).is_terminal


def test_dom_194_whoever_takes_the_last_country_of_the_hunted_seat_wins():
    table = table_at({0: [12], 1: [21]}, {12: 9}, at="attack", num_players=3, game_type="mission", missions=[10, 7, 8])
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1")
    assert asked(table) == ("occupy", 0)
    assert play(table, "amount 0").board.ended_by == "mission"


def hunting(mission, countries, removed_by):
    """Return a game in which seat 0 of three must remove a seat; seat 1 is out or holds one country."""
    theirs = {} if removed_by else {1: [42]}
    table = table_at(
        {0: countries, **theirs}, num_players=3, game_type="mission", missions=[mission, 7, 8], removed_by=removed_by
    )
    return play(table, f"country {countries[0]}", "amount 0")


def test_dom_195_a_target_that_others_removed_leaves_the_fallback():
    many = list(range(1, 25))
    assert hunting(10, many, {1: 2}).board.ended_by == "mission"
    assert not hunting(10, many[:-1], {1: 2}).is_terminal
    assert hunting(9, many, {1: 2}).board.ended_by == "mission"


def test_dom_196_while_the_target_lives_the_fallback_does_not_count():
    assert not hunting(10, list(range(1, 31)), {}).is_terminal
