"""Antarctica: entry, the exchange, Queen Maud's second card and the question for the fifth (WD-200 to WD-236)."""

from wd_env.games.world_dominance.definitions.actions import CARD, DECLINE, DEMAND_SPELLING, NAME, WORLD_PACK
from wd_env.games.world_dominance.definitions.decision_codes import (
    ANTARCTICA_ANSWER,
    ANTARCTICA_DRAW,
    CEDE,
    EXAMINE,
    EXAMINER,
    EXCHANGE,
    KNOWLEDGE,
    QUESTION_CARD,
    SETTLE,
    SPELLING,
)
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    ANTARCTICA_CARD,
    ANTARCTICA_PLACE,
    CARDS,
    GARRISON_SIDE,
    NO_CARD,
    PROFILE,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    COLOURED,
    FOR_EXCHANGE,
    FOR_QUESTION,
    FOR_SECOND,
    IN_FULL,
    RIGHT,
    SAB_TITLE,
    SENT,
    SOUTH_POLE_TITLE,
    SPELLED,
    WHITE_IN_PACK,
)
from wd_env.games.world_dominance.rules.draws import draw_face_down
from wd_env.games.world_dominance.rules.flow import has_awake_opponent
from wd_env.games.world_dominance.rules.holdings import (
    count_cards,
    holds_movable,
    is_closed,
    is_movable,
    mark_cards,
    mark_opponents_cards,
    opponents_hold,
    pack_has,
    return_card,
    take_card,
)
from wd_env.kernels.frames import next_node, open_node, push_node, seat_at_offset


def can_enter_antarctica(s, seat):
    """Return whether Antarctica is open and empty and the seat can exchange (WD-201, WD-202, RULINGS 4).

    No piece enters once Antarctica was completed and the game continued (WD-204).
    """
    if s.antarctica_done == 1 or is_closed(s, ANTARCTICA) or not holds_movable(s, seat, COLOURED):
        return False
    for other in range(s.seats):
        if other != seat and s.place[other] == ANTARCTICA_PLACE:
            return False
    return antarctica_obtainable(s, seat)


def antarctica_obtainable(s, seat):
    """Return whether an Antarctica card, or with four of them the question, can be had (WD-155)."""
    if holds_four(s, seat):
        return can_be_examined(s, seat)
    return pack_has(s, ANTARCTICA) or opponents_hold(s, seat, ANTARCTICA_CARD)


def holds_four(s, seat):
    """Return whether the seat holds West, North, East and the Research Station, without the South Pole."""
    return count_cards(s, seat, ANTARCTICA) == WHITE_IN_PACK and s.card_at[s.south_pole] != seat


def can_be_examined(s, seat):
    """Return whether an opponent can ask and the South Pole can still be won (WD-155)."""
    at_side = s.card_at[s.south_pole] == GARRISON_SIDE
    return at_side and not is_closed(s, ANTARCTICA) and has_awake_opponent(s, seat)


def enter_exchange(s):
    """Open the exchange: a piece that was sent may decline, others must exchange (RULINGS 4)."""
    if not holds_movable(s, s.seat, COLOURED) or not antarctica_obtainable(s, s.seat):
        return
    if holds_four(s, s.seat) and s.note & SENT == 0:
        open_node(s, CEDE, s.seat, FOR_QUESTION)
    else:
        open_node(s, EXCHANGE, s.seat, s.note & SENT)


def can_exchange(s, mask):
    """Mark the pack, face down, and the cards of opponents, face up (WD-207); if sent, also declining."""
    if holds_four(s, s.seat) or pack_has(s, ANTARCTICA):
        mask[WORLD_PACK] = 1
    mark_opponents_cards(s, mask, ANTARCTICA_CARD)
    if s.note & SENT != 0:
        mask[DECLINE] = 1


def do_exchange(s, a):
    """Record the source, then open the choice of the card to cede."""
    if a == DECLINE:
        return
    if a != WORLD_PACK:
        s.wanted_card = a - CARD
    purpose = FOR_QUESTION if holds_four(s, s.seat) else FOR_EXCHANGE
    open_node(s, CEDE, s.seat, purpose)


