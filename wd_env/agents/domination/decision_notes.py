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
from wd_env.agents.domination.observation_reader import NONE, armies_seen, plane_at
from wd_env.games.domination.definitions.rule_constants import SEATS, STAYS

# Notes of each country, then of each group, then of each seat; each kind has a place for all of them.
HOLDER, ARMIES, WORTH, VISIT, FRONT = range(5)
BY_COUNTRY = 5
OWN, WHOLE = range(2)  # own countries, seat that holds all of it
BY_GROUP = 2
# Countries, armies, own armies beside them, last own country met beside them, what each of their countries brings.
COUNT, TOTAL, NEAR, MET, PRIZE = range(5)
BY_SEAT = 5
UNMET = -2  # of a group, before its first country
UNKNOWN = -(10**12)  # of a worth that nobody has asked for yet


def notes_needed(b):
    """How many ints the notes of a decision take."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS + 2


def country_note(b, kind, country):
    return kind * b[COUNTRIES] + country


def group_note(b, kind, group):
    return BY_COUNTRY * b[COUNTRIES] + kind * b[GROUPS] + group


def seat_note(b, kind, at):
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + kind * SEATS + at


def visit_note(b):
    """Where the number of the last visit is."""
    return BY_COUNTRY * b[COUNTRIES] + BY_GROUP * b[GROUPS] + BY_SEAT * SEATS


def beaten_note(b):
    """Where it is what a beaten army brings."""
    return visit_note(b) + 1


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
    """Note holders and armies, and what groups and seats have; worths and ways to the front are not known yet."""
    countries, groups_at, seats_at = b[COUNTRIES], group_note(b, OWN, 0), seat_note(b, COUNT, 0)
    for at in range(groups_at, len(w)):
        w[at] = 0
    for group in range(b[GROUPS]):
        w[group_note(b, WHOLE, group)] = UNMET
    planes = plane_at(b, 0, 0)
    for country in range(countries):
        at = holder_in(obs, planes + country, countries)
        armies = armies_seen(b, obs, country)
        w[HOLDER * countries + country] = at
        w[ARMIES * countries + country] = armies
        w[WORTH * countries + country] = UNKNOWN
        w[VISIT * countries + country] = 0
        w[FRONT * countries + country] = UNKNOWN
        note_in_group(b, w, group_at(b, country), at)
        if at != NONE:
            w[seats_at + COUNT * SEATS + at] += 1
            w[seats_at + TOTAL * SEATS + at] += armies


def holder_in(obs, place, countries):
    """The first seat in whose plane a country is, from the place of the country in the first plane on."""
    for at in range(SEATS):
        if obs[place + at * countries] == 1:
            return at
    return NONE


def note_in_group(b, w, group, at):
    """One country more of a group; it is whole for the one seat that is met in all of it."""
    whole = group_note(b, WHOLE, group)
    w[whole] = at if w[whole] == UNMET or w[whole] == at else NONE
    if at == 0:
        w[group_note(b, OWN, group)] += 1


def note_reaches(b, w):
    """Note of each seat how many own armies that may leave stand beside it."""
    countries = b[COUNTRIES]
    for country in range(countries):
        if w[HOLDER * countries + country] == 0 and w[ARMIES * countries + country] > STAYS:
            note_reach(b, w, country, w[ARMIES * countries + country] - STAYS)


def note_reach(b, w, country, spare):
    """Own armies count once for each seat that they have a border with."""
    seats_at = seat_note(b, COUNT, 0)
    for way in range(first_way(b, country), last_way(b, country)):
        at = holder_at(b, w, way_at(b, way))
        if at > 0 and w[seats_at + MET * SEATS + at] != country + 1:
            w[seats_at + MET * SEATS + at] = country + 1
            w[seats_at + NEAR * SEATS + at] += spare


def front_at(b, w, country):
    """Borders on the way from an own country to the nearest one of somebody else; counted once a decision."""
    at = country_note(b, FRONT, country)
    if w[at] == UNKNOWN:
        w[at] = count_front(b, w, country)
    return w[at]


def count_front(b, w, country):
    """One where somebody else is next to it; else by the distances of the map."""
    for way in range(first_way(b, country), last_way(b, country)):
        if not is_own(b, w, way_at(b, way)):
            return 1
    found = UNREACHED
    row = b[FAR] + country * b[COUNTRIES]
    for other in range(b[COUNTRIES]):
        if not is_own(b, w, other):
            found = min(found, b[row + other])
    return found
