"""A sentence played in another setting keeps its words, while the table below is another one."""

import pytest

from tests.games.world_dominance.rule_settings import played_in, position
from tests.games.world_dominance.settings import Setting, turned_titles
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES

FIVE = Setting(5, 3, "five_card")


def there(setting, *arguments, **table):
    """Return the table of a sentence in this setting, and the table below it."""
    with played_in(setting):
        game = position(*arguments, **table)
    return game, game._table


def test_seats_are_those_of_the_sentence():
    game, beneath = there(FIVE, soldiers=[7, 8, 9], lands="decimate")
    assert (game.seat, game.board.soldiers, game.board.garrison, game.board.in_play) == (0, [7, 8, 9], 76, [0, 1, 2])
    assert (beneath.seat, beneath.board.soldiers, beneath.board.garrison) == (3, [9, 10, 10, 7, 8], 56)


def test_names_by_places_are_those_of_the_sentence_and_bystanders_have_none():
    game, beneath = there(FIVE._replace(between=True), lands="decimate")
    assert game.legal_texts() == ["name self", "name +1", "name +2"]
    assert len(beneath.legal_texts()) == 5
    game.play("name +1", "soldier dice 3")
    assert (game.board.soldiers, beneath.board.soldiers) == ([10, 7, 10], [10, 7, 10, 10, 10])


def test_bystanders_take_their_turns_unseen():
    game, beneath = there(FIVE, at={0: "S21", 1: "S21", 2: "S21"}, lands="S23", turn=2)
    game.play("pass")
    assert (game.board.turn, beneath.board.turn, beneath.state.turn_number) == (0, 3, 4)
    assert [line.text for line in game.lines] == ["pass"]


def test_a_sentence_may_not_name_an_absent_seat():
    with played_in(Setting(2, 0, "five_card")), pytest.raises(AssertionError, match="names seat 2"):
        position(cards={2: ["Rome"]})


def test_in_the_ally_game_the_third_player_is_an_ally():
    _, beneath = there(Setting(2, 0, "their_ally"))
    assert beneath.board.in_play == [0, 2, 3]
    _, beneath = there(Setting(2, 1, "own_ally"))
    assert beneath.board.in_play == [0, 2, 3]


def test_another_continent_has_the_cards_the_prices_and_the_space():
    game, beneath = there(Setting(3, 0, "five_card", 1), lands="North America")
    game.play("take", "draw Mexico")
    assert (game.board.cards(0), game.board.soldiers[0], game.board.space(0)) == (["Mexico"], 8, "S07")
    assert beneath.board.cards(0) == [turned_titles(1)["Mexico"]]


@pytest.mark.parametrize("places", range(6))
def test_continents_are_turned_one_to_one(places):
    assert sorted(turned_titles(places).values()) == sorted(CARD_TITLES)


def test_what_is_seen_lies_in_the_order_of_the_sentence():
    game, _ = there(Setting(5, 4, "ten_card", 2, between=True), soldiers=[7, 8, 9], cards={1: ["Rome"]})
    assert game.view(0).feature("army") == [7, 8, 9, 0, 0]
    assert game.view(2).feature("cards")[2][CARD_TITLES.index("Rome")] == 1


def test_a_sentence_that_builds_no_position_is_no_sentence_of_that_setting():
    with pytest.raises(AssertionError, match="no position was built"), played_in(FIVE):
        pass
