"""The features of an observation follow one another, and their list alone determines its size and hash."""

from itertools import pairwise

import pytest

from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.spec.observation_layout import Feature, ObservationLayout
from wd_env.spec.view import View

PIECES = (Feature("one", (), 0, 1, ""), Feature("row", (3,), 0, 5, ""), Feature("grid", (2, 4), 0, 127, ""))


def test_pieces_lie_one_after_the_other_without_a_gap():
    layout = ObservationLayout(PIECES)
    assert [layout.slice(piece.name) for piece in PIECES] == [slice(0, 1), slice(1, 4), slice(4, 12)]
    assert layout.size == 12


def test_the_games_observation_is_covered_once():
    slices = [GAME.layout.slice(piece.name) for piece in GAME.layout.features]
    assert slices[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(slices))
    assert slices[-1].stop == GAME.layout.size


def test_every_feature_of_the_game_fits_int8_and_has_a_description():
    for piece in GAME.layout.features:
        assert 0 <= piece.low < piece.high <= 127
        assert piece.description


def test_unknown_pieces_and_shared_names_are_refused():
    with pytest.raises(KeyError):
        ObservationLayout(PIECES).slice("none")
    with pytest.raises(ValueError, match="share a name"):
        ObservationLayout((PIECES[0], PIECES[0]))


@pytest.mark.parametrize(
    "changed",
    [
        PIECES[:2],
        PIECES[::-1],
        (*PIECES[:2], Feature("grid", (4, 2), 0, 127, "")),
        (*PIECES[:2], Feature("grid", (2, 4), 0, 126, "")),
        (*PIECES[:2], Feature("mesh", (2, 4), 0, 127, "")),
    ],
)
def test_the_hash_changes_with_name_order_shape_and_range(changed):
    assert ObservationLayout(changed).hash != ObservationLayout(PIECES).hash


def test_the_hash_of_the_same_features_never_changes():
    """Compare with a stored hash, because the hashes in bot files derive from that of the layout."""
    assert ObservationLayout(PIECES).hash == "24845f9a5318d9de"


def test_each_value_has_the_bounds_of_its_feature():
    layout = ObservationLayout((*PIECES[:2], Feature("signed", (2,), -3, 2, ""), Feature("empty", (), 0, 0, "")))
    assert layout.bounds() == ([0, 0, 0, 0, -3, -3, 0], [1, 5, 5, 5, 2, 2, 0])
    assert layout.max_abs() == [1, 5, 5, 5, 3, 3, 1]


def test_the_hash_does_not_depend_on_descriptions():
    assert (
        ObservationLayout((Feature("one", (), 0, 1, "other words"), *PIECES[1:])).hash == ObservationLayout(PIECES).hash
    )


def test_a_view_reads_each_piece_in_its_shape():
    table = position(players=3, soldiers=[7, 8, 9], cards={2: ["Alaska"]}, closed="Asia", rsz=4)
    view = table.view(1)
    assert view.feature("rsz") == 4
    assert view.feature("army") == [8, 9, 7, 0, 0]
    assert view.feature("cards")[1].count(1) == 1
    assert len(view.feature("cards")) == 5
    assert len(view.feature("cards")[0]) == 65
    with pytest.raises(KeyError):
        view.feature("none")


def test_a_view_names_the_question_and_its_options():
    table = position(players=2)
    view = table.view(0)
    assert view.decision == "start_menu"
    assert [option.text for option in view.legal_actions] == table.legal_texts()
    assert view.find_legal_action("roll").index == GAME.actions.index("roll")
    assert view.find_legal_action("take") is None
    assert "start_menu" in view.decisions
    table.play("roll")
    assert table.view(0).decision == ""
    assert isinstance(table.view(0), View)
