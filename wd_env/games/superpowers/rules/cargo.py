"""Cargo: what fits aboard, what can land, what sinks (SP-228 to SP-235, SP-243, R9, R10)."""

from wd_env.games.superpowers.definitions.actions import FIRST_WHAT
from wd_env.games.superpowers.definitions.board_constants import LINK, NEAR_LAND
from wd_env.games.superpowers.definitions.decision_codes import CROSSING, LOSING, SINK, SINKING
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    CARGO_KINDS,
    CARGO_ROW,
    CARGO_ROWS,
    CARRIER_ROW,
    CLOSED,
    HOLD,
    LANDS,
    NOBODY,
    NOWHERE,
    ONE,
    PAIR,
    PLACES,
    SEA_ROWS,
    SHARES,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.stock import (
    cargo_index,
    close_one,
    loads_left,
    open_transports,
    places_taken,
    sea_index,
    ships_in,
)
from wd_env.kernels.bits import lowest_set_bit


def loads_of(places):
    """Return the number of transports that land this number of places."""
    return (places + HOLD - 1) // HOLD


def unloading_fits(s, zone, land, row, count):
    """Return whether this number of units of a row can land (SP-231, design 5.2).

    There must be enough transports, and room for what stays aboard.
    """
    places = PLACES[row] * count
    if places == 0:
        return ships_in(s, s.turn, zone) > 0
    link = LINK[zone * LANDS + land]
    extra = loads_of(s.unloaded[link] + places) - loads_of(s.unloaded[link])
    if extra > loads_left(s, zone):
        return False
    open_after = open_transports(s, zone) - extra
    if s.combat_over:
        open_after = min(open_transports(s, zone), loads_left(s, zone) - extra)
    spare = 0
    spare_pairs = 0
    for number in range(2):
        bits = NEAR_LAND[(LANDS + zone) * WORDS + number] + 0
        while bits > 0:
            other = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            used = s.unloaded[LINK[zone * LANDS + other]] + (places if other == land else 0)
            spare += HOLD * loads_of(used) - used
            spare_pairs += (HOLD * loads_of(used) - used) // PAIR
    pairs = 0
    for other in range(CARGO_ROWS):
        if PLACES[other] > 1:
            pairs += s.cargo[cargo_index(s.turn, other, zone)]
    rest = places_taken(s, s.turn, zone) - places
    if PLACES[row] > 1:
        pairs -= count
    return rest <= spare + HOLD * open_after and pairs <= spare_pairs + HOLD // PAIR * open_after


def unload_places(s, zone, land, places):
    """Land this number of places, and return how many more loads of transports that takes."""
    if places == 0:
        return 0
    link = LINK[zone * LANDS + land]
    extra = loads_of(s.unloaded[link] + places) - loads_of(s.unloaded[link])
    s.unloaded[link] += places
    for _ in range(extra):
        close_one(s, zone)
    return extra


def lose_landing_ship(s, zone, land):
    """Sink one of the transports that landed cargo from a zone in a land (SP-236, R50)."""
    link = LINK[zone * LANDS + land]
    s.unloaded[link] = min(s.unloaded[link], HOLD * max(0, loads_of(s.unloaded[link]) - 1))
    s.hauls[CLOSED * ZONES + zone] -= 1
    s.ships_spent[TRANSPORT_ROW * ZONES + zone] -= 1
    add_at_sea(s, s.turn, TRANSPORT_ROW, zone, 0 - 1)


def hold_of(s, power, zone):
    """Return the number of transports that carry the cargo of a zone, those in an attack included."""
    count = s.sea_units[sea_index(power, TRANSPORT_ROW, zone)]
    return count + s.fleet[TRANSPORT_ROW * ZONES + zone] if power == s.turn else count


def carriers_of(s, power, zone):
    """Return the number of ships that can carry a general or a ruler."""
    count = ships_in(s, power, zone)
    if power == s.turn:
        for row in range(TRANSPORT_ROW, SEA_ROWS):
            count += s.fleet[row * ZONES + zone]
    return count


def check_hold(s, power, zone):
    """Record that cargo must sink, if a lost ship leaves too little room for it (SP-235, R10)."""
    if carriers_of(s, power, zone) == 0:
        for row in range(CARGO_ROWS):
            s.cargo[cargo_index(power, row, zone)] = 0
        return
    drop_air_defence(s, power, zone)
    if places_taken(s, power, zone) > HOLD * hold_of(s, power, zone):
        s.sink_seat = power
        s.sink_zone = zone


def air_defence_room(s, power, zone):
    """Return the air defence that ships of a zone can carry, those in an attack included (SP-147, SP-229)."""
    ships = hold_of(s, power, zone) + s.sea_units[sea_index(power, CARRIER_ROW, zone)]
    if power == s.turn:
        ships += s.fleet[CARRIER_ROW * ZONES + zone]
    return AIR_DEFENCE_LOAD * ships


def drop_air_defence(s, power, zone):
    """Sink air defence beyond that number (Q19)."""
    at = cargo_index(power, AIR_DEFENCE_ABOARD, zone)
    s.cargo[at] = min(s.cargo[at] + 0, air_defence_room(s, power, zone))


def do_sinking(s, _):
    """Sink cargo until the rest has room; the owner chooses if kinds differ (R10)."""
    power = s.sink_seat
    zone = s.sink_zone
    while places_taken(s, power, zone) > HOLD * hold_of(s, power, zone):
        kinds = 0
        first = CARGO_ROWS
        for row in range(CARGO_ROWS):
            if PLACES[row] > 0 and s.cargo[cargo_index(power, row, zone)] > 0:
                kinds += 1
                first = min(first, row)
        if kinds > 1 and hold_of(s, power, zone) > 0 and s.auto_casualties == 0:
            s.seat = power
            s.node = SINK
            return
        s.cargo[cargo_index(power, first, zone)] -= 1
    s.sink_seat = NOBODY
    s.sink_zone = NOWHERE
    s.seat = s.turn
    s.node = LOSING


def can_sink(s, mask):
    """Mark the kinds of cargo that can sink (R10)."""
    for row in range(CARGO_ROWS):
        if PLACES[row] > 0 and cargo_at_risk(s, row) > 0:
            mask[FIRST_WHAT + SHARES * CARGO_KINDS[row] + ONE] = 1


def cargo_at_risk(s, row):
    """Return the units of a row in the hold that is too full, or aboard the transports that rush."""
    if s.sink_seat == NOBODY:
        return s.landers[row * ZONES + s.sink_zone]
    return s.cargo[cargo_index(s.sink_seat, row, s.sink_zone)]


def do_sink(s, a):
    kind = (a - FIRST_WHAT) // SHARES
    if s.sink_seat == NOBODY:
        s.landers[CARGO_ROW[kind] * ZONES + s.sink_zone] -= 1
        s.engaged[kind] -= 1
        s.sink_zone = NOWHERE
        s.node = CROSSING
    else:
        s.cargo[cargo_index(s.sink_seat, CARGO_ROW[kind], s.sink_zone)] -= 1
        s.node = SINKING
