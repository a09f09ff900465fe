"""Voyages: boarding, and ships that sail with their cargo (SP-041, SP-213, SP-230, R59, design 5.2)."""

from wd_env.games.superpowers.definitions.actions import FIRST_SPACE, FIRST_WHAT
from wd_env.games.superpowers.definitions.board_constants import NEAR_SEA
from wd_env.games.superpowers.definitions.decision_codes import FIGHTING, MOVING, SAIL_CARGO, SAIL_TO, SAIL_WHAT
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    ALLIED,
    CARGO_KINDS,
    CARGO_ROW,
    CARGO_ROWS,
    CARRIER,
    CARRIER_ROW,
    FIGHTER,
    FIGHTER_AT_SEA,
    GENERAL_ABOARD,
    GRACE_ROUNDS,
    KINDS,
    LAND_ROW,
    LANDS,
    NO_ROW,
    NO_WAY,
    PLACES,
    SEA_ROW,
    SEA_ROWS,
    SHARES,
    SHIP_MOVES,
    TRANSPORT,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
)
from wd_env.games.superpowers.rules.cargo import air_defence_room
from wd_env.games.superpowers.rules.carrier_places import fighters_along
from wd_env.games.superpowers.rules.fleets import fleet_zones
from wd_env.games.superpowers.rules.friends import coasts, enemy_zones, lands_of
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.passages import choose_passage, zones_beyond
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sailing import board_ships, sail
from wd_env.games.superpowers.rules.sets import (
    bit_1,
    bit_2,
    has_space,
    mark_spaces,
    offers_share,
    share_amount,
    word_of,
)
from wd_env.games.superpowers.rules.stock import (
    aboard,
    fresh_at_sea,
    ready_at_sea,
    ready_on_land,
    room_aboard,
    ships_in,
    transports_in,
)
from wd_env.games.superpowers.rules.voyage_cargo import clear_voyage, has_optional_cargo, take_cargo_along
from wd_env.kernels.bits import lowest_set_bit


