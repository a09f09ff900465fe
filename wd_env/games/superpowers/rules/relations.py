"""War, peace and alliance of two powers, since when, and acts of war (SP-295, SP-300, SP-304, SP-305, R12, Q49)."""

from wd_env.games.superpowers.definitions.actions import RUSH
from wd_env.games.superpowers.definitions.rule_constants import (
    ALLIED,
    LANDS,
    NEUTRAL,
    POWERS,
    WAR,
)
from wd_env.games.superpowers.rules.friends import is_at_peace, is_at_sea, is_enemy, stands_in
from wd_env.games.superpowers.rules.turn_places import places_from_first


def moment(s):
    """Return the place of the turn in the game; eight more are a full round."""
    return POWERS * s.round + places_from_first(s, s.turn)


def has_lasted(s, power, other):
    """Return whether the relation has held for a full round, a war without an act of war (SP-300, SP-305)."""
    return moment(s) - s.since[power * POWERS + other] >= POWERS


def set_relation(s, power, other, relation):
    """Set the relation of two powers; units in land of a former ally have to leave (R13)."""
    if s.relation[power * POWERS + other] == ALLIED and relation != ALLIED:
        s.leaving[power] = 1
        s.leaving[other] = 1
    s.relation[power * POWERS + other] = relation
    s.relation[other * POWERS + power] = relation
    date_relation(s, power, other)


def date_relation(s, power, other):
    """Count the relation, or the peace between enemies, from now."""
    now = moment(s)
    s.since[power * POWERS + other] = now
    s.since[other * POWERS + power] = now


def begin_hostilities(s):
    """Record the attack as an act of war against all powers that it is made on (SP-304, Q49)."""
    if s.target < LANDS:
        holder = s.holder[s.target]
        if holder != NEUTRAL:
            set_relation(s, s.turn, holder, WAR)
        for power in range(POWERS):
            if is_enemy(s, s.turn, power) and stands_in(s, power, s.target):
                date_relation(s, s.turn, power)
        if s.mode == RUSH:
            date_war_at_sea(s, s.zone - LANDS)
        return
    zone = s.target - LANDS
    if not has_enemy_units(s, zone):
        for power in range(POWERS):
            if is_at_peace(s, s.turn, power) and is_at_sea(s, power, zone):
                set_relation(s, s.turn, power, WAR)
    date_war_at_sea(s, zone)


def date_war_at_sea(s, zone):
    """Count the war against enemies in a zone from now."""
    for power in range(POWERS):
        if is_enemy(s, s.turn, power) and is_at_sea(s, power, zone):
            date_relation(s, s.turn, power)


def has_enemy_units(s, zone):
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_enemy(s, s.turn, power) and is_at_sea(s, power, zone):
            return True
    return False
