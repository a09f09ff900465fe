"""Modes of an attack: assault, rush, missiles or raid (SP-192, SP-238, SP-282)."""

from wd_env.games.superpowers.definitions.actions import ASSAULT, LAUNCH, RAID, RUSH
from wd_env.games.superpowers.definitions.decision_codes import ATTACK_FROM, HOW, THROUGH
from wd_env.games.superpowers.definitions.rule_constants import LANDS
from wd_env.games.superpowers.rules.missiles import is_in_missile_range
from wd_env.games.superpowers.rules.raid_targets import can_raid
from wd_env.games.superpowers.rules.reach import all_targets
from wd_env.games.superpowers.rules.rush import can_rush
from wd_env.games.superpowers.rules.sets import has_space


def is_assault_possible(s):
    w0, w1, w2 = all_targets(s)
    return has_space(w0, w1, w2, s.target)


def is_rush_possible(s):
    return s.target < LANDS and can_rush(s, s.target)


def choose_mode(s):
    """Set the only possible mode of the attack, or open the choice of one (SP-192, SP-238, SP-282)."""
    is_rush = is_rush_possible(s)
    is_launch = is_in_missile_range(s, s.target)
    is_raid = s.target < LANDS and can_raid(s, s.target)
    s.mode = ASSAULT
    s.node = ATTACK_FROM
    others = is_rush + is_launch + is_raid
    if others > 0:
        if others > 1 or is_assault_possible(s):
            s.node = HOW
        else:
            set_mode(s, RUSH if is_rush else LAUNCH if is_launch else RAID)


def can_how(s, mask):
    """Mark the possible modes: assault, rush, missiles or raid (SP-192, SP-238, SP-282)."""
    if is_assault_possible(s):
        mask[ASSAULT] = 1
    if is_rush_possible(s):
        mask[RUSH] = 1
    if is_in_missile_range(s, s.target):
        mask[LAUNCH] = 1
    if s.target < LANDS and can_raid(s, s.target):
        mask[RAID] = 1


def do_how(s, a):
    set_mode(s, a)


def set_mode(s, mode):
    """Record the mode and open the origin, or for a rush the zone that it crosses (SP-238)."""
    s.mode = mode
    s.node = THROUGH if mode == RUSH else ATTACK_FROM
