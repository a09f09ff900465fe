"""Completed continents and a completed Antarctica while the game continues.

See WD-198, WD-199, WD-204, WD-205, WD-292.
"""

import pytest

from tests.games.world_dominance.hands import (
    AFRICA,
    ASIA,
    EUROPE,
    FIVE_BLACK,
    FIVE_BLUE,
    FIVE_WHITE,
    FOUR_BLACK,
    FOUR_WHITE,
    gains,
    ten_card,
    without,
)
from tests.games.world_dominance.rule_settings import position
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.checks.check_state import check_state


def test_wd_198_antarctica_earns_five_soldiers_in_the_ten_card_game_and_does_not_win():
    game = wins_south_pole("ten_card")
    assert game.board.soldiers[0] == 9
    assert not game.is_terminal
    assert game.board.completed(0) == {"Antarctica": list(FIVE_WHITE)}


def wins_south_pole(variant, soldiers=4, more=(), **options):
    """Return a game in which the player has answered the question for the fifth card."""
    hand = {0: [*FOUR_WHITE, "Havana", *more]}
    game = position(soldiers=[soldiers, 10, 10], cards=hand, lands="Australasia", knows={}, variant=variant, **options)
    game.play("antarctica")
    game.play("card Havana")
    game.play("name +1")
    game.play("card Antarctica South Pole (Questions on Antarctica)", "right")
    return game


def test_wd_199_antarctica_is_one_of_two_sets_of_five():
    assert wins_south_pole("multi_five", more=FIVE_BLUE).winner == 0
    assert not wins_south_pole("multi_five", more=FIVE_BLUE[:4]).is_terminal


def test_wd_199_antarctica_is_one_of_three_sets_of_five():
    assert wins_south_pole("multi_five", more=[*FIVE_BLUE, *FIVE_BLACK], sets_to_win=3).winner == 0
    assert not wins_south_pole("multi_five", more=FIVE_BLUE, sets_to_win=3).is_terminal


def test_wd_199_antarctica_is_one_of_two_continents():
    assert wins_south_pole("two_set", more=EUROPE).winner == 0
    assert not wins_south_pole("two_set", more=EUROPE[:9]).is_terminal


def test_wd_199_antarctica_is_one_of_three_continents():
    assert wins_south_pole("three_set", more=[*EUROPE, *ASIA]).winner == 0
    assert not wins_south_pole("three_set", more=[*EUROPE, *ASIA[:9]]).is_terminal


def test_wd_199_antarctica_is_one_of_four_continents():
    assert wins_south_pole("four_set", more=[*EUROPE, *ASIA, *AFRICA]).winner == 0
    assert not wins_south_pole("four_set", more=[*EUROPE, *ASIA, *AFRICA[:9]]).is_terminal


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
    assert wins_south_pole(variant, antarctica_set_bonus=agreed).board.soldiers[0] == left


def test_amb_101_games_for_five_cards_pay_nothing_for_antarctica():
    with pytest.raises(ConfigError, match="antarctica_set_bonus: expected None in multi_five, got 5"):
        position(variant="multi_five", antarctica_set_bonus=5)


@pytest.mark.parametrize("space", ["South America", "Australasia"])
def test_wd_204_nobody_enters_antarctica_once_somebody_has_all_of_it(space):
    game = ten_card(cards={0: ["Havana"], 1: FIVE_WHITE}, lands=space)
    assert "antarctica" not in game.legal_texts()


def test_wd_204_nobody_enters_even_when_the_cards_are_back_in_the_pack():
    game = ten_card(soldiers=[10, 1, 10], cards={1: FIVE_WHITE, 2: ["Havana"]}, at={2: "S14"}, turn=1, lands="lose")
    game.play("soldier dice 3")
    assert "Antarctica West" in game.board.pack
    game.play("roll", "playing dice 5")
    assert game.legal_texts() == ["take", "pass", "jetstream"]


@pytest.mark.parametrize("card", ["M04", "M05"])
def test_wd_205_the_two_cards_on_antarctica_are_void_once_it_is_complete(card):
    game = ten_card(cards={0: ["Havana"], 1: FIVE_WHITE}, lands="S01", queue=[card, "M01"])
    assert game.board.turn == 1
    assert game.board.manoeuvre_pack[1] == ["M01", card]


def test_wd_204_the_way_is_barred_from_the_moment_the_south_pole_is_won():
    game = wins_south_pole("ten_card")
    assert [game.view(seat).feature("antarctica_done") for seat in range(3)] == [1, 1, 1]


