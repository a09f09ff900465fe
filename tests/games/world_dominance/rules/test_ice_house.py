"""The Ice House: doing nothing, being interned, and exclusions of interned players (WD-150 to WD-156)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.table.saved_table import table_from_json

WEST, SAB = "Antarctica West", "Antarctica Research Station (SAB)"
FOUR = [WEST, SAB, "Antarctica East", "Antarctica North"]


def test_wd_150_the_ice_house_offers_rest_or_three_turns_of_internment_for_two_soldiers():
    game = position(players=2, soldiers=[5, 10], lands="S22")
    assert (game.node.name, game.legal_texts()) == ("ice_house", ["rest", "be interned"])
    game.play("be interned")
    assert (game.board.soldiers, game.board.garrison, game.board.interned(0)) == ([7, 10], 83, 3)


def test_wd_151_who_does_nothing_stays_fully_in_play():
    game = position(players=2, soldiers=5, at={1: "S11"}, queue=["M08"], lands="S22")
    game.play("rest")
    assert (game.board.soldiers, game.board.interned(0)) == ([5, 5], 0)
    game.play("roll", "playing dice 1")
    assert game.board.soldiers == [4, 6]


def test_wd_152_an_interned_player_is_not_nominated_on_the_zone():
    game = position(ice_house={1: 2}, lands="rsz")
    game.play("theme T01")
    assert game.legal_texts() == ["name +2"]


@pytest.mark.parametrize(("turns", "sources"), [(2, ["world pack"]), (0, ["world pack", f"card {WEST}"])])
def test_wd_152_an_interned_player_s_antarctica_card_is_no_source(turns, sources):
    game = position(cards={0: ["Rome"], 1: [WEST]}, ice_house={1: turns}, lands="ANT")
    assert (game.node.name, game.legal_texts()) == ("exchange", sources)


@pytest.mark.parametrize(("turns", "question"), [(2, "exchange"), (0, "block_entry")])
def test_wd_152_an_interned_player_can_not_block_the_way_to_antarctica(turns, question):
    game = position(cards={0: ["Rome"], 1: [SAB]}, ice_house={1: turns}, lands="South America")
    game.play("antarctica")
    assert game.node.name == question


def test_wd_152_an_interned_player_does_not_ask_for_the_fifth_card():
    game = position(cards={0: [*FOUR, "Rome"]}, ice_house={1: 2}, knows={}, lands="ANT")
    game.play("card Rome")
    assert (game.node.name, game.legal_texts()) == ("examiner", ["name +2"])


@pytest.mark.parametrize("card", ["M09", "M18", "M23"])
def test_wd_152_an_interned_player_can_not_be_named_by_a_manoeuvre_card(card):
    game = position(ice_house={1: 2}, queue=[card], lands="S01")
    assert (game.node.name, game.legal_texts()) == ("card_opponent", ["name +2"])


def test_wd_152_an_interned_player_can_not_be_decimated():
    assert position(ice_house={1: 2}, lands="decimate").legal_texts() == ["name self", "name +2"]


def test_wd_152_an_interned_player_s_cards_can_not_be_taken():
    cards = {1: ["Rome"], 2: ["Cairo"]}
    game = position(cards=cards, ice_house={1: 2}, queue=["M13"], lands="S01")
    assert "card Cairo" in game.legal_texts()
    assert "card Rome" not in game.legal_texts()


def test_wd_153_three_own_turns_are_skipped_and_right_after_the_third_the_player_is_back():
    game = position(players=2, at={1: "S13"}, closed="Asia", queue=["M18"], lands="S22")
    game.play("be interned")
    for turns_left in (3, 2, 1):
        assert (game.board.turn, game.board.interned(0)) == (1, turns_left)
        game.play("roll", "playing dice 1")
    game.play("roll", "playing dice 1")
    assert (game.board.turn, game.legal_texts()) == (1, ["name +1"])
    game.play("name +1")
    assert (game.node.name, game.board.turn, game.board.space(0), game.board.soldiers[0]) == (
        "start_menu",
        0,
        "S22",
        10,
    )


def test_wd_154_visiting_an_interned_player_costs_no_trespass_soldier():
    game = position(soldiers=[5, 10, 10], ice_house={1: 3}, lands="ice_house")
    assert game.board.soldiers == [5, 10, 10]


def test_wd_154_a_player_who_merely_rests_there_is_paid():
    game = position(soldiers=[5, 10, 10], at={1: "ice_house"}, lands="ice_house")
    assert game.board.soldiers == [4, 11, 10]


@pytest.mark.parametrize(("turns", "offered"), [(3, False), (0, True)])
def test_wd_155_with_nobody_to_ask_the_fifth_antarctica_card_can_not_be_attempted(turns, offered):
    cards = {0: [*FOUR, "Rome"]}
    game = position(players=2, cards=cards, ice_house={1: turns}, lands="South America")
    assert ("antarctica" in game.legal_texts()) == offered


def test_wd_156_an_interned_player_is_never_asked():
    game = position(players=2, at={0: "S14"}, ice_house={1: 1})
    game.play("roll", "playing dice 2")
    game.play("name self", "soldier dice 1")
    assert (game.node.name, game.seat, game.board.interned(1)) == ("start_menu", 0, 0)


def test_amb_067_a_visitor_to_an_interned_player_engages_the_space():
    game = position(ice_house={1: 3}, lands="ice_house")
    assert game.legal_texts() == ["rest", "be interned"]
    game.play("be interned")
    assert (game.board.interned(0), game.board.interned(1)) == (3, 2)


def test_amb_069_only_one_s_own_regular_turns_count():
    game = position(players=3, out=[2], ice_house={1: 3}, lands="paradies")
    game.play("revive +2", "playing dice 6")
    assert game.board.interned(1) == 3
    game.play("soldier dice 1")
    assert (game.board.interned(1), game.board.turn) == (2, 2)


@pytest.mark.parametrize("card", ["M08", "M17"])
def test_amb_070_cards_for_every_player_are_void_while_anyone_is_interned(card):
    game = position(ice_house={1: 2}, queue=[card], lands="S01")
    assert (game.board.soldiers, game.board.rsz, game.board.turn) == ([10, 10, 10], 0, 2)


def test_amb_071_with_everybody_interned_turns_are_skipped_until_one_is_released():
    game = position(players=2, ice_house={1: 2}, lands="ice_house")
    game.play("be interned")
    assert (game.node.name, game.board.turn) == ("start_menu", 1)
    assert (game.board.interned(0), game.board.interned(1)) == (1, 0)


def test_amb_071_a_survivor_in_the_ice_house_is_the_last_player_at_once():
    game = position(players=2, soldiers=[1, 10], ice_house={1: 3}, lands="lose")
    game.play("soldier dice 1")
    assert (game.is_terminal, game.winner) == (True, 1)


def test_amb_072_of_one_interned_and_one_resting_player_only_the_resting_one_is_paid():
    game = position(players=4, ice_house={1: 3}, at={2: "ice_house"}, lands="ice_house")
    assert (game.board.soldiers, game.board.turn) == ([9, 10, 11, 10], 2)


def test_r9_internment_runs_on_while_africa_is_closed():
    game = position(players=2, at={0: "S13"}, ice_house={1: 1}, closed="Africa")
    game.play("roll", "playing dice 1")
    game.play("leave")
    assert (game.board.turn, game.board.interned(1)) == (0, 0)
    game.play("roll", "playing dice 1")
    game.play("pass")
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_r9_a_closed_ice_house_takes_nobody_in():
    game = position(closed="Africa", lands="ice_house")
    assert (game.node.name, game.board.turn, game.board.soldiers) == ("start_menu", 1, [10, 10, 10])


def interned(soldiers, turns=3):
    """Return a game in which P1 is interned, P2 has just moved on, and P1 may break out."""
    table = {"turn": 1, "at": {1: "S13"}, "closed": "Asia", "allow_ice_breakout": True}
    game = position(players=2, soldiers=soldiers, ice_house={0: turns}, **table)
    game.play("roll", "playing dice 1")
    return game


def test_wd_156_a_player_may_break_out_and_gives_the_two_soldiers_back():
    game = interned([7, 10])
    assert (game.node.name, game.seat, game.legal_texts()) == ("ice_breakout", 0, ["rest", "break out"])
    garrison = game.board.garrison
    game.play("break out", "playing dice 1")
    assert (game.board.soldiers[0], game.board.garrison, game.board.interned(0)) == (5, garrison + 2, 0)
    assert (game.board.space(0), game.node.name, game.seat) == ("S23", "continent", 0)


def test_wd_156_who_stays_misses_the_turn_as_always():
    game = interned([7, 10], turns=2)
    game.play("rest")
    assert (game.board.interned(0), game.board.turn, game.board.soldiers[0]) == (1, 1, 7)


def test_wd_156_who_has_two_soldiers_or_fewer_is_not_asked():
    game = interned([2, 10])
    assert (game.node.name, game.seat, game.board.interned(0)) == ("start_menu", 1, 2)


def test_wd_156_a_table_that_asks_an_interned_player_is_saved_and_played_on():
    game = interned([7, 10])
    again = table_from_json(game.to_json(), chance="explicit")
    assert again.legal_texts() == ["rest", "break out"]
