"""The closing card on the board, and the end of a limited closure (WD-247, WD-256, RULINGS 14)."""

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
    """Close the region, and move the card from the bottom of the pack onto it."""
    keep_sets(s, region)
    s.closed = region
    s.closing_card = s.drawn_card
    leave_pack(s, s.drawn_card, LAID_ASIDE)
    if s.closure_duration == CLOSED_FOR_A_ROUND:
        s.closure_remaining = places_to(s, s.seat)
    elif s.closure_duration == CLOSED_FOR_ROUNDS:
        s.closure_remaining = places_to(s, s.seat) + s.seats * (s.closure_rounds - 1)


def places_to(s, seat):
    """Return how many places the turn passes to reach this seat; a full round from itself (RULINGS 130)."""
    places = seat - s.turn
    return places if places > 0 else places + s.seats


def pass_turn_over_closure(s, places):
    """Count the places that the turn passes, empty ones too; return True if the region opens."""
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
    """Return how often the turn comes round before the region opens, counting a part of a round as one."""
    return (s.closure_remaining + s.seats - 1) // s.seats
