"""The components of the box (WD-007 to WD-024 and their like)."""

from collections import Counter

import pytest

from wd_env.games.world_dominance.cards import card_data
from wd_env.games.world_dominance.cards.card_data import (
    load_board,
    load_continent_cards,
    load_manoeuvre_deck,
    load_purgadies,
    load_themes,
)
from wd_env.games.world_dominance.definitions import names


def region_of(kind: str) -> str:
    return names.REGION_NAMES[load_board().mechanism(names.SPACE_NAMES.index(kind)).region]


def cards_of(region: int) -> list[card_data.ContinentCard]:
    return [card for card in load_continent_cards() if card.region == region]


# The components


def test_wd_007_the_box_holds_8_pieces_65_continent_27_manoeuvre_27_intelligence_and_6_purgadies_cards():
    assert len(names.PIECE_NAMES) == 8
    assert len(load_continent_cards()) == 65
    assert len(load_manoeuvre_deck()) == 27
    assert len(load_themes()) == 27
    assert len(load_purgadies()) == 6


def test_wd_011_the_board_shows_seven_regions_each_in_its_own_colour():
    board = load_board()
    regions = {space.region for space in (*board.ring, board.antarctica)} - {names.NO_REGION}
    assert {names.REGION_NAMES[region]: names.REGION_COLOURS[region] for region in regions} == {
        "Europe": "blue",
        "North America": "red",
        "South America": "green",
        "Africa": "black",
        "Australasia": "purple",
        "Antarctica": "white",
        "Asia": "yellow",
    }


def test_wd_012_the_board_has_seven_continent_spaces_ten_mechanisms_and_eight_manoeuvre_spaces():
    board = load_board()
    kinds = Counter(names.SPACE_NAMES[space.kind] for space in (*board.ring, board.antarctica))
    assert kinds.pop("continent") + kinds.pop("antarctica") == 7
    assert kinds.pop("manoeuvre") == 8
    mechanisms = "conscript paradies concede lose gain rsz khyber decimate purgatory ice_house"
    assert kinds == dict.fromkeys(mechanisms.split(), 1)


def test_wd_013_ten_cards_for_each_of_six_continents_and_five_for_antarctica():
    assert [len(cards_of(region)) for region in range(names.REGIONS)] == [10, 10, 5, 10, 10, 10, 10]


def test_wd_013_the_pack_lies_in_geostrategic_order():
    cards = load_continent_cards()
    assert [card.index for card in cards] == list(range(65))
    assert [card.region for card in cards] == sorted(card.region for card in cards)
    edges = {position: cards[position - 1].title for position in (1, 10, 11, 20, 21, 25, 26, 35, 36, 65)}
    assert edges == {
        1: "Alaska",
        10: "Havana",
        11: "Venezuela",
        20: "Argentina",
        21: "Antarctica West",
        25: "Antarctica North",
        26: "Cape Town",
        35: "Mozambique",
        36: "Perth",
        65: "Greenland (Denmark)",
    }


def test_wd_014_eight_picture_cards_pair_off_with_the_eight_pieces():
    cards = load_continent_cards()
    pictures = {names.PIECE_NAMES[card.picture]: card.title for card in cards if card.picture < names.NO_PIECE}
    assert pictures == {
        "Tommy Unknown": "British Islands",
        "Julius Caesar": "Rome",
        "George Washington": "Washington",
        "Pachacuti": "Peru",
        "Cleopatra": "Cairo",
        "Buddha": "Kathmandu & Mount Everest",
        "Queen Maud": "Antarctica North",
        "Genghis Khan": "China",
    }
    assert sum(card.picture == names.NO_PIECE for card in cards) == 57


def test_wd_015_to_wd_020_the_kind_of_a_card_is_its_price():
    prices = {(names.STRATEGIC_POINT, 3), (names.COUNTRY, 2), (names.CITY, 1), (names.STATE, 0)}
    prices |= {(names.CITY | names.COUNTRY, 1), (names.ANTARCTICA_CARD, 0)}
    assert {(card.kind, card.cost) for card in load_continent_cards()} == prices


def test_wd_015_every_coloured_continent_has_its_strategic_point():
    points = [card.title for card in load_continent_cards() if card.kind == names.STRATEGIC_POINT]
    assert points == ["Alaska", "Argentina", "Mozambique", "Wellington", "Anadyr", "British Islands"]


def test_wd_018_washington_is_the_only_state():
    assert [card.title for card in load_continent_cards() if card.kind == names.STATE] == ["Washington"]


def test_wd_020_istanbul_alone_is_a_city_and_a_country():
    both = [card.title for card in load_continent_cards() if card.kind == names.CITY | names.COUNTRY]
    assert both == ["Istanbul (Turkey)"]


# Strategic points, cities, countries, states, cities that are countries, Antarctica cards; sum of prices.
TOTALS = {
    "North America": (1, 7, 1, 1, 0, 0, 12),
    "South America": (1, 1, 8, 0, 0, 0, 20),
    "Antarctica": (0, 0, 0, 0, 0, 5, 0),
    "Africa": (1, 4, 5, 0, 0, 0, 17),
    "Australasia": (1, 8, 1, 0, 0, 0, 13),
    "Asia": (1, 3, 6, 0, 0, 0, 18),
    "Europe": (1, 4, 4, 0, 1, 0, 16),
}


@pytest.mark.parametrize("region", range(names.REGIONS), ids=names.REGION_NAMES)
def test_the_kinds_and_prices_of_a_continent_add_up(region):
    cards = cards_of(region)
    kinds = Counter(card.kind for card in cards)
    order = ("strategic point", "city", "country", "state", "city+country", "antarctica")
    counts = [kinds[names.KIND_NAMES[name]] for name in order]
    assert (*counts, sum(card.cost for card in cards)) == TOTALS[names.REGION_NAMES[region]]


