"""A few hundred changed map and deck files; `make fuzz-maps` reads ten thousand."""

import pytest

from tests.games.domination.map_texts import generated, write
from tests.games.domination.mutated_maps import check, read_mutated
from wd_env.games.domination.maps.map_catalogue import load_map


def test_changed_files_load_or_are_refused_in_a_line(tmp_path):
    results = read_mutated(300, 1, tmp_path)
    assert results.loaded > 40
    assert len(results.rejected) > 10


@pytest.mark.parametrize(("countries", "ways", "groups"), [(180, 410, 18), (256, 255, 256), (7, 21, 1), (52, 109, 5)])
def test_generated_maps_of_any_size_load(tmp_path, countries, ways, groups):
    found = load_map(write(tmp_path, generated(countries, ways, groups), deck=None))
    check(found)
    assert (len(found.countries), sum(map(len, found.borders)), len(found.groups)) == (countries, 2 * ways, groups)
    assert found.deck.counts[3] == 2
