"""The parts of a saved state: each is rejected where it alone is impossible, and accepted where it is possible."""

import pytest

from tests.games.superpowers.order_position import SPACES, ZONES
from tests.games.superpowers.play import attack, play, position
from tests.games.superpowers.saved_states import at, changed, problem
from wd_env.games.superpowers.checks.battle_checks import OF_BATTLES
from wd_env.games.superpowers.definitions import decision_codes as codes
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    ALLIED,
    BOXES,
    BRIDGED,
    CARRIER_ROW,
    CLOSED,
    DECK_ROWS,
    FIGHTER_AT_SEA,
    FLEET_WORDS,
    GENERAL_ABOARD,
    GENERAL_ROW,
    LOADED,
    POWERS,
    RANGES,
    RULER_ABOARD,
    RULER_ROW,
    SUBMARINE_ROW,
    SUPER_BATTLESHIP,
    SUPER_ROW,
    TIRED,
    TRANSPORT_ROW,
)

US, EU = 0, 1
GERMANY, NORWAY, NORTH_SEA = SPACES.index("germany"), SPACES.index("norway"), tuple(ZONES).index("sz_north_sea")
AT_NORTH_SEA, LAST_ZONE = SPACES.index("sz_north_sea"), len(ZONES) - 1
ALLOWED = {
    "0 to 50, 77": "node",
    "0 to 7": "seat turn first turn_order place_in_order stage",
    "0 to 3": "owner ended_by first_player",
    "0 to 1": (
        "in_play won truncated captured complexes damage attacked railway anti_ballistics paid small "
        "leaving offered treaties surrendered took lost fought limited_over six_needed six_powers "
        "canal_granted joint_buying combat_over"
    ),
    "0 to 3, 8": "nation_of",
    "0 to 8": "holder closed_until partner decider sink_seat",
    "0 to 2": "centres base relation small_placed boxes super_damage",
    "0": "technology",
    "0 to 5": "small_infantry",
    "0 to 10": "bonus",
    "0 to 78, 145": "capital lost_land",
    "0 to 145": "target origin zone ferry_from ferry_to",
    "0 to 14": "kind",
    "0 to 246": "mode",
}  # fields by their values


def test_an_unchanged_state_is_possible():
    assert problem(changed()) == ""


