"""What a decision needs to know of the table more than once, noted before its options are scored.

`w` is a list of ints with room for the notes of one decision, which `take_notes` fills from a view; `b` is the map.
"""

from wd_env.agents.domination.map_array import (
    COUNTRIES,
    FAR,
    GROUP_OF,
    GROUPS,
    INTO,
    INTO_FROM,
    SIZES,
    UNREACHED,
    WAYS_FROM,
)
from wd_env.agents.domination.map_array import WAYS as WAYS_PART
from wd_env.agents.domination.observation_reader import BLOCK, BLOCKS, NONE, REST, plane_at
from wd_env.games.domination.definitions.rule_constants import SEATS

# Notes of each country, then of each group, then of each seat; each kind has a place for all of them.
HOLDER, ARMIES, WORTH, VISIT, FRONT = range(5)
BY_COUNTRY = 5
OWN, WHOLE = range(2)  # own countries, seat that holds all of it
BY_GROUP = 2
COUNT, TOTAL, NEAR, MET = range(4)  # countries, armies, own armies beside them, last own country met beside them
BY_SEAT = 4
UNMET = -2  # of a group, before its first country


def notes_needed(b):
    """How many ints the notes of a decision take."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS + 1


def country_note(b, kind, country):
    return kind * b[COUNTRIES] + country


def group_note(b, kind, group):
    return BY_COUNTRY * b[COUNTRIES] + kind * b[GROUPS] + group


def seat_note(b, kind, at):
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + kind * SEATS + at


def visit_note(b):
    """Where the number of the last visit is."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS


def holder_at(b, w, country):
    """Who holds a country, NONE for nobody."""
    return w[HOLDER * b[COUNTRIES] + country]


def is_own(b, w, country):
    return w[HOLDER * b[COUNTRIES] + country] == 0


def is_enemy(b, w, country):
    return w[HOLDER * b[COUNTRIES] + country] > 0


def armies_on(b, w, country):
    return w[ARMIES * b[COUNTRIES] + country]


def first_way(b, country):
    return b[b[WAYS_FROM] + country]


def last_way(b, country):
    """The place after the last border of a country."""
    return b[b[WAYS_FROM] + country + 1]


def way_at(b, way):
    """Where a border leads to."""
    return b[b[WAYS_PART] + way]


def start_of(b, way):
    """Where a border begins."""
    country = 0
    while last_way(b, country) <= way:
        country += 1
    return country


def first_into(b, country):
    return b[b[INTO_FROM] + country]


def last_into(b, country):
    """The place after the last border into a country."""
    return b[b[INTO_FROM] + country + 1]


def into_at(b, way):
    """Where a border into a country comes from."""
    return b[b[INTO] + way]


def group_at(b, country):
    return b[b[GROUP_OF] + country]


def group_size(b, group):
    return b[b[SIZES] + group]


def take_notes(b, w, obs):
    """Note holders and armies, then what groups and seats have, then which armies can reach them."""
    for at in range(len(w)):
        w[at] = 0
    for group in range(b[GROUPS]):
        w[group_note(b, WHOLE, group)] = UNMET
    for country in range(b[COUNTRIES]):
        note_country(b, w, obs, country)
    for country in range(b[COUNTRIES]):
        if is_own(b, w, country):
            note_reach(b, w, country)


def note_country(b, w, obs, country):
    """Who holds it, with how many armies; a group is whole for the one seat that is met in all of it."""
    at = NONE
    for place in range(SEATS):
        if obs[plane_at(b, place, country)] == 1:
            at = place
    group = group_at(b, country)
    whole = group_note(b, WHOLE, group)
    w[whole] = at if w[whole] == UNMET or w[whole] == at else NONE
    w[country_note(b, HOLDER, country)] = at
    if at != NONE:
        armies = obs[plane_at(b, REST, country)] + BLOCK * obs[plane_at(b, BLOCKS, country)]
        w[country_note(b, ARMIES, country)] = armies
        w[seat_note(b, COUNT, at)] += 1
        w[seat_note(b, TOTAL, at)] += armies
        if at == 0:
            w[group_note(b, OWN, group)] += 1


def note_reach(b, w, country):
    """Own armies count once for each seat that they have a border with."""
    spare = armies_on(b, w, country) - 1
    for way in range(first_way(b, country), last_way(b, country)):
        target = way_at(b, way)
        if is_enemy(b, w, target):
            at = holder_at(b, w, target)
            if w[seat_note(b, MET, at)] != country + 1:
                w[seat_note(b, MET, at)] = country + 1
                w[seat_note(b, NEAR, at)] += spare


def note_fronts(b, w):
    """Note of each own country how many borders are on the way to the nearest country of somebody else."""
    count = b[COUNTRIES]
    for country in range(count):
        if is_own(b, w, country):
            found = UNREACHED
            row = b[FAR] + country * count
            for other in range(count):
                if not is_own(b, w, other):
                    found = min(found, b[row + other])
            w[country_note(b, FRONT, country)] = found


def front_at(b, w, country):
    """Borders on the way to the nearest country of somebody else."""
    return w[country_note(b, FRONT, country)]
