"""The bundled board: counts, borders and distances (ledger 2.2), and its tables."""

import pytest

from wd_env.games.superpowers.board.board_model import MAX_LANDS, NEUTRAL, POWERS, SPACES
from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS, TABLES
from wd_env.games.superpowers.board.space_sets import (
    FAR,
    WORDS,
    air_neighbours,
    board_tables,
    distances_from,
    land_neighbours,
    sea_neighbours,
    set_of,
    spaces_in,
)
from wd_env.games.superpowers.board.units import BOUNTY, UNIT_OF_CODE, price_list

ALL_CANALS = (0, 1)
SETS = board_tables(BOARD)
GRAPHS = {"land": land_neighbours(BOARD), "sea": sea_neighbours(BOARD, ALL_CANALS), "air": air_neighbours(BOARD)}
BOOK_DISTANCES = (
    ("land", "alaska", "fareast", 1),
    ("land", "japan", "china", 2),
    ("land", "india", "tibet", 1),
    ("land", "tibet", "china", 1),
    ("land", "kazakstan", "tibet", 1),
    ("land", "west_africa", "nigeria", 1),
    ("sea", "sz_brazil_waters", "sz_congo_waters", 2),
    ("land", "libya", "algeria", 1),
    ("air", "spain", "algeria", 2),
    ("land", "indo_china", "india", 1),
    ("air", "sz_timor_sea", "india", 3),
    ("sea", "sz_timor_sea", "sz_bay_of_bengal", 2),
    ("air", "japan", "guam", 3),
    ("air", "france", "united_kingdom", 2),
)
CAPITAL_DISTANCES = (
    ("germany", "russia", 3),
    ("russia", "indo_china", 3),
    ("japan", "indo_china", 3),
    ("russia", "japan", 4),
    ("germany", "saudi_arabia", 4),
    ("russia", "saudi_arabia", 4),
    ("zaire", "saudi_arabia", 4),
    ("brazil", "eastern_usa", 6),
)


def distance(graph, start, end):
    return distances_from(BOARD.index[start], graph)[BOARD.index[end]]


def component_sizes(graph, spaces):
    """Return the sizes of the connected parts of a graph, largest first."""
    parts = {frozenset(end for end in spaces if distances_from(start, graph)[end] < FAR) for start in spaces}
    return sorted(map(len, parts), reverse=True)


@pytest.mark.parametrize(("graph", "start", "end", "borders"), BOOK_DISTANCES)
def test_the_distances_of_the_book(graph, start, end, borders):
    assert distance(GRAPHS[graph], start, end) == borders


@pytest.mark.parametrize(("start", "end", "borders"), CAPITAL_DISTANCES)
def test_the_land_distances_between_capitals(start, end, borders):
    assert distance(GRAPHS["land"], start, end) == borders


def test_sp_245_the_board_has_145_spaces_with_land_and_sea_borders():
    assert (len(BOARD.lands), len(BOARD.zones), len(SPACE_IDS)) == (79, 66, SPACES)
    assert sum(len(land.near_land) for land in BOARD.lands) == 2 * 116
    assert sum(len(zone.near_sea) for zone in BOARD.zones) == 2 * 137
    assert sum(len(land.near_sea) for land in BOARD.lands) == len(TABLES.coast_pairs) == 107
    assert max(len(space.near_land) + len(space.near_sea) for space in BOARD.spaces.values()) == 10


def test_sp_246_the_right_edge_joins_the_left_edge():
    assert BOARD.wraps
    assert distance(GRAPHS["sea"], "sz_guam_waters", "sz_north_pacific_waters") == 1


def test_sp_247_each_power_owns_its_lands_and_24_are_neutral():
    assert tuple(power.id for power in BOARD.powers) == ("us", "eu", "rr", "ie", "cfe", "mef", "ac", "la")
    assert TABLES.lands_of == (6, 6, 8, 7, 7, 7, 8, 6)
    assert len(BOARD.lands_of(NEUTRAL)) == 24
    assert [SPACE_IDS[capital] for capital in TABLES.capital] == [
        "eastern_usa", "germany", "russia", "japan", "indo_china", "saudi_arabia", "zaire", "brazil",
    ]  # fmt: skip


def test_sp_248_the_values_of_a_power_sum_to_20():
    sums = [sum(BOARD.lands[land].value for land in BOARD.lands_of(power)) for power in range(POWERS)]
    assert sums == [20] * POWERS
    assert {BOARD.lands[capital].value for capital in TABLES.capital} == {10}


def test_sp_012_the_ports_lie_at_the_capitals():
    germany, russia = BOARD.lands[BOARD.index["germany"]], BOARD.lands[BOARD.index["russia"]]
    assert {SPACE_IDS[zone] for zone in germany.near_sea} == {"sz_north_sea", "sz_baltic_sea"}
    assert [SPACE_IDS[zone] for zone in russia.near_sea] == ["sz_barents_sea"]


