"""The words of a voyage in the combat step, by the plan of the best landing."""

from wd_env.agents.superpowers.landing_plan import boarding_kind, boarding_land
from wd_env.agents.superpowers.observation_reader import origin_space
from wd_env.agents.superpowers.work_array import GOAL, PLAN_TO, PLAN_ZONE, UNFIT
from wd_env.games.superpowers.definitions.actions import FIRST_SPACE, FIRST_WHAT, GO
from wd_env.games.superpowers.definitions.decision_codes import SAIL_CARGO, SAIL_FROM, SAIL_TO, SAIL_WHAT
from wd_env.games.superpowers.definitions.rule_constants import LANDS, NOWHERE, SHARES, TRANSPORT


def score_voyage(w, obs, decision, action, style):
    """Score the words of a voyage in the combat step by the plan of the best landing."""
    space = action - FIRST_SPACE
    if decision == SAIL_FROM:
        return score_sail_from(w, obs, space)
    if decision == SAIL_WHAT:
        return score_sailing_units(w, obs, action - FIRST_WHAT)
    if decision == SAIL_CARGO:
        return 0 if action == GO else 1 + (action - FIRST_WHAT) % SHARES
    if decision == SAIL_TO:
        if space == (w[PLAN_ZONE] if origin_space(obs) < LANDS else w[PLAN_TO]):
            return 1
        return 0 - w[GOAL + space]
    return 0


def score_sail_from(w, obs, space):
    """Score boarding while there is room, then sailing."""
    if w[PLAN_ZONE] == NOWHERE:
        return 0
    if space == boarding_land(w, obs, w[PLAN_ZONE] - LANDS):
        return 2
    return 1 if space == w[PLAN_ZONE] else UNFIT


def score_sailing_units(w, obs, choice):
    """Score units of the kind that boards next, or transports; the largest amount is best."""
    kind = TRANSPORT
    if origin_space(obs) < LANDS and w[PLAN_ZONE] != NOWHERE:
        kind = boarding_kind(w, obs, w[PLAN_ZONE] - LANDS, origin_space(obs))
    return (SHARES if choice // SHARES == kind else 0) + choice % SHARES
