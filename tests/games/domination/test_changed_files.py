"""Map and deck files that change between two games: the new game has the new contents, the old one the old ones."""

import numpy as np
import pytest

from tests.games.domination.map_texts import SMALL, SMALL_DECK, write
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.domination.map_array import map_array
from wd_env.errors import StateError
from wd_env.games.domination.config import Config
from wd_env.games.domination.table import Domination
from wd_env.games.domination.text.titles import titles_of
from wd_env.text.seat_names import NUMBERED

LARGER = SMALL.replace("\n[borders]\n", "\n7 Gorse 2 30 60\n\n[borders]\n7 1\n").replace("1 2 6", "1 2 6 7")


def table_of(path):
    return Domination(Config(map=str(path), num_players=2, auto_place="all", max_rounds=2), seed=1)


def test_titles_and_missions_are_those_that_the_files_have_now(tmp_path):
    path = write(tmp_path, SMALL, SMALL_DECK)
    table = table_of(path)
    assert titles_of(table).country(0) == "Ash"
    assert titles_of(table) is titles_of(table.copy())
    write(tmp_path, SMALL.replace("1 Ash", "1 Aspen"), SMALL_DECK)
    assert titles_of(table_of(path)).country(0) == "Aspen"
    write(tmp_path, SMALL.replace("1 Ash", "1 Aspen"), SMALL_DECK.replace("four countries", "nearly all"))
    assert titles_of(table_of(path)).mission(1, NUMBERED) == "Hold nearly all"


@pytest.mark.parametrize("change", [lambda path: write(path.parent, LARGER, SMALL_DECK), lambda path: path.unlink(),
                                    lambda path: path.write_text("[continents]\n")])  # fmt: skip
def test_a_game_goes_on_with_the_titles_that_it_had(tmp_path, change):
    path = write(tmp_path, SMALL, SMALL_DECK)
    table = table_of(path)
    before = titles_of(table)
    change(path)
    assert titles_of(table) is before


def test_a_game_on_the_larger_map_has_its_titles(tmp_path):
    path = write(tmp_path, SMALL, SMALL_DECK)
    titles_of(table_of(path))
    write(tmp_path, LARGER, SMALL_DECK)
    assert titles_of(table_of(path)).country(6) == "Gorse"


def test_bots_see_the_map_that_the_file_holds_now(tmp_path):
    path = write(tmp_path, SMALL, SMALL_DECK)
    before = map_array(table_of(path).game)
    write(tmp_path, SMALL.replace("North 2", "North 7"), SMALL_DECK)
    now = map_array(table_of(path).game)
    assert [(old, new) for old, new in zip(before, now, strict=True) if old != new] == [(2, 7)]


def test_a_bot_that_meets_another_map_than_its_game_was_made_of_says_so(tmp_path):
    """Check that a bot compares maps: compiled bots check no index, and another map would exceed their arrays."""
    path = write(tmp_path, SMALL, SMALL_DECK)
    table = table_of(path)
    again, arguments = table.game.__reduce__()
    assert again(*arguments) is table.game
    write(tmp_path, LARGER, SMALL_DECK)
    with pytest.raises(StateError, match="the files of map Small world have changed since the game was made"):
        make_bot("hard", table.game, np.random.default_rng(1)).choose(table.view(table.seat))
    with pytest.raises(StateError, match="pickled game: expected the same files of domination, got changed ones"):
        again(*arguments)
