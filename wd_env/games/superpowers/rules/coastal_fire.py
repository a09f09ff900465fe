"""Artillery at a coast that fires at a landing fleet, and support shots (SP-140 to SP-143, SP-204, SP-241, R50)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    ARTILLERY,
    BATTLESHIP_ROW,
    CARRIER_ROW,
    CLOSED,
    FIGHTER_AT_SEA,
    IS_SHIP,
    LANDS,
    NO_ROW,
    POWERS,
    SEA_ROW,
    SPACES,
    SUPER_BATTLESHIP,
    TRANSPORT,
    ZONES,
)
from wd_env.games.superpowers.rules.attack_force import has_landers
from wd_env.games.superpowers.rules.cargo import check_hold, lose_landing_ship
from wd_env.games.superpowers.rules.defenders import defender_count
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.flight_moves import flight_moves
from wd_env.games.superpowers.rules.friends import is_ally
from wd_env.games.superpowers.rules.stock import clip_loaded, free_places, sea_index, spent_and_open
from wd_env.games.superpowers.rules.super_battleships import spare_hit_points, take_hit


def count_shots(s):
    """Count a shot of each battleship with the transports that has not fought (SP-204, SP-206, R50)."""
    for zone in range(ZONES):
        if s.landing_ships[zone] > 0 or has_landers(s, zone):
            ships = s.sea_units[sea_index(s.turn, BATTLESHIP_ROW, zone)] - s.fired[zone]
            s.shots += ships
            s.fired[zone] += ships


def aim_at_fleet(s):
    """Count a die for each defending artillery before a landing (SP-140)."""
    s.coastal_dice = 0
    for zone in range(ZONES):
        if has_landers(s, zone):
            s.coastal_dice = defender_count(s, ARTILLERY)


def landing_fleet(s, kind):
    """Return the number of ships of a kind in the zones from which units land (SP-141)."""
    row = SEA_ROW[kind]
    count = 0
    if row != NO_ROW and IS_SHIP[kind]:
        for zone in range(ZONES):
            if has_landers(s, zone) or s.landing_ships[zone] > 0:
                count += s.sea_units[sea_index(s.turn, row, zone)]
    if kind == SUPER_BATTLESHIP and count > 0:
        count += spare_hit_points(s, s.turn)
    return count


def landing_ships_left(s):
    """Return the number of ships that coastal fire can hit."""
    count = 0
    for kind in range(TRANSPORT, len(SEA_ROW)):
        count += landing_fleet(s, kind)
    return count


def sink_in_landing_fleet(s, kind):
    """Sink a ship of the fleet; transports that land nothing first (SP-141)."""
    s.due_coastal -= 1
    if kind == SUPER_BATTLESHIP and take_hit(s, s.turn):
        return
    row = SEA_ROW[kind]
    where = ZONES
    spare = ZONES
    for zone in range(ZONES - 1, 0 - 1, 0 - 1):
        if has_landers(s, zone) or s.landing_ships[zone] > 0:
            ships = s.sea_units[sea_index(s.turn, row, zone)]
            if ships > 0:
                where = zone
                if kind != TRANSPORT or ships > s.landing_ships[zone]:
                    spare = zone
    if spare < ZONES:
        sink_own_ship(s, kind, spare)
        check_hold(s, s.turn, spare)
    else:
        s.landing_ships[where] -= 1
        s.engaged[TRANSPORT] -= 1
        lose_landing_ship(s, where, s.target)
        check_hold(s, s.turn, where)


def sink_own_ship(s, kind, zone):
    """Sink one of equal ships, those that have moved most first."""
    row = SEA_ROW[kind]
    at = row * ZONES + zone
    if kind == TRANSPORT and s.hauls[CLOSED * ZONES + zone] > s.landing_ships[zone]:
        s.hauls[CLOSED * ZONES + zone] -= 1
        s.ships_spent[at] -= 1
    elif kind == TRANSPORT and spent_and_open(s, zone) > 0:
        s.ships_spent[at] -= 1
    elif kind != TRANSPORT and s.ships_spent[at] > 0:
        s.ships_spent[at] -= 1
    elif s.ships_half[at] > 0:
        s.ships_half[at] -= 1
    add_at_sea(s, s.turn, row, zone, 0 - 1)
    if kind == TRANSPORT:
        clip_loaded(s, zone)
    if row == BATTLESHIP_ROW:
        s.fired[zone] = min(s.fired[zone], s.sea_units[sea_index(s.turn, row, zone)])
    if row == CARRIER_ROW:
        launch_homeless(s, zone)


def launch_homeless(s, zone):
    """Put own fighters without a place into the air until the landing step; others are lost (SP-142)."""
    at = sea_index(s.turn, FIGHTER_AT_SEA, zone)
    spent = FIGHTER_AT_SEA * ZONES + zone
    while free_places(s, zone) < 0 and s.sea_units[at] > 0:
        moved = 1 if s.ships_spent[spent] == s.sea_units[at] else 0
        s.ships_spent[spent] -= moved
        add_at_sea(s, s.turn, FIGHTER_AT_SEA, zone, 0 - 1)
        s.aloft[(0 if moved == 1 else flight_moves(s, 0)) * SPACES + LANDS + zone] += 1
        s.planes_aloft += 1
    for power in range(POWERS):
        if power != s.turn and is_ally(s, s.turn, power):
            guests = min(s.sea_units[sea_index(power, FIGHTER_AT_SEA, zone)] + 0, max(0, 0 - free_places(s, zone)))
            add_at_sea(s, power, FIGHTER_AT_SEA, zone, 0 - guests)
