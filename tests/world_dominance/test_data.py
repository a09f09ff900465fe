"""The components of the box (WD-007 to WD-024 and their like), and every way in which a file is refused."""

import re
from collections import Counter
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest

from wd_env.core.errors import DataError
from wd_env.world_dominance import data, names
from wd_env.world_dominance.data import (
    load_board,
    load_continent_cards,
    load_manoeuvre_deck,
    load_purgadies,
    load_themes,
)

BOARD, PACK, DECK = "board_ring24.toml", "continent_cards.toml", "manoeuvre_deck.toml"
PURGADIES, THEMES = "purgadies.toml", "themes.toml"
LOADERS = {
    BOARD: load_board,
    PACK: load_continent_cards,
    DECK: load_manoeuvre_deck,
    PURGADIES: load_purgadies,
    THEMES: load_themes,
}


def shipped(name: str) -> str:
    return (files("wd_env.world_dominance") / "data" / name).read_text("utf-8")


def region_of(kind: str) -> str:
    return names.REGION_NAMES[load_board().mechanism(names.SPACE_NAMES.index(kind)).region]


def cards_of(region: int) -> list[data.ContinentCard]:
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


# The Manoeuvre deck

NA, SA, AF, AU, AS, EU = (
    names.NORTH_AMERICA,
    names.SOUTH_AMERICA,
    names.AFRICA,
    names.AUSTRALASIA,
    names.ASIA,
    names.EUROPE,
)
EFFECTS = {
    "M01": ("go_to_airspaces", NA, SA, 1, 0),
    "M02": ("go_to_one_of", EU, 2, AF, 1),
    "M03": ("close", 0, 0, 0, 0),
    "M04": ("take", names.ANTARCTICA_CARD, 0, 0, 0),
    "M05": ("lose", names.ANTARCTICA_CARD, 0, 0, 0),
    "M06": ("forfeit_all_but", 1, 0, 0, 0),
    "M07": ("lose_all", 0, 0, 0, 0),
    "M08": ("collect_each", 1, 1, 0, 0),
    "M09": ("send", names.NO_SPACE, 0, 0, 0),
    "M10": ("lose", names.STRATEGIC_POINT, 0, 0, 0),
    "M11": ("swap", names.STRATEGIC_POINT, 0, 0, 0),
    "M12": ("donate", names.STRATEGIC_POINT, 0, 0, 0),
    "M13": ("take", names.ANY_KIND, 1, 0, 0),
    "M14": ("swap", names.ANY_KIND, 0, 0, 0),
    "M15": ("lose", names.ANY_KIND, 0, 0, 0),
    "M16": ("forfeit", 2, 0, 0, 0),
    "M17": ("each_forfeits", 1, 1, 0, 0),
    "M18": ("take_soldiers", 2, 2, 0, 0),
    "M19": ("go_to_one_of", NA, 2, AU, 1),
    "M20": ("go_to_one_of", AS, 2, SA, 1),
    "M21": ("go_to_airspaces", AS, AU, 1, 0),
    "M22": ("go_to_airspaces", EU, AF, 1, 0),
    "M23": ("send", names.PURGATORY_SPACE, 0, 0, 0),
    "M24": ("donate", names.CITY, 0, 0, 0),
    "M25": ("swap", names.COUNTRY, 0, 0, 0),
    "M26": ("lose", names.COUNTRY, 0, 0, 0),
    "M27": ("take", names.CITY, 1, 0, 0),
}


def test_wd_082_each_manoeuvre_card_is_a_verb_and_its_parameters():
    deck = load_manoeuvre_deck()
    assert {card.id: (names.VERB_NAMES[card.verb], card.a, card.b, card.c, card.d) for card in deck} == EFFECTS
    assert [card.index for card in deck] == list(range(27))


def test_wd_083_six_manoeuvre_cards_are_optional():
    optional = [card.id for card in load_manoeuvre_deck() if card.optional]
    assert optional == ["M01", "M14", "M21", "M22", "M25", "M27"]


def test_two_manoeuvre_cards_are_brutal():
    assert [card.id for card in load_manoeuvre_deck() if card.brutal] == ["M06", "M07"]


def test_sixteen_manoeuvre_cards_come_from_the_book():
    assert [card.id for card in load_manoeuvre_deck() if card.origin == "book"] == [
        f"M{number:02}" for number in range(1, 17)
    ]


def test_every_verb_has_a_reader_of_its_parameters():
    assert sorted(data.PARAMETERS) == list(range(len(names.VERB_NAMES)))


