"""The description of what wins follows the options of the game."""

import pytest

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.text.goal_text import goal_text

FIVE, TEN = "five cards with their Strategic Point or all ten of", "all ten cards of"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, f"{FIVE} a continent; the five of Antarctica; so does the last player in play"),
        ({"variant": "ten_card"}, f"{TEN} a continent; so does the last player in play"),
        (
            {"variant": "multi_five", "sets_to_win": 3},
            f"{FIVE} each of three continents; the five of Antarctica count as one of these; "
            "so does the last player in play",
        ),
        (
            {"variant": "two_set"},
            f"{TEN} each of two continents; the five of Antarctica count as one of these; "
            "so does the last player in play",
        ),
        (
            {"variant": "ally", "num_players": 2},
            f"{TEN} a continent; an Ally's cards do not; so does the last player in play",
        ),
        ({"variant": "ten_card", "last_player": "stalemate"}, f"{TEN} a continent; the last player in play does not"),
        (
            {"variant": "ten_card", "last_player": "play_on"},
            f"{TEN} a continent; the last player in play continues until it is done",
        ),
    ],
    ids=str,
)
def test_the_goal_is_that_of_the_agreement(options, words):
    assert goal_text(Config.of(**options)) == f"What wins: {words}."
