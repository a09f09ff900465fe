"""What a decision needs to know of the table more than once, noted before its options are scored.

`w` is a list of ints with room for the notes of one decision, which `fill_work_array` fills from a view; `b` is the
map.
"""

from wd_env.agents.domination.map_array import (
    BORDER_STARTS,
    BORDERS,
    BORDERS_INTO,
    BORDERS_INTO_STARTS,
    COUNTRIES,
    DISTANCES,
    GROUP_OF,
    GROUPS,
    SIZES,
    UNREACHED,
)
from wd_env.agents.domination.observation_reader import NONE, armies_at, plane_at
from wd_env.games.domination.definitions.rule_constants import MIN_GARRISON, SEATS

# Notes of each country, then of each group, then of each seat; each kind has a place for all of them.
HOLDER, ARMIES, VALUE, VISIT, FRONT = range(5)
BY_COUNTRY = 5
OWN, WHOLE = range(2)  # own countries, seat that holds all of it
BY_GROUP = 2
# Countries, armies, own armies beside them, last own country met beside them, what each of their countries brings.
COUNT, TOTAL, NEAR, LAST_SEEN, PRIZE = range(5)
BY_SEAT = 5
NOT_SEEN = -2  # of a group, before its first country
UNKNOWN = -(10**12)  # of a worth that nobody has asked for yet


def work_array_size(b):
    """How many ints the notes of a decision take."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS + 2


def country_index(b, kind, country):
    return kind * b[COUNTRIES] + country


def group_index(b, kind, group):
    return BY_COUNTRY * b[COUNTRIES] + kind * b[GROUPS] + group


def seat_index(b, kind, at):
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + kind * SEATS + at


def visit_index(b):
    """Where the number of the last visit is."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS


def beaten_index(b):
    """Where it is what a beaten army brings."""
    return visit_index(b) + 1


def holder_at(b, w, country):
    """Who holds a country, NONE for nobody."""
    return w[HOLDER * b[COUNTRIES] + country]


def is_own(b, w, country):
    return w[HOLDER * b[COUNTRIES] + country] == 0


def is_enemy(b, w, country):
    return w[HOLDER * b[COUNTRIES] + country] > 0


def armies_on(b, w, country):
    return w[ARMIES * b[COUNTRIES] + country]


def first_border(b, country):
    return b[b[BORDER_STARTS] + country]


def last_border(b, country):
    """The place after the last border of a country."""
    return b[b[BORDER_STARTS] + country + 1]


def border_target(b, way):
    """Where a border leads to."""
    return b[b[BORDERS] + way]


def border_origin(b, way):
    """Where a border begins."""
    country = 0
    while last_border(b, country) <= way:
        country += 1
    return country


def first_border_into(b, country):
    return b[b[BORDERS_INTO_STARTS] + country]


def last_border_into(b, country):
    """The place after the last border into a country."""
    return b[b[BORDERS_INTO_STARTS] + country + 1]


def border_source(b, way):
    """Where a border into a country comes from."""
    return b[b[BORDERS_INTO] + way]


def group_at(b, country):
    return b[b[GROUP_OF] + country]


def group_size(b, group):
    return b[b[SIZES] + group]


def fill_work_array(b, w, obs):
    """Note holders and armies, and what groups and seats have; worths and ways to the front are not known yet."""
    countries, groups_at, seats_at = b[COUNTRIES], group_index(b, OWN, 0), seat_index(b, COUNT, 0)
    for at in range(groups_at, len(w)):
        w[at] = 0
    for group in range(b[GROUPS]):
        w[group_index(b, WHOLE, group)] = NOT_SEEN
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


def holder_in(obs, place, countries):
    """The first seat in whose plane a country is, from the place of the country in the first plane on."""
    for at in range(SEATS):
        if obs[place + at * countries] == 1:
            return at
    return NONE


def count_in_group(b, w, group, at):
    """One country more of a group; it is whole for the one seat that is met in all of it."""
    whole = group_index(b, WHOLE, group)
    w[whole] = at if w[whole] == NOT_SEEN or w[whole] == at else NONE
    if at == 0:
        w[group_index(b, OWN, group)] += 1


def compute_reaches(b, w):
    """Note of each seat how many own armies that may leave stand beside it."""
    countries = b[COUNTRIES]
    for country in range(countries):
        if w[HOLDER * countries + country] == 0 and w[ARMIES * countries + country] > MIN_GARRISON:
            add_reach(b, w, country, w[ARMIES * countries + country] - MIN_GARRISON)


def add_reach(b, w, country, spare):
    """Own armies count once for each seat that they have a border with."""
    seats_at = seat_index(b, COUNT, 0)
    for way in range(first_border(b, country), last_border(b, country)):
        at = holder_at(b, w, border_target(b, way))
        if at > 0 and w[seats_at + LAST_SEEN * SEATS + at] != country + 1:
            w[seats_at + LAST_SEEN * SEATS + at] = country + 1
            w[seats_at + NEAR * SEATS + at] += spare


def front_distance(b, w, country):
    """Borders on the way from an own country to the nearest one of somebody else; counted once a decision."""
    at = country_index(b, FRONT, country)
    if w[at] == UNKNOWN:
        w[at] = compute_front_distance(b, w, country)
    return w[at]


def compute_front_distance(b, w, country):
    """One where somebody else is next to it; else by the distances of the map."""
    for way in range(first_border(b, country), last_border(b, country)):
        if not is_own(b, w, border_target(b, way)):
            return 1
    found = UNREACHED
    row = b[DISTANCES] + country * b[COUNTRIES]
    for other in range(b[COUNTRIES]):
        if not is_own(b, w, other):
            found = min(found, b[row + other])
    return found
