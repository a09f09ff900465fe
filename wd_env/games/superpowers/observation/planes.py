"""The planes of an observation over lands and zones (`layout.py` has the names).

Compiled code handles many spaces of a plane at once (`wd_env.kernels.bits`).
"""

from wd_env.games.superpowers.definitions.board_constants import (
    CAPITAL,
    GARRISON_FIGHTERS,
    GARRISON_INFANTRY,
    NEAR_LAND,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ADVANCED,
    AIR_DEFENCE_ABOARD,
    ALLIED,
    CARGO_ROWS,
    CLOSED,
    HELD_WITH_COMPLEX,
    LAND_ATTACK,
    LAND_DEFENCE,
    LAND_ROWS,
    LANDS,
    LOADED,
    NEUTRAL,
    NOWHERE,
    PLACE_IN_ORDER,
    POWERS,
    RANGES,
    SEA_ROWS,
    SPACES,
    TIRED,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.observation.offsets import (
    AT_CARGO_OWN,
    AT_HOLDER,
    AT_LAND_ALLIED,
    AT_LAND_HOSTILE,
    AT_LAND_MARKS,
    AT_LAND_OWN,
    AT_LAND_SPENT,
    AT_SEA_ALLIED,
    AT_SEA_HOSTILE,
    AT_SEA_MARKS,
    AT_SEA_OWN,
    AT_SEA_SPENT,
    AT_THREATS,
)
from wd_env.kernels.bits import (
    FLAGS_PER_WORD,
    WEIGHT_BITS,
    add_to_flagged,
    lowest_set_bit,
    mark_equal,
    nonzero_word,
    sum_planes,
    sum_weighted_planes,
)

AT_OWN_ATTACK = AT_THREATS
AT_HOSTILE_ATTACK = AT_THREATS + LANDS
AT_DEFENCE = AT_THREATS + 2 * LANDS
ALL_LAND_ROWS = (1 << LAND_ROWS) - 1
ALL_SEA_ROWS = (1 << SEA_ROWS) - 1
ALL_FLIGHTS = (1 << 2 * RANGES) - 1
USED_HAULS = 1 << LOADED | 1 << CLOSED | 1 << TIRED
ATTACK_WEIGHTS = sum(attack << WEIGHT_BITS * row for row, attack in enumerate(LAND_ATTACK))
DEFENCE_WEIGHTS = sum(defence << WEIGHT_BITS * row for row, defence in enumerate(LAND_DEFENCE))
ALL_UNITS = 0b1101  # groups of own, allied and hostile units; group 1 repeats own ones that moved
LAST_START = LANDS - FLAGS_PER_WORD  # last start of a word of flags within a plane


def show_planes(s, seat, obs):
    """Write the planes for one power into `obs`, which is zeroed."""
    show_units(s, seat, obs)
    show_holders(s, seat, obs)
    show_threats(obs)
    show_land_marks(s, obs)
    show_sea_marks(s, obs)


def show_units(s, seat, obs):
    """Write units by kind; those of all allies are added up, and those of all others."""
    allied = 0
    hostile = 0
    for power in range(POWERS):
        if s.in_play[power] == 1 and power != seat:
            if s.relation[seat * POWERS + power] == ALLIED:
                allied |= 1 << power
            else:
                hostile |= 1 << power
    if s.in_play[seat] == 1:
        show_units_of(s, 1 << seat, AT_LAND_OWN, AT_SEA_OWN, obs)
        sum_planes(obs, AT_CARGO_OWN, s.cargo, 0, CARGO_ROWS * ZONES, 1 << seat, CARGO_ROWS * ZONES)
    if allied != 0:
        show_units_of(s, allied, AT_LAND_ALLIED, AT_SEA_ALLIED, obs)
    show_units_of(s, hostile, AT_LAND_HOSTILE, AT_SEA_HOSTILE, obs)
    if s.ruleset == ADVANCED:
        first = AIR_DEFENCE_ABOARD * ZONES
        sum_planes(obs, AT_SEA_MARKS + 9 * ZONES, s.cargo, first, CARGO_ROWS * ZONES, hostile, ZONES)
    if s.turn == seat:
        copy_plane(obs, AT_LAND_SPENT, s.land_spent, 0, LAND_ROWS * LANDS)
        copy_plane(obs, AT_SEA_SPENT, s.ships_spent, 0, SEA_ROWS * ZONES)
        sum_planes(obs, AT_SEA_MARKS, s.ships_half, 0, ZONES, ALL_SEA_ROWS, ZONES)


def show_units_of(s, powers, at_land, at_sea, obs):
    """Write the units of a set of powers, on land and at sea."""
    sum_planes(obs, at_land, s.land_units, 0, LAND_ROWS * LANDS, powers, LAND_ROWS * LANDS)
    sum_planes(obs, at_sea, s.sea_units, 0, SEA_ROWS * ZONES, powers, SEA_ROWS * ZONES)


def copy_plane(obs, at, source, first, count):
    sum_planes(obs, at, source, first, 0, 1, count)


def show_holders(s, seat, obs):
    """Write the holder of each land, clockwise from the own power, and garrisons of neutral lands."""
    for power in range(POWERS):
        if s.in_play[power] == 1:
            places = PLACE_IN_ORDER[power] - PLACE_IN_ORDER[seat]
            at = AT_HOLDER + (places if places >= 0 else places + POWERS) * LANDS
            mark_equal(obs, at, s.holder, 0, power, LANDS)
    mark_equal(obs, AT_HOLDER + POWERS * LANDS, s.holder, 0, NEUTRAL, LANDS)
    for land in range(LANDS):
        garrison = GARRISON_INFANTRY[land] + GARRISON_FIGHTERS[land]
        obs[AT_LAND_MARKS + 9 * LANDS + land] = garrison if s.holder[land] == NEUTRAL else 0


def show_threats(obs):
    """Write the attack of own and of hostile units next to each land, and its defence, from planes of units."""
    spread_attack(obs, AT_LAND_OWN, AT_OWN_ATTACK)
    spread_attack(obs, AT_LAND_HOSTILE, AT_HOSTILE_ATTACK)
    sum_weighted_planes(obs, AT_DEFENCE, AT_LAND_OWN, LANDS, DEFENCE_WEIGHTS, ALL_UNITS, LANDS)


def spread_attack(obs, units, at):
    """Add the attack of each land to its neighbours; the plane of defence stores it meanwhile."""
    sum_weighted_planes(obs, AT_DEFENCE, units, LANDS, ATTACK_WEIGHTS, 1, LANDS)
    done = 0
    while done < LANDS:
        first = min(done, LAST_START)
        bits = nonzero_word(obs, AT_DEFENCE + first) & (0 - (1 << (done - first)))
        while bits > 0:
            land = first + lowest_set_bit(bits)
            bits &= bits - 1
            spread_to_neighbours(obs, land, at, obs[AT_DEFENCE + land])
        done += FLAGS_PER_WORD


def spread_to_neighbours(obs, land, at, attack):
    """Add an attack to the neighbours of a land; bits beyond the lands are 0."""
    w0 = NEAR_LAND[land * WORDS] + 0
    w1 = NEAR_LAND[land * WORDS + 1] + 0
    add_to_flagged(obs, at, w0, attack)
    add_to_flagged(obs, at + FLAGS_PER_WORD, (w0 >> FLAGS_PER_WORD) | (w1 << (WORD_BITS - FLAGS_PER_WORD)), attack)
    add_to_flagged(obs, at + 2 * FLAGS_PER_WORD, w1 >> (2 * FLAGS_PER_WORD - WORD_BITS), attack)


def show_land_marks(s, obs):
    """Write the other planes over the lands, in the order of `LAND_MARKS`."""
    copy_plane(obs, AT_LAND_MARKS, s.complexes, 0, LANDS)
    copy_plane(obs, AT_LAND_MARKS + LANDS, s.centres, 0, LANDS)
    copy_plane(obs, AT_LAND_MARKS + 2 * LANDS, s.captured, 0, LANDS)
    copy_plane(obs, AT_LAND_MARKS + 3 * LANDS, s.attacked, 0, LANDS)
    mark_equal(obs, AT_LAND_MARKS + 4 * LANDS, s.base, 0, HELD_WITH_COMPLEX, LANDS)
    if s.target < LANDS:
        obs[AT_LAND_MARKS + 5 * LANDS + s.target] = 1
    if s.origin < LANDS:
        obs[AT_LAND_MARKS + 6 * LANDS + s.origin] = 1
    for power in range(POWERS):
        obs[AT_LAND_MARKS + 7 * LANDS + CAPITAL[power]] = 1
    if s.target != NOWHERE:
        sum_planes(obs, AT_LAND_MARKS + 8 * LANDS, s.force, 0, LANDS, ALL_LAND_ROWS, LANDS)
    for land in range(LANDS):
        obs[AT_LAND_MARKS + 10 * LANDS + land] = 1 if s.closed_until[land] > 0 else 0
    copy_plane(obs, AT_LAND_MARKS + 11 * LANDS, s.damage, 0, LANDS)
    if s.target != NOWHERE:
        sum_planes(obs, AT_LAND_MARKS + 12 * LANDS, s.paratroopers, 0, LANDS, 1, LANDS)


def show_sea_marks(s, obs):
    """Write the other planes over the zones, in the order of `SEA_MARKS`; `show_units` writes the first."""
    copy_plane(obs, AT_SEA_MARKS + ZONES, s.attacked, LANDS, ZONES)
    if s.target >= LANDS and s.target != NOWHERE:
        obs[AT_SEA_MARKS + 2 * ZONES + s.target - LANDS] = 1
    if s.origin >= LANDS and s.origin != NOWHERE:
        obs[AT_SEA_MARKS + 3 * ZONES + s.origin - LANDS] = 1
    sum_planes(obs, AT_SEA_MARKS + 4 * ZONES, s.hauls, 0, ZONES, USED_HAULS, ZONES)
    if s.target != NOWHERE:
        sum_planes(obs, AT_SEA_MARKS + 5 * ZONES, s.fleet, 0, ZONES, ALL_SEA_ROWS, ZONES)
    if s.planes_aloft > 0:
        sum_planes(obs, AT_SEA_MARKS + 6 * ZONES, s.aloft, LANDS, SPACES, ALL_FLIGHTS, ZONES)
    if s.zone != NOWHERE:
        obs[AT_SEA_MARKS + 7 * ZONES + s.zone - LANDS] = 1
    for zone in range(ZONES):
        obs[AT_SEA_MARKS + 8 * ZONES + zone] = 1 if s.closed_until[LANDS + zone] > 0 else 0
