"""Paratroopers that bombers drop in the first round of a battle (SP-120, SP-146, SP-187 to SP-191)."""

from wd_env.games.superpowers.definitions.actions import FIRST_DROP
from wd_env.games.superpowers.definitions.rule_constants import (
    BASIC,
    BOMBER,
    BOMBER_LOAD,
    BOMBER_ROW,
    INFANTRY,
    INFANTRY_ROW,
    LANDS,
    SHARES,
    TANK,
)
from wd_env.games.superpowers.rules.attackers import is_by_air, is_continued_blitz, is_target_empty, planes_join
from wd_env.games.superpowers.rules.friends import may_be_taken
from wd_env.games.superpowers.rules.sets import offers_share, share_amount
from wd_env.games.superpowers.rules.stock import add_spent_on_land, land_index, ready_on_land


def bombers_for(count):
    """Return the number of bombers that carry this number of infantry (SP-187)."""
    return (count + BOMBER_LOAD - 1) // BOMBER_LOAD


def dropping_bombers(s):
    """Return the number of bombers of the attack that carry paratroopers."""
    count = 0
    for land in range(LANDS):
        count += bombers_for(s.paratroopers[land])
    return count


def free_ground_units(s):
    """Return the infantry and tanks that do not spot, support a bomber or jump (SP-134, SP-188)."""
    count = s.engaged[INFANTRY] + s.engaged[TANK] - s.guns
    for land in range(LANDS):
        count -= s.paratroopers[land] + bombers_for(s.paratroopers[land])
    return count


def can_jump(s, land, count, s0, s1, e1, e2):
    """Return whether this number of infantry of a land can jump with its bombers (SP-188, SP-190)."""
    if s.ruleset == BASIC or s.target >= LANDS or is_by_air(s) or ready_on_land(s, INFANTRY_ROW, land) < count:
        return False
    if is_target_empty(s) or is_continued_blitz(s) or not may_be_taken(s, s.target):
        return False
    more = bombers_for(s.paratroopers[land] + count) - bombers_for(s.paratroopers[land])
    if more == 0:
        return True
    if ready_on_land(s, BOMBER_ROW, land) < more or free_ground_units(s) < more:
        return False
    return planes_join(s, 1, land, more, s0, s1, e1, e2)


def mark_jumps(s, mask, s0, s1, e1, e2):
    """Mark one, half or all of the infantry at the origin that can jump."""
    if s.origin < LANDS:
        count = ready_on_land(s, INFANTRY_ROW, s.origin)
        for share in range(SHARES):
            if offers_share(share, count) and can_jump(s, s.origin, share_amount(share, count), s0, s1, e1, e2):
                mask[FIRST_DROP + share] = 1


def jump(s, share):
    """Add the infantry, and the bombers that carry it, to the attack (SP-187)."""
    land = s.origin + 0
    count = share_amount(share, ready_on_land(s, INFANTRY_ROW, land))
    more = bombers_for(s.paratroopers[land] + count) - bombers_for(s.paratroopers[land])
    s.paratroopers[land] += count
    s.land_units[land_index(s.turn, INFANTRY_ROW, land)] -= count
    s.land_units[land_index(s.turn, BOMBER_ROW, land)] -= more
    s.force[INFANTRY_ROW * LANDS + land] += count
    s.force[BOMBER_ROW * LANDS + land] += more
    s.engaged[INFANTRY] += count
    s.engaged[BOMBER] += more


def keep_unsupported_at_home(s):
    """Keep paratroopers at home if ground units that support them sank; their bombers attack (SP-188)."""
    for land in range(LANDS):
        while s.paratroopers[land] > 0 and free_ground_units(s) + s.guns < 0:
            load = (s.paratroopers[land] - 1) % BOMBER_LOAD + 1
            s.paratroopers[land] -= load
            s.force[INFANTRY_ROW * LANDS + land] -= load
            s.engaged[INFANTRY] -= load
            add_spent_on_land(s, INFANTRY_ROW, land, load)


def busy_bombers(s):
    """Return the number of bombers that drop in the first round instead of attacking (SP-189)."""
    return dropping_bombers(s) if s.battle_round == 1 else 0


def spare_bombers(s, land):
    """Return the number of attacking bombers of a land that drop nothing."""
    return s.force[BOMBER_ROW * LANDS + land] - bombers_for(s.paratroopers[land])


def lose_paratroopers(s):
    """Remove the infantry of bombers that were shot down (SP-146, SP-191)."""
    for land in range(LANDS):
        lost = max(0, s.paratroopers[land] - BOMBER_LOAD * s.force[BOMBER_ROW * LANDS + land])
        s.paratroopers[land] -= lost
        s.force[INFANTRY_ROW * LANDS + land] -= lost
        s.engaged[INFANTRY] -= lost
