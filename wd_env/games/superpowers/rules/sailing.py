"""The effect of a voyage: units board, and ships sail with their cargo (SP-041, SP-213, SP-232, R22)."""

from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_ROW,
    CARGO_ROWS,
    CARRIER,
    FIGHTER_AT_SEA,
    LAND_ROW,
    LANDS,
    POWERS,
    SEA_ROW,
    TRANSPORT,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import enemy_zones, is_ally
from wd_env.games.superpowers.rules.routes import sea_reach
from wd_env.games.superpowers.rules.sets import has_space
from wd_env.games.superpowers.rules.stock import (
    add_spent_at_sea,
    cargo_index,
    clip_loaded,
    land_index,
    mark_loaded,
    sea_index,
)


def board_ships(s, zone):
    """Put units aboard, which is their move (SP-232, R22)."""
    s.land_units[land_index(s.turn, LAND_ROW[s.kind], s.origin)] -= s.amount
    s.cargo[cargo_index(s.turn, CARGO_ROW[s.kind], zone)] += s.amount
    if s.combat_over == 0:
        mark_loaded(s, zone)


def sail(s, zone, taken):
    """Move ships, those with the fewest sufficient moves first, and fighters with carriers (R22)."""
    origin = s.origin - LANDS
    row = SEA_ROW[s.kind]
    at = row * ZONES + origin
    e1, e2 = enemy_zones(s)
    w1, w2 = sea_reach(s, s.origin, 1, e1, e2)
    if s.kind == CARRIER:
        take_fighters(s, origin, zone, taken)
    add_at_sea(s, s.turn, row, origin, 0 - s.amount)
    add_at_sea(s, s.turn, row, zone, s.amount)
    if has_space(0, w1, w2, LANDS + zone):
        half = min(s.amount, s.ships_half[at])
        s.ships_half[at] -= half
        s.ships_spent[row * ZONES + zone] += half
        s.ships_half[row * ZONES + zone] += s.amount - half
    else:
        s.ships_spent[row * ZONES + zone] += s.amount
    if s.kind == TRANSPORT:
        clip_loaded(s, origin)
    for cargo in range(CARGO_ROWS):
        count = s.voyage_cargo[cargo]
        s.cargo[cargo_index(s.turn, cargo, origin)] -= count
        s.cargo[cargo_index(s.turn, cargo, zone)] += count


def take_fighters(s, origin, zone, count):
    """Move fighters along with carriers: own ones that have moved first, those of allies last (R22)."""
    own = min(count, s.sea_units[sea_index(s.turn, FIGHTER_AT_SEA, origin)] + 0)
    spent = min(own, s.ships_spent[FIGHTER_AT_SEA * ZONES + origin] + 0)
    s.ships_spent[FIGHTER_AT_SEA * ZONES + origin] -= spent
    add_at_sea(s, s.turn, FIGHTER_AT_SEA, origin, 0 - own)
    add_spent_at_sea(s, FIGHTER_AT_SEA, zone, own)
    rest = count - own
    for power in range(POWERS):
        if power != s.turn and is_ally(s, s.turn, power):
            guests = min(rest, s.sea_units[sea_index(power, FIGHTER_AT_SEA, origin)] + 0)
            add_at_sea(s, power, FIGHTER_AT_SEA, origin, 0 - guests)
            add_at_sea(s, power, FIGHTER_AT_SEA, zone, guests)
            rest -= guests