# Own files


def write(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_the_name_data_is_the_module_beside_the_folder():
    assert isinstance(data, ModuleType)
    assert Path(data.__file__).name == "data.py"


@pytest.mark.parametrize("name", LOADERS)
def test_an_own_copy_of_a_shipped_file_says_the_same(name, tmp_path):
    path = write(tmp_path, name, shipped(name))
    assert LOADERS[name](path) == LOADERS[name]() == LOADERS[name](str(path))


def test_an_own_file_is_read_anew_each_time(tmp_path):
    path = write(tmp_path, THEMES, shipped(THEMES))
    load_themes(path)
    write(tmp_path, THEMES, shipped(THEMES).replace("famous painters", "painters"))
    assert load_themes(path)[0].subject == "painters"


@pytest.mark.parametrize("name", LOADERS)
def test_what_is_loaded_cannot_be_changed(name):
    loaded = LOADERS[name]()
    item = loaded if name == BOARD else loaded[0]
    with pytest.raises(AttributeError):
        setattr(item, fields(item)[0].name, None)


def space(index: int, title: str = "Manoeuvre") -> str:
    return f'[[space]]\nindex = {index}\ntitle = "{title}"\nkind = "manoeuvre"\norigin = "reconstructed"\n\n'


def ring_of(size: int) -> str:
    """The shipped board with Manoeuvre spaces added behind the last ring space."""
    ring, mark, antarctica = shipped(BOARD).rpartition("[[space]]")
    return ring + "".join(space(index) for index in range(24, size)) + mark + antarctica


@pytest.mark.parametrize("size", [25, 36])
def test_a_ring_of_another_size_is_taken(size, tmp_path):
    board = load_board(write(tmp_path, "own.toml", ring_of(size)))
    assert len(board.ring) == size
    assert board.antarctica == load_board().antarctica


def manoeuvre(effect: str, number: int = 1) -> str:
    return f'[[manoeuvre]]\nid = "X{number}"\ntitle = "Own card"\norigin = "book"\noptional = true\neffect = {effect}\n'


def test_a_card_that_names_one_continent_names_it_twice(tmp_path):
    cards = (
        manoeuvre('"nothing"', 0),
        manoeuvre('"go_to_airspaces"\nregions = ["Asia"]\nsoldiers = 3', 1),
        manoeuvre('"go_to_one_of"\nregions = ["Europe"]\nsoldiers = [2]', 2),
    )
    deck = load_manoeuvre_deck(write(tmp_path, "own.toml", "".join(cards)))
    assert [(card.a, card.b, card.c, card.d) for card in deck] == [
        (0, 0, 0, 0),
        (AS, AS, 3, 0),
        (EU, 2, EU, 2),
    ]


def test_a_card_may_name_several_kinds(tmp_path):
    text = manoeuvre('"lose"\nkinds = ["city", "strategic point"]')
    (card,) = load_manoeuvre_deck(write(tmp_path, "own.toml", text))
    assert card.a == names.CITY | names.STRATEGIC_POINT


# Refusals: a text of the shipped file is changed; `place` is the row, the field and what was found.


def changed(name: str, old: str, new: str) -> str:
    text = shipped(name)
    assert old in text
    return text.replace(old, new, 1)


def refusal(tmp_path: Path, name: str, text: str) -> str:
    """What is said against a file of this text: one line that begins with the file; returns the rest."""
    path = write(tmp_path, name, text)
    with pytest.raises(DataError) as refused:
        LOADERS[name](path)
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def assert_refused(tmp_path: Path, name: str, old: str, new: str, place: str, allowed: str) -> None:
    message = refusal(tmp_path, name, changed(name, old, new))
    parts = re.fullmatch(r"(row \d+|all rows).*?, field (.+?): found (.+), allowed: (.+)", message)
    assert parts is not None
    assert " ".join(parts.groups()[:3]) == place
    assert parts[4].startswith(allowed)


def test_a_refusal_names_file_row_title_field_what_was_found_and_what_is_allowed(tmp_path):
    message = refusal(tmp_path, DECK, changed(DECK, 'face = "down"', 'face = "sideways"'))
    assert message == "row 4 'M04', field face: found 'sideways', allowed: down, up"
    message = refusal(tmp_path, PACK, changed(PACK, "cost = 3", "cost = 10"))
    assert message == "row 1 'Alaska', field cost: found 10, allowed: a whole number from 0 to 9"


NUMBER = "a whole number from 0 to "
EUROPE_S12 = '(Europe)"\nkind = "manoeuvre"\nregion = "Europe"\n'
SHIFTED_S12 = '(Europe)"\nkind = "manoeuvre"\n'


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ('"Paradies"', "3", "row 3 title 3", "a text of one line"),
        ('"Paradies"', '" "', "row 3 title ' '", "a text of one line"),
        ('"Paradies"', '"A\\nB"', r"row 3 title 'A\nB'", "a text of one line"),
        ("index = 2\n", "index = 3\n", "row 3 index 3", "2, as the rows stand in order"),
        ("index = 2\n", "index = true\n", "row 3 index True", NUMBER + "35"),
        ("index = 2\n", "index = 2.0\n", "row 3 index 2.0", NUMBER + "35"),
        ("index = 2\n", "index = -1\n", "row 3 index -1", NUMBER + "35"),
        ("index = 2\n", "", "row 3 index nothing", NUMBER + "35"),
        ('"paradies"', '"casino"', "row 3 kind 'casino'", "conscript, manoeuvre, paradies, continent"),
        ('"paradies"', '"antarctica"', "row 3 kind 'antarctica'", "conscript, manoeuvre, paradies"),
        ('"paradies"', '["paradies"]', "row 3 kind ['paradies']", "conscript, manoeuvre, paradies"),
        ('"khyber"', '"decimate"', "row 17 kind 'decimate'", "'decimate' in 1 row"),
        ('"khyber"', '"manoeuvre"', "all rows kind 'khyber' in 0", "1 row"),
        ('"Europe"', '"Asia"', "row 11 region 'Asia'", "Europe"),
        ('"Europe"', '"Eurasia"', "row 11 region 'Eurasia'", "Europe"),
        ('region = "Europe"\n', "", "row 11 region nothing", "Europe"),
        (EUROPE_S12, SHIFTED_S12 + 'region = "Antarctica"\n', "row 13 region 'Antarctica'", "North America"),
        (EUROPE_S12, SHIFTED_S12 + 'region = "Asia"\n', "row 17 region 'Asia'", "'Asia' in 3 rows"),
        (EUROPE_S12, SHIFTED_S12, "all rows region 'Europe' in 2", "3 rows"),
        (
            '"continent"\nregion = "Africa"',
            '"continent"\nregion = "Asia"',
            "row 24 region 'Asia'",
            "'Asia' in 1 row with kind 'continent'",
        ),
        (
            '"continent"\nregion = "Asia"',
            '"manoeuvre"\nregion = "Asia"',
            "all rows region 'Asia' in 0 with kind 'continent'",
            "1 row",
        ),
        ('"Antarctica"', '"Asia"', "row 25 region 'Asia'", "Antarctica"),
        ('"antarctica"', '"rsz"', "row 25 kind 'rsz'", "antarctica"),
        ('"antarctica"\n', '"antarctica"\nindex = 24\n', "row 25 index 24", "no field but kind, note"),
    ],
)
def test_a_broken_row_of_the_board_is_refused(old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, BOARD, old, new, place, allowed)


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ('"Vancouver"', '"Alaska"', "row 2 title 'Alaska'", "a different title in each row"),
        ('"Africa"', '"Asia"', "row 26 continent 'Asia'", "Africa"),
        ('"state"', '"duchy"', "row 3 kind 'duchy'", "strategic point, city, country, state"),
        ('"state"', '"antarctica"', "row 3 kind 'antarctica'", "strategic point, city, country, state"),
        ('"antarctica"', '"city"', "row 21 kind 'city'", "antarctica"),
        (
            '"state"',
            '"strategic point"',
            "row 3 continent 'North America'",
            "'North America' in 1 row with kind 'strategic point'",
        ),
        (
            '"strategic point"',
            '"city"',
            "all rows continent 'North America' in 0 with kind 'strategic point'",
            "1 row",
        ),
        ("cost = 3", "cost = 10", "row 1 cost 10", NUMBER + "9"),
        ("cost = 3", "cost = -1", "row 1 cost -1", NUMBER + "9"),
        ("cost = 3", "cost = true", "row 1 cost True", NUMBER + "9"),
        ("cost = 3", 'cost = "3"', "row 1 cost '3'", NUMBER + "9"),
        ('"antarctica"\ncost = 0', '"antarctica"\ncost = 1', "row 21 cost 1", NUMBER + "0"),
        ('"Pachacuti"', '"Napoleon"', "row 14 picture 'Napoleon'", "Tommy Unknown, Julius Caesar"),
        ('"Pachacuti"', '"Cleopatra"', "row 32 picture 'Cleopatra'", "'Cleopatra' in 1 row"),
        ('picture = "Buddha"\n', "", "all rows picture 'Buddha' in 0", "1 row"),
        ('"ecuador"', '"sab"', "row 13 role 'sab'", "ecuador"),
        ('"sab"', '"ecuador"', "row 22 role 'ecuador'", "sab, south_pole"),
        ('"sab"', '"south_pole"', "row 23 role 'south_pole'", "'south_pole' in 1 row"),
        ('role = "ecuador"\n', "", "all rows role 'ecuador' in 0", "1 row"),
    ],
)
def test_a_broken_row_of_the_world_pack_is_refused(old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, PACK, old, new, place, allowed)


