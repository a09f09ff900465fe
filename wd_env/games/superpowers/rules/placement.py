"""Placing of bought units (SP-102 to SP-106, SP-110)."""

from wd_env.games.superpowers.definitions.actions import FIRST_SPACE, FIRST_WHAT
from wd_env.games.superpowers.definitions.decision_codes import COLLECTING, PLACE_WHAT, PLACE_WHERE, PLACING
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE,
    AIR_DEFENCE_ABOARD,
    CARRIER,
    FIGHTER,
    FIGHTER_AT_SEA,
    IS_SHIP,
    KINDS,
    LAND_ROW,
    LANDS,
    NO_KIND,
    SEA_ROW,
    SHARES,
    ZONES,
)
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.ports import base_lands, complex_lands, deck_places, free_ports, gun_places, is_port
from wd_env.games.superpowers.rules.sets import (
    bit_1,
    bit_2,
    first_space,
    is_single,
    mark_spaces,
    offers_share,
    share_amount,
)
from wd_env.games.superpowers.rules.stock import add_spent_at_sea, add_spent_on_land, cargo_index


def places_for(s, kind, count):
    """Return spaces for this number of units of a kind, as three words (SP-103, SP-104, SP-106, SP-107)."""
    if IS_SHIP[kind]:
        w1, w2 = free_ports(s)
        return 0, w1, w2
    b0, b1 = base_lands(s)
    w1 = 0
    w2 = 0
    if kind == AIR_DEFENCE:
        b0, b1 = complex_lands(s)
    if kind == FIGHTER or kind == AIR_DEFENCE:
        for zone in range(ZONES):
            places = deck_places(s, zone) if kind == FIGHTER else gun_places(s, zone)
            if places >= count and is_port(s, zone):
                w1 |= bit_1(LANDS + zone)
                w2 |= bit_2(LANDS + zone)
    return b0, b1 | w1, w2


def do_placing(s, _):
    """Open the next placing until the deck is empty; units without a place are lost (SP-102, Q40)."""
    clear_order(s)
    s.seat = s.turn
    first = NO_KIND
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            w0, w1, w2 = places_for(s, kind, 1)
            if w0 + w1 + w2 == 0:
                s.deck[kind] = 0
            else:
                first = min(first, kind)
    if first == NO_KIND:
        s.node = COLLECTING
        return
    w0, w1, w2 = places_for(s, first, 1)  # the first space is a land, which has room for all
    if s.auto_place or is_single(w0, w1, w2):
        s.kind = first
        s.amount = s.deck[first] + 0
        put_down(s, first_space(w0, w1, w2))
    else:
        s.node = PLACE_WHAT


def can_place_what(s, mask):
    """Mark one, half or all of each kind on deck that has a place (SP-102)."""
    for kind in range(KINDS):
        count = s.deck[kind] + 0
        for share in range(SHARES):
            if offers_share(share, count):
                w0, w1, w2 = places_for(s, kind, share_amount(share, count))
                if w0 + w1 + w2 > 0:
                    mask[FIRST_WHAT + SHARES * kind + share] = 1


def do_place_what(s, a):
    s.kind = (a - FIRST_WHAT) // SHARES
    s.amount = share_amount((a - FIRST_WHAT) % SHARES, s.deck[s.kind] + 0)
    w0, w1, w2 = places_for(s, s.kind, s.amount)
    if is_single(w0, w1, w2):
        put_down(s, first_space(w0, w1, w2))
    else:
        s.node = PLACE_WHERE


def can_place_where(s, mask):
    w0, w1, w2 = places_for(s, s.kind, s.amount)
    mark_spaces(mask, w0, w1, w2)


def do_place_where(s, a):
    put_down(s, a - FIRST_SPACE)


def put_down(s, space):
    """Put the units on the board, where they can move from the next turn on (SP-024)."""
    s.deck[s.kind] -= s.amount
    if space >= LANDS and s.kind == AIR_DEFENCE:
        s.cargo[cargo_index(s.turn, AIR_DEFENCE_ABOARD, space - LANDS)] += s.amount
    elif space >= LANDS:
        row = FIGHTER_AT_SEA if s.kind == FIGHTER else SEA_ROW[s.kind]
        add_spent_at_sea(s, row, space - LANDS, s.amount)
        if s.kind == CARRIER:
            s.new_carriers[space - LANDS] += s.amount
    else:
        add_spent_on_land(s, LAND_ROW[s.kind], space, s.amount)
    clear_order(s)
    s.node = PLACING
