"""Stacking: sets of five leave the play, with their bonus (WD-281 to WD-289 and wherever Stacks are met)."""

import pytest

from tests.world_dominance.hands import (
    AFRICA,
    ASIA,
    EUROPE,
    FIVE_BLUE,
    FIVE_WHITE,
    FOUR_BLACK,
    FOUR_WHITE,
    FOUR_YELLOW,
    gains,
    without,
)
from wd_env.core.errors import ConfigError
from wd_env.world_dominance.position import position
from wd_env.world_dominance.words import question_in_words

FIVE_BLACK = [*FOUR_BLACK, "Cairo"]
POINT_BLACK = ["Mozambique", "Cape Town", "Angola", "Nigeria", "Cairo"]
EVERY_STACKING_GAME = ["multi_five", "ten_card", "two_set", "three_set", "four_set"]


def ten_card(**table):
    return position(variant="ten_card", **table)


@pytest.mark.parametrize("variant", EVERY_STACKING_GAME)
def test_wd_281_exactly_five_with_the_strategic_point_are_stacked(variant):
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant=variant)
    assert set(game.stacks(0)["Africa"]) == set(FIVE_BLACK)


def test_wd_281_five_without_the_strategic_point_are_not():
    game = gains("Cairo", "Africa", cards={0: [*FOUR_BLACK[:3], "Kenya"]}, variant="ten_card")
    assert game.stacks(0) == {}


def test_wd_281_who_is_over_stacks_on_shedding_to_five():
    game = ten_card(cards={0: [*FIVE_BLACK, "Kenya"]}, lands="concede")
    assert game.stacks(0) == {}
    game.play("continent dice Africa")
    game.play("card Kenya")
    assert set(game.stacks(0)["Africa"]) == set(FIVE_BLACK)


def test_wd_281_stacking_waits_for_the_second_draw_of_a_picture_card():
    pieces = {0: "Cleopatra"}
    game = ten_card(cards={0: FOUR_BLACK}, pieces=pieces, lands="Africa")
    game.play("take", "draw Cairo", "draw Kenya")
    assert game.stacks(0) == {}
    assert len(game.cards(0)) == 6


def test_wd_277_a_completed_five_card_set_becomes_a_stack_in_games_for_several():
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="multi_five")
    assert list(game.stacks(0)) == ["Africa"]
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="multi_five", stacking=False)
    assert game.stacks(0) == {}
    assert not game.is_over


def test_wd_282_no_card_of_a_stack_can_be_conceded():
    game = ten_card(cards={0: [*FIVE_BLACK, "Kenya"]}, stacks={0: ["Africa"]}, lands="concede")
    game.play("continent dice Africa")
    assert game.options() == ["card Kenya"]


@pytest.mark.parametrize("card", ["M10", "M11", "M12", "M14", "M15", "M24", "M25", "M26"])
def test_wd_282_who_has_only_stacks_can_lose_swap_and_donate_nothing(card):
    game = ten_card(cards={0: FIVE_BLUE, 1: [*FIVE_BLACK, "Havana"]}, lands="S01", queue=[card])
    assert game.turn == 1  # the card is void


def test_wd_282_a_stack_cannot_be_taken():
    game = ten_card(cards={1: [*FIVE_BLACK, "Havana"]}, lands="S01", queue=["M13"])
    offered = {option.removeprefix("card ") for option in game.options()}
    assert offered == {"Havana", *game.pack}


def test_wd_282_losing_every_card_leaves_the_stack():
    game = ten_card(cards={0: [*FIVE_BLACK, "Havana", "Peru"]}, lands="S01", queue=["M07"])
    assert set(game.cards(0)) == set(FIVE_BLACK)
    assert list(game.stacks(0)) == ["Africa"]


@pytest.mark.parametrize(("used", "left"), [([], 5), ([0], 2)])
def test_wd_283_stacking_earns_three_soldiers_while_reinforcements_are_unused(used, left):
    cards = {0: ["Mozambique", "Cape Town", "Angola", "Nigeria"]}
    game = ten_card(soldiers=[4, 10, 10], cards=cards, reinforcements_used=used, lands="Africa")
    game.play("take", "draw Kenya")
    assert game.soldiers[0] == left


