"""The approximate outcome of a battle: mean losses round by round, then the normal distribution.

The mean losses of both sides are computed in thousandths of a unit, in the order in which cheap units are lost. The
units that one side has left then give the chance. Against exact odds of 1,359 random land battles of at most 16 units,
the root mean square error of the chance is 0.037, and the largest error 0.15.
"""

from wd_env.agents.normal_distribution import CERTAIN, integer_sqrt, normal_chance
from wd_env.agents.superpowers.work_array import LOSS, SIM_ATTACK, SIM_DEFENCE
from wd_env.games.superpowers.definitions.rule_constants import (
    ACTIVE_AIR_DEFENCE,
    AIR_DEFENCE,
    ARTILLERY,
    ATTACK,
    BOMBER,
    CAN_BE_LOST,
    DEFENCE,
    FACES,
    FIGHTER,
    GENERAL,
    GENERAL_ATTACK,
    GUN_ATTACK,
    GUN_DICE,
    INFANTRY,
    KINDS,
    LOSS_KINDS,
    LOSS_ORDER,
    RULER,
    TANK,
)

MILLE = 1000
MAX_SIM_ROUNDS = 12
ALMOST_NONE = 20  # thousandths of a unit
MARGIN_SHIFT = 250  # thousandths of a unit, fitted to exact odds like the scale
MARGIN_SCALE = 12  # tenths
SQRT_PRECISION = 100
# Price of a unit of each kind in tenths of a credit; a general and a ruler are worth keeping.
UNIT_VALUE = (25, 50, 50, 50, 100, 150, 75, 75, 125, 150, 250, 200, 120, 200)


def battle_chance(w, attack, defence, infantry_defence, guns):
    """Return the chance that the attackers are left alone; the mean worth of their losses goes to `w[LOSS]`.

    `attack` and `defence` are where the numbers of units by kind are in `w`; `guns` is artillery that fires in the
    first round from where it stands. Air defence and missiles cannot be destroyed and fall to the conqueror.
    """
    units = 0
    for kind in range(KINDS):
        w[SIM_ATTACK + kind] = MILLE * w[attack + kind]
        w[SIM_DEFENCE + kind] = MILLE * w[defence + kind] * CAN_BE_LOST[kind]
        units += w[attack + kind] + w[defence + kind]
    defenders = units_in(w, SIM_DEFENCE) // MILLE
    batteries = min(ACTIVE_AIR_DEFENCE, w[defence + AIR_DEFENCE])
    firing = min(guns, w[attack + INFANTRY] + w[attack + TANK])
    at_once = batteries == 0 and encircled(w, firing) > 0
    for _ in range(MAX_SIM_ROUNDS):
        if units_in(w, SIM_ATTACK) < ALMOST_NONE or units_in(w, SIM_DEFENCE) < ALMOST_NONE:
            break
        shoot_planes(w, batteries)
        hits = attack_hits(w, firing)
        firing = 0
        against = defence_hits(w, infantry_defence)
        if hits + against == 0:
            break
        remove_hit_units(w, SIM_DEFENCE, hits)
        remove_hit_units(w, SIM_ATTACK, against)
    w[LOSS] = 0
    for kind in range(KINDS):
        w[LOSS] += UNIT_VALUE[kind] * (MILLE * w[attack + kind] - w[SIM_ATTACK + kind]) // MILLE
    if at_once:
        return CERTAIN
    return margin_chance(units_in(w, SIM_ATTACK) - units_in(w, SIM_DEFENCE), units, defenders)


def margin_chance(margin, units, defenders):
    """Return the chance that belongs to the units that the mean leaves, in thousandths of a unit."""
    if defenders == 0:
        return CERTAIN if units > 0 else 0
    deviation = integer_sqrt(SQRT_PRECISION * SQRT_PRECISION * units)
    tenths = MARGIN_SCALE * max(margin - MARGIN_SHIFT, MARGIN_SHIFT - margin) * SQRT_PRECISION // (MILLE * deviation)
    return normal_chance(tenths if margin > MARGIN_SHIFT else 0 - tenths)


def units_in(w, at):
    """Return the number of units in a block of the work array."""
    count = 0
    for kind in range(KINDS):
        count += w[at + kind]
    return count


def shoot_planes(w, batteries):
    """Remove the planes that air defence hits before a round of attack dice."""
    w[SIM_ATTACK + FIGHTER] -= batteries * w[SIM_ATTACK + FIGHTER] // FACES
    w[SIM_ATTACK + BOMBER] -= batteries * w[SIM_ATTACK + BOMBER] // FACES


def attack_hits(w, guns):
    """Return the mean hits of a round of attack dice, or all defenders if they are encircled."""
    if encircled(w, guns) > 0:
        return encircled(w, guns)
    inspired = w[SIM_ATTACK + GENERAL] > 0
    hits = GUN_DICE * GUN_ATTACK * MILLE * guns
    for kind in range(KINDS):
        value = GENERAL_ATTACK if kind == INFANTRY and inspired else ATTACK[kind]
        hits += value * w[SIM_ATTACK + kind]
    return hits // FACES


def encircled(w, guns):
    """Return the defenders if all are lost without dice, or 0; artillery that fires counts among the attackers."""
    strong = MILLE * guns + w[SIM_ATTACK + TANK] + w[SIM_ATTACK + FIGHTER] + w[SIM_ATTACK + BOMBER]
    if w[SIM_ATTACK + GENERAL] > 0:
        strong += w[SIM_ATTACK + INFANTRY]
    high = w[SIM_DEFENCE + FIGHTER] + w[SIM_DEFENCE + BOMBER] + w[SIM_DEFENCE + GENERAL]
    low = w[SIM_DEFENCE + INFANTRY] + w[SIM_DEFENCE + TANK] + w[SIM_DEFENCE + RULER] + w[SIM_DEFENCE + ARTILLERY]
    return low + high if high < MILLE // 2 and low > 0 and strong >= 2 * low else 0


def defence_hits(w, infantry_defence):
    """Return the mean hits of a round of defence dice."""
    hits = 0
    for kind in range(KINDS):
        hits += (infantry_defence if kind == INFANTRY else DEFENCE[kind]) * w[SIM_DEFENCE + kind]
    return hits // FACES


def remove_hit_units(w, at, hits):
    """Remove hits from a block, the cheapest kinds first."""
    remaining = hits
    for loss_index in range(LOSS_KINDS):
        kind = at + LOSS_ORDER[loss_index]
        taken = min(remaining, w[kind])
        w[kind] -= taken
        remaining -= taken
