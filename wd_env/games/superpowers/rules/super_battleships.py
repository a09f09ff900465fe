"""Super battleships: boxes and hit points (SP-207 to SP-212, Q10)."""

from wd_env.games.superpowers.definitions.board_constants import NEAR_LAND
from wd_env.games.superpowers.definitions.rule_constants import (
    BATTLESHIP_ROW,
    BOX_AIR_DEFENCE,
    BOX_ATTACK_DIE,
    BOX_DEFENCE_DIE,
    BOX_HIT_POINT,
    BOXES,
    LANDS,
    POWERS,
    SUPER_BATTLESHIP,
    SUPER_ROW,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import is_enemy, secure_lands
from wd_env.games.superpowers.rules.stock import sea_index


def boxes_of(s, power, box):
    """Return how often a power has bought this box for its super battleship."""
    return s.boxes[power * BOXES + box] + 0


def forget_boxes(s, power):
    """Clear the boxes and damage, when the ship is gone or a new one is bought."""
    for box in range(BOXES):
        s.boxes[power * BOXES + box] = 0
    s.super_damage[power] = 0


def super_zone(s, power):
    """Return the zone of the super battleship, or ZONES."""
    for zone in range(ZONES):
        if s.sea_units[sea_index(power, SUPER_ROW, zone)] > 0:
            return zone
    return ZONES


def is_super_there(s, power, zone):
    return s.sea_units[sea_index(power, SUPER_ROW, zone)] > 0


def spare_hit_points(s, power):
    """Return the number of hits that the ship takes before the one that sinks it (SP-208, SP-209)."""
    return max(0, boxes_of(s, power, BOX_HIT_POINT) - s.super_damage[power])


def take_hit(s, power):
    """Count a hit, and return whether the ship survives it at full value (SP-209)."""
    if spare_hit_points(s, power) > 0:
        s.super_damage[power] += 1
        return True
    forget_boxes(s, power)
    return False


def spare_of_attacker(s):
    """Return the number of hits that the attacking ship survives."""
    return spare_hit_points(s, s.turn) if s.engaged[SUPER_BATTLESHIP] > 0 else 0


def spare_of_defenders(s):
    """Return the number of hits that the defending ships survive."""
    count = 0
    if s.target >= LANDS:
        for power in range(POWERS):
            if s.in_play[power] == 1 and is_enemy(s, s.turn, power) and is_super_there(s, power, s.target - LANDS):
                count += spare_hit_points(s, power)
    return count


def attack_dice_of(s, power):
    """Return the number of dice of an attacking ship (SP-208)."""
    return 1 + boxes_of(s, power, BOX_ATTACK_DIE)


def defence_dice_of(s, power):
    """Return the number of dice of a defending ship (SP-208)."""
    return 1 + boxes_of(s, power, BOX_DEFENCE_DIE)


def air_defence_built_in(s, power, zone):
    """Return the number of air defence built into the ship, if it is in this zone (SP-208)."""
    return boxes_of(s, power, BOX_AIR_DEFENCE) if is_super_there(s, power, zone) else 0


def repair_zone(s):
    """Return the zone of the own ship if it is damaged and at a friendly port, else ZONES (SP-211)."""
    if s.super_damage[s.turn] == 0:
        return ZONES
    zone = super_zone(s, s.turn)
    if zone < ZONES:
        s0, s1 = secure_lands(s)
        at = (LANDS + zone) * WORDS
        if (NEAR_LAND[at] & s0) | (NEAR_LAND[at + 1] & s1) != 0:
            return zone
    return ZONES


def demote(s):
    """Replace the super battleship by a battleship (SP-212)."""
    zone = super_zone(s, s.turn)
    add_at_sea(s, s.turn, SUPER_ROW, zone, 0 - 1)
    add_at_sea(s, s.turn, BATTLESHIP_ROW, zone, 1)
    forget_boxes(s, s.turn)
