"""The planes of an observation over lands and zones (`layout.py` has the names).

Every loop runs along one plane without branches, so that compiled code handles many spaces at once.
"""

from wd_env.games.superpowers.definitions.board_constants import (
    CAPITAL,
    GARRISON_FIGHTERS,
    GARRISON_INFANTRY,
    NEAR_LAND,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ALLIED,
    BOMBER_ROW,
    CARGO_ROWS,
    CLOSED,
    FIGHTER_ROW,
    HELD_WITH_COMPLEX,
    INFANTRY_ROW,
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
    TANK_ROW,
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
from wd_env.kernels.bits import FLAGS_PER_WORD, capped, capped_sum, lowest_set_bit, nonzero_word

AT_OWN_ATTACK = AT_THREATS
AT_HOSTILE_ATTACK = AT_THREATS + LANDS
AT_DEFENCE = AT_THREATS + 2 * LANDS
LAST_START = LANDS - FLAGS_PER_WORD  # of a word of flags within a plane


def show_planes(s, seat, obs):
    """Fill the planes for one power; `obs` comes zeroed."""
    show_units(s, seat, obs)
    show_holders(s, seat, obs)
    show_threats(obs)
    show_land_marks(s, obs)
    show_sea_marks(s, obs)


def copy_plane(obs, at, source, first, count):
    for i in range(count):
        obs[at + i] = capped(source[first + i])


def add_plane(obs, at, source, first, count):
    for i in range(count):
        obs[at + i] = capped_sum(obs[at + i], source[first + i])


def show_units(s, seat, obs):
    """Units by kind; those of several allies, and of several others, are added."""
    for power in range(POWERS):
        on_land = power * LAND_ROWS * LANDS
        at_sea = power * SEA_ROWS * ZONES
        if s.in_play[power] == 0:
            continue
        if power == seat:
            copy_plane(obs, AT_LAND_OWN, s.land_units, on_land, LAND_ROWS * LANDS)
            copy_plane(obs, AT_SEA_OWN, s.sea_units, at_sea, SEA_ROWS * ZONES)
            copy_plane(obs, AT_CARGO_OWN, s.cargo, power * CARGO_ROWS * ZONES, CARGO_ROWS * ZONES)
        elif s.relation[seat * POWERS + power] == ALLIED:
            add_plane(obs, AT_LAND_ALLIED, s.land_units, on_land, LAND_ROWS * LANDS)
            add_plane(obs, AT_SEA_ALLIED, s.sea_units, at_sea, SEA_ROWS * ZONES)
        else:
            add_plane(obs, AT_LAND_HOSTILE, s.land_units, on_land, LAND_ROWS * LANDS)
            add_plane(obs, AT_SEA_HOSTILE, s.sea_units, at_sea, SEA_ROWS * ZONES)
    if s.turn == seat:
        copy_plane(obs, AT_LAND_SPENT, s.land_spent, 0, LAND_ROWS * LANDS)
        copy_plane(obs, AT_SEA_SPENT, s.ships_spent, 0, SEA_ROWS * ZONES)
        for row in range(SEA_ROWS):
            add_plane(obs, AT_SEA_MARKS, s.ships_half, row * ZONES, ZONES)


def show_holders(s, seat, obs):
    """Who holds each land, clockwise from the own power, then nobody; garrisons of neutral lands."""
    for power in range(POWERS):
        if s.in_play[power] == 1:
            places = PLACE_IN_ORDER[power] - PLACE_IN_ORDER[seat]
            show_holder(s, power, AT_HOLDER + (places if places >= 0 else places + POWERS) * LANDS, obs)
    show_holder(s, NEUTRAL, AT_HOLDER + POWERS * LANDS, obs)
    for land in range(LANDS):
        garrison = GARRISON_INFANTRY[land] + GARRISON_FIGHTERS[land]
        obs[AT_LAND_MARKS + 9 * LANDS + land] = garrison if s.holder[land] == NEUTRAL else 0


def show_holder(s, holder, at, obs):
    for land in range(LANDS):
        obs[at + land] = 1 if s.holder[land] == holder else 0


def show_threats(obs):
    """Attack of own and of hostile units next to each land, then the defence there: all from the planes of units."""
    spread_attack(obs, AT_LAND_OWN, AT_OWN_ATTACK)
    spread_attack(obs, AT_LAND_HOSTILE, AT_HOSTILE_ATTACK)
    for land in range(LANDS):
        obs[AT_DEFENCE + land] = 0
    add_defence(obs, AT_LAND_OWN)
    add_defence(obs, AT_LAND_ALLIED)
    add_defence(obs, AT_LAND_HOSTILE)


def spread_attack(obs, units, at):
    """Add the attack of each land to its neighbours; until it is spread it stands in the plane of defence."""
    for land in range(LANDS):
        ground = obs[units + INFANTRY_ROW * LANDS + land] + LAND_ATTACK[TANK_ROW] * obs[units + TANK_ROW * LANDS + land]
        fighters = LAND_ATTACK[FIGHTER_ROW] * obs[units + FIGHTER_ROW * LANDS + land]
        bombers = LAND_ATTACK[BOMBER_ROW] * obs[units + BOMBER_ROW * LANDS + land]
        obs[AT_DEFENCE + land] = capped(ground + fighters + bombers)
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
    for number in range(2):
        bits = NEAR_LAND[land * WORDS + number] + 0
        while bits > 0:
            other = at + number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            obs[other] = capped_sum(obs[other], attack)


def add_defence(obs, units):
    for row in range(LAND_ROWS):
        if LAND_DEFENCE[row] > 0:
            for land in range(LANDS):
                defence = LAND_DEFENCE[row] * obs[units + row * LANDS + land]
                obs[AT_DEFENCE + land] = capped_sum(obs[AT_DEFENCE + land], defence)


def show_land_marks(s, obs):
    """Planes over the lands beside units, in the order of `LAND_MARKS`."""
    copy_plane(obs, AT_LAND_MARKS, s.complexes, 0, LANDS)
    copy_plane(obs, AT_LAND_MARKS + LANDS, s.centres, 0, LANDS)
    copy_plane(obs, AT_LAND_MARKS + 2 * LANDS, s.captured, 0, LANDS)
    copy_plane(obs, AT_LAND_MARKS + 3 * LANDS, s.attacked, 0, LANDS)
    for land in range(LANDS):
        obs[AT_LAND_MARKS + 4 * LANDS + land] = 1 if s.base[land] == HELD_WITH_COMPLEX else 0
    if s.target < LANDS:
        obs[AT_LAND_MARKS + 5 * LANDS + s.target] = 1
    if s.origin < LANDS:
        obs[AT_LAND_MARKS + 6 * LANDS + s.origin] = 1
    for power in range(POWERS):
        obs[AT_LAND_MARKS + 7 * LANDS + CAPITAL[power]] = 1
    if s.target != NOWHERE:
        for row in range(LAND_ROWS):
            add_plane(obs, AT_LAND_MARKS + 8 * LANDS, s.force, row * LANDS, LANDS)
    for land in range(LANDS):
        obs[AT_LAND_MARKS + 10 * LANDS + land] = 1 if s.closed_until[land] > 0 else 0


def show_sea_marks(s, obs):
    """Planes over the zones beside units, in the order of `SEA_MARKS`; `show_units` writes the first."""
    copy_plane(obs, AT_SEA_MARKS + ZONES, s.attacked, LANDS, ZONES)
    if s.target >= LANDS and s.target != NOWHERE:
        obs[AT_SEA_MARKS + 2 * ZONES + s.target - LANDS] = 1
    if s.origin >= LANDS and s.origin != NOWHERE:
        obs[AT_SEA_MARKS + 3 * ZONES + s.origin - LANDS] = 1
    copy_plane(obs, AT_SEA_MARKS + 4 * ZONES, s.booked, 0, ZONES)
    copy_plane(obs, AT_SEA_MARKS + 5 * ZONES, s.hauls, LOADED * ZONES, ZONES)
    add_plane(obs, AT_SEA_MARKS + 5 * ZONES, s.hauls, CLOSED * ZONES, ZONES)
    add_plane(obs, AT_SEA_MARKS + 5 * ZONES, s.hauls, TIRED * ZONES, ZONES)
    if s.target != NOWHERE:
        for row in range(SEA_ROWS):
            add_plane(obs, AT_SEA_MARKS + 6 * ZONES, s.fleet, row * ZONES, ZONES)
    if s.planes_aloft > 0:
        for group in range(2 * RANGES):
            add_plane(obs, AT_SEA_MARKS + 7 * ZONES, s.aloft, group * SPACES + LANDS, ZONES)
    if s.zone != NOWHERE:
        obs[AT_SEA_MARKS + 8 * ZONES + s.zone - LANDS] = 1
    for zone in range(ZONES):
        obs[AT_SEA_MARKS + 9 * ZONES + zone] = 1 if s.closed_until[LANDS + zone] > 0 else 0
