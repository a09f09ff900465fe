"""Zones where a fighter can land, on a carrier there or one that comes to meet it (SP-100, SP-182, R47)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    CARRIER_ROW,
    IMPOSSIBLE,
    LANDS,
    NO_WAY,
    NO_ZONE,
    PLACES_ON_CARRIER,
    RANGES,
    SHIP_MOVES,
    WORD_BITS,
    WORDS,
)
from wd_env.games.superpowers.rules.carrier_places import (
    carrier_zones,
    fewest_along,
    fighters_taken,
    list_changed_zone,
    list_other_zones,
    open_search,
)
from wd_env.games.superpowers.rules.carrier_search import all_but_land, close_search, forget_carriers, forget_flyer
from wd_env.games.superpowers.rules.friends import enemy_zones, secure_lands
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sets import ball_at, bit_1, bit_2, has_space, word_of
from wd_env.games.superpowers.rules.stock import free_places, fresh_at_sea, ready_at_sea
from wd_env.kernels.bits import lowest_set_bit


def landing_zones(s, b1, b2, s0, s1):
    """Return those of the zones where the fighter can land while others find places (SP-182, R47)."""
    c1, c2 = carrier_zones(s)
    if c1 + c2 == 0:
        return 0, 0
    e1, e2 = enemy_zones(s)
    w1, w2 = carrier_ends(s, c1, c2, e1, e2)
    w1 &= b1
    w2 &= b2
    lost = open_rest(s, s0, s1, e1, e2)
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if not has_place(s, space - LANDS, lost, e1, e2):
                f1, f2 = origins_of_carriers(s, space - LANDS, c1, c2, lost, e1, e2)
                if f1 + f2 == 0:
                    w1 &= ~bit_1(space)
                    w2 &= ~bit_2(space)
    close_search(s)
    return w1, w2


def carrier_ends(s, c1, c2, e1, e2):
    """Return the zones where carriers of these zones are or can go."""
    w1 = c1
    w2 = c2
    for number in range(1, WORDS):
        bits = word_of(0, c1, c2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if ready_at_sea(s, CARRIER_ROW, space - LANDS) > 0:
                moves = SHIP_MOVES if fresh_at_sea(s, CARRIER_ROW, space - LANDS) > 0 else 1
                f1, f2 = sea_reach(s, space, moves, e1, e2)
                w1 |= f1 & ~e1
                w2 |= f2 & ~e2
    return w1, w2


def open_rest(s, s0, s1, e1, e2):
    """Open a search without this fighter, and return how many find no place at best with it."""
    lost = open_search(s, s0, s1, e1, e2)
    ball = ball_at(s.amount % RANGES, s.origin)
    for flyer in range(s.flyers):
        if s.flyer_ball[flyer] == ball:
            forget_flyer(s, flyer)
            return lost
    return lost


def has_place(s, zone, lost, e1, e2):
    """Return whether the fighter finds a place on a carrier in the zone, and all others find places."""
    if free_places(s, zone) <= 0:
        return False
    if s.flyers == 0:
        return True
    list_other_zones(s, zone, NO_ZONE, e1, e2)
    list_changed_zone(s, zone, 0, 0, 0, 0 - 1, e1, e2)
    found = all_but_land(s, lost)
    forget_carriers(s)
    return found != IMPOSSIBLE


def origins_of_carriers(s, zone, c1, c2, lost, e1, e2):
    """Return those of the zones from which a carrier can come, so that all find places."""
    w1 = 0
    w2 = 0
    for number in range(1, WORDS):
        bits = word_of(0, c1, c2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if space != LANDS + zone and can_come(s, space - LANDS, zone, lost, e1, e2):
                w1 |= bit_1(space)
                w2 |= bit_2(space)
    return w1, w2


def can_come(s, origin, zone, lost, e1, e2):
    """Return whether a carrier reaches the zone with a place for the fighter, and all find places (SP-182)."""
    return along_with_carrier(s, origin, zone, lost, e1, e2) != NO_WAY


def along_with_carrier(s, origin, zone, lost, e1, e2):
    """Return the minimum number of fighters that sail along with this carrier, or NO_WAY."""
    if ready_at_sea(s, CARRIER_ROW, origin) == 0:
        return NO_WAY
    moves = SHIP_MOVES if fresh_at_sea(s, CARRIER_ROW, origin) > 0 else 1
    w1, w2 = sea_reach(s, LANDS + origin, moves, e1, e2)
    if not has_space(0, w1 & ~e1, w2 & ~e2, LANDS + zone):
        return NO_WAY
    if free_places(s, zone) + PLACES_ON_CARRIER - fighters_taken(s, origin, 1) <= 0:
        return NO_WAY
    return fewest_along(s, origin, 1, zone, 1, lost, e1, e2)


def along_from(s, origin):
    """Return the number of fighters that sail along with the carrier that comes from a zone."""
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    lost = open_rest(s, s0, s1, e1, e2)
    taken = along_with_carrier(s, origin, s.zone - LANDS, lost, e1, e2)
    close_search(s)
    return taken


def coming_from(s):
    """Return the zones from which a carrier can come to the fighter, none if it has a place (R47)."""
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    lost = open_rest(s, s0, s1, e1, e2)
    w1 = 0
    w2 = 0
    if not has_place(s, s.zone - LANDS, lost, e1, e2):
        c1, c2 = carrier_zones(s)
        w1, w2 = origins_of_carriers(s, s.zone - LANDS, c1, c2, lost, e1, e2)
    close_search(s)
    return w1, w2