TWO_REGIONS = "a list of 1 to 2 different names out of North America, South America, Africa"


@pytest.mark.parametrize(
    ("old", "new", "place", "allowed"),
    [
        ('"M02"', '"M01"', "row 2 id 'M01'", "a different id in each row"),
        ('"M02"', "2", "row 2 id 2", "a text of one line"),
        ("optional = true", "optional = 1", "row 1 optional 1", "true or false"),
        ("optional = true\n", "", "row 1 optional nothing", "true or false"),
        ("brutal = true", 'brutal = "yes"', "row 6 brutal 'yes'", "true or false"),
        ('"close"', '"explode"', "row 3 effect 'explode'", "nothing, go_to_airspaces, go_to_one_of"),
        ('"close"', '"close"\nsoldiers = 1', "row 3 soldiers 1", "no field but brutal, effect, id"),
        ("kept = 1\n", "", "row 6 kept nothing", NUMBER + "100"),
        ("kept = 1", "kept = 101", "row 6 kept 101", NUMBER + "100"),
        ("kept = 1", "kept = true", "row 6 kept True", NUMBER + "100"),
        ("each_has_more_than = 1\n", "", "row 8 each_has_more_than nothing", NUMBER + "100"),
        ("opponent_has_more_than", "has_more_than", "row 18 opponent_has_more_than nothing", NUMBER + "100"),
        ("[2, 1]", "[2]", "row 2 soldiers [2]", "a list of 2 whole numbers from 0 to 100"),
        ("[2, 1]", "2", "row 2 soldiers 2", "a list of 2 whole numbers from 0 to 100"),
        ("[2, 1]", "[2, true]", "row 2 soldiers [2, True]", "a list of 2 whole numbers from 0 to 100"),
        ('"Africa"]', '"Antarctica"]', "row 2 regions ['Europe', 'Antarctica']", TWO_REGIONS),
        ('"Africa"]', '"Europe"]', "row 2 regions ['Europe', 'Europe']", TWO_REGIONS),
        ('"Africa"]', '"Africa", "Asia"]', "row 2 regions ['Europe', 'Africa', 'Asia']", TWO_REGIONS),
        ('["Europe", "Africa"]', '"Europe"', "row 2 regions 'Europe'", TWO_REGIONS),
        ('["antarctica"]', "[]", "row 4 kinds []", "a list of 1 to 7 different names out of any, strat"),
        ('["antarctica"]', '["ice"]', "row 4 kinds ['ice']", "a list of 1 to 7 different names out of any"),
        ('"down"', '"sideways"', "row 4 face 'sideways'", "down, up"),
        ('space = "any"', 'space = "nowhere"', "row 9 space 'nowhere'", "any, conscript, manoeuvre"),
    ],
)
def test_a_broken_row_of_the_manoeuvre_deck_is_refused(old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, DECK, old, new, place, allowed)


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "allowed"),
    [
        (PURGADIES, '"city"', '"town"', "row 4 effect 'town'", "antarctica, strategic_point, country"),
        (PURGADIES, '"city"', '"country"', "row 4 effect 'country'", "'country' in 1 row"),
        (PURGADIES, '"City"', '"Country"', "row 4 title 'Country'", "a different title in each row"),
        (THEMES, 'subject = "animals"\n', "", "row 17 subject nothing", "a text of one line"),
        (THEMES, '"Old News"', '"Wild Guesses"', "row 27 title 'Wild Guesses'", "a different title in each"),
        (THEMES, '"book"', '"hearsay"', "row 1 origin 'hearsay'", "book, reconstructed"),
        (THEMES, 'origin = "book"\n', "", "row 1 origin nothing", "book, reconstructed"),
        (THEMES, '"book"', '"book"\nnote = 1', "row 1 note 1", "a text of one line"),
        (THEMES, '"book"', '"book"\nby = "me"', "row 1 by 'me'", "no field but note, origin, subject, title"),
        (THEMES, '"book"', '"book"\n"a\\nb" = 1', r"row 1 'a\nb' 1", "no field but note, origin, subject"),
    ],
)
def test_a_broken_row_of_the_other_cards_is_refused(name, old, new, place, allowed, tmp_path):
    assert_refused(tmp_path, name, old, new, place, allowed)


