"""Features of the observation of a power; other powers are indexed clockwise from it."""

from wd_env.games.superpowers.definitions.board_constants import CAPITAL
from wd_env.games.superpowers.definitions.decision_codes import DECISIONS
from wd_env.games.superpowers.definitions.rule_constants import (
    ALLIED,
    KINDS,
    LANDS,
    NOWHERE,
    PEACE,
    POWERS,
    ZONES,
)
from wd_env.games.superpowers.observation.offsets import (
    AT_ALONE,
    AT_AMOUNT,
    AT_ANTI_BALLISTICS,
    AT_BATTLE,
    AT_CARGO_OWN,
    AT_CREDIT,
    AT_DECK,
    AT_FIRE,
    AT_FORCE,
    AT_HOLDER,
    AT_IN_PLAY,
    AT_KIND,
    AT_LAND_ALLIED,
    AT_LAND_HOSTILE,
    AT_LAND_MARKS,
    AT_LAND_OWN,
    AT_LAND_SPENT,
    AT_PEACE,
    AT_POWERS,
    AT_PRODUCTION,
    AT_RELATION,
    AT_RELATION_AGE,
    AT_RELATIONS,
    AT_ROUND,
    AT_ROUNDS_LEFT,
    AT_RULESET,
    AT_SEA_HOSTILE,
    AT_SEA_MARKS,
    AT_SEA_OWN,
    AT_SEA_SPENT,
    AT_SURRENDERED,
    AT_TECHNOLOGY,
    AT_THERE,
    AT_TURN,
)

NONE = -1  # instead of an action
COMPLEX_MARK, CENTRE_MARK, CAPTURED_MARK, ATTACKED_MARK = range(4)
TARGET_MARK, ORIGIN_MARK, CAPITAL_MARK = range(5, 8)
SEA_TARGET_MARK, SEA_ORIGIN_MARK = 2, 3


def open_decision(obs):
    """Return the index of the current decision."""
    for decision in range(DECISIONS):
        if obs[decision] == 1:
            return decision
    return 0


def current_round(obs):
    return obs[AT_ROUND]


def remaining_rounds(obs):
    """Return the rounds until the end, this one included."""
    return obs[AT_ROUNDS_LEFT]


def is_grace(obs):
    """Return whether powers may not attack each other yet."""
    return obs[AT_PEACE] == 1


def credit(obs):
    """Return the credit left, in fives."""
    return obs[AT_CREDIT]


def named_kind(obs):
    """Return the kind that the order names, or KINDS."""
    for kind in range(KINDS):
        if obs[AT_KIND + kind] == 1:
            return kind
    return KINDS


def named_amount(obs):
    return obs[AT_AMOUNT]


def on_deck(obs, kind):
    """Return the units of a kind that were bought in this turn."""
    return obs[AT_DECK + kind]


def attackers_named(obs, kind):
    return obs[AT_FORCE + kind]


def guns_named(obs):
    """Return the artillery that fires in the next round of dice: it fires in the first one alone."""
    return obs[AT_FIRE] if obs[AT_BATTLE] == 0 else 0


def is_launch(obs):
    """Return whether the order is one of missiles."""
    return obs[AT_ALONE] == 1


def defenders_in_battle(obs, kind):
    return obs[AT_THERE + kind]


def is_advanced(obs):
    return obs[AT_RULESET] == 1


def technology(obs, category):
    """Return the own technologies of a category."""
    return obs[AT_TECHNOLOGY + category]


def production(obs, offset):
    """Return the production of a power, in fives."""
    return obs[AT_PRODUCTION + offset]


def has_anti_ballistics(obs, offset):
    return obs[AT_ANTI_BALLISTICS + offset] == 1


def relation_age(obs, offset):
    """Return the full rounds of the relation with a power, at war those without an act of war."""
    return obs[AT_RELATION_AGE + offset]


def relation_between(obs, offset, other):
    """Return the relation of two powers: 0 war, 1 peace, 2 alliance."""
    return obs[AT_RELATIONS + POWERS * offset + other]


def power_on_turn(obs):
    """Return the place of the power on turn, counted clockwise from the own one."""
    for offset in range(POWERS):
        if obs[AT_TURN + offset] == 1:
            return offset
    return 0


def own_power(obs):
    """Return which power of the board the own one is."""
    for power in range(POWERS):
        if obs[AT_POWERS + power] == 1:
            return power
    return 0


def own_capital(obs):
    """Return the land of the own starting capital."""
    return CAPITAL[own_power(obs)]


def is_friend_at(obs, offset):
    """Return whether the power at a place, counted clockwise from the own one, is the own one or an ally."""
    return offset == 0 or obs[AT_RELATION + 3 * offset + ALLIED] == 1


def is_at_peace_with(obs, offset):
    return obs[AT_RELATION + 3 * offset + PEACE] == 1


def is_in_play(obs, offset):
    """Return whether a power takes turns: it is in the game and has not surrendered."""
    return obs[AT_IN_PLAY + offset] == 1 and obs[AT_SURRENDERED + offset] == 0


def is_opponent_at(obs, offset):
    return obs[AT_IN_PLAY + offset] == 1 and not is_friend_at(obs, offset)


def holder_offset(obs, land):
    """Return the place of the holder, counted clockwise from the own power, or POWERS for a neutral land."""
    for offset in range(POWERS):
        if obs[AT_HOLDER + offset * LANDS + land] == 1:
            return offset
    return POWERS


def own_on_land(obs, row, land):
    return obs[AT_LAND_OWN + row * LANDS + land]


def ready_own(obs, row, land):
    """Return the own units that have not moved in this turn."""
    return obs[AT_LAND_OWN + row * LANDS + land] - obs[AT_LAND_SPENT + row * LANDS + land]


def allied_on_land(obs, row, land):
    return obs[AT_LAND_ALLIED + row * LANDS + land]


def hostile_on_land(obs, row, land):
    return obs[AT_LAND_HOSTILE + row * LANDS + land]


def own_at_sea(obs, row, zone):
    return obs[AT_SEA_OWN + row * ZONES + zone]


def ready_ships(obs, row, zone):
    return obs[AT_SEA_OWN + row * ZONES + zone] - obs[AT_SEA_SPENT + row * ZONES + zone]


def hostile_at_sea(obs, row, zone):
    return obs[AT_SEA_HOSTILE + row * ZONES + zone]


def own_cargo(obs, row, zone):
    return obs[AT_CARGO_OWN + row * ZONES + zone]


def land_mark(obs, mark, land):
    return obs[AT_LAND_MARKS + mark * LANDS + land]


def sea_mark(obs, mark, zone):
    return obs[AT_SEA_MARKS + mark * ZONES + zone]


def marked_space(obs, land_plane, sea_plane):
    """Return the space that is marked in one of two planes, or NOWHERE."""
    for land in range(LANDS):
        if land_mark(obs, land_plane, land) == 1:
            return land
    for zone in range(ZONES):
        if sea_mark(obs, sea_plane, zone) == 1:
            return LANDS + zone
    return NOWHERE


def target_space(obs):
    return marked_space(obs, TARGET_MARK, SEA_TARGET_MARK)


def origin_space(obs):
    return marked_space(obs, ORIGIN_MARK, SEA_ORIGIN_MARK)


def is_own_turn(obs):
    return obs[AT_TURN] == 1
