"""The small alliance in games with an odd number of players, by option (SP-312 to SP-317, R56)."""

from wd_env.games.superpowers.definitions.actions import FIRST_SPACE
from wd_env.games.superpowers.definitions.board_constants import HOME
from wd_env.games.superpowers.definitions.decision_codes import MOVING, SMALL_INFANTRY, SPREADING
from wd_env.games.superpowers.definitions.rule_constants import (
    FIGHTER_ROW,
    INFANTRY_ROW,
    LANDS,
    NOWHERE,
    POWERS,
    SMALL_BONUS,
    SMALL_FIGHTERS,
    SMALL_INFANTRY_IN_ALL,
    SMALL_INFANTRY_IN_LAND,
)
from wd_env.games.superpowers.rules.alliances import allies_of, is_pairwise_allied, powers_active
from wd_env.games.superpowers.rules.relations import has_lasted
from wd_env.games.superpowers.rules.stock import add_on_land, add_spent_on_land
from wd_env.games.superpowers.rules.turn_places import power_after


def has_small_side(s):
    """Return whether an alliance has declared itself the small one."""
    for power in range(POWERS):
        if s.small[power]:
            return True
    return False


def may_declare(s):
    """Return whether the allies are the smaller half, long enough or against one alliance (SP-312, SP-316)."""
    if s.small_alliance == 0 or has_small_side(s):
        return False
    members = allies_of(s, s.turn)
    if count_powers(members) != s.players // 2 or not is_pairwise_allied(s, members):
        return False
    if is_pairwise_allied(s, powers_active(s) & ~members):
        return True
    for power in range(POWERS):
        for other in range(power):
            if (members >> power) & 1 and (members >> other) & 1 and not has_lasted(s, power, other):
                return False
    return True


def count_powers(members):
    count = 0
    for power in range(POWERS):
        count += (members >> power) & 1
    return count


def declare(s):
    """Give each member units at once, and the bonus of every turn from now on (SP-313, SP-314, SP-317)."""
    members = allies_of(s, s.turn)
    for power in range(POWERS):
        if (members >> power) & 1:
            s.small[power] = 1
            s.small_infantry[power] = SMALL_INFANTRY_IN_ALL
            if s.capital[power] != NOWHERE:
                s.production[power] += SMALL_BONUS[s.players]
                put_units(s, power, FIGHTER_ROW, s.capital[power], SMALL_FIGHTERS)
    s.node = SPREADING


def put_units(s, power, row, land, count):
    """Add units; those of the power on turn can move from its next turn on."""
    if power == s.turn:
        add_spent_on_land(s, row, land, count)
    else:
        add_on_land(s, power, row, land, count)


def do_spreading(s, _):
    """Open the placing of infantry, member by member; those without a place are lost (SP-314, SP-315)."""
    for places in range(POWERS):
        power = power_after(s, s.turn, places)
        if s.small_infantry[power] > 0:
            s.seat = power
            for land in range(LANDS):
                if may_get_infantry(s, land):
                    s.node = SMALL_INFANTRY
                    return
            s.small_infantry[power] = 0
    for land in range(LANDS):
        s.small_placed[land] = 0
    s.node = MOVING


def may_get_infantry(s, land):
    """Return whether a home land that the power holds has fewer than two of them (SP-315)."""
    return HOME[land] == s.seat and s.holder[land] == s.seat and s.small_placed[land] < SMALL_INFANTRY_IN_LAND


def can_small_infantry(s, mask):
    """Mark home lands that the power holds, at most two infantry in each (SP-314, SP-315)."""
    for land in range(LANDS):
        if may_get_infantry(s, land):
            mask[FIRST_SPACE + land] = 1


def do_small_infantry(s, a):
    s.small_infantry[s.seat] -= 1
    s.small_placed[a - FIRST_SPACE] += 1
    put_units(s, s.seat, INFANTRY_ROW, a - FIRST_SPACE, 1)
    s.node = SPREADING
