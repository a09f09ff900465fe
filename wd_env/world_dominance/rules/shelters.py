"""The two spaces that shelter: the Khyber Pass and the Ice House (WD-143 to WD-156)."""

from wd_env.world_dominance.actions import BE_INTERNED, LEAVE, REST, TAKE
from wd_env.world_dominance.names import GARRISON_SIDE
from wd_env.world_dominance.numbers import INTERNED_TURNS
from wd_env.world_dominance.questions import KHYBER_PASS
from wd_env.world_dominance.rules.army import recruit
from wd_env.world_dominance.rules.flow import ask, is_awake


def enter_khyber_pass(s):
    """One's own pass is returned; an interned holder's cannot be taken (WD-147, RULINGS 9)."""
    holder = s.khyber_at
    if holder == s.seat:
        s.khyber_at = GARRISON_SIDE
    elif holder == GARRISON_SIDE or is_awake(s, holder):
        ask(s, KHYBER_PASS)


def can_khyber_pass(s, mask):
    """Take it, wherever it is, or leave it there (WD-143)."""
    mask[TAKE] = 1
    mask[LEAVE] = 1


def do_khyber_pass(s, a):
    """It comes from beside the Garrison or out of another player's hands."""
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
        recruit(s, s.seat, 2)
