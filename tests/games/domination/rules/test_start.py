"""Before the first turn: options, claims, deals, first armies, capitals, missions (DOM-001 to DOM-044)."""

import dataclasses
from itertools import pairwise

import pytest

from tests.games.domination.rules.test_setup import ARMIES, SEATS, begun, set_up
from tests.games.domination.tables import asked, play, possible, table_at
from wd_env import domination_v0
from wd_env.errors import ConfigError, StateError
from wd_env.games.domination.config import CARD_VALUES, GAME_TYPES, Config
from wd_env.games.domination.game import game_of
from wd_env.games.domination.table import Domination
from wd_env.table.saved_table import replay_record

COUNTRIES = 42  # in the classic map


def test_dom_001_the_remark_that_every_move_needs_thought_adds_no_action():
    verbs = [text.split()[0] for text in game_of(Config()).actions.texts]
    assert set(verbs) == {"country", "pass", "trade", "dice", "blitz", "amount"}


def test_dom_002_what_is_agreed_on_cannot_be_changed_afterwards():
    table = begun(card_values="fixed")
    for field in dataclasses.fields(Config):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(table.config, field.name, None)


@pytest.mark.parametrize("values", CARD_VALUES)
def test_dom_011_each_system_of_card_values_begins_a_game(values):
    assert begun(card_values=values).node.name == "claim"


def test_dom_011_there_is_no_other_system_of_card_values():
    assert CARD_VALUES == ("increasing", "fixed", "italian")
    with pytest.raises(ConfigError, match="card_values: expected increasing, fixed, italian, got 'italy'"):
        Config(card_values="italy")


@pytest.mark.parametrize("seats", SEATS)
def test_dom_013_whoever_answers_for_a_seat_changes_nothing_of_what_may_be_answered(seats):
    """Play the same actions by index and by text, as two controllers would."""
    tables = [Domination(Config(num_players=seats, max_rounds=2), seed=5) for _ in range(2)]
    for step in range(400):
        if tables[0].is_terminal:
            break
        assert tables[0].legal_texts() == tables[1].legal_texts()
        option = tables[0].legal_texts()[step % len(tables[0].legal_texts())]
        tables[0].play(option)
        tables[1].play(tables[1].game.actions.index(option))
    assert tables[0].state == tables[1].state


@pytest.mark.parametrize("seats", SEATS)
def test_dom_014_every_seat_has_a_name_of_its_own(seats):
    names = domination_v0.raw_env(num_players=seats).possible_agents
    assert len(set(names)) == seats


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("game_type", ["domination", "capital"])
def test_dom_023_claiming_ends_with_the_last_country(seats, game_type):
    table = begun(num_players=seats, game_type=game_type)
    for left in range(COUNTRIES, 0, -1):
        assert asked(table)[0] == "claim"
        assert len(table.legal_texts()) == left
        table.play(table.legal_texts()[-1])
    assert asked(table)[0] == "setup_place"


@pytest.mark.parametrize("seats", SEATS)
def test_dom_025_after_the_claims_seats_place_one_army_each_in_turn(seats):
    table = set_up(begun(num_players=seats), "setup_place")
    placed, order = 0, []
    while table.node.name == "setup_place":
        seat, before = table.seat, sum(table.board.armies.values())
        table.play(table.legal_texts()[0])
        assert sum(table.board.armies.values()) == before + 1
        order.append(seat)
        placed += 1
    assert placed == seats * ARMIES[seats] - COUNTRIES
    assert all(one != other for one, other in pairwise(order)), "expected no seat to place twice in a row"


