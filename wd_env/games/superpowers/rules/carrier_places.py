"""Places on carriers for the fighters in the air: each place counts once, and carriers may come (SP-182, R47).

A search lists the fighters that need a carrier and counts how many of them find none at best. An order is legal if
this number does not grow by it.
"""

from wd_env.games.superpowers.definitions.rule_constants import (
    CARRIER,
    CARRIER_ROW,
    FIGHTER,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    LANDS,
    NO_WAY,
    NO_ZONE,
    PLACES_ON_CARRIER,
    POSSIBLE,
    POWERS,
    RANGES,
    SHIP_MOVES,
    SPACES,
    UNKNOWN,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.carrier_search import (
    all_but_land,
    close_search,
    drop_hopeless,
    fewest_lost,
    forget_carriers,
    forget_flyers,
    list_carriers,
    list_flyers,
    open_fleet,
)
from wd_env.games.superpowers.rules.fleets import fleet_zones
from wd_env.games.superpowers.rules.flight_moves import moves_left
from wd_env.games.superpowers.rules.friends import enemy_zones, is_ally, secure_lands
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sets import ball_at, bit_1, bit_2, has_space, reaches_any, word_of
from wd_env.games.superpowers.rules.stock import free_places, fresh_at_sea, friends_at_sea, ready_at_sea, sea_index
from wd_env.kernels.bits import lowest_set_bit


def carrier_zones(s):
    """Return the zones with own or allied carriers, as words 1 and 2 of a set of spaces."""
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
    """Return the zones with this number of free places on such carriers, as words 1 and 2 (SP-100)."""
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


def fighters_taken(s, zone, count):
    """Return the number of fighters of a zone without a place there if this number of carriers leave."""
    return max(0, PLACES_ON_CARRIER * count - free_places(s, zone))


def halves_first(s, zone, count, near):
    """Return how many of the carriers that leave have sailed one zone; they go first if one move is enough."""
    return min(count, s.ships_half[CARRIER_ROW * ZONES + zone] + 0) if near else 0


def list_zone(s, zone, fresh, half, still, places, e1, e2):
    """Add the carriers of a zone by their moves; any of them may have the free places (SP-182, Q31)."""
    if places <= 0:
        return
    space = LANDS + zone
    open_fleet(s, places)
    if fresh > 0:
        w1, w2 = sea_reach(s, space, SHIP_MOVES, e1, e2)
        list_carriers(s, (w1 & ~e1) | bit_1(space), (w2 & ~e2) | bit_2(space), fresh)
    if half > 0:
        w1, w2 = sea_reach(s, space, 1, e1, e2)
        list_carriers(s, (w1 & ~e1) | bit_1(space), (w2 & ~e2) | bit_2(space), half)
    list_carriers(s, bit_1(space), bit_2(space), still)


def list_changed_zone(s, zone, fresh, half, still, places, e1, e2):
    """Add the carriers of a zone after these changes of their numbers by moves, and of its free places."""
    ready = ready_at_sea(s, CARRIER_ROW, zone)
    whole = fresh_at_sea(s, CARRIER_ROW, zone)
    resting = friends_at_sea(s, CARRIER_ROW, zone) - ready
    list_zone(s, zone, whole + fresh, ready - whole + half, resting + still, free_places(s, zone) + places, e1, e2)


def list_other_zones(s, first, second, e1, e2):
    """Add the carriers of all zones except two, and those of the force where it will fight."""
    w1, w2 = carrier_zones(s)
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            zone = number * WORD_BITS + lowest_set_bit(bits) - LANDS
            bits &= bits - 1
            if zone != first and zone != second:
                list_changed_zone(s, zone, 0, 0, 0, 0, e1, e2)
    list_force(s, s.target, s.engaged[CARRIER] + 0)


def list_force(s, target, count):
    """Add this number of carriers in the space where they will fight."""
    if count > 0:
        open_fleet(s, PLACES_ON_CARRIER * count)
        list_carriers(s, bit_1(target), bit_2(target), count)


def open_search(s, s0, s1, e1, e2):
    """List the fighters that need carriers, and return how many of them find no place at best."""
    if s.planes_aloft > 0:
        for left in range(RANGES):
            for space in range(SPACES):
                count = s.aloft[left * SPACES + space]
                if count > 0:
                    list_needy(s, space, left, count, s0, s1)
    if s.engaged[FIGHTER] > 0:
        for land in range(LANDS):
            count = s.force[FIGHTER_ROW * LANDS + land]
            if count > 0:
                list_needy(s, s.target, moves_left(s, land, s.target, 0), count, s0, s1)
        for zone in range(ZONES):
            count = s.fleet[FIGHTER_AT_SEA * ZONES + zone]
            if count > 0:
                list_needy(s, s.target, moves_left(s, LANDS + zone, s.target, 0), count, s0, s1)
    if s.flyers == 0:
        return 0
    list_other_zones(s, NO_ZONE, NO_ZONE, e1, e2)
    drop_hopeless(s)
    lost = fewest_lost(s)
    forget_carriers(s)
    return lost


def list_needy(s, space, left, count, s0, s1):
    """Add fighters over a space, if they reach no land (SP-100, SP-180)."""
    if not reaches_any(left, space, s0, s1, 0):
        list_flyers(s, ball_at(left, space), count)


def open_take_off(s, space, count, s0, s1, e1, e2):
    """Open a search after this number of fighters has left a space, and return how many are lost."""
    lost = open_search(s, s0, s1, e1, e2)
    zone = space - LANDS if space >= LANDS else NO_ZONE
    list_other_zones(s, zone, NO_ZONE, e1, e2)
    if zone != NO_ZONE:
        list_changed_zone(s, zone, 0, 0, 0, count, e1, e2)
    return lost


def more_find_places(s, target, left, count, lost):
    """Return whether more fighters over a target, with these moves left, find places too."""
    listed = s.flyers + 0
    list_flyers(s, ball_at(left, target), count)
    found = all_but_land(s, lost) == POSSIBLE
    forget_flyers(s, s.flyers - listed)
    return found


def fighters_return(s, space, target, left, count, s0, s1, e1, e2):
    """Return whether fighters of a space find places on carriers after an attack (SP-180, R47)."""
    lost = open_take_off(s, space, count, s0, s1, e1, e2)
    found = more_find_places(s, target, left, count, lost)
    close_search(s)
    return found


def can_carriers_fight(s, zone, count, target):
    """Return whether this number of carriers may attack: all fighters in the air find places (R47)."""
    return fighters_into_attack(s, zone, count, target) != NO_WAY


def fighters_into_attack(s, zone, count, target):
    """Return the minimum number of fighters that take off with attacking carriers, or NO_WAY (R22, R47).

    With NO_WAY, some fighters in the air find no place.
    """
    taken = fighters_taken(s, zone, count)
    ready = ready_at_sea(s, FIGHTER_AT_SEA, zone)
    if taken > ready:
        return NO_WAY
    if s.planes_aloft + s.engaged[FIGHTER] == 0:
        return taken
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    lost = open_search(s, s0, s1, e1, e2)
    if s.flyers == 0:
        return taken
    w1, w2 = sea_reach(s, LANDS + zone, 1, 0, 0)
    halves = halves_first(s, zone, count, target == LANDS + zone or has_space(0, w1, w2, target))
    list_needy(s, target, moves_left(s, LANDS + zone, target, 0), taken, s0, s1)
    result = NO_WAY
    while result == NO_WAY and taken <= min(ready, PLACES_ON_CARRIER * count):
        list_other_zones(s, zone, NO_ZONE, e1, e2)
        list_changed_zone(s, zone, halves - count, 0 - halves, 0, taken - PLACES_ON_CARRIER * count, e1, e2)
        list_force(s, target, count)
        if all_but_land(s, lost) == POSSIBLE:
            result = taken
        forget_carriers(s)
        taken += 1
        list_needy(s, target, moves_left(s, LANDS + zone, target, 0), 1, s0, s1)
    close_search(s)
    return result


def fighters_along(s, zone, count, other):
    """Return the minimum number of fighters that sail along with carriers, or NO_WAY (R47).

    With NO_WAY, some fighters in the air find no place.
    """
    if s.planes_aloft == 0:
        return fighters_taken(s, zone, count)
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    lost = open_search(s, s0, s1, e1, e2)
    taken = fewest_along(s, zone, count, other, 0, lost, e1, e2)
    close_search(s)
    return taken


def fewest_along(s, zone, count, other, landed, lost, e1, e2):
    """Return `fighters_along` in an open search, after `landed` fighters have landed in the other zone."""
    taken = fighters_taken(s, zone, count)
    if s.flyers == 0:
        return taken
    room = free_places(s, other) + PLACES_ON_CARRIER * count - landed
    most = min(friends_at_sea(s, FIGHTER_AT_SEA, zone), PLACES_ON_CARRIER * count, room)
    w1, w2 = sea_reach(s, LANDS + zone, 1, e1, e2)
    near = has_space(0, w1, w2, LANDS + other)
    halves = halves_first(s, zone, count, near)
    fresh_after = count - halves if near else 0  # these can sail one more zone
    result = NO_WAY
    while result == NO_WAY and taken <= most:
        places = PLACES_ON_CARRIER * count - taken
        list_other_zones(s, zone, other, e1, e2)
        list_changed_zone(s, zone, halves - count, 0 - halves, 0, 0 - places, e1, e2)
        list_changed_zone(s, other, 0, fresh_after, count - fresh_after, places - landed, e1, e2)
        found = all_but_land(s, lost)
        if found == POSSIBLE or (found == UNKNOWN and landed > 0):  # landing allows what may be possible
            result = taken
        forget_carriers(s)
        taken += 1
    return result
