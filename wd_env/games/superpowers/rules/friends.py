"""Relations of powers: allies and enemies, friendly lands and zones, and possible targets."""

from wd_env.games.superpowers.definitions.board_constants import HOME, NEAR_LAND
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ROW,
    ALLIED,
    BASIC,
    GRACE_ROUNDS,
    LAND_ROWS,
    LANDS,
    LIMITED_ROUND,
    MISSILE_ROW,
    NEUTRAL,
    PEACE,
    POWERS,
    SEA_ROWS,
    TRANSPORT_ROW,
    WAR,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import fleet_zones
from wd_env.games.superpowers.rules.sets import bit_0, bit_1, bit_2, word_of
from wd_env.kernels.bits import FLAGS_PER_WORD, equal_bits, lowest_set_bit


def is_ally(s, power, other):
    """Return whether the other is the power itself or its ally; NEUTRAL is not an ally of any power."""
    return other != NEUTRAL and s.relation[power * POWERS + other] == ALLIED


def is_enemy(s, power, other):
    """Return whether the other is a power at war with it."""
    return other != NEUTRAL and s.relation[power * POWERS + other] == WAR


def is_at_peace(s, power, other):
    """Return whether the other is its partner in a peace treaty."""
    return other != NEUTRAL and s.relation[power * POWERS + other] == PEACE


def is_secure(s, land):
    """Return whether the land is own or allied, and was not taken in this round (SP-057, SP-094, SP-096, R49)."""
    return s.captured[land] == 0 and is_ally(s, s.turn, s.holder[land])


def lands_with(row, number):
    """Return the lands with this number in a list of bytes by land or space, as two words."""
    w0 = equal_bits(row, 0, number)
    w1 = equal_bits(row, FLAGS_PER_WORD, number)
    w2 = equal_bits(row, 2 * FLAGS_PER_WORD, number)
    w0 |= (w1 & ((1 << (WORD_BITS - FLAGS_PER_WORD)) - 1)) << FLAGS_PER_WORD
    w1 = (w1 >> (WORD_BITS - FLAGS_PER_WORD)) | (w2 << (2 * FLAGS_PER_WORD - WORD_BITS))
    return w0, w1 & ((1 << (LANDS - WORD_BITS)) - 1)


def lands_of(s, relation):
    """Return the lands of powers that have this relation to the power on turn, as two words."""
    w0 = 0
    w1 = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and s.relation[s.turn * POWERS + power] == relation:
            f0, f1 = lands_with(s.holder, power)
            w0 |= f0
            w1 |= f1
    return w0, w1


def coasts(w1, w2):
    """Return the lands at these zones, as two words."""
    f0 = 0
    f1 = 0
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            at = (number * WORD_BITS + lowest_set_bit(bits)) * WORDS
            bits &= bits - 1
            f0 |= NEAR_LAND[at]
            f1 |= NEAR_LAND[at + 1]
    return f0, f1


def own_spaces(s):
    """Return the lands and zones that can contain units of the power on turn, as three words."""
    w0, w1 = lands_of(s, ALLIED)
    f1, f2 = fleet_zones(s, s.turn)
    return w0, w1 | f1, f2


def secure_lands(s):
    """Return the lands that units may pass or enter, as two words."""
    w0, w1 = lands_of(s, ALLIED)
    f0, f1 = lands_with(s.captured, 0)
    return w0 & f0, w1 & f1


def has_defenders(s, land):
    """Return whether units other than missiles and air defence defend the land (Q36)."""
    holder = s.holder[land]
    if holder < POWERS and has_defenders_of(s, holder, land):
        return True
    for power in range(POWERS):
        if s.in_play[power] == 1 and defends_land(s, power, land) and has_defenders_of(s, power, land):
            return True
    return False


def defends_land(s, power, land):
    """Return whether units of this power fight for the land; partners at peace do not (R12)."""
    holder = s.holder[land]
    return power == holder or (
        is_enemy(s, s.turn, power) and (is_ally(s, power, holder) or (holder != NEUTRAL and s.leaving[power] == 1))
    )


def has_defenders_of(s, power, land):
    for row in range(LAND_ROWS):
        if row != MISSILE_ROW and row != AIR_DEFENCE_ROW and s.land_units[(power * LAND_ROWS + row) * LANDS + land] > 0:
            return True
    return False


def is_garrisoned(s, land):
    """Return whether the land has defenders; a neutral land always has."""
    return s.holder[land] == NEUTRAL or has_defenders(s, land)


def lands_at_peril(s):
    """Return the lands that may be attacked, as two words (SP-060, SP-061).

    These are neutral lands, and those of enemies after the grace rounds.
    """
    w0, w1 = lands_with(s.holder, NEUTRAL)
    if s.round > GRACE_ROUNDS:
        f0, f1 = lands_of(s, WAR)
        if s.treaties:
            f0, f1 = lands_without_friends(s, f0, f1)
        w0 |= f0
        w1 |= f1
    f0, f1 = lands_with(s.attacked, 0)
    g0, g1 = lands_with(s.closed_until, 0)
    return w0 & f0 & g0, w1 & f1 & g1


