"""A batch on a board file of the user plays the games of single tables; its rules are compiled for the board."""

import pytest

pytest.importorskip("numba")

from tests.games.equal_games import NUM_OPTION_SETS, compare
from tests.games.samples import samples_of

KIND = next(kind for kind in samples_of("superpowers").kinds if "board" in kind.options)


@pytest.mark.long
def test_a_batch_on_the_board_plays_the_games_of_single_tables():
    found = compare("superpowers", KIND, number=1000, games=NUM_OPTION_SETS)
    assert found.differences == ()
    assert found.decisions > 100 * found.games
