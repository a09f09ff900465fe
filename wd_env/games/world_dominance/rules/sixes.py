"""Optional further effects of a six of the Playing Dice (WD-039, RULINGS 19)."""

from wd_env.games.world_dominance.definitions.names import EXTRA_TURN, NO_EXTRA, SKIP_NEXT
from wd_env.games.world_dominance.definitions.rule_constants import SIX


def record_six(s, face):
    """Record a six of the player whose turn it is, not one of a player who is brought back."""
    if face == SIX and s.seat == s.turn and s.six_rule != NO_EXTRA:
        s.after_six |= 1 << s.seat


def has_extra_turn(s):
    """Return whether the player whose turn it was has another one."""
    return s.six_rule == EXTRA_TURN and (s.after_six >> s.turn) & 1 == 1


def loses_turn(s, seat):
    """Return whether a six costs the turn that begins, and clear that six in any case."""
    is_after_six = (s.after_six >> seat) & 1 == 1
    clear_six(s, seat)
    return is_after_six and s.six_rule == SKIP_NEXT


def clear_six(s, seat):
    """Clear the record of the seat's six."""
    s.after_six &= ~(1 << seat)
