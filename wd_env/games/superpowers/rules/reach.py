"""Targets that the units of the power on turn can attack."""

from wd_env.games.superpowers.definitions.board_constants import BLITZ_NEIGHBOUR, NEAR_LAND
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER_ROW,
    CARGO_ROWS,
    CARRIER_ROW,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    GENERAL_ABOARD,
    GENERAL_ROW,
    INFANTRY,
    INFANTRY_ROW,
    LANDS,
    MAX_BLITZ_NEIGHBOURS,
    POWERS,
    RULER_ROW,
    SEA_ROWS,
    SHIP_MOVES,
    TANK,
    TANK_ROW,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import unloading_fits
from wd_env.games.superpowers.rules.carrier_places import can_carriers_fight
from wd_env.games.superpowers.rules.flight_range import flight_targets
from wd_env.games.superpowers.rules.friends import (
    air_targets,
    enemy_zones,
    has_defenders,
    is_landing_covered,
    open_lands,
    own_spaces,
    sea_targets,
    secure_lands,
)
from wd_env.games.superpowers.rules.general_bonus import general_attack, general_moves
from wd_env.games.superpowers.rules.routes import ground_reach, sea_reach
from wd_env.games.superpowers.rules.sets import bit_0, bit_1, bit_2, word_of
from wd_env.games.superpowers.rules.stock import (
    cargo_index,
    fresh_at_sea,
    land_index,
    ready_at_sea,
    ready_on_land,
    sea_index,
)
from wd_env.games.superpowers.rules.technology import combat_moves
from wd_env.kernels.bits import lowest_set_bit


def blitz_tanks(s, land):
    """Return the number of tanks in this empty land with a move left (SP-126)."""
    count = 0
    for number in range(MAX_BLITZ_NEIGHBOURS):
        count += s.blitz[land * MAX_BLITZ_NEIGHBOURS + number]
    return count


def all_targets(s):
    """Return the spaces that can be attacked, or entered by tanks of a blitz, as three words (SP-040, SP-126)."""
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
    """Return those of the lands that ground units of a land can attack, as two words."""
    w0 = 0
    w1 = 0
    tanks = ready_on_land(s, TANK_ROW, land)
    if tanks + ready_on_land(s, INFANTRY_ROW, land) > 0:
        f0, f1 = ground_reach(s, land, combat_moves(s, TANK if tanks > 0 else INFANTRY), s0, s1)
        w0 = f0 & g0
        w1 = f1 & g1
    at = land * WORDS
    if ready_on_land(s, GENERAL_ROW, land) + ready_on_land(s, RULER_ROW, land) > 0:
        f0, f1 = empty_lands(s, NEAR_LAND[at] & g0 & ~w0, NEAR_LAND[at + 1] & g1 & ~w1)
        w0 |= f0
        w1 |= f1
    if general_attack(s) > 0 and ready_on_land(s, GENERAL_ROW, land) > 0:
        f0, f1 = ground_reach(s, land, general_moves(s), s0, s1)
        w0 |= f0 & g0
        w1 |= f1 & g1
    if s.captured[land] == 1 and blitz_tanks(s, land) > 0:
        w0 |= NEAR_LAND[at] & (g0 | s0)
        w1 |= NEAR_LAND[at + 1] & (g1 | s1)
    return w0, w1


def has_planes(s):
    """Return whether the power on turn has a fighter or bomber anywhere."""
    count = 0
    for at in range(land_index(s.turn, FIGHTER_ROW, 0), land_index(s.turn, BOMBER_ROW + 1, 0)):
        count += s.land_units[at]
    for at in range(sea_index(s.turn, FIGHTER_AT_SEA, 0), sea_index(s.turn, FIGHTER_AT_SEA + 1, 0)):
        count += s.sea_units[at]
    return count > 0


def targets_from_zone(s, zone, a0, a1, g0, g1, z1, z2, s0, s1, e1, e2):
    """Return the spaces that ships, fighters aboard and cargo of a zone can attack, as three words."""
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
        f1, f2 = carrier_targets(s, zone, z1 & ~w1, z2 & ~w2, e1, e2)
        w1 |= f1
        w2 |= f2
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
    """Return those of the lands at a zone where its cargo can land, as two words."""
    w0 = 0
    w1 = 0
    for number in range(2):
        bits = c0 if number == 0 else c1
        while bits > 0:
            land = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if not is_landing_covered(s, zone, land) and can_land_cargo(s, zone, land):
                w0 |= bit_0(land)
                w1 |= bit_1(land)
    return w0, w1


def can_land_cargo(s, zone, land):
    """Return whether infantry or tanks fit, or a general or ruler can enter the land."""
    for row in range(CARGO_ROWS):
        if s.cargo[cargo_index(s.turn, row, zone)] > 0:
            is_troop = row <= TANK_ROW
            if is_troop and unloading_fits(s, zone, land, row, 1):
                return True
            if row == GENERAL_ABOARD and general_attack(s) > 0:
                return True
            if row >= GENERAL_ABOARD and s.holder[land] < POWERS and not has_defenders(s, land):
                return True
    return False


def fighting_moves(s, zone):
    """Return the moves of the submarines and battleships in the zone."""
    moves = 0
    for row in range(TRANSPORT_ROW + 1, SEA_ROWS):
        if row != CARRIER_ROW:
            if fresh_at_sea(s, row, zone) > 0:
                return SHIP_MOVES
            if ready_at_sea(s, row, zone) > 0:
                moves = 1
    return moves


def carrier_targets(s, zone, z1, z2, e1, e2):
    """Return those of the zones that a carrier can attack while all fighters find places (R47)."""
    w1 = 0
    w2 = 0
    if ready_at_sea(s, CARRIER_ROW, zone) > 0:
        moves = SHIP_MOVES if fresh_at_sea(s, CARRIER_ROW, zone) > 0 else 1
        f1, f2 = sea_reach(s, LANDS + zone, moves, e1, e2)
        f1 = (f1 | bit_1(LANDS + zone)) & z1
        f2 = (f2 | bit_2(LANDS + zone)) & z2
        for number in range(1, WORDS):
            bits = word_of(0, f1, f2, number)
            while bits > 0:
                target = number * WORD_BITS + lowest_set_bit(bits)
                bits &= bits - 1
                if can_carriers_fight(s, zone, 1, target):
                    w1 |= bit_1(target)
                    w2 |= bit_2(target)
    return w1, w2


def has_cargo(s, zone):
    for row in range(CARGO_ROWS):
        if s.cargo[(s.turn * CARGO_ROWS + row) * ZONES + zone] > 0:
            return True
    return False


def has_landing_troops(s, zone):
    """Return whether units that can fight on land are aboard: infantry, tanks, or some generals."""
    if general_attack(s) > 0 and s.cargo[cargo_index(s.turn, GENERAL_ABOARD, zone)] > 0:
        return True
    at = s.turn * CARGO_ROWS * ZONES + zone
    return s.cargo[at] + s.cargo[at + ZONES] > 0


def empty_lands(s, w0, w1):
    """Return those of the lands that have no defenders, as two words (SP-056)."""
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


def blitz_neighbour(land, number):
    """Return the neighbour of a land with this number, or NOWHERE."""
    return BLITZ_NEIGHBOUR[land * MAX_BLITZ_NEIGHBOURS + number]
