"""Closed Airspaces (WD-247 to WD-256)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.checks.check_state import check_state

SPACES = {
    "North America": ("S06", "S07", "S08"),
    "South America": ("S02", "S03", "S04"),
    "Africa": ("S22", "S23", "S00"),
    "Australasia": ("S18", "S19", "S20"),
    "Asia": ("S14", "S15", "S16"),
    "Europe": ("S10", "S11", "S12"),
}
EVERY_SPACE = [(region, space) for region, spaces in SPACES.items() for space in spaces]


def is_passed_over(game):
    """Return whether P2 has the turn and nothing was paid, won or thrown."""
    return (game.seat, game.node.name, game.board.soldiers, game.board.garrison) == (1, "start_menu", [10] * 3, 70)


@pytest.mark.parametrize(("region", "space"), EVERY_SPACE)
def test_wd_247_no_space_of_a_closed_airspace_is_engaged(region, space):
    game = position(cards={0: ["Rome", "Cairo"]}, closed=region, lands=space)
    assert is_passed_over(game)
    assert game.board.cards(0) == ["Cairo", "Rome"]


def test_wd_247_the_spaces_of_every_other_airspace_are_engaged():
    assert position(closed="North America", lands="S10").node.name == "theme_draw"


def test_wd_247_the_manoeuvre_space_inside_europe_is_closed_with_it():
    game = position(closed="Europe", lands="S12", queue=["M08", "M05"])
    assert game.board.manoeuvre_pack == ([], ["M08", "M05"])


def test_wd_248_from_a_closed_continent_space_there_is_no_jetstream():
    game = position(closed="Europe", lands="Europe")
    assert (game.seat, game.board.space(0)) == (1, "S11")


def test_wd_249_to_a_closed_continent_space_there_is_no_jetstream():
    assert position(closed="Europe", lands="Africa").legal_texts() == ["take", "pass"]


def test_wd_250_a_closed_airspace_neither_brings_nor_costs_soldiers():
    assert is_passed_over(position(closed="Africa", lands="conscript"))
    assert is_passed_over(position(closed="Africa", lands="Africa"))


def test_wd_251_nobody_is_trespassed_on_in_a_closed_airspace():
    assert is_passed_over(position(closed="North America", at={1: "S07"}, lands="S07"))


def test_wd_252_a_card_cannot_touch_the_strategic_point_of_a_closed_continent():
    game = position(cards={0: ["Alaska", "Anadyr"]}, closed="North America", queue=["M10", "M08"], lands="S01")
    assert game.legal_texts() == ["card Anadyr"]


@pytest.mark.parametrize("card", ["M10", "M11", "M12"])
def test_wd_252_with_nothing_but_a_closed_strategic_point_the_card_is_void(card):
    holdings = {0: ["Alaska"], 1: ["Anadyr"]}
    game = position(cards=holdings, closed="North America", queue=[card, "M08"], lands="S01")
    assert is_passed_over(game)
    assert game.board.cards(0) == ["Alaska"]


def test_wd_252_an_opponents_closed_strategic_point_cannot_be_swapped_in():
    holdings = {0: ["Anadyr"], 1: ["Alaska"], 2: ["Mozambique"]}
    game = position(cards=holdings, closed="North America", queue=["M11", "M08"], lands="S01")
    game.play("card Anadyr")
    assert game.legal_texts() == ["card Mozambique"]


def test_wd_253_a_closed_card_cannot_be_ceded():
    game = position(cards={0: ["China"]}, closed="Asia", lands="South America")
    assert game.legal_texts() == ["take", "pass"]


def test_wd_253_a_closed_card_cannot_be_taken_from_the_pack_or_an_opponent():
    game = position(cards={1: ["China", "Rome"]}, closed="Asia", queue=["M13", "M08"], lands="S01")
    assert "card Rome" in game.legal_texts()
    assert not {"card China", "card Japan"} & set(game.legal_texts())


def test_wd_253_a_closed_card_is_neither_lost_in_purgatory_nor_won_in_paradies():
    game = position(cards={0: ["Alaska", "Anadyr"]}, closed="Asia", lands="purgatory")
    game.play("playing dice 1", "playing dice 1", "playing dice 1", "purgadies strategic_point")
    assert game.legal_texts() == ["card Alaska"]
    game = position(closed="Asia", lands="paradies")
    game.play("pay two", "purgadies strategic_point")
    assert "card Alaska" in game.legal_texts()
    assert "card Anadyr" not in game.legal_texts()


def test_wd_254_a_closed_colour_on_concede_loses_nothing():
    game = position(soldiers=4, cards={0: ["Perth"]}, closed="Australasia", lands="concede")
    game.play("continent dice Australasia")
    assert (game.seat, game.board.cards(0), game.board.soldiers[0]) == (1, ["Perth"], 4)


def test_wd_254_a_closed_colour_on_concede_costs_no_soldier_without_any_card():
    game = position(soldiers=4, closed="Australasia", lands="concede")
    game.play("continent dice Australasia")
    assert game.board.soldiers == [4, 4, 4]


def test_wd_254_a_closed_colour_on_gain_wins_nothing():
    game = position(closed="Australasia", lands="gain")
    game.play("continent dice Australasia")
    assert is_passed_over(game)


@pytest.mark.parametrize("card", ["M06", "M16", "M17"])
def test_wd_255_with_europe_closed_no_card_forfeits_soldiers_to_the_zone(card):
    game = position(closed="Europe", queue=[card, "M08"], lands="S01")
    assert is_passed_over(game)
    assert game.board.rsz == 0


def test_wd_256_the_closing_card_lies_on_the_board_for_all_to_see():
    game = position(lands="S01")
    game.play("manoeuvre M03")
    game.play("region Africa")
    unseen, seen = game.board.manoeuvre_pack
    assert (len(unseen), seen, game.board.closed) == (26, [], "Africa")
    assert game.view(1).feature("closed") == game.view(2).feature("closed") == [0, 0, 0, 1, 0, 0, 0]


def test_amb_117_a_closure_lasts_to_the_end_of_the_game():
    game = position(closed="Africa")
    while not game.is_terminal:
        game.play(game.legal_texts()[-1])
    assert game.board.closed == "Africa"


def test_amb_123_closed_cards_go_to_the_striker_yet_complete_no_set():
    holdings = {0: ["Perth", "Sydney", "Wellington"], 1: ["Darwin", "Jakarta"]}
    game = position(soldiers=[5, 1, 5], cards=holdings, closed="Australasia", lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.board.cards(0) == ["Perth", "Sydney", "Wellington", "Darwin", "Jakarta"]
    assert (game.winner, game.is_terminal) == (None, False)


def test_amb_123_closed_cards_of_a_player_who_goes_out_return_to_the_pack():
    game = position(soldiers=[1, 5, 5], cards={0: ["Perth"]}, closed="Australasia", lands="lose")
    game.play("soldier dice 1")
    assert "Perth" in game.board.pack
    assert game.board.in_play == [1, 2]


def test_amb_124_who_stands_on_a_closed_space_keeps_the_start_of_the_turn_and_can_be_named():
    game = position(at={0: "S07", 1: "S08"}, closed="North America")
    assert game.legal_texts() == ["roll", "reinforce"]
    game = position(at={1: "S07"}, closed="North America", lands="decimate")
    assert "name +1" in game.legal_texts()


def test_ruling_r6_a_kind_held_only_in_closed_cards_costs_nothing_in_purgatory():
    game = position(cards={0: ["Anadyr"]}, closed="Asia", lands="purgatory")
    game.play("playing dice 1", "playing dice 1", "playing dice 1", "purgadies strategic_point")
    assert is_passed_over(game)


def test_ruling_r9_internment_runs_on_while_africa_is_closed():
    game = position(players=2, ice_house={1: 1}, at={0: "S13"}, closed="Africa")
    game.play("roll", "playing dice 2")
    game.play("pass")
    assert (game.seat, game.board.interned(1)) == (0, 0)


def test_wd_256_the_card_on_the_board_stays_there_while_others_go_to_the_bottom():
    game = position(queue=["M03", "M16", "M08"], at={1: "S20"}, lands="S01")
    game.play("region Asia")
    game.play("roll", "playing dice 1")
    assert (game.board.soldiers, game.board.manoeuvre_pack, game.board.turn) == ([10, 8, 10], ([], ["M08", "M16"]), 2)
    check_state(game.state)