def can_cede(s, mask):
    """Mark coloured cards that are not frozen (WD-208), except one that Queen Maud has just retaken (WD-234)."""
    mark_cards(s, mask, s.seat, COLOURED)
    if s.note == FOR_SECOND and s.offered_card != NO_CARD:
        mask[CARD + s.offered_card] = 0


def do_cede(s, a):
    """Cede the coloured card and settle, before the card in exchange comes (WD-209, RULINGS 5)."""
    s.offered_card = a - CARD
    if s.wanted_card != NO_CARD:
        take_card(s, s.offered_card, s.card_at[s.wanted_card])
    else:
        return_card(s, s.offered_card)
    if s.note == FOR_QUESTION:
        push_node(s, EXAMINE, s.seat, 0)
    else:
        push_node(s, ANTARCTICA_DRAW, s.seat, 0)
    open_node(s, SETTLE, s.seat, IN_FULL)


def do_antarctica_draw(s, _):
    """Take the Antarctica card; no soldiers change hands (WD-210)."""
    if s.wanted_card == NO_CARD:
        draw_face_down(s, s.seat, ANTARCTICA, 0)
    else:
        take_card(s, s.wanted_card, s.seat)
        open_node(s, SETTLE, s.seat, IN_FULL)


def do_second_antarctica(s, _):
    """Open Queen Maud's second card, or the question if Antarctica North was the fourth (WD-230 to WD-234)."""
    if holds_four(s, s.seat):
        open_node(s, EXAMINE, s.seat, 0)
    elif pack_has(s, ANTARCTICA) and holds_another_coloured(s, s.seat):
        open_node(s, CEDE, s.seat, FOR_SECOND)
    else:
        open_node(s, SETTLE, s.seat, IN_FULL)


def holds_another_coloured(s, seat):
    """Return whether the seat can cede a card other than the retaken one."""
    for card in range(CARDS):
        if card != s.offered_card and is_movable(s, card, seat, COLOURED):
            return True
    return False


def do_examine(s, _):
    """Open the choice of the asker, if any player can ask (WD-219)."""
    if can_be_examined(s, s.seat):
        next_node(s, EXAMINER)
    else:
        open_node(s, SETTLE, s.seat, IN_FULL)


def do_examiner(s, a):
    """Record the asker; the player learns both titles before choosing one (RULINGS 6)."""
    s.asker = seat_at_offset(s, a - NAME)
    s.tested = s.seat
    read_question_cards(s)


def read_question_cards(s):
    """Draw the player's knowledge of both question cards if it is unknown, then open the choice of one."""
    for title in range(SOUTH_POLE_TITLE, SAB_TITLE + 1):
        if is_unread(s, s.seat, title):
            open_node(s, KNOWLEDGE, s.seat, title)
            return
    next_node(s, QUESTION_CARD)


def is_unread(s, seat, title):
    """Return whether the seat's knowledge of a title is still to be drawn, which needs a profile (RULINGS 6)."""
    return s.knowledge_model == PROFILE and (s.knowledge_drawn[s.owner[seat]] >> title) & 1 == 0


def can_question_card(s, mask):
    """Mark the South Pole card and the SAB card (WD-219)."""
    mask[CARD + s.south_pole] = 1
    mask[CARD + s.sab] = 1


def do_question_card(s, a):
    """Record the title of the card; the first answer to its question counts (WD-222)."""
    s.theme = SOUTH_POLE_TITLE if a - CARD == s.south_pole else SAB_TITLE
    if s.spelling_demand == 1:
        open_node(s, SPELLING, s.asker, 0)
    else:
        next_node(s, ANTARCTICA_ANSWER)


def can_spelling(s, mask):
    """Mark both actions of the asker: demand that the answer is spelled, or not (WD-224)."""
    mask[DEMAND_SPELLING] = 1
    mask[DECLINE] = 1


def do_spelling(s, a):
    """Open the answer, to be spelled if the asker demands it."""
    open_node(s, ANTARCTICA_ANSWER, s.tested, SPELLED if a == DEMAND_SPELLING else 0)


def do_antarctica_answer(s, outcome):
    """Take the South Pole for a right answer; a wrong one returns nothing (WD-220, WD-221)."""
    if outcome == RIGHT:
        take_card(s, s.south_pole, s.seat)
    open_node(s, SETTLE, s.seat, IN_FULL)
