"""What follows a battle: who goes home, who holds the land (SP-050 to SP-056, SP-077 to SP-080, SP-257 to SP-262)."""

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
    """The battle is over: land changes hands, ships stay or go home, planes fly off."""
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
    """The winner's ships stand there; fighters whose carriers are gone are lost (SP-217, R45)."""
    zone = s.target - LANDS
    if defenders_left(s) == 0 and has_no_enemies(s, zone):
        move_fleet_in(s, zone)
    ships_go_home(s)
    planes_leave(s)
    drop_fighters(s, zone)


def has_no_enemies(s, zone):
    """Not even submarines that dived are left: the zone is won."""
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_enemy(s, s.turn, power) and ships_in(s, power, zone) > 0:
            return False
    return True


def move_fleet_in(s, zone):
    """All ships of the fleet, with the cargo of those that left nothing behind."""
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
    """Air defence that the ships left behind cannot carry goes along (SP-147)."""
    at = cargo_index(s.turn, AIR_DEFENCE_ABOARD, origin)
    count = max(0, s.cargo[at] - air_defence_room(s, s.turn, origin))
    s.cargo[at] -= count
    s.cargo[cargo_index(s.turn, AIR_DEFENCE_ABOARD, zone)] += count


def move_cargo(s, origin, zone):
    """Cargo of transports that have all left goes along (R10)."""
    if s.sea_units[sea_index(s.turn, TRANSPORT_ROW, origin)] > 0:
        return
    for row in range(AIR_DEFENCE_ABOARD):
        count = aboard(s, row, origin)
        s.cargo[cargo_index(s.turn, row, origin)] -= count
        s.cargo[cargo_index(s.turn, row, zone)] += count


def move_riders(s, power, origin, zone):
    """A general or ruler goes along with the last ship."""
    if carriers_of(s, power, origin) == 0:
        for row in range(GENERAL_ABOARD, CARGO_ROWS):
            count = s.cargo[cargo_index(power, row, origin)] + 0
            s.cargo[cargo_index(power, row, origin)] -= count
            s.cargo[cargo_index(power, row, zone)] += count


def drop_fighters(s, zone):
    """Fighters without a place on the carriers left are lost, also of partners that do not leave (SP-217, R45)."""
    for power in range(POWERS):
        is_partner = is_at_peace(s, s.turn, power) and s.leaving[power] == 0
        if s.in_play[power] == 1 and (is_enemy(s, s.turn, power) or is_partner):
            add_at_sea(s, power, FIGHTER_AT_SEA, zone, 0 - guests_at_sea(s, power, zone))


def clear_all_dice(s):
    """Dice that nobody rolls any more, because one side was gone before, and their hits."""
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
    """Nothing fights any more."""
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