def boarding_zones(s, kind, land, count, e1, e2):
    """Return friendly zones at a land with room for these units, as words 1 and 2 (SP-228, SP-232)."""
    row = CARGO_ROW[kind]
    if row == NO_ROW or ready_on_land(s, LAND_ROW[kind], land) < count:
        return 0, 0
    at = land * WORDS
    w1 = 0
    w2 = 0
    for number in range(1, WORDS):
        bits = word_of(0, NEAR_SEA[at + 1] & ~e1, NEAR_SEA[at + 2] & ~e2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if has_room(s, row, space - LANDS, count):
                w1 |= bit_1(space)
                w2 |= bit_2(space)
    return w1, w2


def has_room(s, row, zone, count):
    """Return whether this number of units of a row has room aboard (SP-147, SP-155, SP-161).

    Generals and rulers ride on any ship, and air defence does not use the places of other cargo.
    """
    if row >= GENERAL_ABOARD:
        return ships_in(s, s.turn, zone) > 0
    if row == AIR_DEFENCE_ABOARD:
        return aboard(s, row, zone) + count <= air_defence_room(s, s.turn, zone)
    return transports_in(s, zone) > 0 and PLACES[row] > 0 and PLACES[row] * count <= room_aboard(s, zone)


def voyage_zones(s, row, zone, count, e1, e2):
    """Return friendly zones that this number of ships of a row reach, as words 1 and 2 (SP-097)."""
    if row == FIGHTER_AT_SEA or ready_at_sea(s, row, zone) < count:
        return 0, 0
    moves = SHIP_MOVES if fresh_at_sea(s, row, zone) >= count else 1
    w1, w2 = sea_reach(s, LANDS + zone, moves, e1, e2)
    if row == CARRIER_ROW and s.planes_aloft > 0:
        return carrier_voyages(s, zone, count, w1 & ~e1, w2 & ~e2)
    if row == TRANSPORT_ROW and may_pass(s, zone, count):
        b1, b2 = zones_beyond(s, zone, e1, e2)
        w1 |= b1
        w2 |= b2
    return w1 & ~e1, w2 & ~e2


def carrier_voyages(s, zone, count, w1, w2):
    """Return those of the zones to which carriers can sail while all fighters find places (R47)."""
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if fighters_along(s, zone, count, space - LANDS) == NO_WAY:
                w1 &= ~bit_1(space)
                w2 &= ~bit_2(space)
    return w1, w2


def may_pass(s, zone, count):
    """Return whether transports can cross a zone of enemies to one beyond, in combat (SP-239, R20)."""
    return s.combat_over == 0 and s.round > GRACE_ROUNDS and fresh_at_sea(s, TRANSPORT_ROW, zone) >= count


def can_sail_anything(s):
    """Return whether a ship can sail or a unit can board, in combat."""
    e1, e2 = enemy_zones(s)
    w0, w1, w2 = sailing_spaces(s, e1, e2)
    for number in range(WORDS):
        bits = word_of(w0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if can_sail_from_space(s, space, e1, e2):
                return True
    return False


def sailing_spaces(s, e1, e2):
    """Return zones with own ships, and friendly lands at those without enemies, as three words."""
    own1, own2 = fleet_zones(s, s.turn)
    f0, f1 = coasts(own1 & ~e1, own2 & ~e2)
    w0, w1 = lands_of(s, ALLIED)
    return w0 & f0, (w1 & f1) | own1, own2


def can_sail_from_space(s, space, e1, e2):
    return can_board_from(s, space, e1, e2) if space < LANDS else can_sail_from_zone(s, space - LANDS, e1, e2)


def can_sail_from_zone(s, zone, e1, e2):
    for row in range(TRANSPORT_ROW, SEA_ROWS):
        w1, w2 = voyage_zones(s, row, zone, 1, e1, e2)
        if w1 + w2 > 0:
            return True
    if s.planes_aloft > 0:  # several carriers may be able to sail where one cannot
        count = ready_at_sea(s, CARRIER_ROW, zone)
        for share in range(SHARES):
            if offers_share(share, count):
                w1, w2 = voyage_zones(s, CARRIER_ROW, zone, share_amount(share, count), e1, e2)
                if w1 + w2 > 0:
                    return True
    return False


def can_board_from(s, land, e1, e2):
    """Return whether a unit of any kind finds room in a zone at the coast."""
    for row in range(CARGO_ROWS):
        w1, w2 = boarding_zones(s, CARGO_KINDS[row], land, 1, e1, e2)
        if w1 + w2 > 0:
            return True
    return False


def can_sail_from(s, mask):
    """Mark zones with ships that can sail, and coasts with units that can board."""
    e1, e2 = enemy_zones(s)
    w0, w1, w2 = sailing_spaces(s, e1, e2)
    for number in range(WORDS):
        bits = word_of(w0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if can_sail_from_space(s, space, e1, e2):
                mask[FIRST_SPACE + space] = 1


def do_sail_from(s, a):
    s.origin = a - FIRST_SPACE
    s.node = SAIL_WHAT


def can_sail_what(s, mask):
    """Mark one, half or all of each kind that can board or sail."""
    e1, e2 = enemy_zones(s)
    for kind in range(KINDS):
        mark_voyage_shares(s, mask, kind, e1, e2)


def mark_voyage_shares(s, mask, kind, e1, e2):
    """Mark the shares of a kind at the origin that can board or sail."""
    count = voyage_stack(s, kind)
    for share in range(SHARES):
        if offers_share(share, count):
            w1, w2 = zones_for(s, kind, share_amount(share, count), e1, e2)
            if w1 + w2 > 0:
                mask[FIRST_WHAT + SHARES * kind + share] = 1


def voyage_stack(s, kind):
    """Return the number of units of a kind at the origin that could board or sail."""
    if s.origin < LANDS:
        return ready_on_land(s, LAND_ROW[kind], s.origin) if CARGO_ROW[kind] != NO_ROW else 0
    if SEA_ROW[kind] == NO_ROW or kind == FIGHTER:
        return 0
    return ready_at_sea(s, SEA_ROW[kind], s.origin - LANDS)


def zones_for(s, kind, count, e1, e2):
    """Return the zones where this number of units can board, or to which it can sail."""
    if s.origin < LANDS:
        return boarding_zones(s, kind, s.origin, count, e1, e2)
    return voyage_zones(s, SEA_ROW[kind], s.origin - LANDS, count, e1, e2)


def do_sail_what(s, a):
    """Record the kind and the number, and begin the voyage."""
    s.kind = (a - FIRST_WHAT) // SHARES
    s.amount = share_amount((a - FIRST_WHAT) % SHARES, voyage_stack(s, s.kind))
    begin_voyage(s)


def begin_voyage(s):
    """Name cargo that must go along, and open the choice of other cargo if there is any (design 5.2)."""
    s.node = SAIL_TO
    if s.origin < LANDS or SEA_ROW[s.kind] == NO_ROW:
        return
    zone = s.origin - LANDS
    take_cargo_along(s, zone)
    if has_optional_cargo(s, zone):
        s.node = SAIL_CARGO


def can_sail_to(s, mask):
    """Mark friendly zones in reach (SP-097)."""
    e1, e2 = enemy_zones(s)
    w1, w2 = zones_for(s, s.kind, s.amount, e1, e2)
    mark_spaces(mask, 0, w1, w2)


def do_sail_to(s, a):
    """Board, sail with the named cargo, or begin a passage."""
    space = a - FIRST_SPACE
    if s.origin >= LANDS and s.kind == TRANSPORT and is_past_enemies(s, space):
        choose_passage(s, space)
        return
    if s.origin < LANDS:
        board_ships(s, space - LANDS)
    else:
        taken = fighters_along(s, s.origin - LANDS, s.amount, space - LANDS) if s.kind == CARRIER else 0
        sail(s, space - LANDS, taken)
    clear_order(s)
    clear_voyage(s)
    s.node = MOVING if s.combat_over else FIGHTING


def is_past_enemies(s, space):
    """Return whether every way to the zone crosses a zone of enemies (SP-239)."""
    e1, e2 = enemy_zones(s)
    w1, w2 = sea_reach(s, s.origin, SHIP_MOVES, e1, e2)
    return not has_space(0, w1, w2, space)
