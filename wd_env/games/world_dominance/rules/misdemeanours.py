"""Misdemeanours, jumping the gun and cheating: what an illegal answer costs (WD-206, WD-262 to WD-267)."""

from wd_env.games.world_dominance.definitions.actions import NO_OP_ACTIONS
from wd_env.games.world_dominance.definitions.decision_codes import (
    BLUFF_ANSWER,
    CARD_REGION,
    CARD_WANTED,
    CONTINENT,
    FIRST_CHANCE,
    KNOWLEDGE,
    LAST_SOLDIER,
    MATCH_RAISE,
    OPTIONAL_CARD,
    RAISE_OR_ASK,
    SETTLE,
    TARGET_PASS,
    TEST_WHOM,
)
from wd_env.games.world_dominance.definitions.names import (
    CARDS,
    EUROPE,
    ILLEGAL_EJECTS,
    ILLEGAL_IS_ERROR,
    NO_PIECE,
    NOBODY,
    VERB_DONATE,
    VERB_SWAP,
    VERB_TAKE,
)
from wd_env.games.world_dominance.definitions.rule_constants import IN_FULL
from wd_env.games.world_dominance.rules.ally import has_allies
from wd_env.games.world_dominance.rules.army import pay_zone, pieces_in_play, put_out
from wd_env.games.world_dominance.rules.engine import apply, legal, run_automatic
from wd_env.games.world_dominance.rules.flow import is_awake, is_own
from wd_env.games.world_dominance.rules.holdings import is_closed
from wd_env.games.world_dominance.rules.landing import is_occupant
from wd_env.games.world_dominance.rules.manoeuvre_conditions import can_be_carried_out
from wd_env.games.world_dominance.rules.zone import win_zone
from wd_env.kernels.frames import open_node


def penalizes_violations(s):
    """Return whether the rules in use penalise illegal actions (WD-262)."""
    return s.illegal_action != ILLEGAL_IS_ERROR


def can_be_penalized(s, seat):
    """Return whether the seat can be penalised: to move, or in play and awake after the start (RULINGS 105)."""
    is_asked = s.node < FIRST_CHANCE and seat == s.seat
    return penalizes_violations(s) and (is_asked or (s.turn_number > 0 and is_awake(s, seat)))


def apply_violation(s, seat, mask):
    """Penalise an illegal action or one out of turn; `mask` is a buffer for legal actions (RULINGS 105)."""
    hangs = hangs_on(s, seat)
    is_asked = s.node < FIRST_CHANCE and seat == s.seat
    punish(s, seat)
    if s.in_play[seat] == 0:
        if is_in_bluff(s) and s.tested != NOBODY and s.in_play[s.asker] != s.in_play[s.tested]:
            win_zone(s, s.tested if s.in_play[s.asker] == 0 else s.asker)
        elif hangs or pieces_in_play(s) <= 1 or is_stuck(s, mask):
            open_node(s, SETTLE, s.turn, IN_FULL)
    elif is_asked:
        apply_default_action(s, mask)
    run_automatic(s)


def punish(s, seat):
    """Take a soldier for the zone, or eject a cheat (WD-266, WD-267); do neither before the first turn."""
    if s.turn_number == 0:
        return
    if s.illegal_action == ILLEGAL_EJECTS:
        put_out_together(s, seat)
        if not has_allies(s):  # with Allies no player is revived, so the piece may stay
            s.piece[seat] = NO_PIECE  # it is taken, because a cheat cannot be revived (RULINGS 129)
    elif not is_closed(s, EUROPE):
        pay_zone(s, seat, 1)
        if s.army[seat] == 0 and not is_in_bluff(s):
            put_out_together(s, seat)


def put_out_together(s, seat):
    """Put out the offender, and with it each piece that has to go as well."""
    for piece in range(s.seats):
        if s.in_play[piece] == 1 and goes_with(s, piece, seat):
            put_out(s, piece)


def goes_with(s, piece, seat):
    """Return whether a piece goes out with this seat.

    An Ally goes with its player (WD-299). Both pieces of a cheat go, as the cheat is a person (WD-267, RULINGS 128).
    """
    is_at_stake = is_own(s, seat) or s.illegal_action == ILLEGAL_EJECTS
    return piece == seat or (is_at_stake and s.owner[piece] == s.owner[seat])


def is_in_bluff(s):
    """Return whether a bluff is open, during which no payment puts a player out (WD-113)."""
    question = s.node
    if question == KNOWLEDGE:
        return s.note == s.theme
    bluffs = question == TEST_WHOM or question == RAISE_OR_ASK or question == MATCH_RAISE
    return bluffs or question == BLUFF_ANSWER


def hangs_on(s, seat):
    """Return whether the current node depends on a piece that would go out with this one."""
    for piece in range(s.seats):
        if goes_with(s, piece, seat) and hangs_on_piece(s, piece):
            return True
    return False


def hangs_on_piece(s, seat):
    """Return whether the node is this seat's, or depends on the seat, a card it holds or its place."""
    if seat == s.seat or seat == s.target or seat == s.asker or seat == s.tested or seat == s.drawer:
        return True
    if s.wanted_card < CARDS and s.card_at[s.wanted_card] == seat:
        return True
    return s.node == LAST_SOLDIER and is_occupant(s, seat, s.seat)


def is_stuck(s, mask):
    """Return whether, after an ejection, no action is legal or the Manoeuvre Card has no effect."""
    if s.node >= FIRST_CHANCE:
        return False
    if OPTIONAL_CARD <= s.node <= CARD_WANTED and s.node != TARGET_PASS and not can_be_carried_out(s):
        return True
    return default_action(s, mask) == len(mask)


def default_action(s, mask):
    """Return the first legal action that does nothing, else the first of all, or `len(mask)` if none is legal."""
    for a in range(len(mask)):
        mask[a] = 0
    legal(s, mask)
    for i in range(len(NO_OP_ACTIONS)):
        if mask[NO_OP_ACTIONS[i]] == 1:
            return NO_OP_ACTIONS[i]
    for a in range(len(mask)):
        if mask[a] == 1:
            return a
    return len(mask)


def apply_default_action(s, mask):
    """End the turn if the book requires it (WD-206, WD-265), else play the default (RULINGS 105)."""
    if s.node == CONTINENT or is_trading(s):
        open_node(s, SETTLE, s.seat, IN_FULL)
    else:
        apply(s, default_action(s, mask))


def is_trading(s):
    """Return whether a Manoeuvre Card is open in which Continent Cards change hands."""
    if not CARD_REGION <= s.node <= CARD_WANTED:
        return False
    verb = s.card_verb[s.drawn_card]
    return verb == VERB_TAKE or verb == VERB_SWAP or verb == VERB_DONATE
