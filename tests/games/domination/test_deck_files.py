"""Deck files: the format (ledger 3.3), and rejected files."""

import pytest

from tests.games.domination.map_texts import SMALL, SMALL_DECK, WITH_A_VOID, changed, refusal, shipped, write
from wd_env.games.domination.maps.deck import CANNON, CAVALRY, INFANTRY, NO_COUNTRY, NO_TARGET, WILDCARD, Card, Mission
from wd_env.games.domination.maps.map_catalogue import load_map


def test_cards_and_missions_are_read_in_their_order(tmp_path):
    deck = load_map(write(tmp_path)).deck
    shown = [(INFANTRY, 0), (CAVALRY, 1), (CANNON, 2), (INFANTRY, 3), (CAVALRY, 4), (CANNON, 5), (WILDCARD, NO_COUNTRY)]
    assert deck.cards == tuple(Card(*card) for card in shown)
    assert deck.missions == (
        Mission(NO_TARGET, 0, 0, (0, 1), 0, "Hold North and South"),
        Mission(NO_TARGET, 4, 2, (), 0, "Hold four countries"),
        Mission(1, 3, 1, (), 0, "Remove PLAYER2"),
    )


@pytest.mark.parametrize("text", ["", "[cards]\n", "[missions]\n", "; nothing\n\n"])
def test_a_deck_may_be_empty(tmp_path, text):
    deck = load_map(write(tmp_path, deck=text)).deck
    assert (deck.cards, deck.missions) == ((), ())


def test_several_cards_may_show_one_country(tmp_path):
    deck = load_map(write(tmp_path, deck="[cards]\nInfantry 1\nCannon 1\nInfantry 1\n")).deck
    assert [card.country for card in deck.cards] == [0, 0, 0]


def test_countries_without_a_number_of_armies_and_removals_without_a_fallback_are_missions(tmp_path):
    one, other = load_map(write(tmp_path, deck="[missions]\n0 6 0 0 0 0 All\n3 0 0 0 0 0 PLAYER3\n")).deck.missions
    assert (one.target, one.countries, one.armies) == (NO_TARGET, 6, 0)
    assert (other.target, other.countries, other.armies) == (2, 0, 0)


CARD_FORM = "allowed: Infantry, Cavalry or Cannon and the number of a country, or wildcard"
MISSION_FORM = "allowed: seat, countries, armies, three groups and a text"


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Infantry 1", "infantry 1", f"line 2: found 'infantry 1', {CARD_FORM}"),
        ("Infantry 1", "Artillery 1", f"line 2: found 'Artillery 1', {CARD_FORM}"),
        ("Infantry 1", "Infantry", f"line 2: found 'Infantry', {CARD_FORM}"),
        ("Infantry 1", "Infantry 1 2", f"line 2: found 'Infantry 1 2', {CARD_FORM}"),
        ("wildcard", "wildcard 1", f"line 8: found 'wildcard 1', {CARD_FORM}"),
        ("wildcard", "Wildcard", f"line 8: found 'Wildcard', {CARD_FORM}"),
        ("Infantry 1", "Infantry 0", "line 2: found country '0', allowed: a whole number from 1 to 6"),
        ("Infantry 1", "Infantry -1", "line 2: found country '-1', allowed: a whole number from 1 to 6"),
        (
            "[cards]",
            "name x\n[cards]",
            "line 1: found 'name' before the first section, allowed: [cards] and [missions]",
        ),
        ("[cards]", "[card]", "line 1: found the section '[card]', allowed: [cards], [missions]; did you mean cards?"),
        ("2 3 1 0 0 0 Remove PLAYER2", "2 3 1 0 0 0", f"line 13: found a mission of 6 words, {MISSION_FORM}"),
        ("2 3 1 0 0 0", "7 3 1 0 0 0", "line 13: found seat '7', allowed: a whole number from 0 to 6"),
        ("2 3 1 0 0 0", "2 7 1 0 0 0", "line 13: found countries '7', allowed: a whole number from 0 to 6"),
        ("2 3 1 0 0 0", "2 3 1001 0 0 0", "line 13: found armies '1001', allowed: a whole number from 0 to 1000"),
        ("2 3 1 0 0 0", "2 3 1 3 0 0", "line 13: found group '3', allowed: a whole number from 1 to 2"),
        ("2 3 1 0 0 0", "2 3 1 ** 0 0", "line 13: found group '**', allowed: a whole number from 1 to 2"),
        ("2 3 1 0 0 0", "0 0 5 0 0 0", "line 13: found a mission without a goal, allowed: a seat, countries or"),
    ],
)
def test_an_invalid_file_is_rejected_by_file_and_line(tmp_path, old, new, said, strict):
    path = write(tmp_path, deck=changed(old, new, SMALL_DECK))
    assert refusal(path, strict=strict).startswith(f"small.cards: {said}")


def test_a_mission_for_a_group_without_countries_is_refused(tmp_path):
    path = write(tmp_path, WITH_A_VOID)
    said = "small.cards: line 11: found group 2, which has no countries, allowed: a group that can be held"
    assert refusal(path) == said


def test_cards_and_missions_are_counted_before_they_are_made(tmp_path):
    said = refusal(write(tmp_path, deck="[cards]\n" + "wildcard\n" * 1025))
    assert said == "small.cards: line 1026: found more than 1024 cards, allowed: at most 1024"
    assert load_map(write(tmp_path, deck="[cards]\n" + "wildcard\n" * 1024)).deck.counts == (0, 0, 0, 1024)
    said = refusal(write(tmp_path, deck="[missions]\n" + "1 0 0 0 0 0 x\n" * 257))
    assert said == "small.cards: line 258: found more than 256 missions, allowed: at most 256"


def test_the_classic_deck_fits_a_map_of_42_countries_and_6_groups_only(tmp_path):
    (tmp_path / "classic.map").write_text(shipped("classic.map").replace("39 Indonesia 6", "39 Indonesia 5"))
    (tmp_path / "classic.cards").write_text(shipped("classic.cards"))
    assert load_map(tmp_path / "classic.map").deck == load_map("classic").deck
    assert "found country '7'" in refusal_of_other(tmp_path)


def refusal_of_other(folder):
    (folder / "small.cards").write_text(shipped("classic.cards"))
    return refusal(write(folder, SMALL, deck=None))
