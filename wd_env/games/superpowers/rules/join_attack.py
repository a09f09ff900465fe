"""Units join an attack: they leave where they stand, and what they count on is promised (R42, R47)."""

from wd_env.games.superpowers.definitions.actions import RUSH
from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_ROW,
    CARRIER,
    FIGHTER,
    FIGHTER_AT_SEA,
    LAND_ROW,
    LANDS,
    MAX_BLITZ_NEIGHBOURS,
    PLACES,
    PLACES_ON_CARRIER,
    SEA_ROW,
    TANK,
    TANK_ROW,
    TRANSPORT,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import unload_places
from wd_env.games.superpowers.rules.carrier_promises import (
    carrier_zone,
    fighters_taken,
    promise,
    promises_taken,
    take_over,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.flight_range import moves_left
from wd_env.games.superpowers.rules.friends import enemy_zones, secure_lands
from wd_env.games.superpowers.rules.reach import blitz_neighbour, blitz_tanks
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sets import has_space, reaches_any
from wd_env.games.superpowers.rules.stock import cargo_index, clip_loaded, land_index


def join_from_land(s, kind, amount):
    row = LAND_ROW[kind]
    s.engaged[kind] += amount
    if kind == TANK and s.captured[s.origin] == 1 and blitz_tanks(s, s.origin) > 0:
        join_from_blitz(s, amount)
        return
    if kind == FIGHTER:
        book_for_fighters(s, s.origin, amount)
    s.land_units[land_index(s.turn, row, s.origin)] -= amount
    s.force[row * LANDS + s.origin] += amount


def join_from_blitz(s, amount):
    """They come from where they stood when the turn began (R42)."""
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
    """They leave the empty land that they took."""
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
        taken = fighters_taken(s, zone, amount)
        if promises_taken(s, zone, amount) > s.promised[zone]:
            take_over(s, zone)
        take_promises(s, zone, promises_taken(s, zone, amount))
        if taken > 0:
            s.engaged[FIGHTER] += taken
            s.on_force += taken
            add_at_sea(s, s.turn, FIGHTER_AT_SEA, zone, 0 - taken)
            s.fleet[FIGHTER_AT_SEA * ZONES + zone] += taken
    if kind == FIGHTER:
        book_for_fighters(s, s.origin, amount)
    take_half_moved(s, row, zone, amount)
    s.engaged[kind] += amount
    add_at_sea(s, s.turn, row, zone, 0 - amount)
    s.fleet[row * ZONES + zone] += amount
    if kind == TRANSPORT:
        clip_loaded(s, zone)


def take_promises(s, zone, count):
    """Fighters of this attack that count on carriers of a zone count on them where they fight (R47)."""
    s.booked[zone] -= count
    s.promised[zone] -= count
    s.on_force += count


def take_half_moved(s, row, zone, amount):
    """Ships that have sailed one zone go first where that is enough."""
    if row == FIGHTER_AT_SEA:
        return
    at = row * ZONES + zone
    w1, w2 = sea_reach(s, LANDS + zone, 1, 0, 0)
    if s.target == LANDS + zone or has_space(0, w1, w2, s.target):
        s.ships_half[at] -= min(amount, s.ships_half[at])


def book_for_fighters(s, space, amount):
    """Fighters without land in reach of the target count on a carrier: of the force, or of a zone (R47)."""
    s0, s1 = secure_lands(s)
    left = moves_left(space, s.target, 0)
    if reaches_any(left, s.target, s0, s1, 0):
        return
    if s.target >= LANDS and s.on_force + amount <= PLACES_ON_CARRIER * s.engaged[CARRIER]:
        s.on_force += amount
        return
    e1, e2 = enemy_zones(s)
    zone = carrier_zone(s, space, s.target, left, amount, e1, e2)
    promise(s, zone, s.target, left, amount, e1, e2)


def join_from_hold(s, kind, amount):
    """Cargo goes ashore; transports that bring it are closed (SP-231)."""
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
