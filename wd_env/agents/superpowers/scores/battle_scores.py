"""Scores of decisions in a battle: losses, submarines, and whether the general goes home."""

from wd_env.agents.superpowers.battle_estimate import UNIT_VALUE
from wd_env.agents.superpowers.observation_reader import attackers_named, is_own_turn
from wd_env.agents.superpowers.scores.attack_scores import score_press
from wd_env.agents.superpowers.style_weights import STAYS_IN
from wd_env.agents.superpowers.work_array import GOAL
from wd_env.games.superpowers.definitions.actions import DIVE, FIRST_SPACE, FIRST_WHAT, NO, YES
from wd_env.games.superpowers.definitions.decision_codes import GENERAL_HOME, GIVE, LOSE, PRESS, SINK, SUB_STAYS
from wd_env.games.superpowers.definitions.rule_constants import GENERAL, INFANTRY, OCCUPIES, SHARES, TANK

GENERAL_STAYS = 900  # least chance, in thousandths, with which the general stays in a battle
SUBMARINE_LEAVES = 600  # least chance of the attackers, in thousandths, at which a submarine leaves
LAST_OCCUPIER = 1000  # what the last unit that can occupy is worth more than others


def score_in_battle(w, obs, decision, action, first, style):
    """Score what both sides decide while a battle lasts; `first` is the chance of the attackers."""
    if decision == PRESS:
        return score_press(w, obs, action, style)
    if decision == SUB_STAYS:
        return score_submarine(obs, action, first, style)
    if decision == GIVE and is_own_turn(obs):  # what hits of its planes destroy
        return 0 if action == NO else UNIT_VALUE[(action - FIRST_WHAT) // SHARES]
    if decision == LOSE or decision == GIVE or decision == SINK:
        return score_loss(w, obs, decision, (action - FIRST_WHAT) // SHARES)
    if decision == GENERAL_HOME:
        return 1 if (action == NO) == (first >= GENERAL_STAYS) else 0
    return 0 - w[GOAL + action - FIRST_SPACE]


def score_submarine(obs, action, chance, style):
    """Score a submarine's stay, flight or dive: it leaves when its side is likely to lose."""
    loses = chance < STAYS_IN[style] if is_own_turn(obs) else chance >= SUBMARINE_LEAVES
    if action == YES:
        return 0 if loses else 3
    return 2 if action == DIVE else 1


def score_loss(w, obs, decision, kind):
    """Score a loss: the cheapest kind, and of attackers the last one that can occupy at the end."""
    score = 0 - UNIT_VALUE[kind]
    if decision == LOSE and OCCUPIES[kind] == 1:
        occupiers = attackers_named(obs, INFANTRY) + attackers_named(obs, TANK) + attackers_named(obs, GENERAL)
        if occupiers == 1:
            score -= LAST_OCCUPIER
    return score