def test_wd_284_the_bonus_of_a_stack_is_paid_once_a_continent():
    again = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, stacks_paid={0: ["Africa"]}, variant="ten_card")
    assert again.soldiers[0] == 10
    assert list(again.stacks(0)) == ["Africa"]
    other = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, stacks_paid={0: ["Europe"]}, variant="ten_card")
    assert other.soldiers[0] == 13


def test_wd_284_a_paid_bonus_is_remembered():
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="ten_card")
    assert game.view(1).piece("stack_paid")[2][3] == 1
    assert game.soldiers[0] == 13


def test_wd_286_a_stack_shows_its_strategic_point_on_top_and_antarctica_has_none():
    game = ten_card(cards={0: [*FIVE_BLACK, *FIVE_BLUE, *FIVE_WHITE]})
    assert {continent: cards[0] for continent, cards in game.stacks(0).items()} == {
        "Africa": "Mozambique",
        "Europe": "British Islands",
    }
    assert list(game.completed(0)) == ["Antarctica"]


def test_wd_287_six_at_once_are_going_over_and_all_can_be_lost():
    cards = {0: FOUR_BLACK, 1: ["Cairo", "Kenya"]}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, lands="decimate", turn=0)
    game.play("name +1", "soldier dice 1")
    assert game.stacks(0) == {}
    assert len(game.cards(0)) == 6
    game = ten_card(cards={0: [*FOUR_BLACK, "Cairo", "Kenya"]}, lands="concede")
    game.play("continent dice Africa")
    assert len(game.options()) == 6


def test_amb_143_a_card_beside_a_stack_stays_loose():
    game = gains("Kenya", "Africa", cards={0: FIVE_BLACK}, variant="ten_card")
    assert set(game.stacks(0)["Africa"]) == set(FIVE_BLACK)
    assert "Kenya" in game.cards(0)


def test_amb_143_a_stack_of_five_counts_whatever_lies_beside_it():
    cards = {0: [*FIVE_BLACK, "Kenya", *FOUR_YELLOW]}
    game = gains("Japan", "Asia", cards=cards, stacks={0: ["Africa"]}, variant="multi_five")
    assert game.winner == 0


def test_wd_288_a_set_left_in_play_is_unprotected_and_broken_for_good():
    game = ten_card(cards={0: [*FIVE_BLACK]}, manual_stacking=True, lands="S01", queue=["M15"])
    game.play("card Cairo")
    assert "Cairo" in game.pack
    assert game.stacks(0) == {}


def test_wd_288_the_owner_is_asked_at_the_gain_and_as_each_own_turn_begins():
    game = ten_card(players=2, cards={0: FOUR_BLACK}, at={1: "S21"}, manual_stacking=True, lands="gain")
    game.play("continent dice Africa")
    game.play("take", "draw Cairo")
    assert (game.question.name, game.seat, game.options()) == ("stack_set", 0, ["stack", "wait"])
    game.play("wait")
    assert game.stacks(0) == {}
    assert game.seat == 1
    game.play("roll", "playing dice 2")
    game.play("pass")
    assert (game.question.name, game.seat) == ("stack_set", 0)
    game.play("stack")
    assert list(game.stacks(0)) == ["Africa"]
    assert game.question.name == "start_menu"
    assert game.soldiers[0] == 13


def test_wd_288_stacking_by_hand_at_the_gain_pays_the_bonus():
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="ten_card", manual_stacking=True)
    game.play("stack")
    assert game.soldiers[0] == 13
    assert game.turn == 1


def test_wd_288_several_sets_are_asked_about_one_after_another():
    game = ten_card(cards={1: [*FIVE_BLACK, *FIVE_BLUE]}, manual_stacking=True, lands="lose")
    game.play("soldier dice 1")
    game.play("wait")
    assert question_in_words(game) == "seat 1 holds a set of five of Europe: put it into a Stack?"
    game.play("stack")
    assert list(game.stacks(1)) == ["Europe"]
    assert game.question.name == "start_menu"


def test_wd_288_an_opponent_whose_set_is_completed_by_a_gift_is_asked():
    cards = {0: ["Cairo"], 1: FOUR_BLACK}
    game = ten_card(cards=cards, at={1: "S05", 2: "S05"}, manual_stacking=True, lands="S01", queue=["M24"])
    game.play("card Cairo")
    game.play("name +1")
    assert (game.question.name, game.seat) == ("stack_set", 1)
    game.play("stack")
    assert game.soldiers[1] == 13
    assert game.question.name == "start_menu"
    assert game.turn == 1


