"""The end of a battle: returning units and taking land (SP-050 to SP-056, SP-077 to SP-080, SP-257 to SP-262)."""

from wd_env.games.superpowers.definitions.decision_codes import FIGHTING
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    BATTLESHIP_ROW,
    CARGO_ROWS,
    COLUMNS,
    FIGHTER_AT_SEA,
    GENERAL_ABOARD,
    KINDS,
    LAND_ROWS,
    LANDS,
    NOBODY,
    OCCUPIES,
    POWERS,
    SEA_KINDS,
    SEA_ROWS,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import air_defence_room, carriers_of
from wd_env.games.superpowers.rules.conquest import leave_missiles, take_land
from wd_env.games.superpowers.rules.defenders import defenders_left
from wd_env.games.superpowers.rules.departures import (
    ground_goes_home,
    planes_leave,
    ships_go_home,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import is_at_peace, is_enemy
from wd_env.games.superpowers.rules.guests import guests_at_sea
from wd_env.games.superpowers.rules.stock import aboard, add_spent_at_sea, cargo_index, sea_index, ships_in
from wd_env.games.superpowers.rules.victory import drop_powers_out, survive


def do_end_battle(s, _):
    """End the battle: take land or send units home, and put planes into the air."""
    s.seat = s.turn
    if s.target < LANDS:
        end_on_land(s)
    else:
        end_at_sea(s)
    clear_battle(s)
    drop_powers_out(s)
    if not survive(s):
        s.node = FIGHTING


def end_on_land(s):
    occupiers = 0
    for kind in range(KINDS):
        if OCCUPIES[kind]:
            occupiers += s.engaged[kind]
    conquered = occupiers > 0 and defenders_left(s) == 0
    planes_leave(s)
    if conquered:
        take_land(s)
    else:
        ground_goes_home(s)
        leave_missiles(s)


def end_at_sea(s):
    """Move in the winner's fleet, and lose fighters whose carriers are gone (SP-217, R45)."""
    zone = s.target - LANDS
    if defenders_left(s) == 0 and has_no_enemies(s, zone):
        move_fleet_in(s, zone)
    ships_go_home(s)
    planes_leave(s)
    drop_fighters(s, zone)


def has_no_enemies(s, zone):
    """Return whether the zone is won, without even a submarine that dived."""
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_enemy(s, s.turn, power) and ships_in(s, power, zone) > 0:
            return False
    return True


def move_fleet_in(s, zone):
    """Move all ships of the fleet into the zone, with cargo that no transport is left to carry."""
    for other in range(ZONES):
        for row in range(TRANSPORT_ROW, SEA_ROWS):
            count = s.fleet[row * ZONES + other]
            if count > 0:
                if row == TRANSPORT_ROW and other != zone:
                    move_cargo(s, other, zone)
                s.fleet[row * ZONES + other] = 0
                s.engaged[SEA_KINDS[row]] -= count
                add_spent_at_sea(s, row, zone, count)
                if row == BATTLESHIP_ROW:
                    s.fired[zone] += count
        if other != zone:
            move_riders(s, s.turn, other, zone)
            move_air_defence(s, other, zone)


def move_air_defence(s, origin, zone):
    """Move air defence that the ships left behind cannot carry (SP-147)."""
    at = cargo_index(s.turn, AIR_DEFENCE_ABOARD, origin)
    count = max(0, s.cargo[at] - air_defence_room(s, s.turn, origin))
    s.cargo[at] -= count
    s.cargo[cargo_index(s.turn, AIR_DEFENCE_ABOARD, zone)] += count


def move_cargo(s, origin, zone):
    """Move the cargo of transports if all of them have left (R10)."""
    if s.sea_units[sea_index(s.turn, TRANSPORT_ROW, origin)] > 0:
        return
    for row in range(AIR_DEFENCE_ABOARD):
        count = aboard(s, row, origin)
        s.cargo[cargo_index(s.turn, row, origin)] -= count
        s.cargo[cargo_index(s.turn, row, zone)] += count


def move_riders(s, power, origin, zone):
    """Move generals and rulers if no ship is left to carry them."""
    if carriers_of(s, power, origin) == 0:
        for row in range(GENERAL_ABOARD, CARGO_ROWS):
            count = s.cargo[cargo_index(power, row, origin)] + 0
            s.cargo[cargo_index(power, row, origin)] -= count
            s.cargo[cargo_index(power, row, zone)] += count


def drop_fighters(s, zone):
    """Lose fighters without a place on carriers, also of partners that do not leave (SP-217, R45)."""
    for power in range(POWERS):
        is_partner = is_at_peace(s, s.turn, power) and s.leaving[power] == 0
        if s.in_play[power] == 1 and (is_enemy(s, s.turn, power) or is_partner):
            add_at_sea(s, power, FIGHTER_AT_SEA, zone, 0 - guests_at_sea(s, power, zone))


def clear_all_dice(s):
    """Clear the dice that were left when one side was gone, and their hits."""
    for number in range(2):
        s.garrison[number] = 0
        s.guided_dice[number] = 0
        s.guided_hits[number] = 0
        s.shot_down[number] = 0
    for column in range(COLUMNS):
        s.dice[column] = 0
        s.foe_dice[column] = 0
    s.homing_dice = 0
    s.gun_dice = 0
    s.rising_dice = 0
    s.air_dice = 0
    s.shots = 0
    s.guns = 0
    s.hits = 0
    s.sub_hits = 0


def clear_battle(s):
    """Clear all fields of the battle."""
    for i in range(LAND_ROWS * LANDS):
        s.force[i] = 0
    for i in range(SEA_ROWS * ZONES):
        s.fleet[i] = 0
    for i in range(CARGO_ROWS * ZONES):
        s.landers[i] = 0
    for zone in range(ZONES):
        s.landing_ships[zone] = 0
    for land in range(LANDS):
        s.blitz_force[land] = 0
        s.paratroopers[land] = 0
    for kind in range(KINDS):
        s.engaged[kind] = 0
    for power in range(POWERS):
        s.dived[power] = 0
        s.out_subs[power] = 0
    s.decider = NOBODY
    clear_all_dice(s)
    s.stage = 0
    s.battle_round = 0
    s.resume = 0
