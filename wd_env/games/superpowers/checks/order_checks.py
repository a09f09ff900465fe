"""The check of an order in a saved state: what each node needs to be named."""

from typing import Any

from wd_env.games.superpowers.definitions import decision_codes as codes
from wd_env.games.superpowers.definitions.decision_table import NODES
from wd_env.games.superpowers.definitions.rule_constants import LANDS, NO_KIND, NOBODY, NOWHERE, POWERS
from wd_env.spec.state_checks import require

ATTACKS = (codes.HOW, codes.ATTACK_FROM, codes.ATTACK_WHAT, codes.THROUGH, codes.RUSH_DIE, codes.MISSILE_DIE)
SUBMARINES = (codes.SUB_STAYS, codes.SUB_TO, codes.SUB_DIE)
DICE = (codes.ATTACK_DIE, codes.DEFENCE_DIE, codes.AIR_DIE)
ON_LAND = (codes.COASTAL_DIE, codes.RAID_DIE, codes.BOMB)
FIRED_AT = (codes.AIR_DIE, *ON_LAND)
BATTLES = (codes.PRESS, codes.LOSE, codes.GIVE, codes.GENERAL_HOME, codes.ENCIRCLE, *SUBMARINES, *DICE)
VOYAGES = (codes.SAIL_WHAT, codes.SAIL_CARGO, codes.SAIL_TO)
FROM_PLACES = (*VOYAGES, codes.ATTACK_WHAT, codes.MOVE_WHAT, codes.MOVE_TO, codes.LAND_WHERE, codes.MEET_FROM)
OF_KINDS = (codes.SAIL_CARGO, codes.SAIL_TO, codes.MOVE_TO, codes.PLACE_WHERE)


def check_words(s: Any) -> None:
    """Raise StateError if the current order lacks what the node needs."""
    name = NODES[s.node].name
    if s.node in ATTACKS or s.node in BATTLES or s.node in FIRED_AT:
        expect(s.target != NOWHERE, f"target at {name}", s.target, f"0 to {NOWHERE - 1}")
    at_sea = s.target >= LANDS
    if s.node in ON_LAND:
        expect(not at_sea, f"target at {name}", s.target, f"0 to {LANDS - 1}")
    if s.node in SUBMARINES:
        expect(at_sea, f"target at {name}", s.target, f"{LANDS} to {NOWHERE - 1}")
    if (s.node == codes.GIVE and not s.strikes) or s.node in FIRED_AT or (at_sea and s.node in BATTLES):
        expect(s.decider != NOBODY, f"decider at {name}", s.decider, f"0 to {POWERS - 1}")
    if s.node == codes.RUSH_DIE:
        expect(LANDS <= s.zone < NOWHERE, f"zone at {name}", s.zone, f"{LANDS} to {NOWHERE - 1}")
    if s.node in FROM_PLACES or (s.node == codes.THROUGH and at_sea):
        expect(s.origin != NOWHERE, f"origin at {name}", s.origin, f"0 to {NOWHERE - 1}")
    if s.node in OF_KINDS:
        expect(s.kind != NO_KIND, f"kind at {name}", s.kind, f"0 to {NO_KIND - 1}")


def expect(condition: bool, name: str, value: int, allowed: str) -> None:
    """Raise StateError unless the condition holds; the message names the value and what is allowed."""
    require(condition, f"{name}: expected {allowed}, got {value}")
