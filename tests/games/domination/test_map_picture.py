"""The image of a map: positions of countries, their labels, and the colours of groups and seats."""

import re
from itertools import combinations

import numpy as np
import pytest

from tests.games.domination.map_texts import SMALL, changed, generated, write
from wd_env.errors import ConfigError
from wd_env.games.domination.maps.map_catalogue import load_map
from wd_env.games.domination.picture.country_positions import fit, has_positions, spots_of
from wd_env.rendering.title_placement import title_spots

CLASSIC = load_map("classic")
WITHOUT_PLACES = re.sub(r"(?m)^(\d+ [A-Z]\S+ \d+) \d+ \d+$", r"\1", SMALL)


def far_apart(spots):
    return min(np.hypot(*(one - other)) for one, other in combinations(spots, 2))


def test_countries_are_where_the_file_places_them(tmp_path):
    small = load_map(write(tmp_path))
    assert spots_of(small).tolist() == [[10, 10], [60, 10], [90, 60], [60, 110], [10, 110], [0, 60]]
    spots = fit(spots_of(small), (100, 50), (400, 600), 5)
    assert np.ptp(spots, axis=0) == pytest.approx([400, 4000 / 9])  # scaled up to the available width
    assert (spots.min(axis=0) + spots.max(axis=0)) / 2 == pytest.approx([300, 350])


def test_a_country_without_a_place_lies_amid_its_neighbours(tmp_path):
    spots = spots_of(load_map(write(tmp_path, changed("2 Birch 1 60 10", "2 Birch 1"))))
    assert spots[1] == pytest.approx([50, 35])


def test_a_map_without_places_is_laid_out_by_its_borders(tmp_path):
    drawn = load_map(write(tmp_path, WITHOUT_PLACES))
    assert not has_positions(drawn)
    spots = spots_of(drawn)
    sides = [np.hypot(*(spots[place] - spots[place - 1])) for place in range(6)]
    assert sides == pytest.approx([sides[0]] * 6, rel=0.05)
    assert (spots_of(drawn) == spots).all()


@pytest.mark.parametrize("line", ["\\1 0 0", "\\1 5 0"])
def test_places_that_are_all_in_one_line_are_none(tmp_path, line):
    drawn = load_map(write(tmp_path, re.sub(r"(?m)^(\d+ [A-Z]\S+ \d+) \d+ \d+$", line, SMALL)))
    assert not has_positions(drawn)
    assert far_apart(spots_of(drawn)) > 0.1


def test_neighbours_are_nearer_than_others_where_the_map_is_laid_out(tmp_path):
    text = re.sub(r"(?m)^(\d+ Country_\d+ \d+) \d+ \d+$", r"\1", generated(60, 130, 4))
    drawn = load_map(write(tmp_path, text, deck=None))
    spots = spots_of(drawn)
    ways = [np.hypot(*(spots[start] - spots[end])) for start, ends in enumerate(drawn.borders) for end in ends]
    every = [np.hypot(*(one - other)) for one, other in combinations(spots, 2)]
    assert np.mean(ways) < np.mean(every) / 2


@pytest.mark.parametrize("where", [0, 1])
def test_badges_do_not_overlap_even_where_places_are_one(where):
    spots = np.zeros((30, 2))
    spots[-1] = [where, 1]
    assert far_apart(fit(spots, (0, 0), (1000, 700), 10)) > 15


def test_titles_cover_neither_badges_nor_each_other_nor_leave_the_sheet():
    spots = [(100.0, 100.0), (130.0, 100.0), (160.0, 100.0), (5.0, 300.0)]
    found = title_spots(["one", "two", "three", "edge"], spots, 12, 10, lambda text, size: 12 * len(text))
    assert found[0] == (100, 120.5)  # below
    assert found[1] == (130, 79.5)  # above, because the first is below
    assert found[2] == (160, 120.5)
    assert found[3] == (44, 300)  # to the right, because the left is outside the image
    crowd = [(100.0 + 24 * (place % 9), 100.0 + 24 * (place // 9)) for place in range(81)]
    assert title_spots(["x"] * 81, crowd, 12, 10, lambda text, size: 30)[40] is None


@pytest.fixture(scope="module")
def picture():
    pytest.importorskip("pygame")
    from wd_env.games.domination.picture import draw

    return draw


def colours(pixels):
    packed = np.unique(pixels.astype(np.int64) @ [1 << 16, 1 << 8, 1])
    return {tuple(int(colour).to_bytes(3, "big")) for colour in packed}


def test_the_picture_is_the_same_each_time_and_as_large_as_asked_for(picture):
    pixels = picture.draw_map(CLASSIC, 600, 450)
    assert pixels.shape == (450, 600, 3)
    assert (picture.draw_map(CLASSIC, 600, 450) == pixels).all()
    with pytest.raises(ConfigError, match="width: expected 200 to 8192 pixels, got 100"):
        picture.draw_map(CLASSIC, 100, 450)


def test_countries_have_the_colours_of_their_groups_or_holders(picture):
    groups = {picture.mix(group.colour, picture.GREY, picture.SOFT_MIX) for group in CLASSIC.groups}
    assert groups <= colours(picture.draw_map(CLASSIC))
    held = [place % 3 for place in range(42)]
    shown = colours(picture.draw(picture.Scene(CLASSIC, held, [7] * 42, "Round 3")))
    assert set(picture.SEATS[:3]) <= shown
    assert picture.SEATS[3] not in shown
    assert picture.NOBODY in colours(picture.draw(picture.Scene(CLASSIC, [-1] * 42, [0] * 42)))


def test_armies_change_the_picture(picture):
    few, many = (picture.draw(picture.Scene(CLASSIC, [0] * 42, [armies] * 42)) for armies in (1, 250))
    assert (few != many).any()


def test_a_one_way_border_has_a_head(picture, tmp_path):
    both, one = (load_map(write(tmp_path, text)) for text in (SMALL, changed("2 1 3", "2 3")))
    assert (picture.draw_map(both, 300, 225) != picture.draw_map(one, 300, 225)).any()
