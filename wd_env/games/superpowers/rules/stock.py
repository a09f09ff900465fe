"""Units on land, at sea and aboard, and those of them that can still move."""

from wd_env.games.superpowers.definitions.rule_constants import (
    BRIDGED,
    CARGO_ROWS,
    CARRIER_ROW,
    CLOSED,
    FIGHTER_AT_SEA,
    HOLD,
    LAND_ROWS,
    LANDS,
    LOADED,
    PLACES,
    PLACES_ON_CARRIER,
    POWERS,
    SEA_ROWS,
    TIRED,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.alliances import linked_to
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import is_ally


def land_index(power, row, land):
    return (power * LAND_ROWS + row) * LANDS + land


def sea_index(power, row, zone):
    return (power * SEA_ROWS + row) * ZONES + zone


def cargo_index(power, row, zone):
    return (power * CARGO_ROWS + row) * ZONES + zone


def ready_on_land(s, row, land):
    """Return the number of units of the power on turn that have not moved."""
    return s.land_units[land_index(s.turn, row, land)] - s.land_spent[row * LANDS + land]


def ready_at_sea(s, row, zone):
    """Return the number of ships or fighters of the power on turn that can move."""
    return s.sea_units[sea_index(s.turn, row, zone)] - s.ships_spent[row * ZONES + zone]


def fresh_at_sea(s, row, zone):
    """Return the number of ships of the power on turn that have all their moves."""
    return ready_at_sea(s, row, zone) - s.ships_half[row * ZONES + zone]


def aboard(s, row, zone):
    """Return the number of units of a row aboard ships of the power on turn."""
    return s.cargo[cargo_index(s.turn, row, zone)]


def ships_in(s, power, zone):
    """Return the number of ships of a power, without fighters."""
    count = 0
    for row in range(TRANSPORT_ROW, SEA_ROWS):
        count += s.sea_units[sea_index(power, row, zone)]
    return count


def places_taken(s, power, zone):
    """Return the places of transports that the cargo of a power takes (SP-228)."""
    taken = 0
    for row in range(CARGO_ROWS):
        taken += PLACES[row] * s.cargo[cargo_index(power, row, zone)]
    return taken


def transports_in(s, zone):
    """Return the number of transports of the power on turn."""
    return s.sea_units[sea_index(s.turn, TRANSPORT_ROW, zone)]


def room_aboard(s, zone):
    """Return the places that can still be loaded (SP-228, SP-230, R59)."""
    tired = s.hauls[TIRED * ZONES + zone]
    usable = transports_in(s, zone) - s.hauls[CLOSED * ZONES + zone] - tired
    taken = places_taken(s, s.turn, zone) - HOLD * tired
    return HOLD * usable - max(0, taken)


def unused_transports(s, zone):
    """Return the number of transports that neither loaded nor sailed in this turn."""
    return fresh_at_sea(s, TRANSPORT_ROW, zone) - s.hauls[LOADED * ZONES + zone]


def loads_left(s, zone):
    """Return how many loads can still land; after combat, an unused transport can land two (SP-243)."""
    open_ones = transports_in(s, zone) - s.hauls[CLOSED * ZONES + zone]
    return open_ones + (unused_transports(s, zone) if s.combat_over else 0)


def open_transports(s, zone):
    return transports_in(s, zone) - s.hauls[CLOSED * ZONES + zone]


def free_places(s, zone):
    """Return the free places for fighters on own and allied carriers (SP-100, SP-213).

    Fighters of allies of allies take places as well.
    """
    fighters = linked_fighters(s, zone) if s.treaties else friends_at_sea(s, FIGHTER_AT_SEA, zone)
    return PLACES_ON_CARRIER * friends_at_sea(s, CARRIER_ROW, zone) - fighters


def linked_fighters(s, zone):
    """Return the number of fighters of all powers that alliances link with the power on turn."""
    linked = linked_to(s, s.turn)
    count = 0
    for power in range(POWERS):
        if (linked >> power) & 1:
            count += s.sea_units[sea_index(power, FIGHTER_AT_SEA, zone)]
    return count


def friends_at_sea(s, row, zone):
    """Return the number of own and allied ships, or fighters, of a row."""
    count = 0
    for power in range(POWERS):
        if is_ally(s, s.turn, power):
            count += s.sea_units[sea_index(power, row, zone)]
    return count


def add_on_land(s, power, row, land, count):
    s.land_units[land_index(power, row, land)] += count


def add_spent_on_land(s, row, land, count):
    """Add units of the power on turn that can no longer move."""
    s.land_units[land_index(s.turn, row, land)] += count
    s.land_spent[row * LANDS + land] += count


def add_spent_at_sea(s, row, zone, count):
    add_at_sea(s, s.turn, row, zone, count)
    s.ships_spent[row * ZONES + zone] += count


def close_one(s, zone):
    """Use a transport for a load: used ones first; an unused one can land another after combat."""
    at = zone + TRANSPORT_ROW * ZONES
    if s.hauls[TIRED * ZONES + zone] > 0:
        s.hauls[TIRED * ZONES + zone] -= 1
        s.hauls[CLOSED * ZONES + zone] += 1
    elif spent_and_open(s, zone) > 0:
        s.hauls[CLOSED * ZONES + zone] += 1
    elif s.ships_half[at] > 0:
        s.ships_half[at] -= 1
        s.ships_spent[at] += 1
        s.hauls[CLOSED * ZONES + zone] += 1
    elif s.hauls[LOADED * ZONES + zone] > 0:
        s.hauls[LOADED * ZONES + zone] -= 1
        s.ships_spent[at] += 1
        s.hauls[CLOSED * ZONES + zone] += 1
    elif s.hauls[BRIDGED * ZONES + zone] > 0:
        s.hauls[BRIDGED * ZONES + zone] -= 1
        s.hauls[CLOSED * ZONES + zone] += 1
    else:
        s.ships_spent[at] += 1
        s.hauls[(BRIDGED if s.combat_over else CLOSED) * ZONES + zone] += 1


def spent_and_open(s, zone):
    """Return the number of transports that sailed two zones and landed nothing."""
    done = s.hauls[CLOSED * ZONES + zone] + s.hauls[BRIDGED * ZONES + zone] + s.hauls[TIRED * ZONES + zone]
    return s.ships_spent[TRANSPORT_ROW * ZONES + zone] - done


def clip_loaded(s, zone):
    """Reduce the number of loaded transports to those that have not sailed or left."""
    at = LOADED * ZONES + zone
    s.hauls[at] = min(s.hauls[at], max(0, fresh_at_sea(s, TRANSPORT_ROW, zone)))


def mark_loaded(s, zone):
    """Count the transports that hold the cargo as used, in combat (SP-244)."""
    needed = (places_taken(s, s.turn, zone) + HOLD - 1) // HOLD
    others = ready_at_sea(s, TRANSPORT_ROW, zone) - fresh_at_sea(s, TRANSPORT_ROW, zone) + spent_and_open(s, zone)
    at = LOADED * ZONES + zone
    s.hauls[at] = max(s.hauls[at], min(fresh_at_sea(s, TRANSPORT_ROW, zone), needed - others))
