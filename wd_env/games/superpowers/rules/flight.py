"""The landing step: planes land, and carriers come to meet fighters (SP-099, SP-100, SP-171, SP-172, R47)."""

from wd_env.games.superpowers.definitions.actions import FIRST_SPACE
from wd_env.games.superpowers.definitions.board_constants import BALL
from wd_env.games.superpowers.definitions.decision_codes import LAND_WHERE, LANDING, MEET_FROM, MOVING
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER_ROW,
    CARRIER,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    LANDS,
    LOADED,
    RANGES,
    SPACES,
    TIRED,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.friends import secure_lands
from wd_env.games.superpowers.rules.landing_places import along_from, coming_from, landing_zones
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.sailing import sail
from wd_env.games.superpowers.rules.sets import ball_at, first_space, is_single, mark_spaces
from wd_env.games.superpowers.rules.stock import add_spent_at_sea, add_spent_on_land, spent_and_open
from wd_env.games.superpowers.rules.turn import clear_blitz
from wd_env.games.superpowers.rules.voyage_cargo import clear_voyage, take_cargo_along


def do_landing(s, _):
    """Open the landing of the next plane, or the movement step after the last one."""
    clear_order(s)
    s.seat = s.turn
    if s.combat_over == 0:
        end_combat(s)
    if s.planes_aloft == 0:
        s.node = MOVING
        return
    open_landing(s)


def end_combat(s):
    """End combat: transports that were used rest, and tanks go no further (R22, R59)."""
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


def open_landing(s):
    """Open the landing of the next plane in the air; without any place it is lost (R47)."""
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
        do_land_where(s, FIRST_SPACE + nearest_place(s, w0, w1, w2))
    elif s.skip_forced and is_single(w0, w1, w2):
        do_land_where(s, FIRST_SPACE + first_space(w0, w1, w2))
    else:
        s.node = LAND_WHERE


def landing_places(s):
    """Return secure lands in reach, and for fighters zones with a carrier (SP-100, SP-171)."""
    s0, s1 = secure_lands(s)
    at = ball_at(s.amount % RANGES, s.origin)
    w1 = 0
    w2 = 0
    if s.amount < RANGES:
        w1, w2 = landing_zones(s, BALL[at + 1], BALL[at + 2], s0, s1)
    return BALL[at] & s0, (BALL[at + 1] & s1) | w1, w2


def nearest_place(s, w0, w1, w2):
    """Return the place that the fewest borders lead to, the lowest if there are several."""
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
    """Land the plane; if no place is free there, a carrier comes (SP-182)."""
    s.zone = a - FIRST_SPACE
    if s.zone < LANDS:
        land_plane(s)
        return
    w1, w2 = coming_from(s)
    if w1 + w2 == 0:
        land_plane(s)
    elif s.auto_land or is_single(0, w1, w2):
        bring_carrier(s, first_space(0, w1, w2))
    else:
        s.node = MEET_FROM


def can_meet_from(s, mask):
    w1, w2 = coming_from(s)
    mark_spaces(mask, 0, w1, w2)


def do_meet_from(s, a):
    bring_carrier(s, a - FIRST_SPACE)


def bring_carrier(s, space):
    """Move a carrier to the zone where the fighter lands on it (SP-182)."""
    zone = s.zone - LANDS
    taken = along_from(s, space - LANDS)
    remove_aloft(s)
    s.origin = space
    s.kind = CARRIER
    s.amount = 1
    take_cargo_along(s, space - LANDS)
    sail(s, zone, taken)
    clear_voyage(s)
    add_spent_at_sea(s, FIGHTER_AT_SEA, zone, 1)
    s.node = LANDING


def remove_aloft(s):
    s.aloft[s.amount * SPACES + s.origin] -= 1
    s.planes_aloft -= 1


def land_plane(s):
    """Put the plane into its space, where it has moved (SP-099)."""
    remove_aloft(s)
    if s.zone >= LANDS:
        add_spent_at_sea(s, FIGHTER_AT_SEA, s.zone - LANDS, 1)
    else:
        add_spent_on_land(s, FIGHTER_ROW if s.amount < RANGES else BOMBER_ROW, s.zone, 1)
    s.node = LANDING
