"""What follows a battle: who goes home, who holds the land (SP-050 to SP-056, SP-077 to SP-080, SP-257 to SP-262)."""

from wd_env.games.superpowers.definitions.board_constants import BLITZ_NEIGHBOUR, CAPITAL, HOME
from wd_env.games.superpowers.definitions.decision_codes import FIGHTING
from wd_env.games.superpowers.definitions.rule_constants import (
    BATTLESHIP_ROW,
    BOMBER,
    BOMBER_ROW,
    BOUNTY_INFANTRY,
    BOUNTY_TANKS,
    BY_SURVIVAL,
    CARGO_KINDS,
    CARGO_ROWS,
    CARRIER,
    CARRIER_ROW,
    FIGHTER,
    FIGHTER_AT_SEA,
    FIGHTER_ROW,
    GENERAL,
    GENERAL_ABOARD,
    GENERAL_ROW,
    INFANTRY_ROW,
    KINDS,
    LAND_KINDS,
    LAND_ROW,
    LAND_ROWS,
    LANDS,
    LIMITED_ROUND,
    LOST_CAPITAL,
    MAX_BLITZ_NEIGHBOURS,
    MISSILE_ABOARD,
    MISSILE_ROW,
    NEUTRAL,
    NOBODY,
    NOWHERE,
    OCCUPIES,
    PLACES_ON_CARRIER,
    POWERS,
    RANGES,
    SEA_KINDS,
    SEA_ROWS,
    SPACES,
    TANK_ROW,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import carriers_of
from wd_env.games.superpowers.rules.defenders import defenders_left
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import is_ally, is_enemy, is_liberated, secure_lands
from wd_env.games.superpowers.rules.income import holds_empire, income_of
from wd_env.games.superpowers.rules.reach import moves_left, promised_zones
from wd_env.games.superpowers.rules.sets import reaches_any
from wd_env.games.superpowers.rules.stock import (
    aboard,
    add_spent_at_sea,
    add_spent_on_land,
    cargo_index,
    free_places,
    land_index,
    sea_index,
    ships_in,
)
from wd_env.games.superpowers.rules.victory import count_capitals, drop_if_out, is_alone, win_with


def planes_with(s, is_bomber, left):
    """Planes of the attack that have so many moves left."""
    row = BOMBER_ROW if is_bomber else FIGHTER_ROW
    count = 0
    for land in range(LANDS):
        at = row * LANDS + land
        if s.force[at] > 0 and moves_left(land, s.target, is_bomber) == left:
            count += s.force[at]
    if is_bomber == 0:
        for zone in range(ZONES):
            if s.fleet[FIGHTER_AT_SEA * ZONES + zone] > 0 and moves_left(LANDS + zone, s.target, 0) == left:
                count += s.fleet[FIGHTER_AT_SEA * ZONES + zone]
    return count


def plane_leaves(s, is_bomber, left):
    """One plane with so many moves left flies off (SP-173)."""
    row = BOMBER_ROW if is_bomber else FIGHTER_ROW
    s.engaged[BOMBER if is_bomber else FIGHTER] -= 1
    for land in range(LANDS):
        at = row * LANDS + land
        if s.force[at] > 0 and moves_left(land, s.target, is_bomber) == left:
            s.force[at] -= 1
            take_off(s, is_bomber, left)
            return
    for zone in range(ZONES):
        at = FIGHTER_AT_SEA * ZONES + zone
        if s.fleet[at] > 0 and moves_left(LANDS + zone, s.target, 0) == left:
            s.fleet[at] -= 1
            take_off(s, 0, left)
            return


def planes_leave(s):
    """All planes fly off, those with the least range left first."""
    for left in range(RANGES):
        for is_bomber in range(2):
            for _ in range(planes_with(s, is_bomber, left)):
                plane_leaves(s, is_bomber, left)


def take_off(s, is_bomber, left):
    """A plane is in the air over the target, or keeps the place that it was promised (R47)."""
    if is_bomber == 0:
        s0, s1 = secure_lands(s)
        if not reaches_any(left, s.target, s0, s1, 0):
            for zone in range(ZONES):
                if s.promised[zone] > 0:
                    w1, w2 = promised_zones(s, zone)
                    if reaches_any(left, s.target, 0, w1, w2):
                        s.promised[zone] -= 1
                        return
    s.aloft[(is_bomber * RANGES + left) * SPACES + s.target] += 1
    s.planes_aloft += 1


def free_promises(s):
    """Places that were promised in this battle and that nobody needs any more."""
    for zone in range(ZONES):
        s.booked[zone] -= s.promised[zone]
        s.promised[zone] = 0


def ground_goes_home(s):
    """Units that walked in go back to where they stood when the turn began (SP-050, R42)."""
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
    """Back to his land, or aboard a ship of the zone that he came from (SP-160, Q23)."""
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
    """Ships go back to the zones that they came from (SP-050)."""
    for row in range(TRANSPORT_ROW, SEA_ROWS):
        for zone in range(ZONES):
            count = s.fleet[row * ZONES + zone]
            if count > 0:
                add_spent_at_sea(s, row, zone, count)
                s.fleet[row * ZONES + zone] = 0
                s.engaged[SEA_KINDS[row]] -= count
                if row == BATTLESHIP_ROW:
                    s.fired[zone] += count


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


def leave_missiles(s):
    """Missiles that came by sea and are left without an occupier fall to the holder of the land (R43)."""
    holder = s.holder[s.target]
    for zone in range(ZONES):
        if holder != NEUTRAL:
            s.land_units[land_index(holder, MISSILE_ROW, s.target)] += s.landers[MISSILE_ABOARD * ZONES + zone]


def take_land(s):
    """The attackers that are left stand there, and the land changes hands (SP-054, SP-055)."""
    land = s.target
    former = s.holder[land]
    if former < POWERS and s.battle_round == 0 and has_no_units(s, land):
        keep_blitz(s, land)
    for row in range(LAND_ROWS):
        count = 0
        for origin in range(LANDS):
            count += s.force[row * LANDS + origin]
            s.force[row * LANDS + origin] = 0
        if count > 0:
            add_spent_on_land(s, row, land, count)
    for row in range(CARGO_ROWS):
        count = 0
        for zone in range(ZONES):
            count += s.landers[row * ZONES + zone]
            s.landers[row * ZONES + zone] = 0
        if count > 0:
            add_spent_on_land(s, LAND_ROW[CARGO_KINDS[row]], land, count)
    change_holder(s, land, former)


def has_no_units(s, land):
    """Not even missiles or air defence, through which no tank goes (Q35)."""
    for power in range(POWERS):
        for row in range(LAND_ROWS):
            if s.land_units[land_index(power, row, land)] > 0:
                return False
    return True


def keep_blitz(s, land):
    """Tanks that went one space into empty land may go on (SP-126); those that were landed may not (SP-128)."""
    for number in range(MAX_BLITZ_NEIGHBOURS):
        origin = BLITZ_NEIGHBOUR[land * MAX_BLITZ_NEIGHBOURS + number]
        if origin != NOWHERE:
            count = s.force[TANK_ROW * LANDS + origin] - s.blitz_force[origin]
            s.blitz[land * MAX_BLITZ_NEIGHBOURS + number] = count


def change_holder(s, land, former):
    """The land is the attacker's, or goes back to the ally whose empire it belongs to (SP-055, SP-261)."""
    home = HOME[land]
    frees = home != s.turn and home != former and is_liberated(s, home)
    holder = home if frees else s.turn
    s.captured[land] = 1
    if former == NEUTRAL:
        add_spent_on_land(s, INFANTRY_ROW, land, BOUNTY_INFANTRY)
        add_spent_on_land(s, TANK_ROW, land, BOUNTY_TANKS)
    elif s.round == LIMITED_ROUND:
        s.lost[former] = 1
        if not frees and home != s.turn:
            s.took[s.turn] = 1
    s.holder[land] = holder
    if former != NEUTRAL:
        lose_capital(s, land, former)
        give_captured(s, land, former, holder)
    if home != NEUTRAL and CAPITAL[home] == land:
        s.complexes[land] = max(s.complexes[land], 1)
        if home == holder:
            s.capital[home] = land
    if frees and holds_empire(s, home, home):
        s.production[home] = max(s.production[home], income_of(s, home))
    count_capitals(s)


def lose_capital(s, land, former):
    """The owner of an original capital pays; any capital that is lost is gone (SP-257, SP-258, R14)."""
    if CAPITAL[former] == land:
        s.production[former] = max(0, s.production[former] - LOST_CAPITAL)
    if s.capital[former] == land:
        s.capital[former] = NOWHERE


def give_captured(s, land, former, holder):
    """Missiles and air defence fall to the new holder (SP-151, SP-201, R24)."""
    for power in range(POWERS):
        if power != holder and not is_ally(s, s.turn, power):
            for row in range(LAND_ROWS):
                count = s.land_units[land_index(power, row, land)]
                if count > 0:
                    s.land_units[land_index(power, row, land)] = 0
                    s.land_units[land_index(holder, row, land)] += count
                    if holder == s.turn:
                        s.land_spent[row * LANDS + land] += count


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
