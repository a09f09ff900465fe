"""Units that join an attack and leave their spaces (R42)."""

from wd_env.games.superpowers.definitions.actions import LAUNCH, RUSH
from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_ROW,
    CARRIER,
    FIGHTER,
    FIGHTER_AT_SEA,
    LAND_ROW,
    LANDS,
    MAX_BLITZ_NEIGHBOURS,
    PLACES,
    SEA_ROW,
    TANK,
    TANK_ROW,
    TRANSPORT,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import unload_places
from wd_env.games.superpowers.rules.carrier_places import fighters_into_attack
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.reach import blitz_neighbour, blitz_tanks
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sets import has_space
from wd_env.games.superpowers.rules.stock import cargo_index, clip_loaded, land_index


def join_from_land(s, kind, amount):
    row = LAND_ROW[kind]
    s.engaged[kind] += amount
    if kind == TANK and s.captured[s.origin] == 1 and blitz_tanks(s, s.origin) > 0:
        join_from_blitz(s, amount)
        return
    s.land_units[land_index(s.turn, row, s.origin)] -= amount
    s.force[row * LANDS + s.origin] += amount


def join_from_blitz(s, amount):
    """Add tanks of a blitz to the attack, from where they were when the turn began (R42)."""
    left = amount
    for number in range(MAX_BLITZ_NEIGHBOURS):
        at = s.origin * MAX_BLITZ_NEIGHBOURS + number
        count = min(left, s.blitz[at])
        if count > 0:
            home = blitz_neighbour(s.origin, number)
            s.blitz[at] -= count
            s.force[TANK_ROW * LANDS + home] += count
            s.blitz_force[home] += count
            left -= count
    remove_spent_tanks(s, amount)


def take_blitz_tanks(s, amount):
    """Remove tanks of a blitz from the empty land that they took."""
    left = amount
    for number in range(MAX_BLITZ_NEIGHBOURS):
        at = s.origin * MAX_BLITZ_NEIGHBOURS + number
        count = min(left, s.blitz[at])
        s.blitz[at] -= count
        left -= count
    remove_spent_tanks(s, amount)


def remove_spent_tanks(s, amount):
    s.land_units[land_index(s.turn, TANK_ROW, s.origin)] -= amount
    s.land_spent[TANK_ROW * LANDS + s.origin] -= amount


def join_from_sea(s, kind, amount):
    zone = s.origin - LANDS
    row = SEA_ROW[kind]
    if kind == CARRIER:
        taken = fighters_into_attack(s, zone, amount, s.target)
        if taken > 0:
            s.engaged[FIGHTER] += taken
            add_at_sea(s, s.turn, FIGHTER_AT_SEA, zone, 0 - taken)
            s.fleet[FIGHTER_AT_SEA * ZONES + zone] += taken
    take_half_moved(s, row, zone, amount)
    s.engaged[kind] += amount
    add_at_sea(s, s.turn, row, zone, 0 - amount)
    s.fleet[row * ZONES + zone] += amount
    if kind == TRANSPORT:
        clip_loaded(s, zone)


def take_half_moved(s, row, zone, amount):
    """Use ships that have sailed one zone first, if one move is enough."""
    if row == FIGHTER_AT_SEA:
        return
    at = row * ZONES + zone
    w1, w2 = sea_reach(s, LANDS + zone, 1, 0, 0)
    if s.mode == LAUNCH or s.target == LANDS + zone or has_space(0, w1, w2, s.target):
        s.ships_half[at] -= min(amount, s.ships_half[at])


def join_from_hold(s, kind, amount):
    """Add units aboard to the attack, and close the transports that land them (SP-231)."""
    zone = s.origin - LANDS
    row = CARGO_ROW[kind]
    s.engaged[kind] += amount
    s.cargo[cargo_index(s.turn, row, zone)] -= amount
    s.landers[row * ZONES + zone] += amount
    if s.mode == RUSH:
        return
    closed = unload_places(s, zone, s.target, PLACES[row] * amount)
    s.landing_ships[zone] += closed
    s.engaged[TRANSPORT] += closed
