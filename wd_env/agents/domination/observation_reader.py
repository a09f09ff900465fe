"""Features of the observation of a seat; opponents are indexed clockwise from the seat."""

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

NONE = -1  # instead of a country or a seat
BLOCK = 128  # armies per block, see the layout of the observation
# Planes after those of the holders.
REST, BLOCKS, CAPITALS, ORIGIN, TARGET = SEATS + 1, SEATS + 2, SEATS + 4, SEATS + 6, SEATS + 7  # + 3: the own capital


def open_decision(obs):
    """Return the index of the current decision."""
    for decision in range(DECISIONS):
        if obs[decision] == 1:
            return decision
    return 0


def plane_at(b, plane, country):
    """Return the index of a country in a plane."""
    return AT_GROUPS + 2 * b[GROUPS] + plane * b[COUNTRIES] + country


def marked_country(b, obs, plane):
    """Return the country that is marked in a plane, or NONE."""
    for country in range(b[COUNTRIES]):
        if obs[plane_at(b, plane, country)] == 1:
            return country
    return NONE


def armies_at(b, obs, country):
    """Return the armies on a country."""
    return obs[plane_at(b, REST, country)] + BLOCK * obs[plane_at(b, BLOCKS, country)]


def unplaced_armies(obs, at):
    """Return the armies to place, up to the maximum of an observation."""
    return obs[AT_SEATS + 3 * SEATS + at]


def num_cards(obs, at):
    return obs[AT_SEATS + 4 * SEATS + at]


def income(obs, at):
    return obs[AT_SEATS + 5 * SEATS + at]


def next_set_value(obs):
    """Return the armies for the next set with increasing values."""
    return obs[AT_TABLE]


def announced_dice(obs):
    """Return the attack dice of the current throw, or of the last one before an occupation."""
    return obs[AT_TABLE + 3]


def has_captured(obs):
    """Return whether a country was captured in this turn."""
    return obs[AT_TABLE + 7] == 1


def plays_type(obs, kind):
    return obs[AT_GAME_TYPE + kind] == 1


def has_card_values(obs, kind):
    return obs[AT_CARD_VALUES + kind] == 1


def defence_dice(obs):
    """Return the maximum number of dice of a defender."""
    return obs[AT_MAX_DEFENCE]


def is_hunted(obs, at):
    """Return whether the own mission is to remove this seat."""
    return obs[AT_MISSION + at] == 1


def is_mission_group(obs, group):
    """Return whether the own mission is to hold this group."""
    return obs[AT_GROUPS + group] == 1
