"""The movement step (SP-093 to SP-101, SP-186, SP-230 to SP-233, SP-243)."""

from wd_env.games.superpowers.definitions.actions import (
    DECLARE,
    DISSOLVE,
    END,
    FIRST_SPACE,
    FIRST_WHAT,
    OFFER,
    SURRENDER,
)
from wd_env.games.superpowers.definitions.board_constants import BALL, NEAR_LAND
from wd_env.games.superpowers.definitions.decision_codes import MOVE_FROM, MOVE_TO, MOVE_WHAT, MOVING, OFFER_TO, PLACING
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER,
    CARGO_ROW,
    CARGO_ROWS,
    FIGHTER,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    GENERAL,
    KINDS,
    LAND_KINDS,
    LAND_ROW,
    LAND_ROWS,
    LANDS,
    NO_ROW,
    PLACES,
    SEA_KINDS,
    SEA_ROW,
    SEA_ROWS,
    SHARES,
    TANK,
    TANK_MOVES,
    WORD_BITS,
    WORDS,
)
from wd_env.games.superpowers.rules.bomber_passengers import flies_there, flight_lands, take_bombers
from wd_env.games.superpowers.rules.cargo import unload_places, unloading_fits
from wd_env.games.superpowers.rules.carrier_places import zones_with_places
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.flight_moves import flight_moves
from wd_env.games.superpowers.rules.friends import enemy_zones, own_spaces, secure_lands
from wd_env.games.superpowers.rules.general_bonus import general_moves
from wd_env.games.superpowers.rules.guests import guest_lands, guests_at_sea, is_guest, send_power_home
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.reach import has_cargo
from wd_env.games.superpowers.rules.routes import ground_reach
from wd_env.games.superpowers.rules.sailing import board_ships
from wd_env.games.superpowers.rules.sets import (
    ball_at,
    bit_0,
    bit_1,
    bit_2,
    mark_spaces,
    offers_share,
    share_amount,
    word_of,
)
from wd_env.games.superpowers.rules.shared_zones import must_part
from wd_env.games.superpowers.rules.small_side import declare, may_declare
from wd_env.games.superpowers.rules.stock import (
    aboard,
    add_spent_at_sea,
    add_spent_on_land,
    cargo_index,
    land_index,
    ready_at_sea,
    ready_on_land,
)
from wd_env.games.superpowers.rules.technology import railway_reach
from wd_env.games.superpowers.rules.treaties import begin_dissolving, has_ally, may_offer
from wd_env.games.superpowers.rules.victory import surrender
from wd_env.games.superpowers.rules.voyage import begin_voyage, boarding_zones, voyage_zones
from wd_env.kernels.bits import lowest_set_bit


def do_moving(s, _):
    """Open the next move or treaty while one is possible, else end the movement step (SP-093)."""
    clear_order(s)
    s.seat = s.turn
    if has_move(s) or (s.treaties and (may_offer(s) or has_ally(s) or may_declare(s))):
        s.node = MOVE_FROM
    else:
        end_movement(s)


def end_movement(s):
    """Send home units that could not leave the land of a former ally, and open placing (R13)."""
    if s.leaving[s.turn]:
        send_power_home(s, s.turn)
        s.leaving[s.turn] = 0
    s.node = PLACING


def movable_spaces(s):
    """Return own spaces, and lands of former allies with own units, as three words (R13)."""
    w0, w1, w2 = own_spaces(s)
    if s.leaving[s.turn]:
        f0, f1 = guest_lands(s)
        w0 |= f0
        w1 |= f1
    return w0, w1, w2


