"""Values of the current position that a decision needs repeatedly, computed before its options are scored.

`w` is the work array of one decision, a list of ints that `fill_work_array` fills from an observation; `b` is the map
array.
"""

from wd_env.agents.domination.map_array import (
    BORDER_OFFSETS,
    BORDERS,
    BORDERS_INTO,
    BORDERS_INTO_OFFSETS,
    COUNTRIES,
    DISTANCES,
    GROUP_OF,
    GROUPS,
    SIZES,
    UNREACHED,
)
from wd_env.agents.domination.observation_reader import NONE, armies_at, plane_at
from wd_env.games.domination.definitions.rule_constants import MIN_GARRISON, SEATS

# Values of each country, then of each group, then of each seat; each kind has one entry for each of them.
HOLDER, ARMIES, VALUE, VISIT, FRONT = range(5)
BY_COUNTRY = 5
OWN, COMPLETE_HOLDER = range(2)  # number of own countries, seat that holds the complete group
BY_GROUP = 2
# Countries, armies, own armies next to them, last own country counted for that, value of each of their countries.
COUNT, TOTAL, NEAR, LAST_ADJACENT, PRIZE = range(5)
BY_SEAT = 5
UNVISITED = -2  # of a group, before its first country
UNKNOWN = -(10**12)  # of a value that is not computed yet


def work_array_size(b):
    """Return the length of the work array."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS + 2


def country_index(b, kind, country):
    return kind * b[COUNTRIES] + country


def group_index(b, kind, group):
    return BY_COUNTRY * b[COUNTRIES] + kind * b[GROUPS] + group


def seat_index(b, kind, at):
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + kind * SEATS + at


def visit_index(b):
    """Return the index of the number of the last visit."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS


def beaten_index(b):
    """Return the index of the value of a beaten army."""
    return visit_index(b) + 1


def holder_at(b, w, country):
    """Return the seat that holds a country, or NONE."""
    return w[HOLDER * b[COUNTRIES] + country]


def is_own(b, w, country):
    return w[HOLDER * b[COUNTRIES] + country] == 0


def is_enemy(b, w, country):
    return w[HOLDER * b[COUNTRIES] + country] > 0


def armies_on(b, w, country):
    return w[ARMIES * b[COUNTRIES] + country]


def first_border(b, country):
    return b[b[BORDER_OFFSETS] + country]


def last_border(b, country):
    """Return the index after the last border of a country."""
    return b[b[BORDER_OFFSETS] + country + 1]


def border_target(b, border):
    """Return the country to which a border leads."""
    return b[b[BORDERS] + border]


def border_origin(b, border):
    """Return the country from which a border leads."""
    country = 0
    while last_border(b, country) <= border:
        country += 1
    return country


def first_border_into(b, country):
    return b[b[BORDERS_INTO_OFFSETS] + country]


def last_border_into(b, country):
    """Return the index after the last border into a country."""
    return b[b[BORDERS_INTO_OFFSETS] + country + 1]


def border_source(b, border):
    """Return the country from which a border into a country leads."""
    return b[b[BORDERS_INTO] + border]


def group_at(b, country):
    return b[b[GROUP_OF] + country]


def group_size(b, group):
    return b[b[SIZES] + group]


def fill_work_array(b, w, obs):
    """Write holders, armies, and counts of groups and seats; values and distances to the front follow on demand."""
    countries, groups_at, seats_at = b[COUNTRIES], group_index(b, OWN, 0), seat_index(b, COUNT, 0)
    for at in range(groups_at, len(w)):
        w[at] = 0
    for group in range(b[GROUPS]):
        w[group_index(b, COMPLETE_HOLDER, group)] = UNVISITED
    planes = plane_at(b, 0, 0)
    for country in range(countries):
        at = holder_in(obs, planes + country, countries)
        armies = armies_at(b, obs, country)
        w[HOLDER * countries + country] = at
        w[ARMIES * countries + country] = armies
        w[VALUE * countries + country] = UNKNOWN
        w[VISIT * countries + country] = 0
        w[FRONT * countries + country] = UNKNOWN
        count_in_group(b, w, group_at(b, country), at)
        if at != NONE:
            w[seats_at + COUNT * SEATS + at] += 1
            w[seats_at + TOTAL * SEATS + at] += armies


def holder_in(obs, index, countries):
    """Return the first seat whose plane has a country; `index` is the index of the country in the first plane."""
    for at in range(SEATS):
        if obs[index + at * countries] == 1:
            return at
    return NONE


def count_in_group(b, w, group, at):
    """Count one more country of a group, and update which seat holds the complete group."""
    holder = group_index(b, COMPLETE_HOLDER, group)
    w[holder] = at if w[holder] == UNVISITED or w[holder] == at else NONE
    if at == 0:
        w[group_index(b, OWN, group)] += 1


def compute_reaches(b, w):
    """Count for each seat the own armies next to it that may leave."""
    countries = b[COUNTRIES]
    for country in range(countries):
        if w[HOLDER * countries + country] == 0 and w[ARMIES * countries + country] > MIN_GARRISON:
            add_reach(b, w, country, w[ARMIES * countries + country] - MIN_GARRISON)


def add_reach(b, w, country, spare):
    """Add the armies of an own country to each seat with which it has a border, once per seat."""
    seats_at = seat_index(b, COUNT, 0)
    for border in range(first_border(b, country), last_border(b, country)):
        at = holder_at(b, w, border_target(b, border))
        if at > 0 and w[seats_at + LAST_ADJACENT * SEATS + at] != country + 1:
            w[seats_at + LAST_ADJACENT * SEATS + at] = country + 1
            w[seats_at + NEAR * SEATS + at] += spare


def front_distance(b, w, country):
    """Return the distance from an own country to the nearest enemy country; computed once per decision."""
    at = country_index(b, FRONT, country)
    if w[at] == UNKNOWN:
        w[at] = compute_front_distance(b, w, country)
    return w[at]


def compute_front_distance(b, w, country):
    """Return 1 if an enemy country is next to it, else the minimum of the map's distances."""
    for border in range(first_border(b, country), last_border(b, country)):
        if not is_own(b, w, border_target(b, border)):
            return 1
    result = UNREACHED
    row = b[DISTANCES] + country * b[COUNTRIES]
    for other in range(b[COUNTRIES]):
        if not is_own(b, w, other):
            result = min(result, b[row + other])
    return result
