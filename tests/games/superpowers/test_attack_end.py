"""The last line of a battle says whether the target was taken."""

import pytest

from tests.games.superpowers.play import attack, play, position
from wd_env.games.superpowers.text.superpowers_text import PRESENTER

LOST = "the attack ends in Ukraine, which was not taken"
LEFT = "the attackers retreat from Ukraine, which was not taken"


def closing_changes(table, words):
    """Play all words, the last one separately, and return the changes that it made."""
    *first, last = words.split("|")
    if first:
        play(table, "|".join(first))
    before = PRESENTER.public_state(table)
    play(table, last)
    return PRESENTER.changes(before, table)


@pytest.mark.parametrize(
    ("words", "ending"),
    [("6|6|1|1|1", LOST), ("6|6|6|6|6|retreat", LEFT)],
)
def test_a_failed_attack_on_land_has_a_closing_sentence(words, ending):
    table = position({"germany": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    assert ending in closing_changes(table, words)


def test_a_failed_attack_at_sea_has_a_closing_sentence():
    table = position({"sz_north_sea": "eu BB2", "sz_baltic_sea": "us BB1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    changes = closing_changes(table, "6|6|6|retreat")
    assert "the attackers retreat from Baltic Sea, which was not won" in changes


def test_only_the_last_line_of_a_failed_attack_says_so():
    table = position({"germany": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    for word in "6 6 6 6 6".split():
        assert not [text for text in closing_changes(table, word) if "not taken" in text]


def test_a_successful_attack_has_no_such_sentence():
    table = position({"germany": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    changes = closing_changes(table, "1|1|6|6|6|press|6")
    assert table.board.holders["ukraine"] == "eu"
    assert not [text for text in changes if "not taken" in text]
