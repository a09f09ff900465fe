"""Land that changes hands (SP-054, SP-055, SP-077 to SP-080, SP-126, SP-257 to SP-262, R43)."""

from wd_env.games.superpowers.definitions.board_constants import BLITZ_NEIGHBOUR, CAPITAL, HOME
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_ROW,
    BOUNTY_INFANTRY,
    BOUNTY_TANKS,
    CARGO_KINDS,
    CARGO_ROWS,
    INFANTRY_ROW,
    LAND_ROW,
    LAND_ROWS,
    LANDS,
    LOST_CAPITAL,
    MAX_BLITZ_NEIGHBOURS,
    MISSILE_ABOARD,
    MISSILE_ROW,
    NEUTRAL,
    NOWHERE,
    POWERS,
    TANK_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.friends import is_ally, is_enemy, is_liberated, is_limited, is_retaken, stands_in
from wd_env.games.superpowers.rules.income import holds_empire, income_of
from wd_env.games.superpowers.rules.stock import add_spent_on_land, land_index
from wd_env.games.superpowers.rules.victory import count_capitals


def leave_missiles(s):
    """Give missiles and air defence that landed without an occupier to the holder of the land (R43)."""
    holder = s.holder[s.target]
    for zone in range(ZONES):
        if holder != NEUTRAL:
            s.land_units[land_index(holder, MISSILE_ROW, s.target)] += s.landers[MISSILE_ABOARD * ZONES + zone]
            guns = s.landers[AIR_DEFENCE_ABOARD * ZONES + zone]
            s.land_units[land_index(holder, AIR_DEFENCE_ROW, s.target)] += guns


def take_land(s):
    """Put the remaining attackers into the land and change its holder (SP-054, SP-055)."""
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
    """Return whether the land has no units, not even missiles or air defence, which stop tanks (Q35)."""
    for power in range(POWERS):
        for row in range(LAND_ROWS):
            if s.land_units[land_index(power, row, land)] > 0:
                return False
    return True


def keep_blitz(s, land):
    """Record tanks that may continue, after one space into empty land (SP-126), not from ships (SP-128)."""
    for number in range(MAX_BLITZ_NEIGHBOURS):
        origin = BLITZ_NEIGHBOUR[land * MAX_BLITZ_NEIGHBOURS + number]
        if origin != NOWHERE:
            count = s.force[TANK_ROW * LANDS + origin] - s.blitz_force[origin]
            s.blitz[land * MAX_BLITZ_NEIGHBOURS + number] = count


def change_holder(s, land, former):
    """Give the land to the attacker, or to an ally whose empire it belongs to (SP-055, SP-261)."""
    home = HOME[land]
    frees = home != s.turn and home != former and is_liberated(s, home)
    holder = home if frees else s.turn
    s.captured[land] = 1
    if former == NEUTRAL:
        add_spent_on_land(s, INFANTRY_ROW, land, BOUNTY_INFANTRY)
        add_spent_on_land(s, TANK_ROW, land, BOUNTY_TANKS)
    elif is_limited(s):
        if s.lost[former] == 0:
            s.lost_land[former] = land
        s.lost[former] = 1
        if not frees and home != s.turn and not is_retaken(s, land):
            s.took[s.turn] = 1
    s.holder[land] = holder
    if s.treaties:
        note_guests(s, land)
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


def note_guests(s, land):
    """Mark peace partners with units in a land whose holder is no longer their friend (R12, R13)."""
    for power in range(POWERS):
        if not is_ally(s, power, s.holder[land]) and stands_in(s, power, land):
            s.leaving[power] = 1


def lose_capital(s, land, former):
    """Take production from the owner of an original capital, and clear a lost capital (SP-257, SP-258, R14)."""
    if CAPITAL[former] == land:
        s.production[former] = max(0, s.production[former] - LOST_CAPITAL)
    if s.capital[former] == land:
        s.capital[former] = NOWHERE


def give_captured(s, land, former, holder):
    """Give captured missiles and air defence to the new holder (SP-151, SP-201, R24)."""
    for power in range(POWERS):
        if power != holder and (power == former or is_enemy(s, s.turn, power)):
            for row in range(LAND_ROWS):
                count = s.land_units[land_index(power, row, land)]
                if count > 0:
                    s.land_units[land_index(power, row, land)] = 0
                    s.land_units[land_index(holder, row, land)] += count
                    if holder == s.turn:
                        s.land_spent[row * LANDS + land] += count
