"""Spaces where bought units can be placed (SP-102 to SP-106, SP-110)."""

from wd_env.games.superpowers.definitions.board_constants import NEAR_LAND, NEAR_SEA
from wd_env.games.superpowers.definitions.rule_constants import (
    ADVANCED,
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    CARRIER_ROW,
    FIGHTER_AT_SEA,
    HELD_WITH_COMPLEX,
    LANDS,
    PLACES_ON_CARRIER,
    TRANSPORT_ROW,
    WORDS,
)
from wd_env.games.superpowers.rules.friends import enemy_zones
from wd_env.games.superpowers.rules.sets import bit_0, bit_1
from wd_env.games.superpowers.rules.stock import cargo_index, free_places, sea_index


def base_lands(s):
    """Return own lands that have had a complex since the turn began, as two words."""
    w0 = 0
    w1 = 0
    for land in range(LANDS):
        if s.base[land] == HELD_WITH_COMPLEX:
            w0 |= bit_0(land)
            w1 |= bit_1(land)
    return w0, w1


def complex_lands(s):
    """Return own lands with a production complex, new ones included, as two words (SP-107, SP-152)."""
    w0 = 0
    w1 = 0
    for land in range(LANDS):
        if s.holder[land] == s.turn and s.complexes[land] > 0:
            w0 |= bit_0(land)
            w1 |= bit_1(land)
    return w0, w1


def port_zones(s):
    """Return the zones at base lands, as words 1 and 2 of a set of spaces."""
    w1 = 0
    w2 = 0
    for land in range(LANDS):
        if s.base[land] == HELD_WITH_COMPLEX:
            w1 |= NEAR_SEA[land * WORDS + 1]
            w2 |= NEAR_SEA[land * WORDS + 2]
    return w1, w2


def free_ports(s):
    """Return port zones without enemy ships, or all in the advanced rules (SP-104, SP-108)."""
    w1, w2 = port_zones(s)
    if s.ruleset == ADVANCED:
        return w1, w2
    e1, e2 = enemy_zones(s)
    return w1 & ~e1, w2 & ~e2


def has_free_port(s):
    w1, w2 = free_ports(s)
    return w1 + w2 > 0


def deck_places(s, zone):
    """Return the places for bought fighters on older own carriers (SP-106, R6, Q65).

    Own fighters are on own carriers, and those of allies on theirs while these have places.
    """
    carriers = s.sea_units[sea_index(s.turn, CARRIER_ROW, zone)] - s.new_carriers[zone]
    own = PLACES_ON_CARRIER * carriers - s.sea_units[sea_index(s.turn, FIGHTER_AT_SEA, zone)]
    return min(own, free_places(s, zone) - PLACES_ON_CARRIER * s.new_carriers[zone])


def gun_places(s, zone):
    """Return the room for new air defence on own carriers, except those bought with it (SP-106)."""
    carriers = s.sea_units[sea_index(s.turn, CARRIER_ROW, zone)] - s.new_carriers[zone]
    transports = AIR_DEFENCE_LOAD * s.sea_units[sea_index(s.turn, TRANSPORT_ROW, zone)]
    aboard = s.cargo[cargo_index(s.turn, AIR_DEFENCE_ABOARD, zone)]
    return AIR_DEFENCE_LOAD * carriers - max(0, aboard - transports)


def is_port(s, zone):
    """Return whether a base land is at the zone."""
    b0, b1 = base_lands(s)
    at = (LANDS + zone) * WORDS
    return (NEAR_LAND[at] & b0) | (NEAR_LAND[at + 1] & b1) != 0
