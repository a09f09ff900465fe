"""A text index converts index and text in both directions, and rejects everything else."""

import pytest

from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.notation import TextIndex


@pytest.mark.parametrize("rows", [GAME.actions, GAME.outcomes], ids=lambda rows: rows.name)
def test_every_row_prints_and_parses_back(rows):
    assert [rows.index(text) for text in rows] == list(range(len(rows)))
    assert [rows.text(number) for number in range(len(rows))] == list(rows) == list(rows.texts)


@pytest.mark.parametrize("rows", [GAME.actions, GAME.outcomes], ids=lambda rows: rows.name)
def test_texts_are_one_line_without_blanks_at_the_ends(rows):
    assert all(text == text.strip() and text.isprintable() and text for text in rows)


def test_no_text_is_both_an_action_and_an_outcome():
    assert not set(GAME.actions) & set(GAME.outcomes)


@pytest.mark.parametrize("index", [-1, 3, 2**70, True, False, 1.0, 1.5, None, "a", [0]])
def test_a_number_without_a_row_is_refused(index):
    with pytest.raises(IllegalAction, match="letter: expected 0 to 2"):
        TextIndex("letter", ("a", "b", "c")).text(index)


@pytest.mark.parametrize("text", ["", "A", "a ", "d", None, 0, ["a"]])
def test_a_text_without_a_row_is_refused(text):
    with pytest.raises(IllegalAction, match="unknown letter"):
        TextIndex("letter", ("a", "b", "c")).index(text)


def test_an_error_about_a_similar_text_suggests_the_nearest():
    with pytest.raises(IllegalAction, match=r"unknown action 'nam \+1'; expected, for example, name \+1, "):
        GAME.actions.index("nam +1")


def test_two_rows_of_one_text_cannot_be_declared():
    with pytest.raises(ValueError, match="share a text"):
        TextIndex("letter", ("a", "b", "a"))


def test_the_hash_changes_with_text_order_and_number():
    hashes = {TextIndex("r", texts).hash for texts in (("a", "b"), ("b", "a"), ("a", "c"), ("a",), ("a", "b", "c"))}
    assert len(hashes) == 5
    assert TextIndex("r", ("a", "b")).hash == TextIndex("other name", ("a", "b")).hash
