"""Pressing on, breaking off, and planes and generals that leave (SP-049, SP-050, SP-160, SP-173)."""

from wd_env.games.superpowers.definitions.actions import FIRST_LEAVE, LEAVES, NO, PRESS_ON, RETREAT, YES
from wd_env.games.superpowers.definitions.decision_codes import BEGIN_ROUND, END_BATTLE, PRESS
from wd_env.games.superpowers.definitions.rule_constants import ARTILLERY, BOMBER, FIGHTER, KINDS, LANDS
from wd_env.games.superpowers.rules.attack_force import attackers_left, landed_units
from wd_env.games.superpowers.rules.battle_dice import attack_value
from wd_env.games.superpowers.rules.defenders import defender_count, defenders_left
from wd_env.games.superpowers.rules.departures import (
    general_goes_home,
    ground_goes_home,
    plane_leaves,
    planes_leave,
    planes_with,
    ships_go_home,
)
from wd_env.games.superpowers.rules.encirclement import may_encircle
from wd_env.games.superpowers.rules.strikes import can_strike


def go_on_or_stop(s):
    """End the battle, begin the next round, or open a choice if there is one (SP-049, SP-050)."""
    if defenders_left(s) == 0 or attackers_left(s) == 0 or is_deadlock(s):
        s.node = END_BATTLE
    elif can_retreat(s) or has_plane_choice(s):
        s.node = PRESS
    else:
        s.node = BEGIN_ROUND


def is_deadlock(s):
    """Return whether only artillery defends, and no attacker can hit it or retreat."""
    if s.target >= LANDS or defenders_left(s) > defender_count(s, ARTILLERY):
        return False
    return not can_retreat(s) and not can_hit(s)


def can_retreat(s):
    """Return whether units other than landed ones attack, which alone can retreat (SP-050, Q26)."""
    return attackers_left(s) > landed_units(s)


def has_plane_choice(s):
    return s.engaged[FIGHTER] + s.engaged[BOMBER] > 0


def can_hit(s):
    """Return whether an attacker rolls a die, encirclement is possible, or a general can act."""
    if may_encircle(s) or can_strike(s):
        return True
    for kind in range(KINDS):
        if s.engaged[kind] > 0 and attack_value(s, kind) > 0:
            return True
    return False


def can_press(s, mask):
    """Mark pressing on, breaking off, and leaving of planes while others fight on (SP-050, SP-173)."""
    if can_hit(s) or not can_retreat(s):
        mask[PRESS_ON] = 1
    if can_retreat(s):
        mask[RETREAT] = 1
    planes = s.engaged[FIGHTER] + s.engaged[BOMBER]
    if planes > 0 and attackers_left(s) > planes:
        for is_bomber in range(2):
            for left in range(LEAVES):
                if planes_with(s, is_bomber, left) > 0:
                    mask[FIRST_LEAVE + is_bomber * LEAVES + left] = 1


def do_press(s, a):
    if a == PRESS_ON:
        s.node = BEGIN_ROUND
    elif a == RETREAT:
        ground_goes_home(s)
        planes_leave(s)
        ships_go_home(s)
        s.node = BEGIN_ROUND if landed_units(s) > 0 else END_BATTLE
    else:
        left = (a - FIRST_LEAVE) % LEAVES
        plane_leaves(s, 1 if a >= FIRST_LEAVE + LEAVES else 0, left)
        go_on_or_stop(s)


def can_general_home(s, mask):
    """Mark leaving and staying of the general (SP-160)."""
    mask[YES] = 1
    mask[NO] = 1


def do_general_home(s, a):
    """Send the general back to where he came from, or let him stay (SP-160, Q23)."""
    if a == YES:
        general_goes_home(s)
    go_on_or_stop(s)
