"""Lands that bombers can raid (SP-282)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    ADVANCED,
    AIR_DEFENCE_ROW,
    BOMBER_ROW,
    GRACE_ROUNDS,
    LANDS,
    PEACE,
    POWERS,
    WAR,
    WORD_BITS,
)
from wd_env.games.superpowers.rules.flight_range import flight_targets
from wd_env.games.superpowers.rules.friends import defends_land, is_ally, lands_at_peril, lands_of, secure_lands
from wd_env.games.superpowers.rules.sets import bit_0, bit_1, has_space
from wd_env.games.superpowers.rules.stock import land_index, ready_on_land
from wd_env.kernels.bits import lowest_set_bit


def raid_targets(s):
    """Return the lands that bombers can raid and return from, as two words (SP-282)."""
    if s.ruleset != ADVANCED or s.round <= GRACE_ROUNDS or not has_bombers(s):
        return 0, 0
    t0, t1 = lands_at_peril(s)
    e0, e1 = lands_of(s, WAR)
    p0, p1 = lands_of(s, PEACE)
    t0, t1 = lands_with_aims(s, t0 & (e0 | p0), t1 & (e1 | p1))
    w0 = 0
    w1 = 0
    if t0 + t1 > 0:
        s0, s1 = secure_lands(s)
        for land in range(LANDS):
            if ready_on_land(s, BOMBER_ROW, land) > 0 and is_ally(s, s.turn, s.holder[land]):
                f0, f1, _ = flight_targets(s, land, 1, t0 & ~w0, t1 & ~w1, 0, s0, s1, 0, 0)
                w0 |= f0
                w1 |= f1
    return w0, w1


def has_bombers(s):
    """Return whether the power on turn has a bomber anywhere."""
    count = 0
    for at in range(land_index(s.turn, BOMBER_ROW, 0), land_index(s.turn, BOMBER_ROW + 1, 0)):
        count += s.land_units[at]
    return count > 0


def lands_with_aims(s, w0, w1):
    """Return those of the lands with a complex, or more than one air defence (SP-282, SP-290)."""
    for number in range(2):
        bits = w0 if number == 0 else w1
        while bits > 0:
            land = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            guns = 0
            for power in range(POWERS):
                if defends_land(s, power, land):
                    guns += s.land_units[land_index(power, AIR_DEFENCE_ROW, land)]
            if s.complexes[land] + s.centres[land] == 0 and guns <= 1:
                w0 &= ~bit_0(land)
                w1 &= ~bit_1(land)
    return w0, w1


def can_raid(s, land):
    w0, w1 = raid_targets(s)
    return has_space(w0, w1, 0, land)
