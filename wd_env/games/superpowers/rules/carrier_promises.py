"""Places on carriers: which are free, and which are promised to fighters in the air (R22, R47, SP-182)."""

from wd_env.games.superpowers.definitions.board_constants import BALL
from wd_env.games.superpowers.definitions.rule_constants import (
    CARRIER_ROW,
    FIGHTER_AT_SEA,
    LANDS,
    MEET_BITS,
    MEET_WORDS,
    PLACES_ON_CARRIER,
    POWERS,
    SHIP_MOVES,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import fleet_zones
from wd_env.games.superpowers.rules.friends import enemy_zones, is_ally
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sets import ball_at, bit_1, bit_2, reaches_any, word_of
from wd_env.games.superpowers.rules.stock import free_places, fresh_at_sea, ready_at_sea, sea_index
from wd_env.kernels.bits import lowest_set_bit


def can_carriers_fight(s, zone, count):
    """So many carriers keep what was promised in other battles, and fighters without a place take off (R22, R47)."""
    if fighters_taken(s, zone, count) > ready_at_sea(s, FIGHTER_AT_SEA, zone):
        return False
    return promises_taken(s, zone, count) <= s.promised[zone] or substitute_zone(s, zone) < ZONES


def promises_taken(s, zone, count):
    """Promised places that so many carriers take along into an attack: what is left has no room for them."""
    booked = s.booked[zone] + 0
    return max(0, booked - max(0, free_places(s, zone) + booked - PLACES_ON_CARRIER * count))


def substitute_zone(s, zone):
    """Another zone whose carriers can take over all that those of a zone promised, or ZONES (R47)."""
    e1, e2 = enemy_zones(s)
    m1, m2 = promised_zones(s, zone)
    c1, c2 = zones_with_places(s, s.booked[zone])
    for number in range(1, WORDS):
        bits = word_of(0, c1 & ~bit_1(LANDS + zone), c2 & ~bit_2(LANDS + zone), number)
        while bits > 0:
            other = number * WORD_BITS + lowest_set_bit(bits) - LANDS
            bits &= bits - 1
            w1, w2 = meeting_zones(s, other, e1, e2)
            if (w1 & m1) | (w2 & m2) != 0:
                return other
    return ZONES


def take_over(s, zone):
    """Carriers of another zone wait for the fighters that count on those of a zone (R47)."""
    other = substitute_zone(s, zone)
    e1, e2 = enemy_zones(s)
    m1, m2 = promised_zones(s, zone)
    w1, w2 = meeting_zones(s, other, e1, e2)
    set_meeting(s, other, w1 & m1, w2 & m2)
    s.booked[other] += s.booked[zone]
    s.promised[other] += s.promised[zone]
    s.booked[zone] = 0
    s.promised[zone] = 0
    set_meeting(s, zone, 0, 0)


def set_meeting(s, zone, w1, w2):
    """Where carriers of a zone may meet the fighters that count on them."""
    for number in range(MEET_WORDS):
        s.meet[zone * MEET_WORDS + number] = 0
    for other in range(ZONES):
        space = LANDS + other
        if (w1 & bit_1(space)) | (w2 & bit_2(space)) != 0:
            s.meet[zone * MEET_WORDS + other // MEET_BITS] |= 1 << (other % MEET_BITS)


def can_carriers_sail(s, zone, count):
    """So many carriers keep what was promised; fighters that lose their places, guests too, go along."""
    return s.booked[zone] == 0 or free_places(s, zone) >= PLACES_ON_CARRIER * count


def fighters_taken(s, zone, count):
    """Fighters of a zone that have no place there when so many carriers leave."""
    places = 0
    fighters = 0
    for power in range(POWERS):
        if is_ally(s, s.turn, power):
            places += PLACES_ON_CARRIER * s.sea_units[sea_index(power, CARRIER_ROW, zone)]
            fighters += s.sea_units[sea_index(power, FIGHTER_AT_SEA, zone)]
    return max(0, fighters - places + PLACES_ON_CARRIER * count)


def carrier_zone(s, space, target, left, count, e1, e2):
    """The first zone whose carriers can take so many fighters back from a target, or ZONES (R6, R47).

    The fighters leave `space` and free their own places there.
    """
    c1, c2 = carrier_zones(s)
    for number in range(1, WORDS):
        bits = word_of(0, c1, c2, number)
        while bits > 0:
            zone = number * WORD_BITS + lowest_set_bit(bits) - LANDS
            bits &= bits - 1
            own = count if space == LANDS + zone else 0
            if free_places(s, zone) + own >= count and meets_at(s, zone, target, left, e1, e2):
                return zone
    return ZONES


def carrier_zones(s):
    """Zones with own or allied carriers, as the second and third word of a set of spaces."""
    w1 = 0
    w2 = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_ally(s, s.turn, power):
            f1, f2 = fleet_zones(s, power)
            for number in range(1, WORDS):
                bits = word_of(0, f1, f2, number)
                while bits > 0:
                    space = number * WORD_BITS + lowest_set_bit(bits)
                    bits &= bits - 1
                    if s.sea_units[sea_index(power, CARRIER_ROW, space - LANDS)] > 0:
                        w1 |= bit_1(space)
                        w2 |= bit_2(space)
    return w1, w2


def zones_with_places(s, count):
    """Zones with so many free places on own and allied carriers, as the second and third word (SP-100)."""
    w1, w2 = carrier_zones(s)
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if free_places(s, space - LANDS) < count:
                w1 &= ~bit_1(space)
                w2 &= ~bit_2(space)
    return w1, w2


def meets_at(s, zone, target, left, e1, e2):
    """Whether its carriers can be within so many borders of a target after combat."""
    w1, w2 = meeting_zones(s, zone, e1, e2)
    return reaches_any(left, target, 0, w1, w2)


def meeting_zones(s, zone, e1, e2):
    """The zones where carriers of a zone can be after combat: those still promised, or all in reach (SP-182)."""
    if s.booked[zone] > 0:
        return promised_zones(s, zone)
    space = LANDS + zone
    carriers = s.sea_units[sea_index(s.turn, CARRIER_ROW, zone)]
    if carriers == 0 or ready_at_sea(s, CARRIER_ROW, zone) < carriers:
        return bit_1(space), bit_2(space)
    for power in range(POWERS):
        allied = power != s.turn and is_ally(s, s.turn, power)
        if allied and s.sea_units[sea_index(power, CARRIER_ROW, zone)] > 0:
            return bit_1(space), bit_2(space)
    moves = SHIP_MOVES if fresh_at_sea(s, CARRIER_ROW, zone) == carriers else 1
    w1, w2 = sea_reach(s, space, moves, e1, e2)
    return (w1 & ~e1) | bit_1(space), (w2 & ~e2) | bit_2(space)


def promised_zones(s, zone):
    """Where the carriers of a zone with bookings may be, as the second and third word of a set of spaces."""
    w1 = 0
    w2 = 0
    for number in range(MEET_WORDS):
        bits = s.meet[zone * MEET_WORDS + number] + 0
        while bits > 0:
            space = LANDS + number * MEET_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            w1 |= bit_1(space)
            w2 |= bit_2(space)
    return w1, w2


def promise(s, zone, target, left, count, e1, e2):
    """So many places of a zone are promised to fighters that come from a target."""
    w1, w2 = meeting_zones(s, zone, e1, e2)
    at = ball_at(left, target)
    set_meeting(s, zone, w1 & BALL[at + 1], w2 & BALL[at + 2])
    s.booked[zone] += count
    s.promised[zone] += count
