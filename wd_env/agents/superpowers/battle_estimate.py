"""The approximate outcome of a battle: mean losses round by round, then the normal distribution.

The mean losses of both sides are computed in thousandths of a unit, in the order in which cheap units are lost. The
units that one side has left then give the chance. Against exact odds of 1,359 random land battles of at most 16 units,
the root mean square error of the chance is 0.037, and the largest error 0.15.
"""

from wd_env.agents.normal_distribution import CERTAIN, integer_sqrt, normal_chance
from wd_env.agents.superpowers.work_array import LOSS, SIM_ATTACK, SIM_DEFENCE
from wd_env.games.superpowers.definitions.rule_constants import (
    ATTACK,
    BOMBER,
    DEFENCE,
    FACES,
    FIGHTER,
    GENERAL,
    GENERAL_ATTACK,
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
UNIT_VALUE = (25, 50, 0, 0, 100, 150, 75, 75, 125, 150, 0, 200, 120, 200)


def battle_chance(w, attack, defence, infantry_defence):
    """Return the chance that the attackers are left alone; the mean worth of their losses goes to `w[LOSS]`.

    `attack` and `defence` are where the numbers of units by kind are in `w`.
    """
    units = 0
    for kind in range(KINDS):
        w[SIM_ATTACK + kind] = MILLE * w[attack + kind]
        w[SIM_DEFENCE + kind] = MILLE * w[defence + kind]
        units += w[attack + kind] + w[defence + kind]
    at_once = encircled(w) > 0
    for _ in range(MAX_SIM_ROUNDS):
        if units_in(w, SIM_ATTACK) < ALMOST_NONE or units_in(w, SIM_DEFENCE) < ALMOST_NONE:
            break
        hits = attack_hits(w)
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
    return margin_chance(units_in(w, SIM_ATTACK) - units_in(w, SIM_DEFENCE), units, units_in(w, defence))


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


def attack_hits(w):
    """Return the mean hits of a round of attack dice, or all defenders if they are encircled."""
    if encircled(w) > 0:
        return encircled(w)
    inspired = w[SIM_ATTACK + GENERAL] > 0
    hits = 0
    for kind in range(KINDS):
        value = GENERAL_ATTACK if kind == INFANTRY and inspired else ATTACK[kind]
        hits += value * w[SIM_ATTACK + kind]
    return hits // FACES


def encircled(w):
    """Return the defenders if all are lost without dice, or 0."""
    strong = w[SIM_ATTACK + TANK] + w[SIM_ATTACK + FIGHTER] + w[SIM_ATTACK + BOMBER]
    if w[SIM_ATTACK + GENERAL] > 0:
        strong += w[SIM_ATTACK + INFANTRY]
    high = w[SIM_DEFENCE + FIGHTER] + w[SIM_DEFENCE + BOMBER] + w[SIM_DEFENCE + GENERAL]
    low = w[SIM_DEFENCE + INFANTRY] + w[SIM_DEFENCE + TANK] + w[SIM_DEFENCE + RULER]
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