def test_wd_288_nobody_is_asked_while_something_waits():
    cards = {0: ["Cairo", "Havana"], 1: [*FOUR_BLACK, "Antarctica West"]}
    game = ten_card(cards=cards, at={1: "S05"}, manual_stacking=True, lands="Australasia")
    game.play("antarctica")
    game.play("card Antarctica West")
    game.play("card Cairo")
    assert "Antarctica West" in game.cards(0)
    assert (game.question.name, game.seat) == ("stack_set", 1)
    game.play("wait")
    assert game.question.name == "stack_set"  # the next turn is that player's, who is asked again
    game.play("wait")
    assert game.question.name == "start_menu"


@pytest.mark.parametrize("options", [{}, {"variant": "multi_five", "stacking": False}])
def test_amb_141_stacking_by_hand_needs_stacking(options):
    with pytest.raises(ConfigError, match=r"manual_stacking is True where nothing is Stacked; allowed in .*: False"):
        position(manual_stacking=True, **options)


def test_wd_289_every_player_sees_what_is_stacked():
    game = ten_card(cards={0: FIVE_BLACK})
    in_set = game.view(1).piece("in_set")
    assert sum(in_set) == 5
    assert game.view(1).piece("laid_in_region")[2][3] == 5
    assert game.stacks(0) == {"Africa": POINT_BLACK}


def test_wd_097_cards_of_a_stack_are_part_of_a_set():
    game = ten_card(cards={0: [*FIVE_BLUE, "Cairo"]}, lands="S01", queue=["M15"])
    assert game.options() == ["card Cairo"]


def test_wd_126_completing_two_continents_by_one_strike_is_still_a_win():
    cards = {0: [*EUROPE[:6], *ASIA[:4]], 1: [*EUROPE[6:], *ASIA[4:]]}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.winner == 0
    assert len(game.cards(0)) == 20


def test_wd_127_a_captured_stack_stays_a_stack():
    cards = {0: ["Kenya", "Marrakesh"], 1: FIVE_BLACK}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, at={2: "S05"}, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert set(game.stacks(0)["Africa"]) == set(FIVE_BLACK)
    assert game.soldiers[0] == 11  # no bonus for a Stack that another has made
    game = ten_card(cards={0: [*FIVE_BLACK, "Kenya", "Marrakesh"]}, stacks={0: ["Africa"]}, lands="concede")
    game.play("continent dice Africa")
    assert game.options() == ["card Marrakesh", "card Kenya"]


