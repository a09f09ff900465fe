"""The pieces of an observation lie one after the other, and their list alone decides its size and hash."""

from itertools import pairwise

import pytest

from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.spec.observation_layout import Layout, Piece
from wd_env.spec.view import View

PIECES = (Piece("one", (), 0, 1, ""), Piece("row", (3,), 0, 5, ""), Piece("grid", (2, 4), 0, 127, ""))


def test_pieces_lie_one_after_the_other_without_a_gap():
    layout = Layout(PIECES)
    assert [layout.slice(piece.name) for piece in PIECES] == [slice(0, 1), slice(1, 4), slice(4, 12)]
    assert layout.size == 12


def test_the_games_observation_is_covered_once():
    slices = [GAME.layout.slice(piece.name) for piece in GAME.layout.pieces]
    assert slices[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(slices))
    assert slices[-1].stop == GAME.layout.size


def test_every_piece_of_the_game_fits_int8_and_says_what_it_means():
    for piece in GAME.layout.pieces:
        assert 0 <= piece.low < piece.high <= 127
        assert piece.meaning


def test_unknown_pieces_and_shared_names_are_refused():
    with pytest.raises(KeyError):
        Layout(PIECES).slice("none")
    with pytest.raises(ValueError, match="share a name"):
        Layout((PIECES[0], PIECES[0]))


@pytest.mark.parametrize(
    "changed",
    [
        PIECES[:2],
        PIECES[::-1],
        (*PIECES[:2], Piece("grid", (4, 2), 0, 127, "")),
        (*PIECES[:2], Piece("grid", (2, 4), 0, 126, "")),
        (*PIECES[:2], Piece("mesh", (2, 4), 0, 127, "")),
    ],
)
def test_the_hash_changes_with_name_order_shape_and_range(changed):
    assert Layout(changed).hash != Layout(PIECES).hash


def test_the_hash_does_not_change_with_the_words():
    assert Layout((Piece("one", (), 0, 1, "other words"), *PIECES[1:])).hash == Layout(PIECES).hash


def test_a_view_reads_each_piece_in_its_shape():
    table = position(players=3, soldiers=[7, 8, 9], cards={2: ["Alaska"]}, closed="Asia", rsz=4)
    view = table.view(1)
    assert view.piece("rsz") == 4
    assert view.piece("army") == [8, 9, 7, 0, 0]
    assert view.piece("held")[1].count(1) == 1
    assert len(view.piece("held")) == 5
    assert len(view.piece("held")[0]) == 65
    with pytest.raises(KeyError):
        view.piece("none")


def test_a_view_names_the_question_and_its_options():
    table = position(players=2)
    view = table.view(0)
    assert view.question == "start_menu"
    assert [option.text for option in view.options] == table.options()
    assert view.option("roll").index == GAME.actions.index("roll")
    assert view.option("take") is None
    assert "start_menu" in view.decisions
    table.play("roll")
    assert table.view(0).question == ""
    assert isinstance(table.view(0), View)
