"""The two spaces that shelter: the Khyber Pass and the Ice House (WD-143 to WD-156)."""

from wd_env.games.world_dominance.definitions.actions import BE_INTERNED, BREAK_OUT, LEAVE, REST, TAKE
from wd_env.games.world_dominance.definitions.decision_codes import ICE_BREAKOUT, KHYBER_PASS, MOVEMENT_THROW, NEXT_TURN
from wd_env.games.world_dominance.definitions.names import GARRISON_SIDE
from wd_env.games.world_dominance.definitions.rule_constants import INTERNED_TURNS, INTERNMENT_PAY, MOVE_HAS_ENDED
from wd_env.games.world_dominance.rules.army import pay_garrison, recruit
from wd_env.games.world_dominance.rules.flow import is_awake
from wd_env.kernels.frames import next_node, open_node


def enter_khyber_pass(s):
    """One's own pass is returned; an interned holder's cannot be taken (WD-147, RULINGS 9)."""
    holder = s.khyber_at
    if holder == s.seat:
        s.khyber_at = GARRISON_SIDE
    elif holder == GARRISON_SIDE or is_awake(s, holder):
        next_node(s, KHYBER_PASS)


def can_khyber_pass(s, mask):
    """Take it, wherever it is, or leave it there (WD-143)."""
    mask[TAKE] = 1
    mask[LEAVE] = 1


def do_khyber_pass(s, a):
    """The pass comes from its place next to the Garrison, or from another player."""
    if a == TAKE:
        s.khyber_at = s.seat


def can_ice_house(s, mask):
    """Do nothing, or miss the next three turns (WD-150)."""
    mask[REST] = 1
    mask[BE_INTERNED] = 1


def do_ice_house(s, a):
    """Internment brings two soldiers (WD-150)."""
    if a == BE_INTERNED:
        s.ice_turns[s.seat] = INTERNED_TURNS
        s.turn_sixes = 0
        recruit(s, s.seat, INTERNMENT_PAY)


def miss_turn(s, seat):
    """One turn fewer to miss; right after the last one the player is back in play (WD-153)."""
    s.ice_turns[seat] -= 1
    open_node(s, NEXT_TURN, seat, MOVE_HAS_ENDED)


def begin_missed_turn(s, seat):
    """It is missed, unless the table lets a player break out who has more soldiers than that costs (RULINGS 112)."""
    if s.allow_ice_breakout == 1 and s.army[seat] > INTERNMENT_PAY:
        open_node(s, ICE_BREAKOUT, seat, 0)
    else:
        miss_turn(s, seat)


def can_ice_breakout(s, mask):
    """Stay, or break out (WD-156)."""
    mask[REST] = 1
    mask[BREAK_OUT] = 1


def do_ice_breakout(s, a):
    """The two soldiers go back and the piece moves on with a throw (WD-156)."""
    if a == REST:
        miss_turn(s, s.seat)
        return
    s.ice_turns[s.seat] = 0
    pay_garrison(s, s.seat, INTERNMENT_PAY)
    next_node(s, MOVEMENT_THROW)
