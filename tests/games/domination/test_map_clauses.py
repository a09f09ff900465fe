"""The classic map and its deck, and the clauses about maps and decks (DOM-004 to DOM-009 and their like)."""

import re

import pytest

from tests.games.domination.map_texts import SMALL_DECK, borders, changed, refusal, write
from wd_env.errors import DataError
from wd_env.games.domination.maps.deck import CANNON, CAVALRY, INFANTRY, NO_COUNTRY, NO_TARGET, SYMBOLS, WILDCARD
from wd_env.games.domination.maps.map_catalogue import load_map
from wd_env.games.domination.starting_armies import is_enough, starting_armies

CLASSIC = load_map("classic")
GROUPS = [group.title for group in CLASSIC.groups]
TITLES = [country.title for country in CLASSIC.countries]

# Of each group: countries, bonus, entry countries, borders inside and borders to other groups (ledger 2.1).
GROUP_FACTS = {
    "North America": (9, 5, "Alaska, Central America, Greenland", 16, 3),
    "South America": (4, 2, "Brazil, Venezuela", 5, 2),
    "Europe": (7, 5, "Iceland, Southern Europe, Ukraine, Western Europe", 12, 8),
    "Africa": (6, 3, "Egypt, North Africa", 9, 5),
    "Asia": (12, 7, "Afghanistan, Kamchatka, Middle East, Siam, Ural", 22, 7),
    "Australia": (4, 2, "Indonesia", 5, 1),
}
DEGREES = {2: 4, 3: 13, 4: 13, 5: 7, 6: 5}


def test_dom_004_countries_borders_groups_and_bonuses_come_from_the_map(tmp_path):
    small = load_map(write(tmp_path))
    assert (len(CLASSIC.countries), len(small.countries)) == (42, 6)
    assert [(group.title, group.bonus) for group in small.groups] == [("North", 2), ("South", 3)]
    assert [country.title for country in small.countries][2:5] == ["Cedar Hill", "Douglas", "Elm-Wood"]
    assert [country.group for country in small.countries] == [0, 0, 0, 1, 1, 1]
    assert small.borders == ((1, 5), (0, 2), (1, 3), (2, 4), (3, 5), (4, 0))


def test_dom_005_a_file_in_the_format_is_enough(tmp_path):
    found = load_map(str(write(tmp_path)))
    assert (found.name, found.warnings) == ("Small world", ())
    assert found.deck.counts == (2, 2, 2, 1)


def test_dom_006_without_a_choice_the_deck_is_the_one_that_the_map_names(tmp_path):
    path = write(tmp_path)
    other = tmp_path / "other.cards"
    other.write_text("[cards]\nwildcard\nwildcard\n")
    assert load_map(path).deck.counts == (2, 2, 2, 1)
    assert load_map(path, cards=other).deck.counts == (0, 0, 0, 2)
    assert load_map(path, cards="generated").deck.counts == (2, 2, 2, 2)


def test_dom_007_every_country_of_a_deck_is_on_the_map(tmp_path):
    path = write(tmp_path, deck=changed("Cannon 6", "Cannon 7", SMALL_DECK))
    assert refusal(path) == "small.cards: line 7: found country '7', allowed: a whole number from 1 to 6"
    with pytest.raises(DataError, match=r"classic\.cards: line \d+: found country '7', allowed: a whole number"):
        load_map(path, cards="classic")


def test_dom_007_a_deck_may_have_fewer_cards_than_the_map_has_countries(tmp_path):
    found = load_map(write(tmp_path, deck="[cards]\nInfantry 4\n"))
    assert [(card.symbol, card.country) for card in found.deck.cards] == [(INFANTRY, 3)]


def test_dom_008_a_card_shows_one_of_three_symbols_and_a_country_or_is_a_wildcard():
    for card in CLASSIC.deck.cards:
        assert card.symbol in (INFANTRY, CAVALRY, CANNON, WILDCARD)
        assert (card.country == NO_COUNTRY) == (card.symbol == WILDCARD)


def test_dom_009_the_classic_deck_has_14_cards_of_each_symbol_one_a_country_and_2_wildcards():
    assert dict(zip(SYMBOLS, CLASSIC.deck.counts, strict=True)) == {
        "infantry": 14,
        "cavalry": 14,
        "cannon": 14,
        "wildcard": 2,
    }
    assert sorted(card.country for card in CLASSIC.deck.cards if card.country != NO_COUNTRY) == list(range(42))


@pytest.mark.parametrize("players", range(2, 7))
def test_dom_012_the_classic_deck_has_missions_for_any_number_of_seats(players):
    assert len(CLASSIC.deck.missions_for(players)) == 8 + players


def test_dom_019_starting_armies_follow_from_countries_and_seats():
    assert [starting_armies(42, seats) for seats in range(2, 7)] == [40, 35, 30, 25, 20]  # DOM-018
    assert (starting_armies(64, 3), starting_armies(75, 6), starting_armies(6, 2)) == (56, 36, 8)
    for countries, armies in {46: 48, 50: 48, 52: 48, 61: 56, 64: 64, 75: 72}.items():  # ledger 3.4
        assert starting_armies(countries, 2) == armies


def test_dom_019_no_share_of_the_countries_ends_in_a_half():
    assert not [countries for countries in range(1, 257) if 12 * countries % 100 == 50]


def test_dom_020_a_map_is_too_small_without_armies_for_every_country():
    assert not is_enough(4, 2)
    assert is_enough(6, 6)
    assert all(is_enough(countries, seats) for countries in range(5, 257) for seats in range(2, 7))


def test_dom_041_missions_against_a_seat_that_does_not_play_are_left_out():
    assert len(CLASSIC.deck.missions_for(3)) == 11
    assert {mission.target for mission in CLASSIC.deck.missions_for(3)} == {NO_TARGET, 0, 1, 2}


