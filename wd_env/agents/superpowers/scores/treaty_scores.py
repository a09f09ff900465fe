"""Treaties: peace for its bonus, an alliance with the strongest power, and its end where the own power wins alone."""

from wd_env.agents.superpowers.observation_reader import (
    CAPITAL_MARK,
    is_at_peace_with,
    is_friend_at,
    is_in_play,
    land_mark,
    own_power,
    power_on_turn,
    production,
    relation_age,
    relation_between,
    remaining_rounds,
)
from wd_env.agents.superpowers.style_weights import MAKES_TREATIES
from wd_env.agents.superpowers.work_array import FORBIDDEN, HOLDER_OFFSET, UNFIT
from wd_env.games.superpowers.definitions.actions import DECLARE, DISSOLVE, FIRST_POWER_ACTION, FIRST_WHAT, OFFER, YES
from wd_env.games.superpowers.definitions.decision_codes import BONUS, DROP, OFFER_TO, RESPOND
from wd_env.games.superpowers.definitions.rule_constants import ALL, ALLIED, LANDS, PLACE_IN_ORDER, POWERS, SHARES, TANK

CAPITAL_STRENGTH = 20  # of a capital, in the fives of production
MIN_ADVANTAGE = 10  # by which a new ally must be stronger than the one that is dropped
POWERS_WITHOUT_CHOICE = 2  # powers that cannot be allies because two sides are needed


def capitals_of_power(w, obs, offset):
    """Return the starting capitals that a power holds itself."""
    count = 0
    for land in range(LANDS):
        if land_mark(obs, CAPITAL_MARK, land) == 1 and w[HOLDER_OFFSET + land] == offset:
            count += 1
    return count


def strength(w, obs, offset):
    return CAPITAL_STRENGTH * capitals_of_power(w, obs, offset) + production(obs, offset)


def max_allies(obs):
    """Return how many allies a power may have, by the number of powers in play."""
    count = 0
    for offset in range(POWERS):
        count += 1 if is_in_play(obs, offset) else 0
    return max(1, (count - POWERS_WITHOUT_CHOICE) // 2)


def is_ally_of(obs, offset, other):
    return other != offset and is_in_play(obs, other) and relation_between(obs, offset, other) == ALLIED


def num_allies(obs, offset):
    """Return the number of allies of a power."""
    count = 0
    for other in range(POWERS):
        count += 1 if is_ally_of(obs, offset, other) else 0
    return count


def weakest_ally_strength(w, obs, offset):
    """Return the strength of the weakest ally of a power, or 0 without one."""
    best = 0
    for other in range(POWERS):
        if is_ally_of(obs, offset, other):
            best = strength(w, obs, other) if best == 0 else min(best, strength(w, obs, other))
    return best


def gains_by_alliance(w, obs, offset, other):
    """Return whether an alliance with another power is good for a power: a first one, or instead of a weaker one."""
    if num_allies(obs, offset) < max_allies(obs):
        return True
    return strength(w, obs, other) > weakest_ally_strength(w, obs, offset) + MIN_ADVANTAGE


def wants_alliance(w, obs, offset):
    return not needs_no_ally(w, obs) and gains_by_alliance(w, obs, 0, offset)


def offer_value(w, obs, offset):
    """Return what an offer to a power is worth; 0 if it is not possible, or not good for both."""
    if offset == 0 or not is_in_play(obs, offset) or is_friend_at(obs, offset) or relation_age(obs, offset) < 1:
        return 0
    if is_at_peace_with(obs, offset):
        is_welcome = wants_alliance(w, obs, offset) and gains_by_alliance(w, obs, offset, 0)
        return 2 + strength(w, obs, offset) if is_welcome else 0
    return 1 + strength(w, obs, offset)


def makes_offer(w, obs, style):
    """Return whether some offer is welcome in this turn."""
    if MAKES_TREATIES[style] == 0:
        return False
    for offset in range(1, POWERS):
        if offer_value(w, obs, offset) > 0:
            return True
    return False


def accepts(w, obs, style):
    """Return whether the offer of the power on turn is accepted: peace always, an alliance if it is welcome."""
    offset = power_on_turn(obs)
    if not is_at_peace_with(obs, offset):
        return True
    return MAKES_TREATIES[style] == 0 or wants_alliance(w, obs, offset)


def needs_no_ally(w, obs):
    """Return whether, in the last round, the own power without allies has more capitals than any other side."""
    if remaining_rounds(obs) != 1:
        return False
    own = capitals_of_power(w, obs, 0)
    for offset in range(1, POWERS):
        rivals = 0
        for other in range(1, POWERS):
            if other == offset or relation_between(obs, offset, other) == ALLIED:
                rivals += capitals_of_power(w, obs, other)
        if rivals >= own:
            return False
    return True


def breaks_alliance(w, obs, style):
    return MAKES_TREATIES[style] == 1 and num_allies(obs, 0) > 0 and needs_no_ally(w, obs)


def offset_of(own, power):
    """Return the place of a power of the board, counted clockwise from the own one."""
    index = PLACE_IN_ORDER[power] - PLACE_IN_ORDER[own]
    return index if index >= 0 else index + POWERS


def score_treaty_order(action, wants_treaty, breaks):
    """Score an offer, the end of an alliance, or the small alliance, in the movement step."""
    if action == DECLARE or (action == OFFER and wants_treaty == 1) or (action == DISSOLVE and breaks == 1):
        return 0 - UNFIT
    return FORBIDDEN


def score_treaty(w, obs, decision, action, accepted):
    """Score the words of a treaty."""
    if decision == RESPOND:
        return 1 if (action == YES) == (accepted == 1) else 0
    if decision == BONUS:
        return 1 if action == FIRST_WHAT + SHARES * TANK + ALL else 0
    offset = offset_of(own_power(obs), action - FIRST_POWER_ACTION)
    if decision == OFFER_TO:
        return offer_value(w, obs, offset)
    return 0 - strength(w, obs, offset) if decision == DROP else strength(w, obs, offset)
