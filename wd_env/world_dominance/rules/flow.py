"""The open question: opening, waiting beneath another one, and who is next clockwise."""

from wd_env.world_dominance.actions import NAME, PIECE
from wd_env.world_dominance.names import (
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_THEME,
    NOBODY,
    NOWHERE,
    PIECES,
)
from wd_env.world_dominance.numbers import WAITING_FRAMES
from wd_env.world_dominance.questions import NEXT_TURN


def open_now(s, question, seat, note):
    """Make this the open question; the last act of whatever carries out an answer."""
    s.question = question
    s.seat = seat
    s.note = note


def ask(s, question):
    """The next question of the same matter, with nothing to note."""
    open_now(s, question, s.seat, 0)


def wait(s, question, seat, note):
    """Put a question beneath the one that is opened next; it may lie only on questions of lower rank."""
    s.waiting_question[s.waiting] = question
    s.waiting_seat[s.waiting] = seat
    s.waiting_note[s.waiting] = note
    s.waiting += 1


def lift(s):
    """Go on with what waits; the matters of a player who went out are dropped. Else the next turn begins."""
    while s.waiting > 0:
        s.waiting -= 1
        top = s.waiting
        open_now(s, s.waiting_question[top], s.waiting_seat[top], s.waiting_note[top])
        s.waiting_question[top] = 0
        s.waiting_seat[top] = 0
        s.waiting_note[top] = 0
        if s.in_play[s.seat]:
            return
    open_now(s, NEXT_TURN, s.turn, 0)


def drop_waiting(s):
    """The game is over: nothing goes on."""
    for frame in range(WAITING_FRAMES):
        s.waiting_question[frame] = 0
        s.waiting_seat[frame] = 0
        s.waiting_note[frame] = 0
    s.waiting = 0


def clear_matter(s):
    """A new landing or turn finds no trace of the last one, so equal tables have equal bytes."""
    s.drawer = NOBODY
    s.drawn = NO_MANOEUVRE
    s.target = NOBODY
    s.offered = NO_CARD
    s.wanted = NO_CARD
    s.destination = NOWHERE
    s.asker = NOBODY
    s.tested = NOBODY
    s.theme = NO_THEME
    s.purgadies = NO_PURGADIES


def named_seat(s, places):
    """The seat so many places clockwise from the one that answers."""
    return clockwise(s, s.seat, places)


def clockwise(s, seat, places):
    """The seat so many places on, at most once round; without a division, which costs more than all the rest."""
    there = seat + places
    return there - s.seats if there >= s.seats else there


def is_own(s, seat):
    """The seat of a player, not of an Ally."""
    return s.home[s.owner[seat]] == seat


def is_awake(s, seat):
    """In play and not interned in the Ice House (WD-152)."""
    return s.in_play[seat] == 1 and s.ice_turns[seat] == 0


def has_awake_opponent(s, seat):
    """Somebody is there to be named by this seat."""
    for other in range(s.seats):
        if other != seat and is_awake(s, other):
            return True
    return False


def name_awake_opponents(s, mask):
    """Offer every opponent who is in play and not interned."""
    for places in range(1, s.seats):
        if is_awake(s, named_seat(s, places)):
            mask[NAME + places] = 1


def offer_unused_pieces(s, mask):
    """Offer every Playing Piece that no seat has or has had."""
    for piece in range(PIECES):
        mask[PIECE + piece] = 1
    for seat in range(s.seats):
        if s.piece[seat] != NO_PIECE:
            mask[PIECE + s.piece[seat]] = 0
