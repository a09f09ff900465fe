"""The score of every action of every decision, and the best action."""

from wd_env.agents.superpowers.battle_estimate import MILLE
from wd_env.agents.superpowers.forces import fill_may_leave
from wd_env.agents.superpowers.landing_plan import find_landing
from wd_env.agents.superpowers.observation_reader import (
    NONE,
    named_kind,
    open_decision,
    origin_space,
    own_on_land,
    target_space,
)
from wd_env.agents.superpowers.scores.attack_scores import (
    named_chance,
    score_attackers,
    score_mode,
    score_origin,
    score_start_of_battle,
    score_target,
)
from wd_env.agents.superpowers.scores.battle_scores import score_in_battle
from wd_env.agents.superpowers.scores.movement_scores import (
    best_move,
    fill_pickup,
    move_gain,
    score_landing_space,
    score_leaving,
)
from wd_env.agents.superpowers.scores.purchase_scores import (
    needs_guards,
    needs_placed_guards,
    needs_transport,
    prepare_purchase,
    score_building_site,
    score_deck,
    score_placement,
    score_purchase,
)
from wd_env.agents.superpowers.scores.treaty_scores import (
    accepts,
    breaks_alliance,
    makes_offer,
    score_treaty,
    score_treaty_order,
)
from wd_env.agents.superpowers.scores.voyage_scores import score_voyage
from wd_env.agents.superpowers.style_weights import CARELESS, CROSSES_SEA, IDLE
from wd_env.agents.superpowers.work_array import (
    CAPITAL_LAND,
    GOAL,
    UNFIT,
    fill_goals,
    fill_work_array,
)
from wd_env.games.superpowers.definitions.actions import (
    BUY_CENTRE,
    END,
    FIRST_SPACE,
    FIRST_WHAT,
    GO,
    SAIL,
    SURRENDER,
    YES,
)
from wd_env.games.superpowers.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_WHAT,
    BUY,
    BUY_WHERE,
    DISSOLVE_WITH,
    GENERAL_HOME,
    HOW,
    LAND_WHERE,
    MEET_FROM,
    MOVE_FROM,
    MOVE_TO,
    MOVE_WHAT,
    NEW_CAPITAL,
    OFFER_TO,
    PLACE_WHAT,
    PLACE_WHERE,
    PORT,
    PRESS,
    RESPOND,
    SAIL_FROM,
    SAIL_TO,
    SMALL_INFANTRY,
    START_INFANTRY,
    SUB_TO,
    TARGET,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    INFANTRY_ROW,
    SHARES,
)

NEEDS_GUARDS, NEEDS_SHIPS = 1, 2  # what a purchase is for


def score_action(w, obs, decision, action, first, second, style):
    """Score an action; `first` and `second` are what `prepare` found out about the whole decision."""
    if decision <= TARGET:
        return score_before_battle(w, obs, decision, action, first, second, style)
    if decision <= ATTACK_WHAT:
        return score_order(w, obs, decision, action, style)
    if decision <= SAIL_TO:
        return score_voyage(w, obs, decision, action, style)
    if decision <= GENERAL_HOME:
        return score_in_battle(w, obs, decision, action, first, style)
    return score_after_battle(w, obs, decision, action, first, second, style)


def score_before_battle(w, obs, decision, action, first, second, style):
    """Score the set-up, purchase and targets."""
    space = action - FIRST_SPACE
    if decision == TARGET:
        if action == END:
            return 0 if first == 0 else MILLE * MILLE
        if action == SAIL:
            return second if second > 0 else UNFIT
        return score_target(w, obs, space, style) if action >= FIRST_SPACE else UNFIT
    if decision == BUY:
        if second == 1:
            return UNFIT if action == END or action == SURRENDER else 0
        return score_purchase(w, obs, action, first % NEEDS_SHIPS == NEEDS_GUARDS, first >= NEEDS_SHIPS, style)
    if decision == PORT:
        return 0 - w[GOAL + space]
    if decision == START_INFANTRY:
        return 1 if space == w[CAPITAL_LAND] else 0
    if decision == BUY_WHERE:
        return score_building_site(w, obs, space)
    if decision == NEW_CAPITAL:
        return own_on_land(obs, INFANTRY_ROW, space)
    return 0


def score_order(w, obs, decision, action, style):
    """Score the words of an attack."""
    if decision == HOW:
        return score_mode(w, obs, action, style)
    if decision == ATTACK_FROM:
        return (
            score_start_of_battle(w, obs, style) if action == GO else score_origin(w, obs, action - FIRST_SPACE, style)
        )
    return score_attackers(w, obs, action, style)


