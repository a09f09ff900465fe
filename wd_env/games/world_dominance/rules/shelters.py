"""The Khyber Pass and the Ice House, the two spaces that protect (WD-143 to WD-156)."""

from wd_env.games.world_dominance.definitions.actions import BE_INTERNED, BREAK_OUT, LEAVE, REST, TAKE
from wd_env.games.world_dominance.definitions.decision_codes import ICE_BREAKOUT, KHYBER_PASS, MOVEMENT_THROW, NEXT_TURN
from wd_env.games.world_dominance.definitions.names import GARRISON_SIDE
from wd_env.games.world_dominance.definitions.rule_constants import INTERNED_TURNS, INTERNMENT_PAY, MOVE_HAS_ENDED
from wd_env.games.world_dominance.rules.army import pay_garrison, recruit
from wd_env.games.world_dominance.rules.flow import is_awake
from wd_env.kernels.frames import next_node, open_node


def enter_khyber_pass(s):
    """Give the player's own pass back, or let the player take it unless its holder is interned (WD-147, RULINGS 9)."""
    holder = s.khyber_at
    if holder == s.seat:
        s.khyber_at = GARRISON_SIDE
    elif holder == GARRISON_SIDE or is_awake(s, holder):
        next_node(s, KHYBER_PASS)


def can_khyber_pass(s, mask):
    """Mark taking the pass, wherever it is, and leaving it there (WD-143)."""
    mask[TAKE] = 1
    mask[LEAVE] = 1


def do_khyber_pass(s, a):
    """Move the pass to the player, if the player takes it."""
    if a == TAKE:
        s.khyber_at = s.seat


def can_ice_house(s, mask):
    """Mark doing nothing, and missing the next three turns (WD-150)."""
    mask[REST] = 1
    mask[BE_INTERNED] = 1


def do_ice_house(s, a):
    """Intern the player, who recruits two soldiers, or do nothing (WD-150)."""
    if a == BE_INTERNED:
        s.ice_turns[s.seat] = INTERNED_TURNS
        s.turn_sixes = 0
        recruit(s, s.seat, INTERNMENT_PAY)


def miss_turn(s, seat):
    """Count down the turns to miss; after the last one the player is back in play at once (WD-153)."""
    s.ice_turns[seat] -= 1
    open_node(s, NEXT_TURN, seat, MOVE_HAS_ENDED)


def begin_missed_turn(s, seat):
    """Miss the turn, or by option let a player with enough soldiers break out (RULINGS 112)."""
    if s.allow_ice_breakout == 1 and s.army[seat] > INTERNMENT_PAY:
        open_node(s, ICE_BREAKOUT, seat, 0)
    else:
        miss_turn(s, seat)


def can_ice_breakout(s, mask):
    """Mark staying and breaking out (WD-156)."""
    mask[REST] = 1
    mask[BREAK_OUT] = 1


def do_ice_breakout(s, a):
    """Miss the turn, or pay the two soldiers back and throw (WD-156)."""
    if a == REST:
        miss_turn(s, s.seat)
        return
    s.ice_turns[s.seat] = 0
    pay_garrison(s, s.seat, INTERNMENT_PAY)
    next_node(s, MOVEMENT_THROW)
