"""A position written in one line, and rejected positions."""

import pytest

from wd_env.errors import ConfigError, StateError
from wd_env.games.domination.game import GAME
from wd_env.games.domination.position import position
from wd_env.table.saved_table import table_from_json


def test_a_position_has_what_it_was_given():
    table = position(
        {0: [12, 13], 1: range(1, 12)},
        {12: 5},
        {0: ["card 12", "wildcard copy 2"], 1: ["card 1"]},
        at="attack",
        traded=2,
        used_cards=["card 3"],
    )
    assert (table.node.name, table.seat) == ("attack_from", 0)
    assert (table.board.holders[12], table.board.holders[1], table.board.holders[42]) == (0, 1, 2)
    assert (table.board.armies[12], table.board.armies[42]) == (5, 1)
    assert table.board.hands == [["card 12", "wildcard copy 2"], ["card 1"], []]
    assert table.board.discard == ["card 3"]
    assert len(table.board.deck) == 44 - 4


def test_it_is_stored_and_read_back():
    table = position({0: [12]}, {12: 5}, at="attack", num_players=2)
    again = table_from_json(table.to_json(), GAME)
    assert (again.board.holders, again.board.armies, again.legal_texts()) == (
        table.board.holders,
        table.board.armies,
        table.legal_texts(),
    )


def test_capitals_and_missions_are_numbers_of_the_files():
    assert position({0: [1], 1: [2]}, capitals=(1, 2, 3), game_type="capital").board.capitals == [1, 2, 3]
    assert position({0: [1], 1: [2]}, missions=(1, 7, 8), game_type="mission").board.missions == [1, 7, 8]


def test_a_seat_without_countries_is_out():
    table = position({0: range(1, 42)}, num_players=3, turn=0)
    assert table.state.in_play[:3] == [1, 0, 1]
    assert table.state.removed_by[1] == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"countries": {0: [43]}}, "country: expected 1 to 42, got 43"),
        ({"countries": {0: [1], 1: [1]}}, "country 1: expected one seat that holds it, got two"),
        ({"countries": {3: [1]}}, "seat: expected 0 to 2, got 3"),
        ({"armies": {0: 3}}, "country: expected 1 to 42, got 0"),
        ({"turn": -1}, "seat: expected 0 to 2, got -1"),
        ({"turn": 1.0}, "seat: expected 0 to 2, got 1.0"),
        ({"turn": True}, "seat: expected 0 to 2, got True"),
        (
            {"countries": {1: range(1, 43)}},
            "expected a position in which the game continues, got one in which seat 1 holds all countries",
        ),
        ({"hands": {0: ["card 99"]}}, "card: expected one of the deck, got 'card 99'"),
        ({"hands": {0: ["card 1"], 1: ["card 1"]}}, "card: expected each card at most once, got 'card 1'"),
        ({"at": "noon"}, "at: expected begin, attack, fortify, got 'noon'"),
        ({"missions": (0, 1, 2), "game_type": "mission"}, "mission: expected 1 to 14, got 0"),
    ],
)
def test_words_and_numbers_that_mean_nothing_are_refused(given, message):
    with pytest.raises(ConfigError, match=message):
        position(**{"countries": {0: [12], 1: [13]}, **given})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"armies": {5: 0}}, "country 5 has 0 armies"),
        ({"armies": {5: 2.0}}, "field 'armies': expected an integer from 0 to .*, got 2.0"),
        ({"armies": {5: True}}, "field 'armies': expected an integer from 0 to .*, got True"),
        ({"traded": -1}, "field 'sets_traded': expected an integer from 0 to .*, got -1"),
        ({"countries": {0: range(1, 42), 1: [42]}, "removed_by": {2: 2}}, "removed_by is"),
        ({"capitals": (1, 1, 2), "game_type": "capital"}, "two seats have one capital"),
        ({"turn": 1, "countries": {0: [12]}}, "the turn of seat 1, which is out"),
    ],
)
def test_a_table_that_cannot_be_is_refused(given, message):
    with pytest.raises(StateError, match=message):
        position(**{"countries": {0: [12], 1: [13]}, **given})


def test_the_borders_are_an_edge_index():
    index = position({0: [1], 1: [2]}).board.edge_index
    assert index.shape == (2, 164)
    assert index[:, :3].tolist() == [[0, 0, 0], [1, 2, 37]], "expected the borders of Alaska with 2, 3 and 38"
    assert {(b, a) for a, b in index.T.tolist()} == {(a, b) for a, b in index.T.tolist()}
