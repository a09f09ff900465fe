"""Hits of planes that the attacker places, by guided missiles and radar (SP-281)."""

from wd_env.games.superpowers.definitions.actions import FIRST_WHAT, NO
from wd_env.games.superpowers.definitions.rule_constants import (
    ARTILLERY,
    BOMBER,
    FIGHTER,
    KINDS,
    NO_KIND,
    NOBODY,
    ONE,
    POWERS,
    SHARES,
    TANK,
)
from wd_env.games.superpowers.rules.defenders import defender_count, defenders_left, units_of
from wd_env.games.superpowers.rules.super_battleships import spare_of_defenders
from wd_env.games.superpowers.rules.technology import has_guided_missiles, has_radar
from wd_env.games.superpowers.rules.turn_places import power_after


def places_hits(s):
    """Return whether the attacker has guided missiles, and a power defends."""
    return s.decider != NOBODY and has_guided_missiles(s)


def guided_dice_left(s):
    """Return the number of dice of planes with guided missiles to roll."""
    return s.guided_dice[0] + s.guided_dice[1]


def guided_hits_left(s):
    """Return the number of their hits that are not placed yet."""
    return s.guided_hits[0] + s.guided_hits[1]


def clear_guided(s):
    """Clear such dice and hits."""
    for is_bomber in range(2):
        s.guided_dice[is_bomber] = 0
        s.guided_hits[is_bomber] = 0


def may_place(s, kind):
    """Return whether the hit can be placed on this kind: tanks, artillery, and by radar planes.

    Only hits of fighters can be placed on planes, after those of bombers.
    """
    if kind != TANK and kind != ARTILLERY:
        if (kind != FIGHTER and kind != BOMBER) or s.guided_hits[1] > 0 or not has_radar(s, s.turn):
            return False
    return defender_count(s, kind) > 0


def placed_first(s):
    """Return the first kind of the fixed order that is left, or NO_KIND.

    The order is bombers, fighters, artillery, tanks.
    """
    for number in range(1, KINDS + 1):
        if may_place(s, KINDS - number):
            return KINDS - number
    return NO_KIND


def is_placing(s):
    """Return whether a hit is left for the attacker to place, and not all defenders are lost."""
    if defenders_left(s) + spare_of_defenders(s) <= s.due_defender:
        clear_guided(s)
    for number in range(2):
        if s.guided_hits[1 - number] > 0:
            if placed_first(s) != NO_KIND:
                return True
            s.guided_hits[1 - number] = 0
    return False


def mark_placing(s, mask):
    """Mark the kinds on which the hit can be placed, and leaving it to the defender."""
    mask[NO] = 1
    for kind in range(KINDS):
        if may_place(s, kind):
            mask[FIRST_WHAT + SHARES * kind + ONE] = 1


def note_placed(s):
    """Count one hit as placed or left to the defender."""
    s.guided_hits[1 if s.guided_hits[1] > 0 else 0] -= 1


def owner_of_placed(s, kind):
    """Return the first defender with such a unit, from the decider clockwise (R11)."""
    for places in range(POWERS):
        power = power_after(s, s.decider, places)
        if units_of(s, power, kind) > 0:
            return power
    return s.decider + 0
