"""Set-up: first seat, claims, deals, missions, capitals (DOM-003 to DOM-044)."""

import pytest

from tests.games.domination.tables import asked, play, possible
from wd_env.errors import ConfigError
from wd_env.games.domination.config import Config
from wd_env.games.domination.table import Domination
from wd_env.table.chance_modes import EXPLICIT

ARMIES = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}
SEATS = sorted(ARMIES)


def begun(first=0, **options):
    """Return a table with explicit chance whose first seat is sampled."""
    return play(Domination(Config(**options), chance=EXPLICIT), f"seat {first}")


def set_up(table, until):
    """Play the first legal action until this node."""
    while table.node.name != until:
        table.play(possible(table)[0])
    return table


@pytest.mark.parametrize("seats", [1, 7])
def test_dom_003_two_to_six_seats(seats):
    with pytest.raises(ConfigError, match="num_players: expected"):
        Config(num_players=seats)


@pytest.mark.parametrize("option", ["game_type", "card_values"])
def test_dom_010_types_and_values_are_those_there_are(option):
    with pytest.raises(ConfigError, match=f"{option}: expected"):
        Config(**{option: "x"})


@pytest.mark.parametrize("seats", SEATS)
def test_dom_015_each_seat_begins_as_likely(seats):
    table = Domination(Config(num_players=seats), chance=EXPLICIT)
    assert table.chance_weights() == {f"seat {seat}": 1 for seat in range(seats)}


def test_dom_016_the_turn_passes_in_a_fixed_cycle():
    table, order = begun(first=2), []
    for _ in range(6):
        order.append(table.seat)
        table.play(table.legal_texts()[0])
    assert order == [2, 0, 1, 2, 0, 1]


@pytest.mark.parametrize(("game_type", "question"), [("domination", "claim"), ("capital", "claim")])
def test_dom_017_domination_and_capital_begin_with_claims(game_type, question):
    assert begun(game_type=game_type).node.name == question


@pytest.mark.parametrize("seats", SEATS)
def test_dom_018_starting_armies_of_the_classic_map(seats):
    assert Domination(Config(num_players=seats), chance=EXPLICIT).board.stock == [ARMIES[seats]] * seats


def test_dom_021_a_claim_puts_one_army_on_a_country():
    table = play(begun(), "country 12")
    assert (table.board.holders[12], table.board.armies[12], table.board.stock[0]) == (0, 1, 34)


def test_dom_022_a_claimed_country_is_offered_to_nobody():
    table = play(begun(), "country 12")
    for _ in range(41):
        assert "country 12" not in table.legal_texts()
        table.play(table.legal_texts()[0])
    assert table.node.name == "setup_place"


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("auto_place", ["none", "countries", "all"])
def test_dom_024_all_seats_place_the_same_number_of_armies(seats, auto_place):
    table = set_up(begun(num_players=seats, auto_place=auto_place), "place")
    owned = [42 // seats + (seat < 42 % seats) for seat in range(seats)]
    assert [list(table.board.holders.values()).count(seat) for seat in range(seats)] == owned
    on_board = [
        sum(table.board.armies[n] for n, seat in table.board.holders.items() if seat == one) for one in range(seats)
    ]
    assert on_board == [ARMIES[seats]] * seats


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("first", [0, 1])
def test_dom_027_whoever_began_takes_the_first_turn(seats, first):
    assert asked(set_up(begun(first, num_players=seats), "place")) == ("place", first)


def test_dom_026_only_own_countries_can_be_strengthened():
    table = set_up(begun(), "setup_place")
    own = {f"country {number}" for number, seat in table.board.holders.items() if seat == table.seat}
    assert set(table.legal_texts()) == own


@pytest.mark.parametrize("seats", SEATS)
def test_dom_030_in_a_mission_game_countries_are_dealt_and_never_claimed(seats):
    table, seen = begun(game_type="mission", num_players=seats), set()
    while table.node.name != "setup_place":
        seen.add(table.node.name)
        table.play(possible(table)[0])
    assert seen == {"draw_mission", "deal"}
    assert set(table.board.armies.values()) == {1}


def test_dom_029_the_deal_is_even_among_countries_left():
    table = play(begun(auto_place="countries"), "country 12")
    assert table.chance_weights() == {f"country {n}": 1 for n in range(1, 43) if n != 12}
    assert asked(table) == ("deal", 1)


@pytest.mark.parametrize("seats", SEATS)
def test_dom_041_missions_that_name_nobody_at_the_table_are_not_drawn(seats):
    table = begun(game_type="mission", num_players=seats)
    assert set(table.chance_weights()) == {f"mission {n}" for n in range(1, 9 + seats)}


def test_dom_040_missions_are_all_different():
    table = play(begun(game_type="mission"), "mission 9")
    assert "mission 9" not in table.chance_weights()


def test_dom_035_capitals_are_own_countries_chosen_before_the_first_turn():
    table = set_up(begun(game_type="capital"), "capital")
    own = {f"country {number}" for number, seat in table.board.holders.items() if seat == 0}
    assert (set(table.legal_texts()), table.seat) == (own, 0)
    for seat in range(3):
        assert asked(table) == ("capital", seat)
        table.play(table.legal_texts()[0])
    assert asked(table) == ("place", 0)


def test_dom_038_the_card_of_a_capital_leaves_the_game():
    table = set_up(begun(game_type="capital"), "place")
    assert len(table.board.deck) == 41
    assert not {f"card {number}" for number in table.board.capitals} & set(table.board.deck)


def test_dom_039_capitals_show_only_when_all_are_chosen():
    table = set_up(begun(game_type="capital"), "capital")
    table.play(table.legal_texts()[0])
    layout, chosen = table.game.layout, table.board.capitals[0] - 1
    assert table.observe(0)[layout.slice("own_capital")][chosen] == 1
    assert not any(table.observe(1)[layout.slice("capitals")])
    set_up(table, "place")
    assert table.observe(1)[layout.slice("capitals")][chosen] == 1
