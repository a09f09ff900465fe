"""The units of a table of Superpowers, recounted: where they are, and what carries them."""

from tests.games.superpowers.invariants import (
    FIGHTERS_HAVE_CARRIERS,
    HOLDS_FIT,
    MARKS_ARE_RIGHT,
    MOVED_UNITS_ARE_THERE,
    NOTHING_IS_NEGATIVE,
    ONE_GENERAL,
    PLANES_HAVE_LANDED,
    THE_FORCE_ADDS_UP,
    UNITS_STAND_WITH_FRIENDS,
    WHOLE,
)
from wd_env.games.superpowers.definitions.decision_codes import BUY, MOVE_FROM, TARGET
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    ALLIED,
    BRIDGED,
    CARGO_KINDS,
    CARGO_ROWS,
    CARRIER_ROW,
    CLOSED,
    FIGHTER_AT_SEA,
    FIRST_OF_SECOND,
    FIRST_OF_THIRD,
    FLEET_WORDS,
    GENERAL,
    HOLD,
    KINDS,
    LAND_KINDS,
    LAND_ROWS,
    LANDS,
    NEUTRAL,
    NOBODY,
    PLACES,
    PLACES_ON_CARRIER,
    POWERS,
    RANGES,
    RULER,
    SEA_KINDS,
    SEA_ROWS,
    SPACES,
    SUPER_ROW,
    TIRED,
    TRANSPORT,
    TRANSPORT_ROW,
    ZONES,
)


def recount_places(s):
    """Check that units on land are in land of their team, and that no stack is negative."""
    for power in range(POWERS):
        for land in range(LANDS):
            count = 0
            for row in range(LAND_ROWS):
                units = s.land_units[(power * LAND_ROWS + row) * LANDS + land]
                if units < 0:
                    return NOTHING_IS_NEGATIVE
                count += units
            holder = s.holder[land]
            if count > 0:
                if holder == NEUTRAL:
                    return UNITS_STAND_WITH_FRIENDS
                is_friend = holder == power or s.relation[power * POWERS + holder] == ALLIED
                if not is_friend and (s.treaties == 0 or s.leaving[power] == 0):  # guests that have to leave (R13)
                    return UNITS_STAND_WITH_FRIENDS
        for at in range(power * SEA_ROWS * ZONES, (power + 1) * SEA_ROWS * ZONES):
            if s.sea_units[at] < 0:
                return NOTHING_IS_NEGATIVE
        for at in range(power * CARGO_ROWS * ZONES, (power + 1) * CARGO_ROWS * ZONES):
            if s.cargo[at] < 0:
                return NOTHING_IS_NEGATIVE
        if units_of(s, power, GENERAL) > 1 or units_of(s, power, RULER) > 1 or super_battleships(s, power) > 1:
            return ONE_GENERAL
    return WHOLE


def super_battleships(s, power):
    """Return the super battleships at sea, with those in the attack of the power on turn."""
    total = 0
    for zone in range(ZONES):
        total += s.sea_units[(power * SEA_ROWS + SUPER_ROW) * ZONES + zone]
        total += s.fleet[SUPER_ROW * ZONES + zone] if power == s.turn else 0
    return total


def units_of(s, power, kind):
    """Return the units of a kind on land and aboard, with those in the attack of the power on turn."""
    total = 0
    for row in range(LAND_ROWS):
        if LAND_KINDS[row] == kind:
            for land in range(LANDS):
                total += s.land_units[(power * LAND_ROWS + row) * LANDS + land]
                total += s.force[row * LANDS + land] if power == s.turn else 0
    for row in range(CARGO_ROWS):
        if CARGO_KINDS[row] == kind:
            for zone in range(ZONES):
                total += s.cargo[(power * CARGO_ROWS + row) * ZONES + zone]
                total += s.landers[row * ZONES + zone] if power == s.turn else 0
    return total


def recount_holds(s):
    """Check that cargo takes at most four places per transport, unless its owner is choosing losses."""
    for power in range(POWERS):
        for zone in range(ZONES):
            taken = 0
            for row in range(CARGO_ROWS):
                taken += PLACES[row] * s.cargo[(power * CARGO_ROWS + row) * ZONES + zone]
            ships = s.sea_units[(power * SEA_ROWS + TRANSPORT_ROW) * ZONES + zone]
            ships += s.fleet[TRANSPORT_ROW * ZONES + zone] if power == s.turn else 0
            if taken > HOLD * ships and s.sink_seat == NOBODY:
                return HOLDS_FIT
            ships += s.sea_units[(power * SEA_ROWS + CARRIER_ROW) * ZONES + zone]
            ships += s.fleet[CARRIER_ROW * ZONES + zone] if power == s.turn else 0
            if s.cargo[(power * CARGO_ROWS + AIR_DEFENCE_ABOARD) * ZONES + zone] > AIR_DEFENCE_LOAD * ships:
                return HOLDS_FIT
    return WHOLE


