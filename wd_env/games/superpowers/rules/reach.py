"""What each stack of the power on turn can attack."""

from wd_env.games.superpowers.definitions.board_constants import AIR_DISTANCE, BALL, BLITZ_NEIGHBOUR, NEAR_LAND
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER_RANGE,
    BOMBER_ROW,
    CARGO_ROWS,
    CARRIER_ROW,
    FIGHTER_AT_SEA,
    FIGHTER_RANGE,
    FIGHTER_ROW,
    GENERAL_ABOARD,
    GENERAL_ROW,
    INFANTRY_ROW,
    LANDS,
    MAX_BLITZ_NEIGHBOURS,
    MEET_BITS,
    MEET_WORDS,
    PLACES_ON_CARRIER,
    POWERS,
    RULER_ROW,
    SEA_ROWS,
    SHIP_MOVES,
    SPACES,
    TANK_MOVES,
    TANK_ROW,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import unloading_fits
from wd_env.games.superpowers.rules.fleets import fleet_zones
from wd_env.games.superpowers.rules.friends import (
    air_targets,
    enemy_zones,
    ground_reach,
    has_defenders,
    is_ally,
    open_lands,
    own_spaces,
    sea_reach,
    sea_targets,
    secure_lands,
)
from wd_env.games.superpowers.rules.sets import ball_at, bit_0, bit_1, bit_2, reaches_any, word_of
from wd_env.games.superpowers.rules.stock import (
    cargo_index,
    free_places,
    fresh_at_sea,
    land_index,
    ready_at_sea,
    ready_on_land,
    sea_index,
)
from wd_env.kernels.bits import lowest_set_bit


def flight_moves(kind_is_bomber):
    """Borders that a plane crosses in a turn (SP-178, SP-183)."""
    return BOMBER_RANGE if kind_is_bomber else FIGHTER_RANGE


def blitz_tanks(s, land):
    """Tanks that went into this empty land with a move left (SP-126)."""
    count = 0
    for number in range(MAX_BLITZ_NEIGHBOURS):
        count += s.blitz[land * MAX_BLITZ_NEIGHBOURS + number]
    return count