def test_wd_205_the_planet_at_heart_is_void_even_when_the_cards_are_back_in_the_pack():
    at = {2: "S00"}
    game = ten_card(soldiers=[10, 1, 10], cards={1: FIVE_WHITE}, at=at, turn=1, lands="lose", queue=["M04", "M01"])
    game.play("soldier dice 3")
    assert "Antarctica West" in game.board.pack
    game.play("roll", "playing dice 1")
    assert (game.board.turn, game.board.cards(2)) == (0, [])


def test_wd_205_a_card_of_antarctica_that_paradies_gave_afterwards_is_not_lost():
    game = ten_card(cards={0: ["Antarctica West"]}, at={0: "S00"}, queue=["M05", "M01"])
    game.state.antarctica_done = 1
    game.play("roll", "playing dice 1")
    assert (game.board.turn, game.board.cards(0)) == (1, ["Antarctica West"])


def test_amb_100_a_complete_antarctica_cannot_be_lost():
    game = position(cards={1: [*FIVE_WHITE, "Havana"]}, at={1: "S05"}, lands="S01", queue=["M13"], variant="two_set")
    assert not any("Antarctica" in option for option in game.legal_texts())
    assert "card Havana" in game.legal_texts()


def test_amb_144_a_completed_continent_cannot_be_lost():
    game = position(soldiers=[4, 10, 10], cards={0: EUROPE}, lands="concede", variant="two_set")
    game.play("continent dice Europe")
    assert game.board.soldiers[0] == 3
    assert list(game.board.completed(0)) == ["Europe"]


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
    assert game.board.soldiers[0] == 5
    assert not game.is_terminal


def strikes_out(cards, **table):
    """Return a game in which P1 names P2, who has one soldier, and strikes that player out."""
    game = position(soldiers=[10, 1, 10], cards=cards, lands="decimate", **table)
    game.play("name +1", "soldier dice 1")
    return game


@pytest.mark.parametrize(("agreed", "soldiers"), [(None, 14), (True, 14), (False, 11)])
def test_wd_292_a_captured_continent_earns_its_bonus_unless_agreed_otherwise(agreed, soldiers):
    options = {} if agreed is None else {"captured_sets_pay": agreed}
    game = strikes_out({1: EUROPE}, variant="two_set", **options)
    assert list(game.board.completed(0)) == ["Europe"]
    assert game.board.soldiers[0] == soldiers


@pytest.mark.parametrize(("agreed", "soldiers"), [(True, 16), (False, 11)])
def test_wd_198_a_captured_antarctica_earns_its_bonus_unless_agreed_otherwise(agreed, soldiers):
    game = strikes_out({1: FIVE_WHITE}, variant="ten_card", captured_sets_pay=agreed)
    assert list(game.board.completed(0)) == ["Antarctica"]
    assert game.board.soldiers[0] == soldiers


def test_wd_292_the_bonus_of_a_captured_continent_is_paid_once():
    game = strikes_out({1: EUROPE}, variant="two_set", at={2: "S05"})
    game.play("roll", "playing dice 1", "soldier dice 1")  # the accounts are settled once more
    assert game.board.soldiers == [14, 0, 9]


def test_wd_292_a_captured_continent_pays_no_more_than_the_garrison_has():
    game = strikes_out({1: EUROPE}, variant="two_set", rsz=77)
    assert (game.board.soldiers[0], game.board.garrison) == (13, 0)


def test_wd_127_a_captured_stack_earns_nothing_and_stays_a_stack():
    game = strikes_out({1: FIVE_BLACK}, variant="ten_card")
    assert set(game.board.stacks(0)) == {"Africa"}
    assert game.board.soldiers[0] == 11


def test_wd_126_a_captured_continent_may_win_in_a_game_for_two():
    game = strikes_out({0: ASIA, 1: EUROPE}, variant="two_set")
    assert (game.winner, game.board.ended_by) == (0, "several sets")


def test_wd_292_a_captured_stack_may_complete_a_continent():
    cards = {0: AFRICA[:5], 1: AFRICA[5:]}
    game = position(soldiers=[10, 1, 10], cards=cards, lands="decimate", variant="two_set")
    game.play("name +1", "soldier dice 1")
    assert list(game.board.completed(0)) == ["Africa"]
    assert game.board.soldiers[0] == 14


KEPT = pytest.mark.parametrize(("agreed", "kept"), [({}, 1), ({"closed_sets_stay": False}, 0)])


def closes(region, variant="two_set", **table):
    """Let P1 close an Airspace by a card, and return each player's sets, which are public."""
    game = position(queue=["M03", "M08"], lands="S01", variant=variant, **table)
    game.play(f"region {region}")
    return game.view(0).feature("sets")[:3]


@KEPT
def test_wd_253_a_continent_that_was_complete_before_its_closure_keeps_counting(agreed, kept):
    assert closes("Europe", cards={1: EUROPE}, **agreed) == [0, kept, 0]


