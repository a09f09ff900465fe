"""The score of every action of every decision, and the best action."""

from wd_env.agents.superpowers.attack_scores import (
    UNFIT,
    named_chance,
    score_attackers,
    score_origin,
    score_press,
    score_start_of_battle,
    score_target,
)
from wd_env.agents.superpowers.battle_estimate import MILLE, UNIT_VALUE
from wd_env.agents.superpowers.forces import fill_may_leave
from wd_env.agents.superpowers.landing_plan import boarding_kind, boarding_land, find_landing
from wd_env.agents.superpowers.movement_scores import (
    best_move,
    fill_pickup,
    move_gain,
    score_landing_space,
    score_leaving,
)
from wd_env.agents.superpowers.observation_reader import (
    NONE,
    attackers_named,
    is_own_turn,
    named_kind,
    open_decision,
    origin_space,
    own_on_land,
    target_space,
)
from wd_env.agents.superpowers.purchase_scores import (
    needs_guards,
    needs_transport,
    score_building_site,
    score_deck,
    score_placement,
    score_purchase,
)
from wd_env.agents.superpowers.style_weights import CARELESS, CROSSES_SEA, IDLE, STAYS_IN
from wd_env.agents.superpowers.work_array import (
    CAPITAL_LAND,
    GOAL,
    PLAN_TO,
    PLAN_ZONE,
    fill_goals,
    fill_work_array,
)
from wd_env.games.superpowers.definitions.actions import (
    ASSAULT,
    DIVE,
    END,
    FIRST_SPACE,
    FIRST_WHAT,
    GO,
    NO,
    RUSH,
    SAIL,
    SURRENDER,
    YES,
)
from wd_env.games.superpowers.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_WHAT,
    BUY,
    BUY_WHERE,
    GENERAL_HOME,
    GIVE,
    HOW,
    LAND_WHERE,
    LOSE,
    MEET_FROM,
    MOVE_FROM,
    MOVE_TO,
    MOVE_WHAT,
    NEW_CAPITAL,
    PLACE_WHAT,
    PLACE_WHERE,
    PORT,
    PRESS,
    SAIL_CARGO,
    SAIL_FROM,
    SAIL_TO,
    SAIL_WHAT,
    SINK,
    START_INFANTRY,
    SUB_STAYS,
    SUB_TO,
    TARGET,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    GENERAL,
    INFANTRY,
    INFANTRY_ROW,
    LANDS,
    NOWHERE,
    OCCUPIES,
    SHARES,
    TANK,
    TRANSPORT,
)

GENERAL_STAYS = 900  # least chance, in thousandths, with which the general stays in a battle
SUBMARINE_LEAVES = 600  # least chance of the attackers, in thousandths, at which a submarine leaves
NEEDS_GUARDS, NEEDS_SHIPS = 1, 2  # what a purchase is for
LAST_OCCUPIER = 1000  # what the last unit that can occupy is worth more than others


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
    return score_after_battle(w, obs, decision, action, first, style)


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
        return 2 if action == ASSAULT else 1 if action == RUSH else 0
    if decision == ATTACK_FROM:
        return (
            score_start_of_battle(w, obs, style) if action == GO else score_origin(w, obs, action - FIRST_SPACE, style)
        )
    return score_attackers(w, obs, action - FIRST_WHAT, style)


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


def score_after_battle(w, obs, decision, action, first, style):
    """Score landing, movement and placement."""
    space = action - FIRST_SPACE
    if decision == MEET_FROM or decision == LAND_WHERE:
        return score_landing_space(w, obs, space)
    if decision == MOVE_FROM:
        if action == END:
            return 0
        is_space = action >= FIRST_SPACE and action < FIRST_WHAT
        return score_leaving(w, obs, space, style) if is_space else UNFIT
    if decision == MOVE_WHAT:
        kind = (action - FIRST_WHAT) // SHARES
        return SHARES * best_move(w, obs, kind, origin_space(obs), style) + (action - FIRST_WHAT) % SHARES
    if decision == MOVE_TO:
        return move_gain(w, obs, named_kind(obs), origin_space(obs), space, style)
    if decision == PLACE_WHAT:
        return score_deck(action)
    if decision == PLACE_WHERE:
        return score_placement(w, obs, named_kind(obs), space, first == 1)
    return 1 if action == YES else 0


def prepare(w, obs, decision, can_sail, draw, style):
    """Fill the work array for a decision; return two numbers that concern the whole of it."""
    fill_work_array(w, obs)
    if decision >= PRESS and decision <= GENERAL_HOME and decision != SUB_TO:
        return named_chance(w, obs, target_space(obs)), 0
    fill_goals(w, obs)
    fill_may_leave(w, obs, style)
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
        return 1 if needs_guards(w, obs, style) else 0, 0
    if decision >= MOVE_FROM and decision <= MOVE_TO:
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
    first, second = prepare(w, obs, decision, mask[SAIL], draw, style) if is_open else (0, 0)
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