def has_move(s):
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    w0, w1, w2 = movable_spaces(s)
    for number in range(WORDS):
        bits = word_of(w0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if can_leave(s, space, s0, s1, e1, e2):
                return True
    return False


def can_move_from(s, mask):
    """Mark spaces with units that can move, treaties, and the end of movement (SP-093, SP-109, R13).

    The step cannot end while units must leave and can.
    """
    mask[END] = 1
    if s.allow_surrender:
        mask[SURRENDER] = 1
    if s.treaties:
        if may_offer(s):
            mask[OFFER] = 1
        if has_ally(s):
            mask[DISSOLVE] = 1
        if may_declare(s):
            mask[DECLARE] = 1
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    w0, w1, w2 = movable_spaces(s)
    for number in range(WORDS):
        bits = word_of(w0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if can_leave(s, space, s0, s1, e1, e2):
                mask[FIRST_SPACE + space] = 1
                if s.leaving[s.turn] and must_leave(s, space, s0, s1, e1, e2):
                    mask[END] = 0
                if (bit_1(space) & e1) | (bit_2(space) & e2) != 0 and must_part(s, space, e1, e2):
                    mask[END] = 0


def must_leave(s, space, s0, s1, e1, e2):
    """Return whether units of a space must leave and can: guests in land, or aboard carriers (R13)."""
    if space < LANDS:
        return is_guest(s, space)
    if guests_at_sea(s, s.turn, space - LANDS) == 0 or ready_at_sea(s, FIGHTER_AT_SEA, space - LANDS) == 0:
        return False
    w0, w1, w2 = moves_of(s, FIGHTER, space, 1, s0, s1, e1, e2)
    return w0 + w1 + w2 > 0


def can_leave(s, space, s0, s1, e1, e2):
    """Return whether a unit of the space can move."""
    if space < LANDS:
        for row in range(LAND_ROWS):
            if ready_on_land(s, row, space) > 0:
                if has_neighbour(space, s0, s1):
                    return True
                w0, w1, w2 = moves_of(s, LAND_KINDS[row], space, 1, s0, s1, e1, e2)
                if w0 + w1 + w2 > 0:
                    return True
        return False
    zone = space - LANDS
    for row in range(SEA_ROWS):
        if ready_at_sea(s, row, zone) > 0:
            w0, w1, w2 = moves_of(s, SEA_KINDS[row], space, 1, s0, s1, e1, e2)
            if w0 + w1 + w2 > 0:
                return True
    return has_cargo(s, zone) and can_unload_any(s, zone, s0, s1)


def has_neighbour(land, s0, s1):
    """Return whether a secure land is next to this one, so that every unit on it can move."""
    at = land * WORDS
    return (NEAR_LAND[at] & s0) | (NEAR_LAND[at + 1] & s1) != 0


def can_unload_any(s, zone, s0, s1):
    for row in range(CARGO_ROWS):
        if aboard(s, row, zone) > 0:
            w0, w1 = unloading_lands(s, zone, row, 1, s0, s1)
            if w0 + w1 > 0:
                return True
    return False


def unloading_lands(s, zone, row, count, s0, s1):
    """Return friendly lands at a zone where this number of units can land, as two words (SP-231, SP-243)."""
    at = (LANDS + zone) * WORDS
    w0 = NEAR_LAND[at] & s0
    w1 = NEAR_LAND[at + 1] & s1
    for number in range(2):
        bits = w0 if number == 0 else w1
        while bits > 0:
            land = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if not unloading_fits(s, zone, land, row, count):
                w0 &= ~bit_0(land)
                w1 &= ~bit_1(land)
    return w0, w1


def moves_of(s, kind, space, count, s0, s1, e1, e2):
    """Return the spaces to which this number of units of a kind can move, as three words (SP-094, SP-101)."""
    if kind == FIGHTER:
        return fighter_moves(s, space, count, s0, s1)
    if kind == BOMBER:
        at = ball_at(flight_moves(s, 1), space)
        return BALL[at] & s0 & ~bit_0(space), BALL[at + 1] & s1 & ~bit_1(space), 0
    if space >= LANDS:
        if SEA_ROW[kind] != NO_ROW:
            w1, w2 = voyage_zones(s, SEA_ROW[kind], space - LANDS, count, e1, e2)
            return 0, w1, w2
        f0, f1 = unloading_lands(s, space - LANDS, CARGO_ROW[kind], count, s0, s1)
        return f0, f1, 0
    moves = TANK_MOVES if kind == TANK else general_moves(s) if kind == GENERAL else 1
    w0, w1 = ground_reach(s, space, moves, s0, s1)
    w0 &= s0
    w1 &= s1
    if s.railway[s.turn]:
        f0, f1 = railway_reach(s, space, moves + 1)
        w0 |= f0
        w1 |= f1
    f0, f1 = flight_lands(s, kind, space, count, s0, s1)
    w0 |= f0
    w1 |= f1
    z1, z2 = boarding_zones(s, kind, space, count, e1, e2)
    return w0, w1 | z1, z2


def fighter_moves(s, space, count, s0, s1):
    """Return secure lands, and zones with this number of places on carriers, in range (SP-100)."""
    at = ball_at(flight_moves(s, 0), space)
    w1, w2 = zones_with_places(s, count)
    w1 = BALL[at + 1] & (s1 | w1)
    return BALL[at] & s0 & ~bit_0(space), w1 & ~bit_1(space), BALL[at + 2] & w2 & ~bit_2(space)


def do_move_from(s, a):
    if a == END:
        end_movement(s)
    elif a == SURRENDER:
        surrender(s)
    elif a == OFFER:
        s.node = OFFER_TO
    elif a == DISSOLVE:
        begin_dissolving(s)
    elif a == DECLARE:
        declare(s)
    else:
        s.origin = a - FIRST_SPACE
        s.node = MOVE_WHAT


def stack_to_move(s, kind):
    """Return the number of units of a kind at the origin that can still move."""
    if s.origin < LANDS:
        return ready_on_land(s, LAND_ROW[kind], s.origin) if LAND_ROW[kind] != NO_ROW else 0
    if SEA_ROW[kind] != NO_ROW:
        return ready_at_sea(s, SEA_ROW[kind], s.origin - LANDS)
    return aboard(s, CARGO_ROW[kind], s.origin - LANDS) if CARGO_ROW[kind] != NO_ROW else 0


def can_move_what(s, mask):
    """Mark one, half or all of each kind that can move somewhere."""
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    for kind in range(KINDS):
        count = stack_to_move(s, kind)
        for share in range(SHARES):
            if offers_share(share, count):
                w0, w1, w2 = moves_of(s, kind, s.origin, share_amount(share, count), s0, s1, e1, e2)
                if w0 + w1 + w2 > 0:
                    mask[FIRST_WHAT + SHARES * kind + share] = 1


def do_move_what(s, a):
    s.kind = (a - FIRST_WHAT) // SHARES
    s.amount = share_amount((a - FIRST_WHAT) % SHARES, stack_to_move(s, s.kind))
    if s.origin >= LANDS and SEA_ROW[s.kind] != NO_ROW and s.kind != FIGHTER:
        begin_voyage(s)
    else:
        s.node = MOVE_TO


def can_move_to(s, mask):
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    w0, w1, w2 = moves_of(s, s.kind, s.origin, s.amount, s0, s1, e1, e2)
    mark_spaces(mask, w0, w1, w2)


def do_move_to(s, a):
    """Move the units: they walk, fly, board or land (SP-233)."""
    space = a - FIRST_SPACE
    if s.origin >= LANDS:
        move_from_zone(s, space)
    elif space >= LANDS and s.kind != FIGHTER:
        board_ships(s, space - LANDS)
    else:
        move_from_land(s, space)
    s.node = MOVING


def move_from_zone(s, space):
    zone = s.origin - LANDS
    if s.kind == FIGHTER:
        add_at_sea(s, s.turn, FIGHTER_AT_SEA, zone, 0 - s.amount)
        stand_fighters(s, space)
        return
    row = CARGO_ROW[s.kind]
    s.cargo[cargo_index(s.turn, row, zone)] -= s.amount
    unload_places(s, zone, space, PLACES[row] * s.amount)
    add_spent_on_land(s, LAND_ROW[s.kind], space, s.amount)


def stand_fighters(s, space):
    if space >= LANDS:
        add_spent_at_sea(s, FIGHTER_AT_SEA, space - LANDS, s.amount)
    else:
        add_spent_on_land(s, FIGHTER_ROW, space, s.amount)


def move_from_land(s, space):
    row = LAND_ROW[s.kind]
    if flies_there(s, space):
        take_bombers(s, space)
    s.land_units[land_index(s.turn, row, s.origin)] -= s.amount
    if s.kind == FIGHTER:
        stand_fighters(s, space)
    else:
        add_spent_on_land(s, row, space, s.amount)
