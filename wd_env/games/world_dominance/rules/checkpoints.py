"""The Soldier Checkpoints: Lose, Conscript and Decimate (WD-114 to WD-131)."""

from wd_env.games.world_dominance.definitions.actions import NAME
from wd_env.games.world_dominance.definitions.decision_codes import DECIMATE_THROW, SETTLE
from wd_env.games.world_dominance.definitions.names import ELIMINATED
from wd_env.games.world_dominance.definitions.rule_constants import IN_FULL
from wd_env.games.world_dominance.rules.army import pay_garrison, put_out, recruit, strike_out
from wd_env.games.world_dominance.rules.flow import mark_awake_opponents
from wd_env.kernels.frames import next_node, open_node, seat_at_offset


def do_lose_throw(s, outcome):
    """Pay the score to the Garrison (WD-115)."""
    pay_garrison(s, s.seat, outcome + 1)
    open_node(s, SETTLE, s.seat, IN_FULL)


def do_conscript_throw(s, outcome):
    """Take the score from the Garrison (WD-117)."""
    recruit(s, s.seat, outcome + 1)


def can_decimate(s, mask):
    """Mark each player, oneself too, except those in the Ice House (WD-119, WD-121, WD-130)."""
    mask[NAME] = 1
    mark_awake_opponents(s, mask)


def do_decimate(s, a):
    """Record the target, before the throw (WD-119)."""
    s.target = seat_at_offset(s, a - NAME)
    next_node(s, DECIMATE_THROW)


def do_decimate_throw(s, outcome):
    """Have the target pay the Garrison, or strike it out so that the thrower takes all (WD-120, WD-122)."""
    score = outcome + 1
    if score < s.army[s.target]:
        pay_garrison(s, s.target, score)
    elif s.target != s.seat:  # a player's own strike-out gives everything back (WD-129)
        strike_out(s, s.seat, s.target)
    elif s.self_strike_out == ELIMINATED:
        put_out(s, s.seat)
    open_node(s, SETTLE, s.seat, IN_FULL)
