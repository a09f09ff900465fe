"""Artillery that fires at a neighbour in the first round of a battle (SP-129 to SP-135, SP-138, SP-139, Q20, Q21)."""

from wd_env.games.superpowers.definitions.actions import FIRST_FIRE
from wd_env.games.superpowers.definitions.rule_constants import (
    ARTILLERY_ROW,
    GUN_DICE,
    LANDS,
    SHARES,
    WARHEADS,
)
from wd_env.games.superpowers.rules.attackers import is_by_air, is_continued_blitz, is_target_empty
from wd_env.games.superpowers.rules.drops import free_ground_units
from wd_env.games.superpowers.rules.sets import is_adjacent_land, offers_share, share_amount
from wd_env.games.superpowers.rules.stock import ready_on_land
from wd_env.games.superpowers.rules.technology import level_of


def can_fire(s, land, count):
    """Return whether this number of guns of a land can fire at the target (SP-129, SP-134, SP-138).

    The target must be a neighbour, and each gun needs a spotter.
    """
    if s.target >= LANDS or is_by_air(s) or ready_on_land(s, ARTILLERY_ROW, land) < count:
        return False
    if not is_adjacent_land(land, s.target) or is_target_empty(s) or is_continued_blitz(s):
        return False
    return count <= free_ground_units(s)


def mark_fire(s, mask):
    """Mark one, half or all of the artillery at the origin that can fire."""
    if s.origin < LANDS:
        count = ready_on_land(s, ARTILLERY_ROW, s.origin)
        for share in range(SHARES):
            if offers_share(share, count) and can_fire(s, s.origin, share_amount(share, count)):
                mask[FIRST_FIRE + share] = 1


def fire_guns(s, share):
    """Add artillery that fires from its land to the attack; it does not move in this turn (SP-131, SP-135)."""
    count = share_amount(share, ready_on_land(s, ARTILLERY_ROW, s.origin))
    s.land_spent[ARTILLERY_ROW * LANDS + s.origin] += count
    s.guns += count


def firing_guns(s):
    """Return the number of guns with a spotter, in the first round only (SP-130, SP-134)."""
    return max(0, min(s.guns, s.guns + free_ground_units(s))) if s.battle_round == 1 else 0


def gun_dice(s):
    """Return the dice of guns: three each, and one more for each level of warheads (SP-129, SP-281)."""
    return (GUN_DICE + level_of(s, s.turn, WARHEADS)) * firing_guns(s)
