"""Further effects of a six of the Playing Dice, if chosen (WD-039, RULINGS 19)."""

from wd_env.games.world_dominance.definitions.names import EXTRA_TURN, NO_EXTRA, SKIP_NEXT
from wd_env.games.world_dominance.definitions.rule_constants import SIX


def record_six(s, face):
    """Only the throw of the player whose turn it is counts, not that of one who is brought back."""
    if face == SIX and s.seat == s.turn and s.six_rule != NO_EXTRA:
        s.after_six |= 1 << s.seat


def has_extra_turn(s):
    """The player whose turn it was has another one."""
    return s.six_rule == EXTRA_TURN and (s.after_six >> s.turn) & 1 == 1


def loses_turn(s, seat):
    """The turn that begins is the one a six has cost; either way the six is dealt with."""
    is_after_six = (s.after_six >> seat) & 1 == 1
    clear_six(s, seat)
    return is_after_six and s.six_rule == SKIP_NEXT


def clear_six(s, seat):
    """Nothing is owed for it any more."""
    s.after_six &= ~(1 << seat)