def test_sp_249_land_masses_and_seas():
    assert component_sizes(GRAPHS["land"], range(MAX_LANDS)) == [63, *[1] * 16]
    assert component_sizes(GRAPHS["sea"], range(MAX_LANDS, SPACES)) == [65, 1]
    assert not BOARD.spaces[BOARD.index["sz_caspian_sea"]].near_sea


def test_sp_250_land_bridges_are_borders():
    bridges = {(SPACE_IDS[first], SPACE_IDS[second]) for first, second in BOARD.bridges}
    assert bridges == {
        ("alaska", "fareast"),
        ("japan", "manchuria"),
        ("indo_china", "indonesia"),
        ("southern_europe", "turkey"),
    }
    assert all(second in BOARD.lands[first].near_land for first, second in BOARD.bridges)


def test_sp_251_254_closed_canals_lead_around():
    closed = sea_neighbours(BOARD, ())
    assert distance(closed, "sz_mediterranean_e", "sz_red_sea") == 9
    assert distance(closed, "sz_w_panama_waters", "sz_caribbean_sea") == 6
    lands = [[SPACE_IDS[land] for land in canal.lands] for canal in BOARD.canals]
    assert sorted(map(sorted, lands)) == [["egypt", "syria_iraq"], ["panama"]]


def test_r48_planes_cross_two_borders_at_a_canal():
    assert distance(GRAPHS["air"], "sz_mediterranean_e", "sz_red_sea") == 2
    assert distance(GRAPHS["air"], "sz_w_panama_waters", "sz_caribbean_sea") == 2


def test_sp_175_the_greatest_air_distance_is_10():
    assert SETS.air_distance.max() == 10
    assert SETS.air_distance[BOARD.index["japan"], BOARD.index["guam"]] == 3


def test_sp_070_to_074_garrisons_of_neutral_lands():
    def garrison(name):
        return BOARD.lands[BOARD.index[name]].garrison

    assert (garrison("algeria").infantry, garrison("algeria").fighters) == (3, 0)
    assert (garrison("brazil").infantry, garrison("brazil").fighters) == (10, 2)
    assert (garrison("israel").infantry, garrison("israel").fighters) == (3, 2)
    assert (garrison("france").infantry_defence, garrison("spain").infantry_defence) == (1, 2)
    assert BOARD.lands[BOARD.index["israel"]].home == NEUTRAL


def test_israel_borders_syria_and_one_zone():
    israel = BOARD.lands[BOARD.index["israel"]]
    near = [SPACE_IDS[space] for space in (*israel.near_land, *israel.near_sea)]
    assert near == ["syria_iraq", "sz_mediterranean_e"]


def test_sets_are_words_of_49_bits():
    spaces = [0, 48, 49, 97, 98, 144]
    assert set_of(spaces) == (1 | 1 << 48, 1 | 1 << 48, 1 | 1 << 46)
    assert spaces_in(set_of(spaces)) == spaces


@pytest.mark.parametrize("radius", [0, 1, 4, 8])
def test_a_ball_holds_the_spaces_within_its_radius(radius):
    start = BOARD.index["japan"]
    distances = distances_from(start, GRAPHS["air"])
    within = [space for space in range(SPACES) if distances[space] <= radius]
    assert spaces_in(SETS.ball[radius, start]) == within
    first = (radius * SPACES + start) * WORDS
    assert spaces_in(TABLES.ball[first : first + WORDS]) == within


def test_the_sea_table_leaves_the_canals_out():
    east, red = BOARD.index["sz_mediterranean_e"], BOARD.index["sz_red_sea"]
    assert red not in spaces_in(SETS.near_sea[east])
    assert red in BOARD.spaces[east].near_sea


def test_prices_of_both_lists():
    book = {unit.code: (unit.price, unit.amount, unit.extra_infantry) for unit in price_list("book")}
    online = {unit.code: (unit.price, unit.amount, unit.extra_infantry) for unit in price_list("online")}
    assert (book["I"], book["SU"], book["CV"], book["F"]) == ((5, 2, 0), (10, 1, 1), (15, 1, 1), (10, 1, 0))
    assert (online["I"], online["SU"], online["CV"], online["F"]) == ((3, 1, 0), (8, 1, 0), (12, 1, 0), (10, 1, 0))
    with pytest.raises(ValueError, match="expected book, online"):
        price_list("cheap")


def test_dice_and_movement_of_the_basic_units():
    rows = {code: UNIT_OF_CODE[code] for code in ("I", "T", "F", "B", "TR", "SU", "CV", "BB", "G", "L")}
    assert {code: (row.move, row.attack, row.defence) for code, row in rows.items()} == {
        "I": (1, 1, 2),
        "T": (2, 3, 2),
        "F": (4, 3, 4),
        "B": (6, 4, 1),
        "TR": (2, 0, 1),
        "SU": (2, 2, 2),
        "CV": (2, 1, 3),
        "BB": (2, 4, 4),
        "G": (1, 0, 3),
        "L": (1, 0, 1),
    }
    assert BOUNTY == (("I", 2), ("T", 1))
