"""The recount finds no error at tables reached by play, and finds each number that a test changes."""

import random

import pytest

from tests.games.superpowers.invariants import INVARIANTS, MEMORY, ONE_LAND_IN_THE_LIMITED_ROUND, WHOLE
from tests.games.superpowers.play import new_table, position
from tests.games.superpowers.recount import recount_table
from wd_env.games.superpowers.board.bundled_board import SPACE_IDS
from wd_env.games.superpowers.definitions.rule_constants import LAND_ROWS, LANDS, LIMITED_ROUND, POWERS, SEA_ROWS, ZONES
from wd_env.games.superpowers.rules.attackers import rush_fits

ACTIONS = 40


def test_no_action_of_a_random_game_breaks_an_invariant():
    table, rng, memory = new_table(seed=5, max_rounds=2), random.Random(5), [0] * MEMORY
    for _ in range(ACTIONS):
        table.play(rng.choice(table.legal_texts()))
        assert INVARIANTS[recount_table(table.state, memory)] == ""


def on_land(power, row, land):
    return (power * LAND_ROWS + row) * LANDS + land


def first_ships(s):
    """Return the power on turn and a zone where it has ships."""
    units = s.sea_units[s.turn * SEA_ROWS * ZONES : (s.turn + 1) * SEA_ROWS * ZONES]
    return s.turn, next(at % ZONES for at, count in enumerate(units) if count)


def add(field, index, amount):
    """Return a function that adds `amount` to one number of a list."""

    def change(s):
        values = getattr(s, field)
        at = index(s)
        values[at] += amount

    return change


def put(field, index, value):
    """Return a function that sets a number, or one number of a list."""

    def change(s):
        if index is None:
            setattr(s, field, value(s))
        else:
            getattr(s, field)[index(s)] = value(s)

    return change


def neutral_land(s):
    return s.holder.index(POWERS)


def own_land(s):
    return s.capital[s.turn]


def other_power(s):
    return next(power for power in range(POWERS) if s.in_play[power] and power != s.turn)


def absent_power(s):
    return s.in_play.index(0)


def empty_lands(s):
    """Return the lands of another power without units."""
    power = other_power(s)
    return [land for land, holder in enumerate(s.holder) if holder == power and land != s.capital[power]]


def fly(s):
    s.aloft[0] = s.planes_aloft = 1


def end_turn(s):
    """Give the turn to the next power, with a wrong income for the former one."""
    former, s.turn = s.turn, other_power(s)
    s.production[former] += 5


CHANGES = {
    "units on land are in lands of their team": add("land_units", lambda s: on_land(s.turn, 0, neutral_land(s)), 1),
    "no value is negative": put("land_units", lambda s: on_land(s.turn, 0, own_land(s)), lambda s: -9),
    "a power has at most one general, ruler and super battleship": add(
        "land_units", lambda s: on_land(s.turn, 7, own_land(s)), 1
    ),
    "cargo fits its transports": add("cargo", lambda s: s.turn * 7 * ZONES + first_ships(s)[1], 9),
    "fighters at sea have carriers": add("sea_units", lambda s: s.turn * SEA_ROWS * ZONES + first_ships(s)[1], 1),
    "no more units have moved than exist": put("land_spent", own_land, lambda s: 99),
    "the attackers are those of all origins": add("engaged", lambda s: 0, 1),
    "zones with ships are marked": put("fleets", lambda s: s.turn * 3, lambda s: 77),
    "new units come only from set-up, purchases and bounties": add(
        "land_units", lambda s: on_land(s.turn, 0, own_land(s)), 2
    ),
    "money does not exceed the production, and is a multiple of five with the prices of the book": put(
        "credit", None, lambda s: 3
    ),
    "the production of a power changes only in its income step": add("production", other_power, 5),
    "land belongs to a power in play or is neutral": put("holder", neutral_land, absent_power),
    "a capital is land that its power holds, with a complex": put("complexes", own_land, lambda s: 0),
    "no power loses land to another in the grace rounds": put("holder", lambda s: empty_lands(s)[0], lambda s: s.turn),
    "planes have landed when a turn begins": fly,
    "the production is the income of the board": end_turn,
    "allied powers are those of one team": put("relation", lambda s: s.turn * 8 + other_power(s), lambda s: 2),
    "winners meet the condition of their win, and win with their team": put("won", lambda s: 0, lambda s: 1),
    "rounds only increase, up to the last": put("round", None, lambda s: 0),
    "complexes and centres come only from purchases and neutral capitals, and only raids remove centres": add(
        "centres", neutral_land, 1
    ),
}


@pytest.mark.parametrize("sentence", CHANGES)
def test_a_number_that_is_changed_by_hand_is_found(sentence):
    table, memory = new_table(seed=5, max_rounds=2), [0] * MEMORY
    assert recount_table(table.state, memory) == WHOLE
    changed = table.state.copy()
    CHANGES[sentence](changed)
    assert INVARIANTS[recount_table(changed, memory)] == sentence


def test_a_second_land_in_the_limited_round_is_found():
    table, memory = new_table(seed=5, max_rounds=9), [0] * MEMORY
    table.state.round = LIMITED_ROUND
    assert recount_table(table.state, memory) == WHOLE
    first, second = empty_lands(table.state)[:2]
    table.state.holder[first] = table.state.turn
    assert recount_table(table.state, memory) == WHOLE
    table.state.holder[second] = table.state.turn
    assert recount_table(table.state, memory) == ONE_LAND_IN_THE_LIMITED_ROUND


@pytest.mark.parametrize(("through", "fits"), [("sz_sierra_waters", 8), ("sz_west_africa_waters", 4)])
def test_sp_239_transports_that_have_sailed_rush_through_a_neighbouring_zone_alone(through, fits):
    table = position({"sz_congo_waters": "ac TR2 aboard I8"}, turn="ac", at="combat", round=8)
    zone = SPACE_IDS.index("sz_congo_waters") - LANDS
    table.state.ships_half[ZONES + zone] = 1
    table.state.zone = SPACE_IDS.index(through)
    assert [count for count in range(1, 9) if rush_fits(table.state, zone, 0, count)][-1] == fits