def test_dom_132_a_border_may_lead_one_way(tmp_path):
    found = load_map(write(tmp_path, changed("2 1 3", "2 3")))
    assert (1, 2) in borders(found)
    assert (2, 1) not in borders(found)


def test_dom_176_both_ways_of_a_border_are_two_borders_of_the_value(tmp_path):
    found = load_map(write(tmp_path))
    assert borders(found) == {(start, end) for end, start in borders(found)}
    assert len(borders(found)) == 12


def test_ways_are_in_the_order_of_their_countries(tmp_path):
    found = load_map(write(tmp_path, changed("2 1 3", "2 3 1")))
    assert found.borders[1] == (2, 0)
    assert found.border_pairs == tuple(sorted(found.border_pairs))
    assert len(CLASSIC.border_pairs) == 164


def test_dom_189_a_mission_asks_for_a_removal_for_groups_or_for_countries():
    kinds = [(bool(m.groups), bool(m.countries), m.target != NO_TARGET) for m in CLASSIC.deck.missions]
    assert kinds == [(True, False, False)] * 6 + [(False, True, False)] * 2 + [(False, True, True)] * 6


def test_dom_190_the_groups_of_the_classic_missions():
    asked = [({GROUPS[group] for group in m.groups}, m.groups_in_all) for m in CLASSIC.deck.missions[:6]]
    assert asked == [
        ({"Asia", "South America"}, 0),
        ({"Europe", "Australia"}, 3),
        ({"Asia", "Africa"}, 0),
        ({"Europe", "South America"}, 3),
        ({"North America", "Australia"}, 0),
        ({"North America", "Africa"}, 0),
    ]


@pytest.mark.parametrize(
    ("places", "groups", "in_all"),
    [("1 2 *", (0, 1), 3), ("* * *", (), 3), ("* 1 0", (0,), 1), ("1 * 0", (0,), 2), ("2 2 1", (1, 0), 0)],
)
def test_dom_191_a_star_in_place_k_asks_for_k_groups_in_all(tmp_path, places, groups, in_all):
    (mission,) = load_map(write(tmp_path, deck=f"[missions]\n0 0 0 {places} Text\n")).deck.missions
    assert (mission.groups, mission.groups_in_all, mission.text) == (groups, in_all, "Text")


def test_dom_192_a_classic_mission_asks_for_18_countries_of_two_armies():
    assert (CLASSIC.deck.missions[6].countries, CLASSIC.deck.missions[6].armies) == (18, 2)


def test_dom_193_a_classic_mission_asks_for_24_countries():
    assert (CLASSIC.deck.missions[7].countries, CLASSIC.deck.missions[7].armies) == (24, 1)


def test_dom_195_the_six_classic_removals_fall_back_on_countries():
    removals = CLASSIC.deck.missions[8:]
    assert [(m.target, m.countries, m.armies) for m in removals] == [(seat, 24, 1) for seat in range(6)]
    assert all(f"PLAYER{seat}" in mission.text for seat, mission in enumerate(removals, 1))


@pytest.mark.parametrize("name", GROUP_FACTS)
def test_dom_209_the_classic_groups_and_their_entry_countries(name):
    group = GROUPS.index(name)
    members = {place for place, country in enumerate(CLASSIC.countries) if country.group == group}
    inside = sum(end in members for start in members for end in CLASSIC.borders[start]) // 2
    entries = sorted(TITLES[start] for start in members if not members.issuperset(CLASSIC.borders[start]))
    outward = sum(end not in members for start in members for end in CLASSIC.borders[start])
    assert (len(members), CLASSIC.groups[group].bonus, ", ".join(entries), inside, outward) == GROUP_FACTS[name]


def test_the_classic_map_has_82_borders_between_countries_of_2_to_6_neighbours():
    degrees = [len(ends) for ends in CLASSIC.borders]
    assert {degree: degrees.count(degree) for degree in set(degrees)} == DEGREES
    assert borders(CLASSIC) == {(start, end) for end, start in borders(CLASSIC)}


def both_ways(*pairs: tuple[int, int]) -> set[tuple[int, int]]:
    return {*pairs, *((end, start) for start, end in pairs)}


def test_the_other_border_sets_differ_by_the_borders_that_are_known():
    modern, legacy = (borders(load_map("classic", borders=name)) for name in ("modern83", "legacy81"))
    assert load_map("classic", borders="domination82") == CLASSIC
    assert (len(modern) // 2, len(legacy) // 2) == (83, 81)
    assert modern - borders(CLASSIC) == both_ways((24, 31))
    assert legacy - borders(CLASSIC) == both_ways((24, 31))
    assert borders(CLASSIC) - legacy == both_ways((14, 15), (15, 17))


def test_the_classic_map_is_read_strictly_without_a_note_and_every_country_has_a_place():
    assert CLASSIC.warnings == ()
    assert CLASSIC.name == "Classic world"
    assert all(country.place for country in CLASSIC.countries)


def test_equal_rules_have_equal_digests_whatever_their_titles(tmp_path):
    digest = load_map(write(tmp_path)).digest
    assert load_map(write(tmp_path, changed("Fir", "Pine"))).digest == digest
    assert load_map(write(tmp_path, changed("North 2", "North 3"))).digest != digest
    assert load_map(write(tmp_path, deck=changed("Cavalry 2", "Cannon 2", SMALL_DECK))).digest != digest
    digests = {load_map("classic", borders=name).digest for name in ("domination82", "modern83", "legacy81")}
    assert len(digests) == 3
    assert re.fullmatch("[0-9a-f]{64}", digest)
