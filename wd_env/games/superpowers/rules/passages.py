"""Transports that sail past enemies to a friendly zone (SP-239, R20)."""

from wd_env.games.superpowers.definitions.actions import RUSH
from wd_env.games.superpowers.definitions.decision_codes import CROSSING, FIGHTING, THROUGH
from wd_env.games.superpowers.definitions.rule_constants import (
    BASIC,
    BOX_DEFENCE,
    CARGO_KINDS,
    CARGO_ROWS,
    COLUMNS,
    DEFENCE,
    FIGHTER_AT_SEA,
    GRACE_ROUNDS,
    LANDS,
    POWERS,
    SEA_KINDS,
    SEA_ROWS,
    SUBMARINE_ROW,
    SUPER_ROW,
    TRANSPORT,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import enemy_zones, has_allies_at_sea, is_enemy
from wd_env.games.superpowers.rules.routes import sea_reach, sea_ring
from wd_env.games.superpowers.rules.sets import bit_1, bit_2, first_space, is_single, word_of
from wd_env.games.superpowers.rules.stock import add_spent_at_sea, cargo_index, clip_loaded, sea_index
from wd_env.games.superpowers.rules.super_battleships import boxes_of, defence_dice_of
from wd_env.games.superpowers.rules.technology import has_stealth, submarine_bonus
from wd_env.kernels.bits import lowest_set_bit


def crossable(s):
    """Return the zones of enemies without units of allies, as words 1 and 2 of a set of spaces (R12)."""
    if s.round <= GRACE_ROUNDS:
        return 0, 0
    e1, e2 = enemy_zones(s)
    for number in range(1, WORDS):
        bits = word_of(0, e1, e2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if has_allies_at_sea(s, space - LANDS):
                e1 &= ~bit_1(space)
                e2 &= ~bit_2(space)
    return e1, e2


def zones_beyond(s, zone, e1, e2):
    """Return friendly zones that transports reach only past enemies, as words 1 and 2 of a set (SP-239)."""
    c1, c2 = crossable(s)
    n1, n2 = sea_ring(s, LANDS + zone)
    w1 = 0
    w2 = 0
    for number in range(1, WORDS):
        bits = word_of(0, n1 & c1, n2 & c2, number)
        while bits > 0:
            f1, f2 = sea_ring(s, number * WORD_BITS + lowest_set_bit(bits))
            bits &= bits - 1
            w1 |= f1
            w2 |= f2
    r1, r2 = sea_reach(s, LANDS + zone, 2, e1, e2)
    return w1 & ~e1 & ~r1 & ~bit_1(LANDS + zone), w2 & ~e2 & ~r2 & ~bit_2(LANDS + zone)


def zones_between(s, space, end):
    """Return the zones of enemies between two zones, as words 1 and 2 of a set of spaces."""
    c1, c2 = crossable(s)
    n1, n2 = sea_ring(s, space)
    f1, f2 = sea_ring(s, end)
    return c1 & n1 & f1, c2 & n2 & f2


def choose_passage(s, space):
    """Sail past enemies to a friendly zone; open the choice of the zone to cross if there are several (SP-239)."""
    s.target = space
    s.mode = RUSH
    w1, w2 = zones_between(s, s.origin, space)
    if is_single(0, w1, w2):
        s.zone = first_space(0, w1, w2)
        begin_passage(s)
    else:
        s.node = THROUGH


def begin_passage(s):
    """Move the transports and their cargo out, and open the fire at them (SP-239)."""
    zone = s.origin - LANDS
    for row in range(CARGO_ROWS):
        count = s.voyage_cargo[row] + 0
        s.cargo[cargo_index(s.turn, row, zone)] -= count
        s.landers[row * ZONES + zone] += count
        s.engaged[CARGO_KINDS[row]] += count
        s.voyage_cargo[row] = 0
    add_at_sea(s, s.turn, TRANSPORT_ROW, zone, 0 - s.amount)
    clip_loaded(s, zone)
    s.landing_ships[zone] += s.amount
    s.engaged[TRANSPORT] += s.amount
    open_fire(s)


def end_passage(s):
    """Put the remaining transports and their cargo into the zone beyond, where they stop (SP-239)."""
    zone = s.origin - LANDS
    end = s.target - LANDS
    add_spent_at_sea(s, TRANSPORT_ROW, end, s.landing_ships[zone])
    s.engaged[TRANSPORT] = 0
    s.landing_ships[zone] = 0
    for row in range(CARGO_ROWS):
        count = s.landers[row * ZONES + zone] + 0
        s.landers[row * ZONES + zone] = 0
        s.engaged[CARGO_KINDS[row]] = 0
        s.cargo[cargo_index(s.turn, row, end)] += count
    s.node = FIGHTING


def open_fire(s):
    """Count a die for each enemy ship and plane in the zone, with its technologies (SP-239, SP-281)."""
    for column in range(COLUMNS):
        s.rush_dice[column] = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and is_enemy(s, s.turn, power):
            for row in range(SEA_ROWS):
                ships = s.sea_units[sea_index(power, row, s.zone - LANDS)] + 0
                value = DEFENCE[SEA_KINDS[row]]
                if s.ruleset != BASIC:
                    if row == FIGHTER_AT_SEA and has_stealth(s, power):
                        value += 1
                    if row == SUBMARINE_ROW:
                        value += submarine_bonus(s, power)
                if row == SUPER_ROW:
                    value += boxes_of(s, power, BOX_DEFENCE)
                    ships *= defence_dice_of(s, power)
                s.rush_dice[value] += ships
    s.hits = 0
    s.node = CROSSING
