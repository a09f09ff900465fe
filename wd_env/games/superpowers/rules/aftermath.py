"""What follows a battle: who goes home, who holds the land (SP-050 to SP-056, SP-077 to SP-080, SP-257 to SP-262)."""

from wd_env.games.superpowers.definitions.decision_codes import FIGHTING
from wd_env.games.superpowers.definitions.rule_constants import (
    BATTLESHIP_ROW,
    BY_SURVIVAL,
    CARGO_ROWS,
    CARRIER,
    CARRIER_ROW,
    FIGHTER,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    GENERAL_ABOARD,
    KINDS,
    LAND_ROWS,
    LANDS,
    NOBODY,
    OCCUPIES,
    PLACES_ON_CARRIER,
    POWERS,
    RANGES,
    SEA_KINDS,
    SEA_ROWS,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import carriers_of
from wd_env.games.superpowers.rules.conquest import leave_missiles, take_land
from wd_env.games.superpowers.rules.defenders import defenders_left
from wd_env.games.superpowers.rules.departures import (
    free_promises,
    ground_goes_home,
    planes_leave,
    planes_with,
    ships_go_home,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.flight_range import moves_left
from wd_env.games.superpowers.rules.friends import is_ally, is_enemy, secure_lands
from wd_env.games.superpowers.rules.sets import reaches_any
from wd_env.games.superpowers.rules.stock import aboard, add_spent_at_sea, cargo_index, free_places, sea_index, ships_in
from wd_env.games.superpowers.rules.victory import drop_if_out, is_alone, win_with


def do_end_battle(s, _):
    """The battle is over: land changes hands, ships stay or go home, planes fly off."""
    s.seat = s.turn
    loser = s.decider
    if s.target < LANDS:
        end_on_land(s)
    else:
        end_at_sea(s)
    free_promises(s)
    clear_battle(s)
    if loser != NOBODY:
        drop_if_out(s, loser)
    if is_alone(s, s.turn):
        win_with(s, s.turn, BY_SURVIVAL)
    else:
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
    places = min(s.on_force, PLACES_ON_CARRIER * s.engaged[CARRIER])
    if defenders_left(s) == 0 and has_no_enemies(s, zone):
        move_fleet_in(s, zone)
    ships_go_home(s)
    keep_carrier_promises(s, places)
    planes_leave(s)
    drop_fighters(s, zone)


def has_no_enemies(s, zone):
    """Not even submarines that dived are left: the zone is won."""
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_enemy(s, s.turn, power) and ships_in(s, power, zone) > 0:
            return False
    return True


def keep_carrier_promises(s, places):
    """Fighters without land in reach keep the places of carriers that they came with, as far as any are left."""
    left_over = places
    if left_over == 0:
        return
    s0, s1 = secure_lands(s)
    for left in range(RANGES):
        if not reaches_any(left, s.target, s0, s1, 0):
            for _ in range(planes_with(s, 0, left)):
                if left_over > 0:
                    left_over -= 1
                    return_to_carrier(s, left)


def return_to_carrier(s, left):
    """A fighter lands on the carriers of the fleet at once: it has nowhere else to go."""
    s.engaged[FIGHTER] -= 1
    for land in range(LANDS):
        at = FIGHTER_ROW * LANDS + land
        if s.force[at] > 0 and moves_left(land, s.target, 0) == left:
            s.force[at] -= 1
            land_with_fleet(s)
            return
    for zone in range(ZONES):
        at = FIGHTER_AT_SEA * ZONES + zone
        if s.fleet[at] > 0 and moves_left(LANDS + zone, s.target, 0) == left:
            s.fleet[at] -= 1
            land_with_fleet(s)
            return


def land_with_fleet(s):
    """Where carriers that fought have a place: in the zone of the battle if it was won, or where they came from."""
    for zone in range(ZONES):
        if s.ships_spent[CARRIER_ROW * ZONES + zone] > 0 and free_places(s, zone) > 0:
            add_spent_at_sea(s, FIGHTER_AT_SEA, zone, 1)
            return


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


def move_cargo(s, origin, zone):
    """Cargo of transports that have all left goes along (R10)."""
    if s.sea_units[sea_index(s.turn, TRANSPORT_ROW, origin)] > 0:
        return
    for row in range(GENERAL_ABOARD):
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
    """Defending fighters without a place on the carriers left are lost (SP-217, R45)."""
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_enemy(s, s.turn, power):
            places = 0
            fighters = 0
            for other in range(POWERS):
                if is_ally(s, power, other):
                    places += PLACES_ON_CARRIER * s.sea_units[sea_index(other, CARRIER_ROW, zone)]
                    fighters += s.sea_units[sea_index(other, FIGHTER_AT_SEA, zone)]
            at = sea_index(power, FIGHTER_AT_SEA, zone)
            lost = min(s.sea_units[at] + 0, max(0, fighters - places))
            add_at_sea(s, power, FIGHTER_AT_SEA, zone, 0 - lost)


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
    for kind in range(KINDS):
        s.engaged[kind] = 0
    for power in range(POWERS):
        s.dived[power] = 0
        s.out_subs[power] = 0
    s.on_force = 0
    s.garrison[0] = 0
    s.garrison[1] = 0
    s.decider = NOBODY
    s.shots = 0
    s.stage = 0
    s.battle_round = 0
    s.resume = 0
