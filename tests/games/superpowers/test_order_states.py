"""The order and the offer of a saved state: each decision has what it is about."""

import pytest

from tests.games.superpowers.order_position import SPACES
from tests.games.superpowers.saved_states import changed, problem
from wd_env.games.superpowers.checks.order_checks import (
    ATTACKS,
    BATTLES,
    FIRED_AT,
    FROM_PLACES,
    OF_KINDS,
    SUBMARINES,
)
from wd_env.games.superpowers.definitions import decision_codes as codes
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.decision_table import NODES
from wd_env.games.superpowers.definitions.rule_constants import LANDS

US, EU = 0, 1
GERMANY, AT_NORTH_SEA, BALTIC_SEA = map(SPACES.index, ("germany", "sz_north_sea", "sz_baltic_sea"))


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
    assert at_node(codes.RUSH_DIE, target=GERMANY, zone=LANDS) == ""


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


@pytest.mark.parametrize(
    ("count", "fields"),
    [
        (0, {}),
        (5, {"bonus": (EU, 5), "capital": (EU, 145)}),
        (5, {"bonus": (US, 5), "capital": (US, 145), "seat": US}),
    ],
)
def test_a_bonus_is_paid_at_a_capital(count, fields):
    message = f"bonus at bonus: expected 1 and more, got {count}"
    assert at_node(codes.BONUS, treaties=1, partner=US, **fields) == message