@pytest.mark.parametrize(
    ("name", "allowed"), [(name, allowed) for allowed in ALLOWED for name in ALLOWED[allowed].split()]
)
def test_each_field_has_its_range(name, allowed):
    s = changed()
    value = getattr(s, name)
    message = problem(changed(**{name: (len(value) - 1, 999) if isinstance(value, list) else 999}))
    assert message.startswith(name)
    assert message.endswith(f": expected {allowed}, got 999")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"round": 0}, "round: expected 1 to 1000000, got 0"),
        ({"land_units": (at("land_units", US, 0, GERMANY), 1)}, "units of us in germany: expected 0, got 1"),
        ({"land_units": (at("land_units", EU, 0, NORWAY), 2)}, "units of eu in norway: expected 0, got 2"),
        (
            {"leaving": (EU, 1), "land_units": (at("land_units", EU, 0, NORWAY), 2)},
            "units of eu in norway: expected 0, got 2",
        ),
        (
            {"land_units": (at("land_units", EU, RULER_ROW, SPACES.index("france")), 1)},
            "L of eu: expected 0 or 1, got 2",
        ),
        ({"force": (at("force", None, GENERAL_ROW, GERMANY), 1)}, "G of eu: expected 0 or 1, got 2"),
        ({"force": (at("force", None, RULER_ROW, GERMANY), 1)}, "L of eu: expected 0 or 1, got 2"),
        ({"landers": (at("landers", None, GENERAL_ABOARD, NORTH_SEA), 1)}, "G of eu: expected 0 or 1, got 2"),
        ({"landers": (at("landers", None, RULER_ABOARD, NORTH_SEA), 1)}, "L of eu: expected 0 or 1, got 2"),
        ({"cargo": (at("cargo", US, RULER_ABOARD, NORTH_SEA), 2)}, "L of us: expected 0 or 1, got 2"),
        ({"sea_units": (at("sea_units", US, SUPER_ROW, NORTH_SEA), 2)}, "SB of us: expected 0 or 1, got 2"),
        ({"fleet": (at("fleet", None, SUPER_ROW, 0), 2)}, "SB of eu: expected 0 or 1, got 2"),
        (
            {
                "sea_units": (at("sea_units", EU, SUPER_ROW, NORTH_SEA), 1),
                "fleet": (at("fleet", None, SUPER_ROW, NORTH_SEA), 1),
            },
            "SB of eu: expected 0 or 1, got 2",
        ),
        (
            {"ships_spent": (at("fleet", None, TRANSPORT_ROW, NORTH_SEA), 2)},
            "TR that moved in sz_north_sea: expected 0 to 1, got 2",
        ),
        (
            {
                "ships_spent": (at("fleet", None, CARRIER_ROW, NORTH_SEA), 1),
                "ships_half": (at("fleet", None, CARRIER_ROW, NORTH_SEA), 1),
            },
            "CV that moved in sz_north_sea: expected 0 to 1, got 2",
        ),
        *(
            (
                {"hauls": (row * len(ZONES) + NORTH_SEA, 1)},
                "transports that unloaded in sz_north_sea: expected 0, got 1",
            )
            for row in (BRIDGED, CLOSED, TIRED)
        ),
        (
            {"cargo": (at("cargo", US, 0, NORTH_SEA), 1)},
            "places taken on transports of us in sz_north_sea: expected 0, got 1",
        ),
        (
            {
                "cargo": (at("cargo", US, 0, NORTH_SEA), 1),
                "fleet": (at("fleet", None, TRANSPORT_ROW, NORTH_SEA), 1),
            },
            "places taken on transports of us in sz_north_sea: expected 0, got 1",
        ),
        (
            {"cargo": (at("cargo", EU, AIR_DEFENCE_ABOARD, NORTH_SEA), 5)},
            "D of eu aboard in sz_north_sea: expected 0 to 4, got 5",
        ),
        (
            {
                "cargo": (at("cargo", US, AIR_DEFENCE_ABOARD, NORTH_SEA), 1),
                "fleet": (at("fleet", None, CARRIER_ROW, NORTH_SEA), 1),
            },
            "D of us aboard in sz_north_sea: expected 0, got 1",
        ),
        (
            {"sea_units": (at("sea_units", EU, FIGHTER_AT_SEA, NORTH_SEA), 3)},
            "fighters of eu and its allies in sz_north_sea: expected 0 to 2, got 3",
        ),
        ({"fleets": (EU * FLEET_WORDS, 1)}, "fleets of eu: expected 0, got 1"),
        ({"sea_units": (at("sea_units", EU, SUBMARINE_ROW, LAST_ZONE), 1)}, f"fleets of eu: expected {1 << 23}, got 0"),
        ({"fleet": (at("fleet", None, SUBMARINE_ROW, NORTH_SEA), 1)}, "engaged SU: expected 1, got 0"),
        ({"landers": (at("landers", None, 0, NORTH_SEA), 1)}, "engaged I: expected 1, got 0"),
        ({"landing_ships": (NORTH_SEA, 1)}, "engaged TR: expected 1, got 0"),
        (
            {"node": codes.LAND_WHERE, "origin": GERMANY, "amount": 99},
            "planes in the air that are to land: expected 1 and more, got 0",
        ),
        (
            {"node": codes.MEET_FROM, "origin": GERMANY},
            "planes in the air that are to land: expected 1 and more, got 0",
        ),
        *(
            (
                {
                    "node": codes.MEET_FROM,
                    "origin": AT_NORTH_SEA,
                    "amount": 2,
                    "zone": zone,
                    "aloft": (2 * len(SPACES) + AT_NORTH_SEA, 1),
                    "planes_aloft": 1,
                },
                f"zone where a fighter lands: expected 79 to 144, got {zone}",
            )
            for zone in (78, 145)
        ),
        ({"relation": (EU * POWERS, 1)}, "relation of eu and us: expected 0, got 1"),
        (
            {
                "treaties": 1,
                "relation": [(one * POWERS + two, ALLIED) for one, two in ((0, 1), (1, 0), (0, 2), (2, 0))],
            },
            "alliances of us: expected 0 to 1, got 2",
        ),
        ({"since": (EU * POWERS, 1)}, "since of eu and us: expected 0, got 1"),
        ({"paid": (EU * POWERS, 1)}, "paid of eu and us: expected 0, got 1"),
        ({"small_placed": (0, 1)}, "small_placed without small_alliance: expected 0, got 1"),
        ({"boxes": (2 * BOXES - 1, 1)}, "boxes of eu without SB: expected 0, got 1"),
        (
            {"deck": (SUPER_BATTLESHIP, 1), "boxes": (BOXES - 1, 1)},
            "boxes of us without SB: expected 0, got 1",
        ),
        ({"engaged": (0, 1), "force": (GERMANY, 1)}, "engaged at buy: expected 0, got 1"),
        ({"paratroopers": (GERMANY, 1)}, "paratroopers at buy: expected 0, got 1"),
        ({"blitz_force": (GERMANY, 1)}, "blitz_force at buy: expected 0, got 1"),
        (
            {"node": codes.GIVE, "strikes": 1, "target": GERMANY},
            "strikes: expected 0 without such a general, got 1",
        ),
    ],
)
def test_each_part_of_a_state_is_checked(fields, message):
    assert problem(changed(**fields)) == message


