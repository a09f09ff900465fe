"""Invalid saved states of Domination are rejected by name."""

import re

import pytest

from tests.games.domination.tables import possible, table_at
from wd_env.errors import StateError
from wd_env.games.domination.check_state import check_state, count_countries
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.decision_codes import ATTACKING, CONTINUE, FIRST_AUTOMATIC, TAKE_SEAT
from wd_env.games.domination.definitions.rule_constants import NOBODY, OFF_MAP
from wd_env.games.domination.table import Domination
from wd_env.table.chance_modes import EXPLICIT


def with_no_armies(s):
    s.armies[5] = 0


def with_a_card_too_many(s):
    s.hand_size[0] += 1


def with_one_capital_of_two(s):
    s.capital[:2] = [3, 3]


def with_a_wrong_count(s):
    s.country_counts[0] += 1


def with_a_wrong_count_of_a_group(s):
    s.group_counts[1] += 1


def with_a_winner_of_a_game_that_goes_on(s):
    s.won[0] = 1


def with_one_mission_of_two(s):
    s.mission[:2] = [3, 3]


def with_the_turn_of_a_seat_that_is_out(s):
    s.turn = 1
    s.holder = [0] * len(s.holder)
    s.country_counts, s.group_counts = count_countries(s)
    s.in_play[1], s.removed_by[1] = 0, 0


def with_armies_of_nobody(s):
    s.holder[5] = NOBODY
    s.country_counts, s.group_counts = count_countries(s)


def with_a_seat_that_is_out_but_holds_countries(s):
    s.in_play[1] = 0


def with_a_seat_removed_that_holds_countries(s):
    s.removed_by[1] = 0


def with_a_country_beyond_the_map(s):
    s.holder[5] = OFF_MAP
    s.country_counts, s.group_counts = count_countries(s)


def with_cards_in_a_deck_that_has_none(s):
    s.has_no_cards = 1


def with_the_end_of_a_game_that_goes_on(s):
    s.ended_by = 1


def with_a_truncated_game_that_goes_on(s):
    s.truncated = 1


def with_a_capital_in_a_game_without(s):
    s.capital[0] = 3


def with_a_mission_in_a_game_without(s):
    s.mission[0] = 3


def with_a_card_named_outside_a_trade(s):
    s.picked[0] = 1


def with_a_decision_after_another_that_is_not_waiting(s):
    s.next_node = ATTACKING


def with_a_player_who_may_not_decide_to_continue(s):
    s.node, s.next_node = CONTINUE, ATTACKING


def with_a_seat_taken_without_a_draw(s):
    s.node = TAKE_SEAT


def with_players_seated_after_the_draw(s):
    s.num_seated = 1


def with_two_owners_of_one_seat(s):
    s.owner[:2] = [1, 1]


def with_owners_exchanged_without_a_draw(s):
    s.owner[:2] = s.home_seat[:2] = [1, 0]


def with_an_outcome_in_progress(s):
    s.node = FIRST_AUTOMATIC


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (with_no_armies, "country 6 has 0 armies"),
        (with_a_card_too_many, "hand_size is [1, 0"),
        (with_one_capital_of_two, "two seats have one capital"),
        (with_one_mission_of_two, "two seats have one mission"),
        (with_the_turn_of_a_seat_that_is_out, "it is the turn of seat 1, which is out"),
        (with_a_wrong_count, "country_counts is [2, 41"),
        (with_a_wrong_count_of_a_group, "group_counts is ["),
        (with_a_winner_of_a_game_that_goes_on, "won is [1, 0"),
        (with_armies_of_nobody, "a country has no holder"),
        (with_a_seat_that_is_out_but_holds_countries, "in_play is [1, 0"),
        (with_a_seat_removed_that_holds_countries, "removed_by is [6, 0"),
        (with_a_country_beyond_the_map, "holder is ["),
        (with_cards_in_a_deck_that_has_none, "there are cards, but the deck has none"),
        (with_the_end_of_a_game_that_goes_on, "ended_by is 1 where 0 have won"),
        (with_a_truncated_game_that_goes_on, "the game is truncated but not over"),
        (with_a_capital_in_a_game_without, "capitals are [3, 1000"),
        (with_a_mission_in_a_game_without, "missions are [3, 1000"),
        (with_a_card_named_outside_a_trade, "picked is [1, 0"),
        (with_a_decision_after_another_that_is_not_waiting, f"next_node is {ATTACKING}"),
        (with_a_player_who_may_not_decide_to_continue, "no player can decide now whether to continue"),
        (with_a_seat_taken_without_a_draw, "0 are seated where seat is 0"),
        (with_players_seated_after_the_draw, "num_seated is 1"),
        (with_two_owners_of_one_seat, "owner is [1, 1"),
        (with_owners_exchanged_without_a_draw, "owner is [1, 0"),
        (with_an_outcome_in_progress, "node"),
    ],
)
def test_dom_207_a_state_that_cannot_be_is_refused(spoil, words):
    table = table_at({0: [12]}, num_players=2)
    table.game.check_state(table.state)
    spoil(table.state)
    with pytest.raises(StateError, match=re.escape(words)):
        table.game.check_state(table.state)


@pytest.mark.parametrize(("homes", "is_possible"), [([1, 0], True), ([1, 1], False), ([0, 3], False)])
def test_dom_207_seats_that_are_drawn_differ_and_are_in_the_game(homes, is_possible):
    state = Domination(Config(num_players=3, shuffle_seats=True), chance=EXPLICIT).state
    state.home_seat[:2], state.num_seated, state.seat = homes, 2, 2
    if is_possible:
        check_state(state)
    else:
        with pytest.raises(StateError, match=re.escape(f"homes are {homes}")):
            check_state(state)


@pytest.mark.parametrize(
    ("options", "nodes"),
    [
        ({"auto_place": "none"}, ["first_seat", "claim", "setup_place"]),
        ({"auto_place": "countries"}, ["first_seat", "deal", "setup_place"]),
        ({"game_type": "mission"}, ["first_seat", "draw_mission", "deal", "setup_place"]),
        ({"game_type": "capital"}, ["first_seat", "claim", "setup_place", "capital"]),
        ({"shuffle_seats": True}, ["take_seat", "first_seat", "claim", "setup_place"]),
    ],
)
def test_dom_207_every_state_of_the_set_up_is_possible(options, nodes):
    table = Domination(Config(num_players=3, **options), chance=EXPLICIT)
    reached = dict.fromkeys([table.node.name])
    while table.node.name != "place":
        table.game.check_state(table.state)
        table.play(possible(table)[0])
        reached[table.node.name] = None
    assert list(reached) == [*nodes, "place"]