@pytest.mark.parametrize(("used", "left"), [([], 9), ([0], 6)])
def test_wd_128_a_set_made_by_capture_is_stacked_at_once(used, left):
    cards = {0: ["Alaska", "Havana", "Mexico"], 1: ["Vancouver", "Montreal"]}
    game = ten_card(soldiers=[5, 1, 10], cards=cards, reinforcements_used=used, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.soldiers[0] == left
    assert list(game.stacks(0)) == ["North America"]


def test_wd_139_who_has_only_stacks_pays_a_soldier_on_concede():
    game = ten_card(soldiers=[4, 10, 10], cards={0: FIVE_BLUE}, lands="concede")
    game.play("continent dice Europe")
    assert game.soldiers[0] == 3
    assert list(game.stacks(0)) == ["Europe"]


def test_wd_139_who_has_a_loose_card_of_another_colour_pays_nothing():
    game = ten_card(soldiers=[4, 10, 10], cards={0: [*FIVE_BLUE, "Cairo"]}, lands="concede")
    game.play("continent dice Europe")
    assert game.soldiers[0] == 4
    assert game.turn == 1


def test_wd_164_a_stack_is_safe_from_purgatory():
    game = ten_card(soldiers=[3, 10, 10], cards={0: FIVE_BLACK}, lands="purgatory")
    game.play("playing dice 1", "playing dice 1", "playing dice 1", "purgadies city")
    assert game.soldiers[0] == 2
    assert list(game.stacks(0)) == ["Africa"]


def test_wd_211_no_card_of_a_stack_can_be_ceded():
    game = ten_card(cards={0: [*FIVE_BLUE, "Cairo"]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    assert game.options() == ["card Cairo"]


def test_wd_201_only_stacks_do_not_open_the_way_to_antarctica():
    game = ten_card(cards={0: FIVE_BLUE}, lands="Australasia")
    assert "antarctica" not in game.options()


def test_wd_245_stacked_cards_serve_in_runs():
    cards = {0: ["Spain", "France", "Berlin", "Athens", "British Islands"]}
    game = ten_card(soldiers=[3, 10, 10], cards=cards)
    game.play("run Spain")
    game.play("length 3")
    assert game.soldiers[0] == 4
    assert list(game.stacks(0)) == ["Europe"]


GREEN_STACK = ["Argentina", "Ecuador & the Galapagos Islands", "Peru", "Chile", "Bolivia"]


@pytest.mark.parametrize(("powers", "question"), [(True, "ecuador"), (False, "concede_dice")])
def test_amb_142_ecuador_in_a_stack_keeps_its_power_unless_agreed(powers, question):
    game = ten_card(cards={0: GREEN_STACK}, lands="concede", stacked_powers=powers)
    assert game.question.name == question


def test_amb_142_loose_ecuador_has_its_power_in_any_case():
    game = ten_card(cards={0: GREEN_STACK[1:]}, lands="concede", stacked_powers=False)
    assert game.question.name == "ecuador"


def test_wd_079_a_pre_set_is_no_stack_and_can_be_lost():
    game = ten_card(cards={0: FOUR_BLACK}, lands="concede")
    game.play("continent dice Africa")
    assert len(game.options()) == 4


@pytest.mark.parametrize(
    ("variant", "agreed", "left"),
    [
        ("ten_card", True, 12),
        ("ten_card", False, 10),
        ("two_set", False, 10),
        ("multi_five", False, 12),
        ("five_card", False, 12),
    ],
)
def test_amb_026_the_pre_set_bonus_of_games_for_ten_cards_can_be_left_out(variant, agreed, left):
    cards = {0: FOUR_BLACK[1:]}
    game = gains("Cairo", "Africa", cards=cards, variant=variant, preset_bonus_in_ten_card=agreed)
    assert game.soldiers[0] == left


def test_wd_198_antarctica_earns_five_soldiers_in_the_ten_card_game_and_does_not_win():
    game = wins_south_pole("ten_card")
    assert game.soldiers[0] == 9
    assert not game.is_over
    assert game.completed(0) == {"Antarctica": list(FIVE_WHITE)}


def wins_south_pole(variant, soldiers=4, more=(), **options):
    """The player is asked the question for the fifth card and answers it."""
    hand = {0: [*FOUR_WHITE, "Havana", *more]}
    game = position(soldiers=[soldiers, 10, 10], cards=hand, lands="Australasia", knows={}, variant=variant, **options)
    game.play("antarctica")
    game.play("card Havana")
    game.play("name +1")
    game.play("card Antarctica South Pole (Questions on Antarctica)", "right")
    return game


def test_wd_199_antarctica_is_one_of_the_sets_in_games_for_several():
    assert wins_south_pole("two_set", more=EUROPE).winner == 0
    assert wins_south_pole("multi_five", more=FIVE_BLUE).winner == 0
    assert not wins_south_pole("two_set", more=EUROPE[:9]).is_over


@pytest.mark.parametrize(
    ("variant", "agreed", "left"),
    [
        ("two_set", None, 9),
        ("two_set", 0, 4),
        ("ten_card", 7, 11),
        ("multi_five", None, 4),
    ],
)
def test_amb_101_the_soldiers_for_antarctica_are_five_or_as_agreed(variant, agreed, left):
    assert wins_south_pole(variant, antarctica_set_bonus=agreed).soldiers[0] == left


def test_amb_101_games_for_five_cards_pay_nothing_for_antarctica():
    with pytest.raises(ConfigError, match="antarctica_set_bonus is 5; allowed in multi_five: None"):
        position(variant="multi_five", antarctica_set_bonus=5)


@pytest.mark.parametrize("space", ["South America", "Australasia"])
def test_wd_204_nobody_enters_antarctica_once_somebody_has_all_of_it(space):
    game = ten_card(cards={0: ["Havana"], 1: FIVE_WHITE}, lands=space)
    assert "antarctica" not in game.options()


def test_wd_204_nobody_enters_even_when_the_cards_are_back_in_the_pack():
    game = ten_card(soldiers=[10, 1, 10], cards={1: FIVE_WHITE, 2: ["Havana"]}, at={2: "S14"}, turn=1, lands="lose")
    game.play("soldier dice 3")
    assert "Antarctica West" in game.pack
    game.play("roll", "playing dice 5")
    assert game.options() == ["take", "pass", "jetstream"]


@pytest.mark.parametrize("card", ["M04", "M05"])
def test_wd_205_the_two_cards_on_antarctica_are_void_once_it_is_complete(card):
    game = ten_card(cards={0: ["Havana"], 1: FIVE_WHITE}, lands="S01", queue=[card, "M01"])
    assert game.turn == 1
    assert game.manoeuvre_pack[1] == ["M01", card]


def test_wd_204_the_way_is_barred_from_the_moment_the_south_pole_is_won():
    game = wins_south_pole("ten_card")
    assert [game.view(seat).piece("antarctica_done") for seat in range(3)] == [1, 1, 1]


def test_wd_205_the_planet_at_heart_is_void_even_when_the_cards_are_back_in_the_pack():
    at = {2: "S00"}
    game = ten_card(soldiers=[10, 1, 10], cards={1: FIVE_WHITE}, at=at, turn=1, lands="lose", queue=["M04", "M01"])
    game.play("soldier dice 3")
    assert "Antarctica West" in game.pack
    game.play("roll", "playing dice 1")
    assert (game.turn, game.cards(2)) == (0, [])


def test_amb_100_a_complete_antarctica_cannot_be_lost():
    game = position(cards={1: [*FIVE_WHITE, "Havana"]}, at={1: "S05"}, lands="S01", queue=["M13"], variant="two_set")
    assert not any("Antarctica" in option for option in game.options())
    assert "card Havana" in game.options()


def test_amb_144_a_completed_continent_cannot_be_lost():
    game = position(soldiers=[4, 10, 10], cards={0: EUROPE}, lands="concede", variant="two_set")
    game.play("continent dice Europe")
    assert game.soldiers[0] == 3
    assert list(game.completed(0)) == ["Europe"]


@pytest.mark.parametrize("used", [[], [0]])
def test_wd_292_each_completed_continent_earns_three_soldiers(used):
    cards, stacks = {0: without(ASIA, "Syria")}, {0: ["Asia"]}
    game = position(
        soldiers=[4, 10, 10],
        cards=cards,
        lands="Asia",
        variant="two_set",
        reinforcements_used=used,
        stacks=stacks,
    )
    game.play("take", "draw Syria")
    assert game.soldiers[0] == 5
    assert not game.is_over


def test_wd_292_a_captured_continent_was_completed_by_another():
    game = position(soldiers=[10, 1, 10], cards={1: EUROPE}, lands="decimate", variant="two_set")
    game.play("name +1", "soldier dice 1")
    assert list(game.completed(0)) == ["Europe"]
    assert game.soldiers[0] == 11


def test_wd_292_a_captured_stack_may_complete_a_continent():
    cards = {0: AFRICA[:5], 1: AFRICA[5:]}
    game = position(soldiers=[10, 1, 10], cards=cards, lands="decimate", variant="two_set")
    game.play("name +1", "soldier dice 1")
    assert list(game.completed(0)) == ["Africa"]
    assert game.soldiers[0] == 14


@pytest.mark.parametrize(("counts", "winner"), [(False, None), (True, 0)])
def test_amb_123_cards_of_a_closed_continent_complete_a_set_only_where_agreed(counts, winner):
    cards = {0: [*EUROPE, *without(ASIA, "China")]}
    game = gains("China", "Asia", cards=cards, closed="Europe", variant="two_set", closed_sets_count=counts)
    assert game.winner == winner


@pytest.mark.parametrize(("counts", "stacks"), [(False, {}), (True, {"Africa"})])
def test_amb_123_a_set_of_a_closed_continent_is_stacked_only_where_agreed(counts, stacks):
    cards = {0: FOUR_BLACK, 1: ["Cairo"]}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, closed="Africa", lands="decimate", closed_sets_count=counts)
    game.play("name +1", "soldier dice 1")
    assert set(game.stacks(0)) == set(stacks)


@pytest.mark.parametrize(("last_player", "winner"), [("stalemate", None), ("last_survivor_wins", 0)])
def test_wd_274_two_players_may_agree_on_the_stalemate_in_the_ten_card_game(last_player, winner):
    game = ten_card(players=2, soldiers=[10, 1], cards={0: FIVE_BLACK}, lands="decimate", last_player=last_player)
    game.play("name +1", "soldier dice 1")
    assert game.is_over
    assert game.winner == winner
