"""Conditions under which a Manoeuvre Card can be carried out; otherwise it is void (WD-094, WD-095, WD-252, WD-255)."""

from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_CARD,
    ANY_KIND,
    EUROPE,
    NO_REGION,
    NOBODY,
    NOWHERE,
    PACK,
    PLACES,
    VERB_CLOSE,
    VERB_COLLECT_EACH,
    VERB_DONATE,
    VERB_EACH_FORFEITS,
    VERB_FORFEIT,
    VERB_FORFEIT_ALL_BUT,
    VERB_GAIN,
    VERB_GO_TO_AIRSPACES,
    VERB_GO_TO_ONE_OF,
    VERB_LOSE,
    VERB_LOSE_ALL,
    VERB_MISS_TURNS,
    VERB_SEND,
    VERB_SWAP,
    VERB_TAKE,
    VERB_TAKE_SOLDIERS,
)
from wd_env.games.world_dominance.rules.antarctica import can_be_examined, holds_four
from wd_env.games.world_dominance.rules.flow import has_awake_opponent, is_awake
from wd_env.games.world_dominance.rules.holdings import holds_movable, is_closed, opponents_hold
from wd_env.games.world_dominance.rules.manoeuvre_moves import counts_steps, is_destination, may_be_sent, where_it_leads


def can_be_carried_out(s):
    """Return whether the drawn card has a legal way to be carried out, so that it is not void (X5)."""
    verb = s.card_verb[s.drawn_card]
    a = s.card_a[s.drawn_card]
    if verb == VERB_GO_TO_AIRSPACES:
        return not is_closed(s, a) or not is_closed(s, s.card_b[s.drawn_card])
    if verb == VERB_GO_TO_ONE_OF:
        return not is_closed(s, a) or not is_closed(s, s.card_c[s.drawn_card])
    if verb == VERB_SEND:
        return can_send_any(s, a)
    if verb == VERB_CLOSE:
        return s.closed == NO_REGION
    if (verb == VERB_TAKE or verb == VERB_LOSE) and a == ANTARCTICA_CARD and s.antarctica_done == 1:
        return False  # M04 and M05 are void once Antarctica was completed (WD-205)
    if verb == VERB_TAKE:
        return can_take_any(s, a)
    if verb == VERB_LOSE:
        return holds_movable(s, s.seat, a)
    if verb == VERB_LOSE_ALL:
        return holds_movable(s, s.seat, ANY_KIND)
    if verb == VERB_SWAP:
        return holds_movable(s, s.seat, a) and opponents_hold(s, s.seat, a)
    if verb == VERB_DONATE:
        return holds_movable(s, s.seat, a) and has_awake_opponent(s, s.seat)
    if verb == VERB_FORFEIT or verb == VERB_FORFEIT_ALL_BUT:
        return not is_closed(s, EUROPE)  # the zone lies there (WD-255)
    if verb == VERB_EACH_FORFEITS:
        return not is_closed(s, EUROPE) and all_have_more(s, NOBODY, s.card_b[s.drawn_card])
    if verb == VERB_COLLECT_EACH:
        return all_have_more(s, s.seat, s.card_b[s.drawn_card])
    if verb == VERB_TAKE_SOLDIERS:
        return some_opponent_has_more(s, s.card_b[s.drawn_card])
    if counts_steps(verb):
        return where_it_leads(s) != NOWHERE
    return verb == VERB_GAIN or verb == VERB_MISS_TURNS


def can_send_any(s, kind):
    """Return whether an opponent can be sent to an open space of this kind (X2, RULINGS 138)."""
    for seat in range(s.seats):
        if seat != s.seat and is_awake(s, seat) and may_be_sent(s, seat, kind):
            return has_destination(s, kind)
    return False


def has_destination(s, kind):
    """Return whether a space of this kind, or any if it is NO_SPACE, is open."""
    for place in range(PLACES):
        if is_destination(s, place, kind):
            return True
    return False


def can_take_any(s, kinds):
    """Return whether a card of the kinds can be taken, or the fifth Antarctica card asked for (X9)."""
    if holds_movable(s, PACK, kinds) or opponents_hold(s, s.seat, kinds):
        return True
    return may_ask_for_south_pole(s, kinds)


def may_ask_for_south_pole(s, kinds):
    """Return whether a card that takes an Antarctica card leads to the question for the fifth (WD-235)."""
    return kinds & ANTARCTICA_CARD != 0 and holds_four(s, s.seat) and can_be_examined(s, s.seat)


def all_have_more(s, drawer, least):
    """Return whether no player is interned and all except the drawer exceed `least` (WD-094, WD-095)."""
    for seat in range(s.seats):
        if s.in_play[seat] == 1 and s.ice_turns[seat] > 0:
            return False
        if s.in_play[seat] == 1 and seat != drawer and s.army[seat] <= least:
            return False
    return True


def some_opponent_has_more(s, least):
    """Return whether an opponent in play, not interned, has more than `least` soldiers."""
    for seat in range(s.seats):
        if seat != s.seat and is_awake(s, seat) and s.army[seat] > least:
            return True
    return False
