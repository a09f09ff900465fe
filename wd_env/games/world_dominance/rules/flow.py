"""Advance to the next node, clear what the last landing left, and mark the seats and pieces of many decisions."""

from wd_env.games.world_dominance.definitions.actions import NAME, PIECE
from wd_env.games.world_dominance.definitions.decision_codes import NEXT_TURN
from wd_env.games.world_dominance.definitions.names import (
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_THEME,
    NOBODY,
    NOWHERE,
    PIECES,
)
from wd_env.kernels.frames import open_node, pop_node, seat_at_offset


def advance(s):
    """Open the top waiting node, or the next turn if no node waits."""
    if not pop_node(s):
        open_node(s, NEXT_TURN, s.turn, 0)


def clear_matter(s):
    """Clear what the last landing or turn named, so that equal tables have equal bytes."""
    s.drawer = NOBODY
    s.drawn_card = NO_MANOEUVRE
    s.target = NOBODY
    s.offered_card = NO_CARD
    s.wanted_card = NO_CARD
    s.destination = NOWHERE
    s.asker = NOBODY
    s.tested = NOBODY
    s.theme = NO_THEME
    s.purgadies = NO_PURGADIES


def is_own(s, seat):
    """Return whether the seat is a player's own, not that of an Ally."""
    return s.home_seat[s.owner[seat]] == seat


def is_awake(s, seat):
    """Return whether the seat is in play and not interned in the Ice House (WD-152)."""
    return s.in_play[seat] == 1 and s.ice_turns[seat] == 0


def has_awake_opponent(s, seat):
    """Return whether this seat can name another one."""
    for other in range(s.seats):
        if other != seat and is_awake(s, other):
            return True
    return False


def mark_awake_opponents(s, mask):
    """Mark every opponent who is in play and not interned."""
    for places in range(1, s.seats):
        if is_awake(s, seat_at_offset(s, places)):
            mask[NAME + places] = 1


def mark_unused_pieces(s, mask):
    """Mark every Playing Piece that no seat has."""
    for piece in range(PIECES):
        mask[PIECE + piece] = 1
    for seat in range(s.seats):
        if s.piece[seat] != NO_PIECE:
            mask[PIECE + s.piece[seat]] = 0
