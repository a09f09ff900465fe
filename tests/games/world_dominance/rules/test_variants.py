"""Games for ten cards and for several sets: their start and their goals (WD-276 to WD-280, WD-290 to WD-293)."""

import pytest

from tests.games.world_dominance.hands import (
    AFRICA,
    ASIA,
    EUROPE,
    FIVE_BLUE,
    FOUR_BLACK,
    FOUR_YELLOW,
    GREEN,
    gains,
    without,
)
from tests.games.world_dominance.rule_settings import position
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import VARIANT_ROWS
from wd_env.table.chance_modes import EXPLICIT

BEYOND_FIVE_CARDS = [row for row in VARIANT_ROWS if row.name != "five_card"]


def test_wd_275_the_short_base_game_is_what_one_gets_without_asking():
    assert Config().variant == "five_card"
    assert Config().game.start_soldiers == 10


def test_wd_276_two_sets_of_five_win_and_one_does_not():
    cards = {0: [*FIVE_BLUE[:4], *FOUR_YELLOW]}
    game = gains("British Islands", "Europe", cards=cards, variant="multi_five")
    assert not game.is_terminal
    game = gains("Japan", "Asia", cards={0: [*FIVE_BLUE, *FOUR_YELLOW]}, variant="multi_five")
    assert game.winner == 0


def test_wd_276_three_sets_are_needed_where_three_were_agreed_on():
    two = {0: [*FIVE_BLUE, *FOUR_YELLOW]}
    game = gains("Japan", "Asia", cards=two, variant="multi_five", sets_to_win=3)
    assert not game.is_terminal
    three = {0: [*FIVE_BLUE, *FOUR_YELLOW, "Japan", *FOUR_BLACK]}
    game = gains("Cairo", "Africa", cards=three, variant="multi_five", sets_to_win=3)
    assert game.winner == 0


def test_wd_276_without_stacking_both_sets_must_be_whole_at_the_same_time():
    cards = {0: [*FIVE_BLUE, "Berlin", *FOUR_YELLOW]}
    game = gains("Japan", "Asia", cards=cards, variant="multi_five", stacking=False)
    assert not game.is_terminal  # six blue cards are not a set


@pytest.mark.parametrize(("sets", "soldiers"), [(None, 15), (2, 15), (3, 20)])
def test_wd_277_longer_games_start_with_more_soldiers(sets, soldiers):
    table = WorldDominance(Config(variant="multi_five", sets_to_win=sets, num_players=3), chance=EXPLICIT)
    assert table.board.soldiers == [soldiers] * 3


def test_wd_278_all_ten_of_a_continent_win_the_ten_card_game():
    game = gains("Cairo", "Africa", soldiers=[3, 10, 10], cards={0: without(AFRICA, "Cairo")}, variant="ten_card")
    assert game.winner == 0


def test_wd_278_the_last_soldier_paid_for_the_tenth_card_loses_instead():
    cards = {0: without(AFRICA, "Cairo")}
    game = position(soldiers=[1, 10, 10], cards=cards, lands="Africa", variant="ten_card")
    game.play("take", "draw Cairo")
    assert game.winner is None
    assert game.board.in_play == [1, 2]


def test_wd_279_the_ten_card_game_starts_with_fifteen_soldiers():
    table = WorldDominance(Config(variant="ten_card", num_players=4), chance=EXPLICIT)
    assert table.board.soldiers == [15] * 4
    assert table.board.garrison == 40


def test_wd_280_five_cards_do_not_win_the_ten_card_game():
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="ten_card")
    assert not game.is_terminal


def test_wd_290_two_continents_of_ten_are_needed_where_two_were_agreed_on():
    one = gains("Athens", "Europe", cards={0: without(EUROPE, "Athens")}, variant="two_set")
    assert not one.is_terminal
    two = gains("China", "Asia", cards={0: [*EUROPE, *without(ASIA, "China")]}, variant="two_set")
    assert two.winner == 0
    assert two.board.ended_by == "several sets"


@pytest.mark.parametrize(("variant", "continents"), [("three_set", 3), ("four_set", 4)])
def test_wd_290_three_or_four_continents_can_be_the_goal(variant, continents):
    whole = [EUROPE, ASIA, AFRICA, GREEN][:continents]
    held = without([card for cards in whole[1:] for card in cards], "China")
    assert not gains("China", "Asia", cards={0: held}, variant=variant).is_terminal
    assert gains("China", "Asia", cards={0: [*whole[0], *held]}, variant=variant).winner == 0