def test_a_board_without_a_manoeuvre_space_is_refused(tmp_path):
    text = shipped(BOARD).replace('"manoeuvre"\nregion = "', '"paradies"\nregion = "')
    text = text.replace('region = "Europe"\norigin = "reconstructed"', 'region = "South America"\norigin = "book"')
    text = text.replace('region = "Australasia"\norigin = "reconstructed"', 'region = "South America"\norigin = "book"')
    text = text.replace('kind = "manoeuvre"', 'kind = "paradies"\nregion = "South America"')
    message = refusal(tmp_path, BOARD, text)
    assert message == "all rows, field kind: found 'manoeuvre' in 0, allowed: 1 to 36 rows"


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (BOARD, ring_of(37), "rows [[space]]: found 38, allowed: 19 to 37"),
        (BOARD, "".join(space(index) for index in range(18)), "rows [[space]]: found 18, allowed: 19 to 37"),
        (PACK, shipped(PACK).rpartition("[[card]]")[0], "rows [[card]]: found 64, allowed: 65"),
        (DECK, shipped(DECK) + manoeuvre('"nothing"'), "rows [[manoeuvre]]: found 28, allowed: 1 to 27"),
        (DECK, "manoeuvre = []", "rows [[manoeuvre]]: found 0, allowed: 1 to 27"),
        (
            PURGADIES,
            shipped(PURGADIES).rpartition("[[purgadies]]")[0],
            "rows [[purgadies]]: found 5, allowed: 6",
        ),
        (THEMES, shipped(THEMES).rpartition("[[theme]]")[0], "rows [[theme]]: found 26, allowed: 27"),
        (THEMES, "", "top level: found [], allowed: only rows [[theme]]"),
        (
            THEMES,
            "version = 1\n" + shipped(THEMES),
            "top level: found ['version', 'theme'], allowed: only rows",
        ),
        (THEMES, "theme = 27", "top level: found ['theme'], allowed: only rows [[theme]]"),
        (THEMES, "theme = [1, 2]", "top level: found ['theme'], allowed: only rows [[theme]]"),
        (THEMES, "[[theme]\n", "not TOML in UTF-8: "),
        (THEMES, "theme = " + "[" * 5000, "not TOML in UTF-8: "),
    ],
    ids=lambda value: value if value in LOADERS else value[:40].strip(),
)
def test_a_broken_file_is_refused(name, text, found, tmp_path):
    assert found in refusal(tmp_path, name, text)


