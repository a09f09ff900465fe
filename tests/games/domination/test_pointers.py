"""Pointer features of countries: of each one, and of those across its borders."""

import pytest

from tests.games.domination.tables import table_at
from wd_env.games.domination.config import Config
from wd_env.games.domination.game import GAME, game_of
from wd_env.games.domination.maps.border_sets import BORDER_SETS
from wd_env.games.domination.observation.layout import NUM_PLANES
from wd_env.games.domination.observation.pointers import MAX_NEIGHBOURS, NEIGHBOUR_FEATURES, pointers_with_neighbours

[POINTER] = GAME.pointers
TOLD = len(NEIGHBOUR_FEATURES)


def test_every_country_is_told_by_its_own_planes_and_by_those_of_its_neighbours():
    table = table_at({0: [12, 10, 11]}, {12: 5, 10: 7, 13: 3, 21: 9, 30: 8}, at="attack", num_players=2)
    view = list(table.observe(0))
    brazil = [view[plane[11]] for plane in POINTER.feature_indices[NUM_PLANES:]]
    most = max(table.state.border_starts[n + 1] - table.state.border_starts[n] for n in range(42))
    pairs = [tuple(brazil[TOLD * place : TOLD * place + TOLD]) for place in range(most)]
    assert pairs == [(1, 7), (1, 1), (0, 3), (0, 9), (1, 5), (1, 5)]  # countries 10, 11, 13, 21, and itself twice


@pytest.mark.parametrize("borders", BORDER_SETS)
def test_neighbours_are_those_of_the_chosen_borders(borders):
    config = Config(borders=borders)
    [pointer] = game_of(config).pointers
    assert pointer.feature_indices == pointers_with_neighbours(config.load(), GAME.layout)[0].feature_indices
    assert (game_of(config) is GAME) == (config == Config())


def test_a_hub_of_many_neighbours_is_told_by_some_of_them(tmp_path):
    ends = range(2, MAX_NEIGHBOURS + 4)
    countries = "\n".join(f"{n} land{n} {1 + (n > 3)} {n} {n}" for n in range(1, MAX_NEIGHBOURS + 4))
    borders = "\n".join([f"1 {' '.join(map(str, ends))}", *(f"{n} 1" for n in ends)])
    path = tmp_path / "star.map"
    path.write_text(f"[continents]\nwest 2 red\neast 3 blue\n[countries]\n{countries}\n[borders]\n{borders}\n")
    board = Config(map=str(path)).load()
    [pointer] = pointers_with_neighbours(board, GAME.layout)
    assert len(pointer.feature_indices) == NUM_PLANES + TOLD * MAX_NEIGHBOURS
    assert len(set(map(len, pointer.feature_indices))) == 1
