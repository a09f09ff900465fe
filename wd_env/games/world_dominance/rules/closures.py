"""The closing card on the board, and the end of a closure if it has a limit (WD-247, WD-256, RULINGS 14)."""

from wd_env.games.world_dominance.definitions.names import (
    CLOSED_FOR_A_ROUND,
    CLOSED_FOR_ROUNDS,
    NO_MANOEUVRE,
    NO_REGION,
)
from wd_env.games.world_dominance.definitions.rule_constants import LAID_ASIDE
from wd_env.games.world_dominance.rules.packs import leave_pack, return_to_pack
from wd_env.games.world_dominance.rules.sets import keep_sets


def close_region(s, region):
    """The card, which lay at the bottom of the pack, lies on the region instead."""
    keep_sets(s, region)
    s.closed = region
    s.closing_card = s.drawn_card
    leave_pack(s, s.drawn_card, LAID_ASIDE)
    if s.closure_duration == CLOSED_FOR_A_ROUND:
        s.closure_remaining = places_to(s, s.seat)
    elif s.closure_duration == CLOSED_FOR_ROUNDS:
        s.closure_remaining = places_to(s, s.seat) + s.seats * (s.closure_rounds - 1)


def places_to(s, seat):
    """How many places the turn passes until it comes to this seat; all round from that seat itself (RULINGS 130)."""
    places = seat - s.turn
    return places if places > 0 else places + s.seats


def pass_turn_over_closure(s, places):
    """Each place that the turn passes counts, empty ones too; True when the region opens by it."""
    if s.closure_remaining == 0:
        return False
    s.closure_remaining = max(s.closure_remaining - places, 0)
    if s.closure_remaining > 0:
        return False
    s.closed = NO_REGION
    s.sets_before_closure = 0
    return_to_pack(s, s.closing_card)
    s.closing_card = NO_MANOEUVRE
    return True


def rounds_of_closure(s):
    """How often the turn still comes round, the last time not in full, before the closed region opens."""
    return (s.closure_remaining + s.seats - 1) // s.seats
