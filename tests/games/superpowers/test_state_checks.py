"""The checks of saved states: each refuses a state that it alone finds impossible, and accepts the states next to it."""

import pytest

from tests.games.superpowers.order_position import SPACES, ZONES
from tests.games.superpowers.play import attack, play, position
from wd_env.errors import StateError
from wd_env.games.superpowers.checks.battle_checks import OF_BATTLES
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.checks.order_checks import ATTACKS, BATTLES, FIRED_AT, FROM_PLACES, OF_KINDS, SUBMARINES
from wd_env.games.superpowers.definitions import decision_codes as codes
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.decision_table import NODES
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    BOXES,
    BRIDGED,
    CARGO_ROWS,
    CARRIER_ROW,
    CLOSED,
    DECK_ROWS,
    FLEET_WORDS,
    GENERAL_ABOARD,
    GENERAL_ROW,
    LAND_ROWS,
    LANDS,
    LOADED,
    POWERS,
    RANGES,
    RULER_ABOARD,
    RULER_ROW,
    SEA_ROWS,
    SPACES as SPACES_COUNT,
    SUBMARINE_ROW,
    SUPER_BATTLESHIP,
    SUPER_ROW,
    TIRED,
    TRANSPORT_ROW,
)

US, EU = 0, 1
GERMANY, NORWAY, NORTH_SEA = SPACES.index("germany"), SPACES.index("norway"), tuple(ZONES).index("sz_north_sea")
AT_NORTH_SEA, BALTIC_SEA = SPACES.index("sz_north_sea"), SPACES.index("sz_baltic_sea")
FIRST = {"land_units": LAND_ROWS * LANDS, "sea_units": SEA_ROWS * len(ZONES), "cargo": CARGO_ROWS * len(ZONES)}
LAST_VALUES = """
node of 0 to 50, 77 | seat of 0 to 7 | turn of 0 to 7 | first of 0 to 7 | owner of 0 to 3 | in_play of 0 to 1
won of 0 to 1 | truncated of 0 to 1 | ended_by of 0 to 3 | nation_of of 0 to 3, 8 | first_player of 0 to 3
holder of 0 to 8 | captured of 0 to 1 | complexes of 0 to 1 | centres of 0 to 2 | damage of 0 to 1 | base of 0 to 2
attacked of 0 to 1 | closed_until of 0 to 8 | relation of 0 to 2 | technology of 0 | railway of 0 to 1
anti_ballistics of 0 to 1 | paid of 0 to 1 | small of 0 to 1 | small_infantry of 0 to 5 | small_placed of 0 to 2
leaving of 0 to 1 | offered of 0 to 1 | partner of 0 to 8 | bonus of 0 to 10 | treaties of 0 to 1
capital of 0 to 78, 145 | surrendered of 0 to 1 | took of 0 to 1 | lost of 0 to 1 | boxes of 0 to 2
super_damage of 0 to 2 | lost_land of 0 to 78, 145 | fought of 0 to 1 | limited_over of 0 to 1 | six_needed of 0 to 1
six_powers of 0 to 1 | turn_order of 0 to 7 | place_in_order of 0 to 7 | canal_granted of 0 to 1
joint_buying of 0 to 1 | combat_over of 0 to 1 | target of 0 to 145 | origin of 0 to 145 | zone of 0 to 145
ferry_from of 0 to 145 | ferry_to of 0 to 145 | kind of 0 to 14 | mode of 0 to 246 | decider of 0 to 8
stage of 0 to 7 | sink_seat of 0 to 8
"""
RANGES_OF_FIELDS = dict(row.split(" of ") for row in " | ".join(LAST_VALUES.strip().splitlines()).split(" | "))


def at(field, power, row, place):
    """Return the index of units of a power, or of those that move in its turn if the power is None."""
    places = LANDS if field in {"land_units", "force"} else len(ZONES)
    return (0 if power is None else power * FIRST[field]) + row * places + place


def changed(**fields):
    """Return a state in which fields, or elements of them, have other values."""
    spaces = {"germany": "eu I3 G1 L1", "sz_north_sea": "eu TR1 CV1"}
    s = position(spaces, turn="eu", at="buy", powers=("eu", "us", "rr", "la")).state
    for name, value in fields.items():
        for index, number in value if isinstance(value, list) else [value] if isinstance(value, tuple) else []:
            getattr(s, name)[index] = number
        if isinstance(value, int):
            setattr(s, name, value)
    return s


