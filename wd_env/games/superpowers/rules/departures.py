"""Units that leave a battle: planes, ground units, the general, ships (SP-050, SP-160, SP-173, R42, R47)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    BATTLESHIP_ROW,
    BOMBER,
    BOMBER_ROW,
    FIGHTER,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    GENERAL,
    GENERAL_ABOARD,
    GENERAL_ROW,
    LAND_KINDS,
    LAND_ROWS,
    LANDS,
    RANGES,
    SEA_KINDS,
    SEA_ROWS,
    SPACES,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.flight_moves import moves_left
from wd_env.games.superpowers.rules.stock import add_spent_at_sea, add_spent_on_land, cargo_index, ships_in


def planes_with(s, is_bomber, left):
    """Return the number of attacking planes with this number of moves left."""
    row = BOMBER_ROW if is_bomber else FIGHTER_ROW
    count = 0
    for land in range(LANDS):
        at = row * LANDS + land
        if s.force[at] > 0 and moves_left(s, land, s.target, is_bomber) == left:
            count += s.force[at]
    if is_bomber == 0:
        for zone in range(ZONES):
            if s.fleet[FIGHTER_AT_SEA * ZONES + zone] > 0 and moves_left(s, LANDS + zone, s.target, 0) == left:
                count += s.fleet[FIGHTER_AT_SEA * ZONES + zone]
    return count


def plane_leaves(s, is_bomber, left):
    """Move one plane with this number of moves left into the air (SP-173)."""
    row = BOMBER_ROW if is_bomber else FIGHTER_ROW
    s.engaged[BOMBER if is_bomber else FIGHTER] -= 1
    for land in range(LANDS):
        at = row * LANDS + land
        if s.force[at] > 0 and moves_left(s, land, s.target, is_bomber) == left:
            s.force[at] -= 1
            take_off(s, is_bomber, left)
            return
    for zone in range(ZONES):
        at = FIGHTER_AT_SEA * ZONES + zone
        if s.fleet[at] > 0 and moves_left(s, LANDS + zone, s.target, 0) == left:
            s.fleet[at] -= 1
            take_off(s, 0, left)
            return


def planes_leave(s):
    """Move all planes into the air, those with the fewest moves left first."""
    for left in range(RANGES):
        for is_bomber in range(2):
            if s.engaged[BOMBER if is_bomber else FIGHTER] > 0:
                for _ in range(planes_with(s, is_bomber, left)):
                    plane_leaves(s, is_bomber, left)


def take_off(s, is_bomber, left):
    """Count a plane in the air over the target."""
    s.aloft[(is_bomber * RANGES + left) * SPACES + s.target] += 1
    s.planes_aloft += 1


def ground_goes_home(s):
    """Send ground units from land back to where they were when the turn began (SP-050, R42)."""
    for row in range(LAND_ROWS):
        if row != FIGHTER_ROW and row != BOMBER_ROW:
            for land in range(LANDS):
                count = s.force[row * LANDS + land]
                if count > 0:
                    add_spent_on_land(s, row, land, count)
                    s.force[row * LANDS + land] = 0
                    s.engaged[LAND_KINDS[row]] -= count
    for land in range(LANDS):
        s.blitz_force[land] = 0


def general_goes_home(s):
    """Send the general back to his land, or aboard a ship of the zone he came from (SP-160, Q23)."""
    for land in range(LANDS):
        at = GENERAL_ROW * LANDS + land
        if s.force[at] > 0:
            s.force[at] -= 1
            s.engaged[GENERAL] -= 1
            add_spent_on_land(s, GENERAL_ROW, land, 1)
            return
    for zone in range(ZONES):
        at = GENERAL_ABOARD * ZONES + zone
        if s.landers[at] > 0 and ships_in(s, s.turn, zone) > 0:
            s.landers[at] -= 1
            s.engaged[GENERAL] -= 1
            s.cargo[cargo_index(s.turn, GENERAL_ABOARD, zone)] += 1
            return


def ships_go_home(s):
    """Send ships back to the zones that they came from (SP-050)."""
    for row in range(TRANSPORT_ROW, SEA_ROWS):
        for zone in range(ZONES):
            count = s.fleet[row * ZONES + zone]
            if count > 0:
                add_spent_at_sea(s, row, zone, count)
                s.fleet[row * ZONES + zone] = 0
                s.engaged[SEA_KINDS[row]] -= count
                if row == BATTLESHIP_ROW:
                    s.fired[zone] += count