def test_wd_290_no_continent_counts_twice():
    cards = {0: [*without(EUROPE, "Athens"), *FOUR_YELLOW]}
    assert not gains("Athens", "Europe", cards=cards, variant="multi_five").is_terminal


@pytest.mark.parametrize(("players", "garrison"), [(2, 60), (3, 40), (4, 20), (5, 0)])
def test_wd_291_the_game_for_two_continents_starts_with_twenty_soldiers(players, garrison):
    table = WorldDominance(Config(variant="two_set", num_players=players), chance=EXPLICIT)
    assert table.board.soldiers == [20] * players
    assert table.board.garrison == garrison


@pytest.mark.parametrize("variant", ["three_set", "four_set"])
def test_wd_293_three_or_four_continents_are_for_three_players_with_thirty_soldiers(variant):
    table = WorldDominance(Config(variant=variant, num_players=3), chance=EXPLICIT)
    assert table.board.soldiers == [30] * 3
    assert table.board.garrison == 10
    for players in (2, 4, 5):
        with pytest.raises(ConfigError, match=f"num_players: expected 3 in {variant}, got {players}"):
            Config(variant=variant, num_players=players)


@pytest.mark.parametrize("variant", ["three_set", "four_set"])
def test_r03_two_may_play_for_three_or_four_continents_where_that_is_agreed_on(variant):
    table = WorldDominance(Config(variant=variant, num_players=2, allow_thirty_two_players=True), chance=EXPLICIT)
    assert table.board.garrison == 40
    with pytest.raises(ConfigError, match=r"num_players: expected 2 to 3 in .*, got 4"):
        Config(variant=variant, num_players=4, allow_thirty_two_players=True)


@pytest.mark.parametrize("row", BEYOND_FIVE_CARDS, ids=lambda row: f"{row.name}_{row.sets_to_win}")
def test_every_row_deals_its_soldiers_to_every_number_of_players_it_allows(row):
    for players in range(row.min_players, row.max_players + 1):
        config = Config(variant=row.name, sets_to_win=row.sets_to_win, num_players=players)
        table = WorldDominance(config, chance=EXPLICIT)
        assert [table.board.soldiers[table.home_seat(player)] for player in range(players)] == [
            row.start_soldiers
        ] * players
        assert table.board.garrison == 100 - players * row.start_soldiers


CONTRADICTIONS = [
    ({"variant": "ten_card", "sets_to_win": 2}, "sets_to_win: expected 1 in ten_card, got 2"),
    ({"variant": "multi_five", "sets_to_win": 4}, "sets_to_win: expected 2 or 3 in multi_five, got 4"),
    ({"variant": "multi_five", "sets_to_win": True}, "sets_to_win: expected an integer"),
    ({"variant": "five_card", "stacking": True}, "stacking: expected False in five_card, got True"),
    ({"variant": "ten_card", "stacking": False}, "stacking: expected True in ten_card, got False"),
    ({"variant": "multi_five", "stacking": 1}, "stacking: expected True, False or None, got 1"),
    ({"variant": "multi_five", "num_players": 5}, r"num_players: expected 2 to 4 in multi_five, got 5"),
    ({"start_soldiers": 26}, r"start_soldiers: expected 1 to 25 for 4 players, got 26"),
    ({"start_soldiers": 0}, r"start_soldiers: expected an integer from 1 to 50 or None, got 0"),
    ({"start_soldiers": 5.0}, r"start_soldiers: expected an integer from 1 to 50 or None, got 5\.0"),
    ({"allow_thirty_two_players": 1}, "allow_thirty_two_players: expected True or False, got 1"),
]


@pytest.mark.parametrize(("options", "reason"), CONTRADICTIONS)
def test_options_that_contradict_the_variant_are_rejected_with_the_reason(options, reason):
    with pytest.raises(ConfigError, match=reason):
        Config.of(**options)


def test_amb_139_the_soldiers_at_the_start_can_be_agreed_on():
    table = WorldDominance(Config(start_soldiers=25, num_players=4), chance=EXPLICIT)
    assert table.board.soldiers == [25] * 4
    assert table.board.garrison == 0