def score_after_battle(w, obs, decision, action, first, second, style):
    """Score landing, movement and placement."""
    space = action - FIRST_SPACE
    if decision == MEET_FROM or decision == LAND_WHERE:
        return score_landing_space(w, obs, space)
    if decision == MOVE_FROM:
        if action == END:
            return 0
        is_space = action >= FIRST_SPACE and action < FIRST_WHAT
        return score_leaving(w, obs, space, style) if is_space else score_treaty_order(action, first, second)
    if decision == MOVE_WHAT:
        kind = (action - FIRST_WHAT) // SHARES
        return SHARES * best_move(w, obs, kind, origin_space(obs), style) + (action - FIRST_WHAT) % SHARES
    if decision == MOVE_TO:
        return move_gain(w, obs, named_kind(obs), origin_space(obs), space, style)
    if decision == PLACE_WHAT:
        return score_deck(action)
    if decision == PLACE_WHERE:
        return score_placement(w, obs, named_kind(obs), space, first == 1)
    if decision >= OFFER_TO and decision <= DISSOLVE_WITH:
        return score_treaty(w, obs, decision, action, first)
    if decision == SMALL_INFANTRY:
        return 1 if space == w[CAPITAL_LAND] else 0
    return 1 if action == YES else 0


def prepare(w, obs, decision, can_sail, has_centre, draw, style):
    """Fill the work array for a decision; return two numbers that concern the whole of it.

    `can_sail` and `has_centre` are the mask of sailing and of buying a centre.
    """
    fill_work_array(w, obs)
    if decision >= PRESS and decision <= GENERAL_HOME and decision != SUB_TO:
        return named_chance(w, obs, target_space(obs)), 0
    fill_goals(w, obs)
    fill_may_leave(w, obs, style)
    if decision == RESPOND:
        return 1 if accepts(w, obs, style) else 0, 0
    if decision == MOVE_FROM:
        fill_pickup(w, obs)
        return 1 if makes_offer(w, obs, style) else 0, 1 if breaks_alliance(w, obs, style) else 0
    if decision == BUY or decision == BUY_WHERE:
        prepare_purchase(w, obs, has_centre, style)
    if decision == BUY:
        needs = NEEDS_GUARDS if needs_guards(w, obs, style) else 0
        needs += NEEDS_SHIPS if needs_transport(w, obs, style) else 0
        return needs, 1 if draw < CARELESS[style] else 0
    if decision == TARGET:
        gain = find_landing(w, obs, style) if CROSSES_SEA[style] == 1 and can_sail == 1 else 0
        return 1 if draw < IDLE[style] else 0, gain
    if decision >= SAIL_FROM and decision <= SAIL_TO:
        return find_landing(w, obs, style), 0
    if decision == PLACE_WHERE:
        return 1 if needs_placed_guards(w, obs, style) else 0, 0
    if decision >= MOVE_WHAT and decision <= MOVE_TO:
        fill_pickup(w, obs)
    return 0, 0


def num_legal(mask):
    """Return the number of legal actions."""
    count = 0
    for a in range(len(mask)):
        count += mask[a]
    return count


def best_action(w, obs, mask, start, draw, style):
    """Return the legal action with the highest score in this style; of equals the first from index `start` on.

    `draw` is a random number below 100 that decides how careful the choice is; `w` is the work array.
    """
    decision = open_decision(obs)
    is_open = num_legal(mask) > 1
    first, second = prepare(w, obs, decision, mask[SAIL], mask[BUY_CENTRE], draw, style) if is_open else (0, 0)
    best = NONE
    best_score = 0
    a = start % len(mask)
    for _ in range(len(mask)):
        if mask[a] == 1:
            score = score_action(w, obs, decision, a, first, second, style) if is_open else 0
            if best == NONE or score > best_score:
                best = a
                best_score = score
        a += 1
        if a == len(mask):
            a = 0
    return best


def make_policy_kernel(cache_key):
    """Return the compiled function over many rows; `cache_key` is in its closure because Numba's cache keys on it."""

    def choose_actions(w, obs, masks, start_actions, uniforms, style, out):
        cache_key  # noqa: B018
        for row in range(len(out)):
            out[row] = best_action(w, obs[row], masks[row], start_actions[row], uniforms[row], style)

    return choose_actions