def all_targets(s):
    """Every space that something can attack, or that blitzing tanks can enter, as three words (SP-040, SP-126)."""
    s0, s1 = secure_lands(s)
    g0, g1 = open_lands(s)
    e1, e2 = enemy_zones(s)
    z1, z2 = sea_targets(s, e1, e2)
    a0 = 0
    a1 = 0
    if has_planes(s):
        a0, a1 = air_targets(s)
    w0 = 0
    w1 = 0
    w2 = 0
    own0, own1, own2 = own_spaces(s)
    for number in range(WORDS):
        bits = word_of(own0, own1, own2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if space < LANDS:
                f0, f1 = ground_targets(s, space, g0, g1, s0, s1)
                w0 |= f0
                w1 |= f1
                for is_bomber in range(2):
                    if ready_on_land(s, BOMBER_ROW if is_bomber else FIGHTER_ROW, space) > 0:
                        f0, f1, f2 = flight_targets(
                            s, space, is_bomber, a0 & ~w0, (a1 | z1) & ~w1, z2 & ~w2, s0, s1, e1, e2
                        )
                        w0 |= f0
                        w1 |= f1
                        w2 |= f2
            else:
                f0, f1, f2 = targets_from_zone(
                    s, space - LANDS, a0 & ~w0, a1 & ~w1, g0 & ~w0, g1 & ~w1, z1 & ~w1, z2 & ~w2, s0, s1, e1, e2
                )
                w0 |= f0
                w1 |= f1
                w2 |= f2
    return w0, w1, w2


def ground_targets(s, land, g0, g1, s0, s1):
    """What ground units of a land can attack, of the lands that may be taken."""
    w0 = 0
    w1 = 0
    tanks = ready_on_land(s, TANK_ROW, land)
    if tanks + ready_on_land(s, INFANTRY_ROW, land) > 0:
        f0, f1 = ground_reach(s, land, TANK_MOVES if tanks > 0 else 1, s0, s1)
        w0 = f0 & g0
        w1 = f1 & g1
    at = land * WORDS
    if ready_on_land(s, GENERAL_ROW, land) + ready_on_land(s, RULER_ROW, land) > 0:
        f0, f1 = empty_lands(s, NEAR_LAND[at] & g0 & ~w0, NEAR_LAND[at + 1] & g1 & ~w1)
        w0 |= f0
        w1 |= f1
    if s.captured[land] == 1 and blitz_tanks(s, land) > 0:
        w0 |= NEAR_LAND[at] & (g0 | s0)
        w1 |= NEAR_LAND[at + 1] & (g1 | s1)
    return w0, w1


def has_planes(s):
    """The power on turn has a fighter or bomber somewhere."""
    count = 0
    for at in range(land_index(s.turn, FIGHTER_ROW, 0), land_index(s.turn, BOMBER_ROW + 1, 0)):
        count += s.land_units[at]
    for at in range(sea_index(s.turn, FIGHTER_AT_SEA, 0), sea_index(s.turn, FIGHTER_AT_SEA + 1, 0)):
        count += s.sea_units[at]
    return count > 0


def targets_from_zone(s, zone, a0, a1, g0, g1, z1, z2, s0, s1, e1, e2):
    """What ships, fighters aboard and cargo of a zone can attack."""
    w0 = 0
    w1 = 0
    w2 = 0
    space = LANDS + zone
    if z1 + z2 > 0:
        moves = fighting_moves(s, zone)
        if moves > 0:
            f1, f2 = sea_reach(s, space, moves, e1, e2)
            w1 |= (f1 | bit_1(space)) & z1
            w2 |= (f2 | bit_2(space)) & z2
    if ready_at_sea(s, FIGHTER_AT_SEA, zone) > 0:
        f0, f1, f2 = flight_targets(s, space, 0, a0, a1 | z1, z2, s0, s1, e1, e2)
        w0 |= f0
        w1 |= f1
        w2 |= f2
    if (bit_1(space) & e1) | (bit_2(space) & e2) == 0:
        at = space * WORDS
        c0 = NEAR_LAND[at] & g0
        c1 = NEAR_LAND[at + 1] & g1
        if c0 + c1 > 0 and has_cargo(s, zone):
            f0, f1 = landing_lands(s, zone, c0, c1)
            w0 |= f0
            w1 |= f1
    return w0, w1, w2


def landing_lands(s, zone, c0, c1):
    """Of some lands at a zone those where cargo can land: troops that a transport can still bring, or empty ones."""
    w0 = 0
    w1 = 0
    for number in range(2):
        bits = c0 if number == 0 else c1
        while bits > 0:
            land = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if can_land_cargo(s, zone, land):
                w0 |= bit_0(land)
                w1 |= bit_1(land)
    return w0, w1


def can_land_cargo(s, zone, land):
    """Infantry or tanks fit, or a general or ruler aboard walks into an empty land."""
    for row in range(CARGO_ROWS):
        if s.cargo[cargo_index(s.turn, row, zone)] > 0:
            is_troop = row <= TANK_ROW
            if is_troop and unloading_fits(s, zone, land, row, 1):
                return True
            if row >= GENERAL_ABOARD and s.holder[land] < POWERS and not has_defenders(s, land):
                return True
    return False


def fighting_moves(s, zone):
    """Moves of the ships there that can attack: submarines, carriers without promised places, battleships."""
    moves = 0
    for row in range(TRANSPORT_ROW + 1, SEA_ROWS):
        if row != CARRIER_ROW or can_carriers_fight(s, zone, 1):
            if fresh_at_sea(s, row, zone) > 0:
                return SHIP_MOVES
            if ready_at_sea(s, row, zone) > 0:
                moves = 1
    return moves


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


def has_cargo(s, zone):
    for row in range(CARGO_ROWS):
        if s.cargo[(s.turn * CARGO_ROWS + row) * ZONES + zone] > 0:
            return True
    return False


def has_landing_troops(s, zone):
    """Infantry or tanks aboard, which can fight ashore."""
    at = s.turn * CARGO_ROWS * ZONES + zone
    return s.cargo[at] + s.cargo[at + ZONES] > 0


def empty_lands(s, w0, w1):
    """Of some lands those that nobody defends (SP-056)."""
    f0 = 0
    f1 = 0
    for number in range(2):
        bits = w0 if number == 0 else w1
        while bits > 0:
            land = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if s.holder[land] < POWERS and not has_defenders(s, land):
                f0 |= bit_0(land)
                f1 |= bit_1(land)
    return f0, f1


def flight_targets(s, space, is_bomber, t0, t1, t2, s0, s1, e1, e2):
    """Of some targets those that planes of a space reach and from which they can land (SP-174, SP-180)."""
    w0 = 0
    w1 = 0
    w2 = 0
    range_of = flight_moves(is_bomber)
    for moves in range(range_of + 1):
        at = ball_at(moves, space)
        for number in range(WORDS):
            bits = BALL[at + number] & word_of(t0 & ~w0, t1 & ~w1, t2 & ~w2, number)
            while bits > 0:
                target = number * WORD_BITS + lowest_set_bit(bits)
                bits &= bits - 1
                if can_come_back(s, space, target, range_of - moves, is_bomber, s0, s1, e1, e2):
                    w0 |= bit_0(target)
                    w1 |= bit_1(target)
                    w2 |= bit_2(target)
                else:
                    t0 &= ~bit_0(target)
                    t1 &= ~bit_1(target)
                    t2 &= ~bit_2(target)
    return w0, w1, w2


def can_come_back(s, space, target, left, is_bomber, s0, s1, e1, e2):
    """Whether one plane with so many moves left finds a place (SP-100, SP-180, SP-184)."""
    if reaches_any(left, target, s0, s1, 0):
        return True
    return is_bomber == 0 and carrier_zone(s, space, target, left, 1, e1, e2) < ZONES


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


def air_distance(space, other):
    return AIR_DISTANCE[space * SPACES + other]


def moves_left(space, target, is_bomber):
    """What a plane has left when it has flown from a space to a target."""
    return flight_moves(is_bomber) - air_distance(space, target)


def blitz_neighbour(land, number):
    """The land next to this one that has this number, or NOWHERE."""
    return BLITZ_NEIGHBOUR[land * MAX_BLITZ_NEIGHBOURS + number]