@KEPT
@pytest.mark.parametrize("stacking", [True, False])
def test_wd_253_five_cards_that_were_a_set_before_the_closure_keep_counting(agreed, kept, stacking):
    assert closes("Europe", "multi_five", cards={1: FIVE_BLUE}, stacking=stacking, **agreed) == [0, kept, 0]


@KEPT
def test_wd_253_an_antarctica_that_was_complete_before_its_closure_keeps_counting(agreed, kept):
    assert closes("Antarctica", cards={1: FIVE_WHITE}, **agreed) == [0, kept, 0]


def test_wd_253_a_closure_leaves_the_sets_of_other_continents_as_they_are():
    assert closes("Asia", cards={1: EUROPE, 0: ASIA[:9]}) == [0, 1, 0]


@KEPT
def test_wd_253_a_captured_set_of_a_closed_continent_counts_for_the_striker(agreed, kept):
    game = strikes_out({1: EUROPE}, closed="Europe", variant="two_set", **agreed)
    assert game.view(0).feature("sets")[:3] == [kept, 0, 0]


@pytest.mark.parametrize(("agreed", "soldiers"), [({}, 14), ({"closed_sets_stay": False}, 11)])
def test_wd_292_a_captured_set_of_a_closed_continent_pays_when_it_counts(agreed, soldiers):
    assert strikes_out({1: EUROPE}, closed="Europe", variant="two_set", **agreed).board.soldiers[0] == soldiers


def test_wd_253_a_captured_set_of_five_that_goes_over_while_it_is_closed_counts_no_more():
    game = strikes_out({0: ["Berlin"], 1: FIVE_BLUE}, closed="Europe", variant="multi_five", stacking=False)
    assert game.view(0).feature("sets")[:3] == [0, 0, 0]


def test_wd_253_a_continent_gathered_while_it_is_closed_does_not_count():
    game = strikes_out({0: EUROPE[:6], 1: EUROPE[6:]}, closed="Europe", variant="two_set")
    assert game.view(0).feature("sets")[:3] == [0, 0, 0]


@KEPT
def test_wd_253_a_kept_set_and_a_new_one_win_together(agreed, kept):
    cards = {0: [*EUROPE, *without(ASIA, "China")]}
    game = gains("China", "Asia", cards=cards, closed="Europe", variant="two_set", **agreed)
    assert (game.winner == 0) == kept


def test_amb_123_nobody_keeps_a_set_that_went_back_to_the_pack():
    game = position(soldiers=[10, 1, 10], cards={1: EUROPE}, closed="Europe", turn=1, lands="lose", variant="two_set")
    game.play("soldier dice 1")
    assert set(EUROPE) <= set(game.board.pack)
    check_state(game.state)


def test_amb_123_nothing_is_kept_any_more_when_the_region_has_opened():
    game = position(2, cards={1: EUROPE}, queue=["M03"], lands="S01", variant="two_set", closure_duration="round")
    game.play("region Europe")
    check_state(game.state)
    for answers in (("roll", "playing dice 1"), ("roll", "playing dice 1"), ("rest",)):
        if game.board.closed:
            game.play(*answers)
    assert game.board.closed is None
    check_state(game.state)


@pytest.mark.parametrize(("counts", "winner"), [(False, None), (True, 0)])
def test_amb_123_cards_of_a_closed_continent_complete_a_set_only_where_agreed(counts, winner):
    cards = {0: [*ASIA, *EUROPE[:6]], 1: EUROPE[6:]}
    game = strikes_out(cards, closed="Europe", variant="two_set", closed_sets_count=counts)
    assert game.winner == winner


def test_amb_123_sets_that_count_though_closed_cannot_be_told_to_stop():
    with pytest.raises(ConfigError, match="closed_sets_stay: expected True with closed_sets_count, got False"):
        position(closed_sets_count=True, closed_sets_stay=False)


@pytest.mark.parametrize(("counts", "stacks"), [(False, {}), (True, {"Africa"})])
def test_amb_123_a_set_of_a_closed_continent_is_stacked_only_where_agreed(counts, stacks):
    cards = {0: FOUR_BLACK, 1: ["Cairo"]}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, closed="Africa", lands="decimate", closed_sets_count=counts)
    game.play("name +1", "soldier dice 1")
    assert set(game.board.stacks(0)) == set(stacks)


@pytest.mark.parametrize(("last_player", "winner"), [("stalemate", None), ("last_survivor_wins", 0)])
def test_wd_274_two_players_may_agree_on_the_stalemate_in_the_ten_card_game(last_player, winner):
    game = ten_card(players=2, soldiers=[10, 1], cards={0: FIVE_BLACK}, lands="decimate", last_player=last_player)
    game.play("name +1", "soldier dice 1")
    assert game.is_terminal
    assert game.winner == winner
