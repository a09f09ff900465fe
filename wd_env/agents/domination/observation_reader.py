"""What a seat sees of a table; opponents are counted in places clockwise from the seat."""

from wd_env.agents.domination.map_array import COUNTRIES, GROUPS
from wd_env.games.domination.definitions.decision_codes import DECISIONS
from wd_env.games.domination.definitions.rule_constants import SEATS
from wd_env.games.domination.observation.observe import (
    AT_CARD_VALUES,
    AT_GAME_TYPE,
    AT_GROUPS,
    AT_MAX_DEFENCE,
    AT_MISSION,
    AT_SEATS,
    AT_TABLE,
)

NONE = -1  # in place of a country or a seat
BLOCK = 128  # armies, see `layout.py`
# Planes after those of the holders.
REST, BLOCKS, OWN_CAPITAL, CAPITALS, ORIGIN, TARGET = SEATS + 1, SEATS + 2, SEATS + 3, SEATS + 4, SEATS + 6, SEATS + 7


def open_decision(obs):
    """Which decision is open."""
    for decision in range(DECISIONS):
        if obs[decision] == 1:
            return decision
    return 0


def plane_at(b, plane, country):
    """Where a plane speaks of a country."""
    return AT_GROUPS + 2 * b[GROUPS] + plane * b[COUNTRIES] + country


def marked_country(b, obs, plane):
    """The country that is marked in a plane, NONE without one."""
    for country in range(b[COUNTRIES]):
        if obs[plane_at(b, plane, country)] == 1:
            return country
    return NONE


def armies_at(b, obs, country):
    """Armies on a country."""
    return obs[plane_at(b, REST, country)] + BLOCK * obs[plane_at(b, BLOCKS, country)]


def armies_to_place(obs, at):
    """Armies to place, as far as a view tells them."""
    return obs[AT_SEATS + 3 * SEATS + at]


def num_cards(obs, at):
    return obs[AT_SEATS + 4 * SEATS + at]


def income(obs, at):
    return obs[AT_SEATS + 5 * SEATS + at]


def next_set_value(obs):
    """Armies for the next set with increasing values."""
    return obs[AT_TABLE]


def announced_dice(obs):
    """Attack dice of the open throw, of the last one before an occupation."""
    return obs[AT_TABLE + 3]


def has_captured(obs):
    """A country was captured in this turn."""
    return obs[AT_TABLE + 7] == 1


def plays_type(obs, kind):
    return obs[AT_GAME_TYPE + kind] == 1


def has_card_values(obs, kind):
    return obs[AT_CARD_VALUES + kind] == 1


def defence_dice(obs):
    """Most dice of a defender."""
    return obs[AT_MAX_DEFENCE]


def is_hunted(obs, at):
    """The own mission removes this seat."""
    return obs[AT_MISSION + at] == 1


def is_wanted_group(obs, group):
    """The own mission asks for this group."""
    return obs[AT_GROUPS + group] == 1