def lands_without_friends(s, w0, w1):
    """Return lands of enemies and peace partners without own or allied units, as two words (R12)."""
    f0, f1 = lands_of(s, PEACE)
    w0 |= f0
    w1 |= f1
    for number in range(2):
        bits = w0 if number == 0 else w1
        while bits > 0:
            land = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            for power in range(POWERS):
                if s.in_play[power] == 1 and is_ally(s, s.turn, power) and stands_in(s, power, land):
                    w0 &= ~bit_0(land)
                    w1 &= ~bit_1(land)
    return w0, w1


def stands_in(s, power, land):
    """Return whether any unit of a power is in the land."""
    for row in range(LAND_ROWS):
        if s.land_units[(power * LAND_ROWS + row) * LANDS + land] > 0:
            return True
    return False


def is_limited(s):
    """Return whether the limited round lasts (SP-062, SP-066).

    In the basic rules it is round 6, in the advanced rules every round from 6 to the first in which powers fight.
    """
    if s.ruleset == BASIC:
        return s.round == LIMITED_ROUND
    return s.round >= LIMITED_ROUND and s.limited_over == 0


def is_retaken(s, land):
    """Return whether the power on turn lost this land in the limited round, in the advanced rules (SP-067)."""
    return s.ruleset != BASIC and s.lost_land[s.turn] == land


def may_be_taken(s, land):
    """Return whether the limited round allows the land to be taken (SP-062, SP-063, SP-067, R16, R46, Q55)."""
    power = s.holder[land]
    if power == NEUTRAL or not is_limited(s):
        return True
    home = HOME[land]
    if home == s.turn or is_retaken(s, land):
        return True
    frees = home != power and is_liberated(s, home)
    return s.lost[power] == 0 and (frees or s.took[s.turn] == 0)


def is_liberated(s, home):
    """Return whether the power on turn gives land of this empire back to its power (SP-261, R15)."""
    return home != NEUTRAL and s.in_play[home] == 1 and s.surrendered[home] == 0 and is_ally(s, s.turn, home)


def open_lands(s):
    """Return the lands that ground units may take, as two words."""
    w0, w1 = lands_at_peril(s)
    if is_limited(s):
        for number in range(2):
            bits = w0 if number == 0 else w1
            while bits > 0:
                land = number * WORD_BITS + lowest_set_bit(bits)
                bits &= bits - 1
                if not may_be_taken(s, land):
                    w0 &= ~bit_0(land)
                    w1 &= ~bit_1(land)
    return w0, w1


def air_targets(s):
    """Return the lands that planes may attack, which must have defenders, as two words (SP-053)."""
    w0, w1 = lands_at_peril(s)
    for number in range(2):
        bits = w0 if number == 0 else w1
        while bits > 0:
            land = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if not is_garrisoned(s, land):
                w0 &= ~bit_0(land)
                w1 &= ~bit_1(land)
    return w0, w1


def has_ships(s, power, zone):
    for row in range(TRANSPORT_ROW, SEA_ROWS):
        if s.sea_units[(power * SEA_ROWS + row) * ZONES + zone] > 0:
            return True
    return False


def is_at_sea(s, power, zone):
    """Return whether ships or fighters of a power are in a zone."""
    for row in range(SEA_ROWS):
        if s.sea_units[(power * SEA_ROWS + row) * ZONES + zone] > 0:
            return True
    return False


def enemy_zones(s):
    """Return the zones with ships of enemies, as words 1 and 2 of a set of spaces."""
    w1 = 0
    w2 = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_enemy(s, s.turn, power):
            f1, f2 = fleet_zones(s, power)
            w1 |= f1
            w2 |= f2
    return w1, w2


def is_landing_covered(s, zone, land):
    """Return whether a peace partner holds the land and has ships in the zone, to be fought first (R57)."""
    holder = s.holder[land]
    return s.treaties == 1 and is_at_peace(s, s.turn, holder) and has_ships(s, holder, zone)


def partner_zones(s):
    """Return the zones with ships of peace partners, as words 1 and 2 of a set of spaces."""
    w1 = 0
    w2 = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_at_peace(s, s.turn, power):
            f1, f2 = fleet_zones(s, power)
            w1 |= f1
            w2 |= f2
    return w1, w2


def sea_targets(s, e1, e2):
    """Return the zones that may be attacked, as words 1 and 2 (R12).

    These have ships of enemies or peace partners, and no units of an ally.
    """
    if s.round <= GRACE_ROUNDS:
        return 0, 0
    w1 = e1
    w2 = e2
    if s.treaties:
        w1, w2 = partner_zones(s)
        w1 |= e1
        w2 |= e2
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if s.attacked[space] + s.closed_until[space] > 0 or has_allies_at_sea(s, space - LANDS):
                w1 &= ~bit_1(space)
                w2 &= ~bit_2(space)
    return w1, w2


def has_allies_at_sea(s, zone):
    """Return whether ships or fighters of an ally of the power on turn are in the zone."""
    for power in range(POWERS):
        if power != s.turn and is_ally(s, s.turn, power) and is_at_sea(s, power, zone):
            return True
    return False