@pytest.mark.parametrize(
    "effects",
    [
        ['"send"\nspace = "any"'],
        [
            '"go_to_airspaces"\nregions = ["Asia"]\nsoldiers = 1',
            '"go_to_one_of"\nregions = ["Asia"]\nsoldiers = [1]',
        ],
        ['"send"\nspace = "rsz"', '"lose_all"\nbrutal = true'],
    ],
    ids=["sends", "moves", "brutal"],
)
def test_a_deck_in_which_every_card_leads_to_another_landing_is_refused(effects, tmp_path):
    text = "".join(manoeuvre(effect, number) for number, effect in enumerate(effects))
    message = refusal(tmp_path, DECK, text)
    assert "all rows, field effect: found only brutal cards and landings" in message
    assert "allowed: at least one other than go_to_airspaces, go_to_one_of, send" in message


@pytest.mark.parametrize("name", LOADERS)
def test_a_missing_file_is_refused(name, tmp_path):
    with pytest.raises(DataError, match=r"missing\.toml: cannot be read: No such file"):
        LOADERS[name](tmp_path / "missing.toml")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be read: "):
        load_board(tmp_path)


def test_a_text_that_is_not_utf_8_is_refused(tmp_path):
    path = tmp_path / THEMES
    path.write_bytes(shipped(THEMES).replace("animals", "Bären").encode("latin-1"))
    with pytest.raises(DataError, match=r"themes\.toml: not TOML in UTF-8: "):
        load_themes(path)
