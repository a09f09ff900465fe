"""Generals that capture or remove a defender before the dice of each round (SP-318, with option `general_bonus`)."""

from wd_env.games.superpowers.definitions.actions import FIRST_WHAT
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER,
    CAPTURE_STRIKE,
    FIGHTER,
    GENERAL_ABOARD,
    GENERAL_ROW,
    INFANTRY,
    INFANTRY_ROW,
    KINDS,
    LAND_ROW,
    LANDS,
    NEUTRAL,
    NO_KIND,
    NO_STRIKE,
    ONE,
    REMOVE_STRIKE,
    SHARES,
    TANK,
    ZONES,
)
from wd_env.games.superpowers.rules.defenders import defender_count
from wd_env.games.superpowers.rules.general_bonus import strike_of
from wd_env.games.superpowers.rules.guided_hits import owner_of_placed
from wd_env.games.superpowers.rules.stock import land_index


def may_strike(s, kind):
    """Return whether the general can act on a defender of this kind.

    Any such general can act on infantry; one that removes units can also act on tanks and planes.
    """
    strike = strike_of(s)
    if strike == NO_STRIKE or defender_count(s, kind) == 0:
        return False
    return kind == INFANTRY or (strike == REMOVE_STRIKE and (kind == TANK or kind == FIGHTER or kind == BOMBER))


def can_strike(s):
    """Return whether the general of the attack can act on a defender."""
    if s.target < LANDS:
        for kind in range(KINDS):
            if may_strike(s, kind):
                return True
    return False


def forced_strike(s):
    """Return the only kind left, or the most expensive with `auto_casualties`, or NO_KIND for a choice."""
    kinds = 0
    last = NO_KIND
    for kind in range(KINDS):
        if may_strike(s, kind):
            kinds += 1
            last = kind
    return last if kinds == 1 or s.auto_casualties else NO_KIND


def mark_strikes(s, mask):
    """Mark the kinds of defenders on which the general can act."""
    for kind in range(KINDS):
        if may_strike(s, kind):
            mask[FIRST_WHAT + SHARES * kind + ONE] = 1


def strike_defender(s, kind):
    """Remove a defender, which does not roll; captured infantry joins the attack."""
    s.strikes = 0
    if s.holder[s.target] == NEUTRAL:
        s.garrison[0 if kind == INFANTRY else 1] -= 1
    else:
        s.land_units[land_index(owner_of_placed(s, kind), LAND_ROW[kind], s.target)] -= 1
    if strike_of(s) == CAPTURE_STRIKE:
        receive_infantry(s)


def receive_infantry(s):
    """Add the captured infantry to the attack, with the general's origin as its own."""
    s.engaged[INFANTRY] += 1
    for land in range(LANDS):
        if s.force[GENERAL_ROW * LANDS + land] > 0:
            s.force[INFANTRY_ROW * LANDS + land] += 1
            return
    for zone in range(ZONES):
        if s.landers[GENERAL_ABOARD * ZONES + zone] > 0:
            s.landers[INFANTRY_ROW * ZONES + zone] += 1
            return
