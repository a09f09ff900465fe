"""Encirclement of weak defenders by twice as many strong attackers (SP-082 to SP-092, R27, R36)."""

from wd_env.games.superpowers.definitions.actions import NO, YES
from wd_env.games.superpowers.definitions.decision_codes import ATTACKING, DEFENDING
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER,
    DEFENCE_ASKED,
    ENCIRCLE_OFF,
    FIGHTER,
    GENERAL,
    HIGH_POWER,
    INFANTRY,
    LANDS,
    TANK,
)
from wd_env.games.superpowers.rules.air_defence import air_defence_there
from wd_env.games.superpowers.rules.battle_dice import is_inspired, set_attack_dice
from wd_env.games.superpowers.rules.defenders import defender_count, defenders_left
from wd_env.games.superpowers.rules.drops import busy_bombers
from wd_env.games.superpowers.rules.general_bonus import general_attack
from wd_env.games.superpowers.rules.guns import firing_guns


def is_encirclement(s):
    """Return whether strong attackers are twice the weak defenders (SP-082, SP-087 to SP-089, R36, Q13, Q15)."""
    if s.target >= LANDS or has_high_power_defender(s):
        return False
    strong = s.engaged[TANK] + s.engaged[FIGHTER] + s.engaged[BOMBER]
    if s.engaged[GENERAL] > 0:
        strong += s.engaged[INFANTRY]
        strong += 1 if general_attack(s) >= HIGH_POWER else 0
    strong += firing_guns(s) - busy_bombers(s)
    weak = defenders_left(s)
    if s.encircle_counts_ad:
        weak += air_defence_there(s)
    return strong >= 2 * weak


def has_high_power_defender(s):
    """Return whether a fighter, bomber, general, or unit next to a ruler defends (SP-087)."""
    if defender_count(s, FIGHTER) + defender_count(s, BOMBER) + defender_count(s, GENERAL) > 0:
        return True
    return is_inspired(s) and defender_count(s, INFANTRY) + defender_count(s, TANK) > 0


def may_encircle(s):
    """Return whether encirclement is possible and not disabled by option (SP-092)."""
    return s.encircle != ENCIRCLE_OFF and is_encirclement(s)


def surround(s):
    """Make all defenders casualties without a roll (SP-084)."""
    s.due_defender = defenders_left(s)
    s.stage = DEFENCE_ASKED
    s.node = DEFENDING


def can_encircle(s, mask):
    """Mark encircling and rolling the dice (SP-092)."""
    mask[YES] = 1
    mask[NO] = 1


def do_encircle(s, a):
    if a == YES:
        surround(s)
    else:
        set_attack_dice(s)
        s.node = ATTACKING
