"""Invalid saved states of Domination are rejected by name."""

import re

import pytest

from tests.games.domination.tables import table_at
from wd_env.errors import StateError
from wd_env.games.domination.check_state import count_countries


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
    ],
)
def test_dom_207_a_state_that_cannot_be_is_refused(spoil, words):
    table = table_at({0: [12]}, num_players=2)
    table.game.check_state(table.state)
    spoil(table.state)
    with pytest.raises(StateError, match=re.escape(words)):
        table.game.check_state(table.state)
