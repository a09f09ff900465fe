"""The Ally of the two-player game, and the three sixes of a piece that is left alone (WD-181, WD-294 to WD-300)."""

from wd_env.games.world_dominance.definitions.actions import DECLINE, PIECE
from wd_env.games.world_dominance.definitions.decision_codes import CALL_ALLY, NEXT_TURN, THREE_SIXES
from wd_env.games.world_dominance.definitions.names import NO_PIECE, NOBODY
from wd_env.games.world_dominance.definitions.rule_constants import (
    ARMY_TO_CALL,
    MOVE_HAS_ENDED,
    RESERVES,
    SIX,
    SIXES,
    TEN,
    TWO_PIECES,
)
from wd_env.games.world_dominance.rules.army import pieces_in_play, recruit
from wd_env.games.world_dominance.rules.flow import has_awake_opponent, is_awake, is_own, mark_unused_pieces
from wd_env.kernels.frames import open_node


def has_allies(s):
    """Return whether there is a seat for an Ally next to each player."""
    return s.seats > s.players


def is_ten_card_game_of_two(s):
    """Return whether two players play for ten cards of one continent (RULINGS 133)."""
    return s.players == TWO_PIECES and s.set_cards == TEN and s.sets_to_win == 1


def open_after_move(s):
    """Open a decision of the piece that has moved, if it has one, and return whether it does."""
    if not is_awake(s, s.turn):
        return False
    if s.turn_sixes == SIXES:
        s.turn_sixes = 0
        s.pardon_at = NOBODY
        open_node(s, THREE_SIXES, s.turn, 0)
        return True
    if may_call_ally(s, s.turn):
        open_node(s, CALL_ALLY, s.turn, 0)
        return True
    return False


def may_call_ally(s, seat):
    """Return whether the player may call an Ally: once, with five soldiers, no reinforcements (WD-294, RULINGS 113)."""
    if not has_allies(s) or not is_own(s, seat) or s.piece[seat + 1] != NO_PIECE:
        return False
    return s.army[seat] == ARMY_TO_CALL and s.reinforcements[seat] == 0 and s.garrison > 0


def can_call_ally(s, mask):
    """Mark every unused piece, and declining."""
    mark_unused_pieces(s, mask)
    mask[DECLINE] = 1


def do_call_ally(s, a):
    """Recruit five soldiers each, the Ally first; it enters on its next turn (WD-295, RULINGS 114)."""
    if a != DECLINE:
        ally = s.seat + 1
        s.piece[ally] = a - PIECE
        s.in_play[ally] = 1
        recruit(s, ally, RESERVES)
        recruit(s, s.seat, RESERVES)
    open_node(s, NEXT_TURN, s.turn, MOVE_HAS_ENDED)


def count_turn_sixes(s, throw):
    """Count sixes in a row of one of two pieces while the other is interned (WD-181, RULINGS 133)."""
    alone = is_ten_card_game_of_two(s) and pieces_in_play(s) == TWO_PIECES and not has_awake_opponent(s, s.seat)
    if alone and throw == SIX:
        s.turn_sixes += 1
    else:
        s.turn_sixes = 0