def recount_fighters(s):
    """Check that fighters at sea have carriers of their team between battles, and that zones with ships are marked."""
    is_quiet = s.node == BUY or s.node == TARGET or s.node == MOVE_FROM
    if s.node == BUY and s.planes_aloft > 0:
        return PLANES_HAVE_LANDED
    for power in range(POWERS):
        for word in range(FLEET_WORDS):
            marks = 0
            first = 0 if word == 0 else FIRST_OF_SECOND if word == 1 else FIRST_OF_THIRD
            last = FIRST_OF_SECOND if word == 0 else FIRST_OF_THIRD if word == 1 else ZONES
            for zone in range(first, last):
                for row in range(SEA_ROWS):
                    if s.sea_units[(power * SEA_ROWS + row) * ZONES + zone] > 0:
                        marks |= 1 << (zone - first)
            if s.fleets[power * FLEET_WORDS + word] != marks:
                return MARKS_ARE_RIGHT
        if is_quiet:
            for zone in range(ZONES):
                fighters = 0
                carriers = 0
                linked = linked_powers(s, power)
                for other in range(POWERS):
                    if (linked >> other) & 1:
                        if s.leaving[other] == 0:  # guests that still have to leave take no place (R13)
                            fighters += s.sea_units[(other * SEA_ROWS + FIGHTER_AT_SEA) * ZONES + zone]
                        carriers += s.sea_units[(other * SEA_ROWS + CARRIER_ROW) * ZONES + zone]
                if fighters > PLACES_ON_CARRIER * carriers and s.leaving[power] == 0:
                    return FIGHTERS_HAVE_CARRIERS
    return WHOLE


def linked_powers(s, power):
    """Return a bit for the power, its allies, their allies, and so on; the fighters of all of them share carriers."""
    linked = 1 << power
    for _ in range(POWERS):
        for one in range(POWERS):
            if (linked >> one) & 1:
                for other in range(POWERS):
                    if s.relation[one * POWERS + other] == ALLIED:
                        linked |= 1 << other
    return linked


def recount_moves(s):
    """Check that the power on turn has not moved, sailed or unloaded more units than it has."""
    for at in range(LAND_ROWS * LANDS):
        if s.land_spent[at] < 0 or s.land_spent[at] > s.land_units[s.turn * LAND_ROWS * LANDS + at]:
            return MOVED_UNITS_ARE_THERE
    for at in range(SEA_ROWS * ZONES):
        moved = s.ships_spent[at] + s.ships_half[at]
        if moved < 0 or moved > s.sea_units[s.turn * SEA_ROWS * ZONES + at]:
            return MOVED_UNITS_ARE_THERE
    for zone in range(ZONES):
        done = s.hauls[BRIDGED * ZONES + zone] + s.hauls[CLOSED * ZONES + zone] + s.hauls[TIRED * ZONES + zone]
        if done > s.ships_spent[TRANSPORT_ROW * ZONES + zone]:
            return MOVED_UNITS_ARE_THERE
    return WHOLE


def recount_battle(s):
    """Check that the attackers of each kind are the sum over all origins, and that planes in the air are counted."""
    aloft = 0
    for at in range(2 * RANGES * SPACES):
        aloft += s.aloft[at]
    if aloft != s.planes_aloft:
        return THE_FORCE_ADDS_UP
    for kind in range(KINDS):
        landing = 0  # transports that land units stay at sea
        for zone in range(ZONES):
            landing += s.landing_ships[zone] if kind == TRANSPORT else 0
        if s.engaged[kind] != attackers_of(s, kind) + landing:
            return THE_FORCE_ADDS_UP
    return WHOLE


def attackers_of(s, kind):
    total = 0
    for row in range(LAND_ROWS):
        if LAND_KINDS[row] == kind:
            for land in range(LANDS):
                total += s.force[row * LANDS + land]
    for row in range(SEA_ROWS):
        if SEA_KINDS[row] == kind:
            for zone in range(ZONES):
                total += s.fleet[row * ZONES + zone]
    for row in range(CARGO_ROWS):
        if CARGO_KINDS[row] == kind:
            for zone in range(ZONES):
                total += s.landers[row * ZONES + zone]
    return total