@pytest.mark.parametrize("name", OF_BATTLES)
def test_nothing_is_left_of_a_battle(name):
    is_list = isinstance(getattr(changed(), name), list)
    assert problem(changed(**{name: (0, 1) if is_list else 1})) == f"{name} at buy: expected 0, got 1"


SHIP = at("sea_units", EU, SUPER_ROW, NORTH_SEA)
MARKED = {"boxes": (BOXES, 1), "super_damage": (EU, 1)}


@pytest.mark.parametrize(
    "fields",
    [
        {"sea_units": (SHIP, 1)} | MARKED,
        {"deck": (SUPER_BATTLESHIP, 1)} | MARKED,
        {"joint_deck": (EU * DECK_ROWS + SUPER_BATTLESHIP, 1)} | MARKED,
        {"hauls": (LOADED * len(ZONES) + NORTH_SEA, 1)},
        {"node": codes.BUY_WHERE, "credit": 25},
        {"cargo": (at("cargo", EU, AIR_DEFENCE_ABOARD, NORTH_SEA), 4)},
        {"aloft": (RANGES * len(SPACES) + GERMANY, 1), "planes_aloft": 1},
        {"round": 1_000_000, "max_rounds": 0},
        {"round": 30},
        {
            "relation": [(EU * POWERS + US, ALLIED), (US * POWERS + EU, ALLIED)],
            "land_units": (at("land_units", EU, 0, SPACES.index("eastern_usa")), 1),
        },
        {"node": codes.PRESS, "target": GERMANY, "strikes": 1},
        {"leaving": (EU, 1), "sea_units": (at("sea_units", EU, FIGHTER_AT_SEA, NORTH_SEA), 3)},
    ],
)
def test_states_beside_the_impossible_ones_are_possible(fields):
    assert problem(changed(**fields)) == ""


@pytest.mark.parametrize(
    ("spaces", "parts"),
    [
        ({"sz_north_sea": "eu SB1", "sz_baltic_sea": "us SB1"}, "all SB"),
        ({"sz_north_sea": "eu CV1 TR2 aboard I2 T1 D6", "sz_baltic_sea": "us SU1"}, "all CV|all TR"),
    ],
)
def test_ships_of_an_attack_count_for_their_power_alone(spaces, parts):
    table = position(spaces, turn="eu", ruleset="advanced", powers=("eu", "us", "rr", "la"))
    attack(table, "sz_baltic_sea", ("sz_north_sea", parts))
    assert sum(table.state.fleet) > 0
    table.state.seat = US
    table.state.boxes[EU * BOXES] = table.state.engaged[SUPER_BATTLESHIP]
    assert problem(table.state) == ""


def test_fighters_are_on_carriers_of_allies():
    options = {"turn": "eu", "at": "buy", "powers": ("eu", "us", "rr", "la"), "ruleset": "advanced"}
    table = position({"sz_baltic_sea": "us CV1, eu F2"}, relations={"eu us": "alliance"}, **options)
    assert problem(table.state) == ""


def test_generals_of_an_attack_count_for_their_power_alone():
    table = position({"germany": "eu I3 G1 L1", "ukraine": "us I3 G1 L1"}, turn="eu", encircle="off")
    attack(table, "ukraine", ("germany", "all I|all G"))
    assert problem(table.state) == ""


def test_cargo_is_over_the_places_until_its_owner_has_chosen_what_sinks():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR2 aboard I4 T2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1|6 6")
    assert (table.node.name, problem(table.state)) == ("sink", "")
    table.state.sink_seat = 8
    assert problem(table.state) == "places taken on transports of us in sz_baltic_sea: expected 0 to 4, got 8"