def problem(s):
    """Return what the check finds impossible in a state, or nothing."""
    try:
        check_state(s)
    except StateError as error:
        return str(error).removeprefix("the state cannot be: ")
    return ""


def test_an_unchanged_state_is_possible():
    assert problem(changed()) == ""


@pytest.mark.parametrize(("name", "allowed"), RANGES_OF_FIELDS.items())
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
        ({"fleets": (EU * FLEET_WORDS, 1)}, "fleets of eu: expected 0, got 1"),
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
                    **{"node": codes.MEET_FROM, "origin": AT_NORTH_SEA, "amount": 2, "zone": zone},
                    **{"aloft": (2 * SPACES_COUNT + AT_NORTH_SEA, 1), "planes_aloft": 1},
                },
                f"zone where a fighter lands: expected 79 to 144, got {zone}",
            )
            for zone in (78, 145)
        ),
        ({"relation": (EU * POWERS, 1)}, "relation of eu and us: expected 0, got 1"),
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


def at_node(node, **fields):
    return problem(changed(**{"node": node, "zone": 145} | fields))


@pytest.mark.parametrize("node", sorted({*ATTACKS, *BATTLES, *FIRED_AT}))
def test_an_order_of_an_attack_names_its_target(node):
    assert at_node(node) == f"target at {NODES[node].name}: expected 0 to 144, got 145"


@pytest.mark.parametrize("node", [codes.COASTAL_DIE, codes.RAID_DIE, codes.BOMB])
def test_guns_and_raids_are_on_land(node):
    assert at_node(node, target=LANDS) == f"target at {NODES[node].name}: expected 0 to 78, got 79"


@pytest.mark.parametrize("node", SUBMARINES)
def test_submarines_fight_at_sea(node):
    assert at_node(node, target=LANDS - 1) == f"target at {NODES[node].name}: expected 79 to 144, got 78"


@pytest.mark.parametrize(
    ("node", "target"),
    [
        *((node, GERMANY) for node in (codes.GIVE, codes.AIR_DIE, codes.COASTAL_DIE, codes.RAID_DIE, codes.BOMB)),
        *((node, BALTIC_SEA) for node in BATTLES),
    ],
)
def test_somebody_decides_for_the_defenders(node, target):
    assert at_node(node, target=target) == f"decider at {NODES[node].name}: expected 0 to 7, got 8"


@pytest.mark.parametrize("zone", [LANDS - 1, 145])
def test_a_rush_crosses_a_zone(zone):
    message = f"zone at rush_die: expected 79 to 144, got {zone}"
    assert at_node(codes.RUSH_DIE, target=GERMANY, zone=zone) == message


@pytest.mark.parametrize("node", [*FROM_PLACES, codes.THROUGH])
def test_units_move_from_a_place(node):
    assert at_node(node, target=AT_NORTH_SEA) == f"origin at {NODES[node].name}: expected 0 to 144, got 145"


@pytest.mark.parametrize("node", OF_KINDS)
def test_units_that_move_have_a_kind(node):
    assert at_node(node, origin=GERMANY) == f"kind at {NODES[node].name}: expected 0 to 13, got 14"


@pytest.mark.parametrize("node", [codes.RESPOND, codes.BONUS, codes.DROP])
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"treaties": 0}, "treaties at {}: expected 1, got 0"),
        ({"partner": EU}, "partner at {}: expected another power in the game, got 1"),
        ({"partner": POWER_IDS.index("ac")}, "partner at {}: expected another power in the game, got 6"),
        ({"seat": POWER_IDS.index("la")}, "seat at {}: expected 1 or 0, got 7"),
    ],
)
def test_a_treaty_has_two_parties(node, fields, message):
    fields = {"treaties": 1, "partner": US} | fields
    assert at_node(node, **fields) == message.format(NODES[node].name)


@pytest.mark.parametrize("fields", [{}, {"bonus": (EU, 5), "capital": (EU, 145)}])
def test_a_bonus_is_paid_at_a_capital(fields):
    count = 5 if fields else 0
    message = f"bonus at bonus: expected 1 and more, got {count}"
    assert at_node(codes.BONUS, treaties=1, partner=US, **fields) == message


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
        {"aloft": (RANGES * SPACES_COUNT + GERMANY, 1), "planes_aloft": 1},
        {"round": 1_000_000, "max_rounds": 0},
        {"round": 30},
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
