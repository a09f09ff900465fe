"""The landing step: carriers meet their fighters, and every plane lands (SP-099, SP-100, SP-171, SP-172, R47)."""

from wd_env.games.superpowers.definitions.actions import FIRST_SPACE
from wd_env.games.superpowers.definitions.board_constants import BALL
from wd_env.games.superpowers.definitions.decision_codes import LAND_WHERE, LANDING, MEET_AT, MOVING
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER_ROW,
    CARRIER,
    CARRIER_ROW,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    LANDS,
    LOADED,
    MEET_WORDS,
    PLACES_ON_CARRIER,
    RANGES,
    SHIP_MOVES,
    SPACES,
    TIRED,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.carrier_promises import promised_zones, zones_with_places
from wd_env.games.superpowers.rules.friends import enemy_zones, secure_lands
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sailing import sail
from wd_env.games.superpowers.rules.sets import (
    ball_at,
    bit_1,
    bit_2,
    first_space,
    is_single,
    mark_spaces,
)
from wd_env.games.superpowers.rules.stock import (
    add_spent_at_sea,
    add_spent_on_land,
    fresh_at_sea,
    ready_at_sea,
    spent_and_open,
)
from wd_env.games.superpowers.rules.turn import clear_blitz
from wd_env.games.superpowers.rules.voyage_cargo import clear_voyage, take_cargo_along


def do_landing(s, _):
    """Carriers first, then plane by plane; then units may be moved."""
    clear_order(s)
    s.seat = s.turn
    if s.combat_over == 0:
        end_combat(s)
    for zone in range(ZONES):
        if s.booked[zone] > 0:
            open_meeting(s, zone)
            return
    if s.planes_aloft == 0:
        s.node = MOVING
        return
    open_landing(s)


def end_combat(s):
    """Transports that were used rest; tanks go no further (R22, R59)."""
    s.combat_over = 1
    clear_blitz(s)
    for zone in range(ZONES):
        at = TRANSPORT_ROW * ZONES + zone
        loaded = s.hauls[LOADED * ZONES + zone]
        half = s.ships_half[at]
        s.hauls[TIRED * ZONES + zone] += spent_and_open(s, zone) + loaded + half
        s.ships_half[at] = 0
        s.ships_spent[at] += half + loaded
        s.hauls[LOADED * ZONES + zone] = 0


def open_meeting(s, zone):
    """Where the carriers of a zone meet the fighters that count on them (SP-182)."""
    s.origin = LANDS + zone
    w1, w2 = meetings(s, zone)
    if w1 + w2 == 0:  # enemies went there: the fighters find no place
        forget_bookings(s, zone)
        s.node = LANDING
    elif s.auto_land or (s.skip_forced and is_single(0, w1, w2)):
        meet(s, first_space(0, w1, w2))
    else:
        s.node = MEET_AT


def meetings(s, zone):
    """The zones that suit all of the fighters and that as many carriers as they need still reach."""
    w1, w2 = promised_zones(s, zone)
    space = LANDS + zone
    e1, e2 = enemy_zones(s)
    needed = carriers_for(s.booked[zone])
    r1 = 0
    r2 = 0
    if ready_at_sea(s, CARRIER_ROW, zone) >= needed:
        moves = SHIP_MOVES if fresh_at_sea(s, CARRIER_ROW, zone) >= needed else 1
        r1, r2 = sea_reach(s, space, moves, e1, e2)
    return w1 & ((r1 & ~e1) | bit_1(space)), w2 & ((r2 & ~e2) | bit_2(space))


def forget_lost_bookings(s):
    """Fighters are lost whose carriers a submarine that left a battle has cut off; these are free again (R47)."""
    for zone in range(ZONES):
        if s.booked[zone] > 0:
            w1, w2 = meetings(s, zone)
            if w1 + w2 == 0:
                forget_bookings(s, zone)


def carriers_for(fighters):
    return (fighters + PLACES_ON_CARRIER - 1) // PLACES_ON_CARRIER


def forget_bookings(s, zone):
    s.booked[zone] = 0
    for number in range(MEET_WORDS):
        s.meet[zone * MEET_WORDS + number] = 0


def can_meet_at(s, mask):
    w1, w2 = meetings(s, s.origin - LANDS)
    mark_spaces(mask, 0, w1, w2)


def do_meet_at(s, a):
    meet(s, a - FIRST_SPACE)


def meet(s, space):
    """As many carriers as are needed sail there, and the fighters land (SP-182)."""
    zone = s.origin - LANDS
    fighters = s.booked[zone] + 0
    forget_bookings(s, zone)
    if space != s.origin:
        s.kind = CARRIER
        s.amount = carriers_for(fighters)
        take_cargo_along(s, zone)
        sail(s, space - LANDS)
        clear_voyage(s)
    add_spent_at_sea(s, FIGHTER_AT_SEA, space - LANDS, fighters)
    clear_order(s)
    s.node = LANDING


def open_landing(s):
    """The next plane in the air; without any place it is lost (R47)."""
    at = 0
    while s.aloft[at] == 0:
        at += 1
    s.amount = at // SPACES
    s.origin = at % SPACES
    w0, w1, w2 = landing_places(s)
    if w0 + w1 + w2 == 0:
        remove_aloft(s)
        s.node = LANDING
    elif s.auto_land:
        land_plane(s, nearest_place(s, w0, w1, w2))
    elif s.skip_forced and is_single(w0, w1, w2):
        land_plane(s, first_space(w0, w1, w2))
    else:
        s.node = LAND_WHERE


def landing_places(s):
    """Secure lands in reach, and for fighters zones with a free place on a carrier (SP-100, SP-171)."""
    s0, s1 = secure_lands(s)
    at = ball_at(s.amount % RANGES, s.origin)
    w1 = 0
    w2 = 0
    if s.amount < RANGES:
        w1, w2 = zones_with_places(s, 1)
    return BALL[at] & s0, BALL[at + 1] & (s1 | w1), BALL[at + 2] & w2


def nearest_place(s, w0, w1, w2):
    """The place that the fewest borders lead to, the lowest of several."""
    for moves in range(RANGES):
        at = ball_at(moves, s.origin)
        f0 = BALL[at] & w0
        f1 = BALL[at + 1] & w1
        f2 = BALL[at + 2] & w2
        if f0 + f1 + f2 > 0:
            return first_space(f0, f1, f2)
    return first_space(w0, w1, w2)


def can_land_where(s, mask):
    w0, w1, w2 = landing_places(s)
    mark_spaces(mask, w0, w1, w2)


def do_land_where(s, a):
    land_plane(s, a - FIRST_SPACE)


def remove_aloft(s):
    s.aloft[s.amount * SPACES + s.origin] -= 1
    s.planes_aloft -= 1


def land_plane(s, space):
    """It stands there and has moved (SP-099)."""
    remove_aloft(s)
    if space >= LANDS:
        add_spent_at_sea(s, FIGHTER_AT_SEA, space - LANDS, 1)
    else:
        add_spent_on_land(s, FIGHTER_ROW if s.amount < RANGES else BOMBER_ROW, space, 1)
    s.node = LANDING
