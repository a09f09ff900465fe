"""Units in land, or on carriers, of a power that is no longer an ally (R13, Q61)."""

from wd_env.games.superpowers.definitions.board_constants import AIR_DISTANCE
from wd_env.games.superpowers.definitions.rule_constants import (
    CARRIER_ROW,
    FIGHTER_AT_SEA,
    LAND_ROWS,
    LANDS,
    NEUTRAL,
    NOWHERE,
    PLACES_ON_CARRIER,
    POWERS,
    SPACES,
    ZONES,
)
from wd_env.games.superpowers.rules.alliances import linked_to
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import is_ally, stands_in
from wd_env.games.superpowers.rules.sets import bit_0, bit_1
from wd_env.games.superpowers.rules.stock import land_index, sea_index


def send_guests_home(s):
    """Send units of all powers home from lands of other powers, and lose planes without a place."""
    for power in range(POWERS):
        if s.in_play[power] == 1:
            send_power_home(s, power)


def send_power_home(s, power):
    """Send home the units of one power that are guests."""
    for land in range(LANDS):
        if s.holder[land] != NEUTRAL and not is_ally(s, power, s.holder[land]):
            send_home(s, power, land)
    for zone in range(ZONES):
        drop_guests(s, power, zone)


def guest_lands(s):
    """Return lands with units of the power on turn whose holder is no longer an ally, as two words (R13)."""
    w0 = 0
    w1 = 0
    for land in range(LANDS):
        if is_guest(s, land):
            w0 |= bit_0(land)
            w1 |= bit_1(land)
    return w0, w1


def is_guest(s, land):
    """Return whether units of the power on turn are in land of a power that is no longer an ally."""
    return s.holder[land] != NEUTRAL and not is_ally(s, s.turn, s.holder[land]) and stands_in(s, s.turn, land)


def send_home(s, power, land):
    """Move all units of a power from a land to its nearest own land, or remove them (R13)."""
    home = nearest_own_land(s, power, land)
    for row in range(LAND_ROWS):
        at = land_index(power, row, land)
        count = s.land_units[at] + 0
        s.land_units[at] = 0
        if home != NOWHERE:
            s.land_units[land_index(power, row, home)] += count
        if power == s.turn:
            s.land_spent[row * LANDS + land] = 0


def nearest_own_land(s, power, land):
    """Return the nearest own land as a plane flies, the lowest if several, or NOWHERE (R13)."""
    best = NOWHERE
    for other in range(LANDS):
        if s.holder[other] == power:
            closer = best == NOWHERE or AIR_DISTANCE[land * SPACES + other] < AIR_DISTANCE[land * SPACES + best]
            best = other if closer else best
    return best


def guests_at_sea(s, power, zone):
    """Return the number of a power's fighters without a place on its or its allies' carriers."""
    places = 0
    fighters = 0
    linked = linked_to(s, power)
    for other in range(POWERS):
        if (linked >> other) & 1:
            places += PLACES_ON_CARRIER * s.sea_units[sea_index(other, CARRIER_ROW, zone)]
            fighters += s.sea_units[sea_index(other, FIGHTER_AT_SEA, zone)]
    return min(s.sea_units[sea_index(power, FIGHTER_AT_SEA, zone)] + 0, max(0, fighters - places))


def drop_guests(s, power, zone):
    """Remove fighters without a place (R13)."""
    add_at_sea(s, power, FIGHTER_AT_SEA, zone, 0 - guests_at_sea(s, power, zone))
    if power == s.turn:
        spent = FIGHTER_AT_SEA * ZONES + zone
        s.ships_spent[spent] = min(s.ships_spent[spent], s.sea_units[sea_index(power, FIGHTER_AT_SEA, zone)])