def test_the_whole_pack_costs_96_soldiers():
    assert sum(card.cost for card in load_continent_cards()) == 96


def test_the_cards_that_rules_call_by_name_are_marked():
    assert {card.role: card.title for card in load_continent_cards() if card.role} == {
        "sab": "Antarctica Research Station (SAB)",
        "south_pole": "Antarctica South Pole (Questions on Antarctica)",
        "ecuador": "Ecuador & the Galapagos Islands",
    }


# The board


def test_wd_021_every_airspace_is_three_spaces_of_one_continent():
    groups = Counter(space.region for space in load_board().ring if space.region != names.NO_REGION)
    assert len(groups) == 6
    assert set(groups.values()) == {3}


def test_wd_022_south_america_holds_paradies_its_continent_space_and_concede():
    spaces = load_board().airspace(names.SOUTH_AMERICA)
    assert [names.SPACE_NAMES[space.kind] for space in spaces] == ["paradies", "continent", "concede"]


def test_wd_023_antarctica_has_one_space_off_the_ring_and_no_airspace():
    board = load_board()
    assert board.antarctica.index == names.ANTARCTICA_PLACE
    assert board.antarctica not in board.ring
    assert board.airspace(names.ANTARCTICA) == ()


def test_wd_024_each_of_the_seven_regions_has_one_continent_space():
    board = load_board()
    titles = [board.continent_space(region).title for region in range(names.REGIONS)]
    assert titles == [f"{region} Continent Space" for region in names.REGION_NAMES]
    assert sum(space.kind == names.CONTINENT_SPACE for space in board.ring) == 6


def test_wd_028_four_antarctica_cards_besides_the_south_pole_belong_in_the_pack():
    shuffled = [card for card in load_continent_cards() if card.role != "south_pole"]
    assert len(shuffled) == 64
    assert [card.title for card in shuffled if card.region == names.ANTARCTICA] == [
        "Antarctica West",
        "Antarctica Research Station (SAB)",
        "Antarctica East",
        "Antarctica North",
    ]


def test_wd_058_the_three_pairs_of_opposites_are_mutual():
    pairs = {
        frozenset((names.REGION_NAMES[region], names.REGION_NAMES[names.OPPOSITE[region]]))
        for region in range(names.REGIONS)
        if region != names.ANTARCTICA
    }
    assert pairs == {
        frozenset(("Europe", "Africa")),
        frozenset(("North America", "Australasia")),
        frozenset(("South America", "Asia")),
    }


@pytest.mark.parametrize("region", [r for r in range(names.REGIONS) if r != names.ANTARCTICA])
def test_wd_058_opposite_continent_spaces_lie_twelve_steps_apart_on_the_shipped_ring(region):
    board = load_board()
    there = board.continent_space(names.OPPOSITE[region]).index
    assert (there - board.continent_space(region).index) % len(board.ring) == 12


def test_the_shipped_ring_has_24_spaces_in_order():
    assert [space.index for space in load_board().ring] == list(range(24))


def test_wd_062_antarctica_alone_has_no_opposite():
    without = [region for region in range(names.REGIONS) if names.OPPOSITE[region] == names.NO_REGION]
    assert without == [names.ANTARCTICA]


def test_wd_063_the_gates_of_antarctica_are_s03_and_s19():
    board = load_board()
    assert board.continent_space(names.SOUTH_AMERICA).index == 3
    assert board.continent_space(names.AUSTRALASIA).index == 19


def test_purgatory_is_six_steps_from_the_third_space_of_europe():
    board = load_board()
    start = board.ring[board.mechanism(names.PURGATORY_SPACE).index - 6]
    assert (start.index, start.kind, start.region) == (12, names.MANOEUVRE_SPACE, names.EUROPE)


def test_pieces_start_on_s00_conscript():
    assert load_board().mechanism(names.CONSCRIPT_SPACE).index == 0


def test_wd_099_the_rsz_is_in_europe():
    assert region_of("rsz") == "Europe"


def test_wd_100_the_intelligence_cards_are_27_distinct_themes():
    assert len({theme.title for theme in load_themes()}) == 27
    assert len({theme.subject for theme in load_themes()}) == 27


def test_wd_100_one_theme_is_the_book_s_own():
    quoted = [(theme.title, theme.subject) for theme in load_themes() if theme.origin == "book"]
    assert quoted == [("It's Like Watching Paint Dry", "famous painters")]


def test_wd_114_the_three_checkpoints_are_lose_conscript_and_decimate():
    checkpoints = {
        names.SPACE_NAMES[space.kind]: names.REGION_NAMES[space.region]
        for space in load_board().ring
        if "Checkpoint" in space.title
    }
    assert checkpoints == {"lose": "North America", "conscript": "Africa", "decimate": "Asia"}


def test_the_other_mechanisms_stand_on_their_continents():
    regions = {kind: region_of(kind) for kind in ("gain", "concede", "khyber", "ice_house", "paradies")}
    assert regions == {
        "gain": "North America",
        "concede": "South America",
        "khyber": "Asia",
        "ice_house": "Africa",
        "paradies": "South America",
    }


def test_wd_157_the_six_purgadies_cards():
    assert [(card.title, names.PURGADIES_NAMES[card.effect]) for card in load_purgadies()] == [
        ("Antarctica", "antarctica"),
        ("Strategic Point", "strategic_point"),
        ("Country", "country"),
        ("City", "city"),
        ("Reprieve", "reprieve"),
        ("Life/Death", "life_death"),
    ]


def test_wd_161_purgatory_is_in_australasia():
    assert region_of("purgatory") == "Australasia"
