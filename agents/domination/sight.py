"""What a seat sees of a map, `b` as in `board.py`; opponents are counted in places clockwise from the seat."""

from wd_env.agents.domination.board import BONUS, COUNTRIES, FAR, GROUP_OF, GROUPS, MEMBERS, MEMBERS_FROM, WAYS_FROM
from wd_env.agents.domination.board import WAYS as WAYS_PART
from wd_env.domination.numbers import SEATS
from wd_env.domination.observe import AT_CARD_VALUES, AT_GAME_TYPE, AT_GROUPS, AT_MISSION, AT_SEATS, AT_TABLE
from wd_env.domination.questions import DECISIONS

NONE = -1  # in place of a country or a seat
BLOCK = 128  # armies, see `layout.py`
# Planes after those of the holders.
REST, BLOCKS, CAPITALS, OWN_CARD, ORIGIN, TARGET = SEATS + 1, SEATS + 2, SEATS + 4, SEATS + 5, SEATS + 6, SEATS + 7
OWN_CAPITAL = SEATS + 3


def open_question(obs):
    """Which decision is open."""
    for question in range(DECISIONS):
        if obs[question] == 1:
            return question
    return 0


def plane_at(b, plane, country):
    """Where a plane speaks of a country."""
    return AT_GROUPS + 2 * b[GROUPS] + plane * b[COUNTRIES] + country


def is_own(b, obs, country):
    return obs[plane_at(b, 0, country)] == 1


def holder_at(b, obs, country):
    """Who holds a country, NONE for nobody."""
    for at in range(SEATS):
        if obs[plane_at(b, at, country)] == 1:
            return at
    return NONE


def armies_on(b, obs, country):
    return obs[plane_at(b, REST, country)] + BLOCK * obs[plane_at(b, BLOCKS, country)]


def marked(b, obs, plane):
    """The country that is marked in a plane, NONE without one."""
    for country in range(b[COUNTRIES]):
        if obs[plane_at(b, plane, country)] == 1:
            return country
    return NONE


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


def group_at(b, country):
    return b[b[GROUP_OF] + country]


def group_bonus_at(b, group):
    return b[b[BONUS] + group]


def group_size(b, group):
    return b[b[MEMBERS_FROM] + group + 1] - b[b[MEMBERS_FROM] + group]


def member_at(b, group, place):
    """The country of a group after so many others."""
    return b[b[MEMBERS] + b[b[MEMBERS_FROM] + group] + place]


def held_in_group(b, obs, at, group):
    """How many countries of a group a seat holds."""
    found = 0
    for place in range(group_size(b, group)):
        found += obs[plane_at(b, at, member_at(b, group, place))]
    return found


def far_between(b, start, end):
    """Borders on the shortest way."""
    return b[b[FAR] + start * b[COUNTRIES] + end]


def held_by(obs, at):
    return obs[AT_SEATS + 2 * SEATS + at]


def stock_of(obs, at):
    """Armies to place, as far as a view tells them."""
    return obs[AT_SEATS + 3 * SEATS + at]


def cards_held(obs, at):
    return obs[AT_SEATS + 4 * SEATS + at]


def has_captured(obs):
    """A country was captured in this turn."""
    return obs[AT_TABLE + 7] == 1


def plays_type(obs, kind):
    return obs[AT_GAME_TYPE + kind] == 1


def values_are(obs, kind):
    return obs[AT_CARD_VALUES + kind] == 1


def is_hunted(obs, at):
    """The own mission removes this seat."""
    return obs[AT_MISSION + at] == 1


def is_wanted_group(obs, group):
    """The own mission asks for this group."""
    return obs[AT_GROUPS + group] == 1