@pytest.mark.parametrize("seats", SEATS)
def test_dom_028_in_a_mission_game_every_country_is_dealt_with_one_army(seats):
    table = set_up(begun(num_players=seats, game_type="mission"), "setup_place")
    sizes = [COUNTRIES // seats + (seat < COUNTRIES % seats) for seat in range(seats)]
    assert [list(table.board.holders.values()).count(seat) for seat in range(seats)] == sizes
    assert set(table.board.armies.values()) == {1}


@pytest.mark.parametrize("seats", SEATS)
def test_dom_031_in_a_mission_game_the_other_armies_are_placed_by_their_seats(seats):
    table = set_up(begun(num_players=seats, game_type="mission"), "setup_place")
    placed = [0] * seats
    while table.node.name == "setup_place":
        placed[table.seat] += 1
        table.play(table.legal_texts()[-1])
    owned = [COUNTRIES // seats + (seat < COUNTRIES % seats) for seat in range(seats)]
    assert placed == [ARMIES[seats] - countries for countries in owned]


@pytest.mark.parametrize("seats", SEATS)
def test_dom_031_whoever_began_places_the_first_of_them(seats):
    assert asked(set_up(begun(first=1, num_players=seats, game_type="mission"), "setup_place")) == ("setup_place", 1)


@pytest.mark.parametrize("game_type", ["domination", "mission"])
@pytest.mark.parametrize("seats", SEATS)
def test_dom_031_where_agreed_placing_goes_on_after_the_last_seat_that_was_dealt_a_country(seats, game_type):
    """Follow the program (ruling 3): 42 countries are dealt evenly to 2, 3 and 6 seats, not to 4 and 5."""
    house = {"num_players": seats, "game_type": game_type, "auto_place": "countries", "after_deal": "next"}
    table = set_up(begun(first=1, **house), "setup_place")
    assert table.seat == table.state.turn == (1 + COUNTRIES) % seats
    order = []
    while table.node.name == "setup_place":
        order.append(table.seat)
        table.play(table.legal_texts()[0])
    cycle = [(1 + COUNTRIES + nth) % seats for nth in range(len(order))]
    assert order == cycle, "a seat with a country less has an army more and is not skipped"
    assert (table.seat, table.board.stock[1] >= 3) == (1, True), "expected the starting seat to take the first turn"


def test_dom_002_who_places_after_a_deal_is_one_of_the_rules_in_force():
    """Leave only the default out of the digest, so that golden games from before the option existed keep theirs."""
    usual, other = (Domination(Config(after_deal=name), seed=1) for name in ("first", "next"))
    assert usual.record().rules_digest != other.record().rules_digest
    mixed = dataclasses.replace(other.record(), config=usual.record().config)
    with pytest.raises(StateError, match="the record was made under rules"):
        replay_record(mixed, other.game)


@pytest.mark.parametrize("game_type", ["domination", "capital"])
def test_dom_032_countries_can_be_dealt_in_any_type_of_game(game_type):
    table = begun(game_type=game_type, auto_place="countries")
    assert set(table.chance_weights()) == {f"country {number}" for number in range(1, COUNTRIES + 1)}
    dealt = set_up(table, "setup_place")
    assert sorted(dealt.board.holders.values()) == sorted(list(range(3)) * 14)


@pytest.mark.parametrize(("auto_place", "placements"), [("countries", 63), ("all", 0)])
def test_dom_033_automatic_placing_leaves_the_other_armies_to_players_unless_all_are_placed(auto_place, placements):
    table, asked_for = begun(auto_place=auto_place), 0
    while table.node.name != "place":
        asked_for += table.node.name == "setup_place"
        table.play(table.legal_texts()[0])
    assert asked_for == placements
    held = [sum(table.board.armies[n] for n, seat in table.board.holders.items() if seat == one) for one in range(3)]
    assert held == [ARMIES[3]] * 3


@pytest.mark.parametrize("seats", SEATS)
def test_dom_034_each_seat_names_one_capital_in_turn(seats):
    table, order = set_up(begun(first=1, num_players=seats, game_type="capital"), "capital"), []
    while table.node.name == "capital":
        order.append(table.seat)
        table.play(table.legal_texts()[0])
    assert order == [(1 + place) % seats for place in range(seats)]
    assert None not in table.board.capitals


@pytest.mark.parametrize("seats", SEATS)
def test_dom_036_a_capital_is_a_country_of_its_own_seat(seats):
    table = set_up(begun(num_players=seats, game_type="capital"), "capital")
    while table.node.name == "capital":
        own = [f"country {number}" for number, seat in table.board.holders.items() if seat == table.seat]
        assert table.legal_texts() == own
        table.play(own[-1])


def test_dom_037_a_capital_that_is_conquered_stays_the_capital_of_its_seat():
    table = table_at({0: [12], 1: [1]}, {12: 5}, at="attack", num_players=3, game_type="capital", capitals=[30, 1, 21])
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    assert table.board.holders[21] == 0
    assert table.board.capitals == [30, 1, 21]


def test_dom_042_a_seat_may_draw_the_mission_against_itself():
    table = begun(num_players=4, game_type="mission")
    against = [number + 1 for number, target in enumerate(table.state.mission_target) if target == 0]
    assert against
    assert f"mission {against[0]}" in table.chance_weights()
    assert play(table, f"mission {against[0]}").board.missions[0] == against[0]


@pytest.mark.parametrize("seats", SEATS)
def test_dom_043_a_mission_is_known_to_its_owner_alone(seats):
    entries = []
    for other in (7, 8):
        table = begun(num_players=seats, game_type="mission")
        play(table, "mission 1", f"mission {other}")
        while table.node.name != "setup_place":
            table.play(possible(table)[0])
        entries.append([list(table.observe(seat)) for seat in range(seats)])
    changed = [seat for seat in range(seats) if entries[0][seat] != entries[1][seat]]
    assert 1 in changed, "expected the owner to see it"
    assert 0 not in changed, "expected the others not to see it"


@pytest.mark.parametrize("game_type", GAME_TYPES)
def test_dom_044_hands_begin_empty_and_the_deck_full(game_type):
    table = set_up(begun(game_type=game_type), "place")
    assert table.board.hands == [[], [], []]
    assert len(table.board.deck) == (44 - 3 if game_type == "capital" else 44)
    assert table.board.discard == []
