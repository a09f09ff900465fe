"""Purchase and placement: guards for the capital first, then economic centres, ships, and an army."""

from wd_env.agents.superpowers.forces import gather_guard, threat_chance
from wd_env.agents.superpowers.observation_reader import (
    COMPLEX_MARK,
    credit,
    land_mark,
    named_amount,
    on_deck,
    own_at_sea,
    own_on_land,
    remaining_rounds,
)
from wd_env.agents.superpowers.scores.missile_scores import best_strike
from wd_env.agents.superpowers.style_weights import (
    BUILDS,
    CROSSES_SEA,
    GUARDS,
    INVESTS,
    LAUNCHES,
    MAX_MISSILES,
    MIN_ADVANCE,
    MIN_INVESTMENT_ROUNDS,
    MIN_STRIKE,
    RAILWAY_CREDIT,
    RESEARCH_CREDIT,
    RISK,
    TANKS_PER_FIGHTER,
    TANKS_PER_GUN,
    TANKS_PER_INFANTRY,
)
from wd_env.agents.superpowers.work_array import (
    CAPITAL_LAND,
    FAR_GOAL,
    GOAL,
    MAY_INVEST,
    OWN,
    RELATION,
    SITE,
    STRIKE,
    UNFIT,
    is_sea_route_best,
)
from wd_env.games.superpowers.definitions.actions import BUY_CENTRE, BUY_COMPLEX, BUY_RAILWAY, END, FIRST_WHAT, RESEARCH
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE,
    ALL,
    ARTILLERY,
    ARTILLERY_ROW,
    FIGHTER,
    FIGHTER_ROW,
    HALF,
    HOLD,
    INFANTRY,
    INFANTRY_ROW,
    IS_SHIP,
    LAND_ROWS,
    LANDS,
    MISSILE,
    MISSILE_ROW,
    NOWHERE,
    ONE,
    PAIR,
    SHARES,
    SPACES,
    TANK,
    TANK_ROW,
    TRANSPORT,
    TRANSPORT_ROW,
    ZONES,
)

URGENT, INVESTMENT, BUILDING, STRIKES, SHIPS, ARMY, LAST = 10_000, 5_000, 4_000, 3_500, 3_000, 1_000, 2
MIN_BUILDING_ROUNDS = 3  # rounds left in which a production complex near the front is useful
MIN_BUILDING_CREDIT = 8  # in fives
MIN_RESEARCH_ROUNDS = 12  # rounds left in which research pays for itself
CENTRE_STEPS, MISSILE_STEPS = 3, 4  # prices of a centre and of a missile in fives
SHIP_LOADS = 2  # loads that wait for each transport
MAX_TRANSPORTS = 4
MUCH_CREDIT = 8  # in fives, from which units are bought by halves of it


def needs_guards(w, obs, style):
    """Return whether the own capital, with all that is there and on deck, is at risk."""
    capital = w[CAPITAL_LAND]
    if GUARDS[style] == 0 or w[RELATION + capital] != OWN:
        return False
    gather_guard(w, obs, capital, LAND_ROWS, True)
    return threat_chance(w, obs, capital) > RISK[style]


def is_investment_useful(obs, style):
    """Return whether an economic centre pays for itself, or decides a tie at the end of the game."""
    return remaining_rounds(obs) >= MIN_INVESTMENT_ROUNDS[style] or remaining_rounds(obs) == 1


def prepare_purchase(w, obs, has_centre, style):
    """Write to the work array what a purchase depends on; `has_centre` says whether a centre is for sale."""
    w[MAY_INVEST] = 1 if has_centre == 1 and INVESTS[style] == 1 and is_investment_useful(obs, style) else 0
    w[STRIKE] = best_strike(w, obs, w[CAPITAL_LAND]) if LAUNCHES[style] == 1 else 0
    w[SITE] = building_site(w, obs, style) if BUILDS[style] == 1 else NOWHERE


def building_site(w, obs, style):
    """Return the own land for a production complex: much nearer to a goal than others, and safe; or NOWHERE."""
    if remaining_rounds(obs) < MIN_BUILDING_ROUNDS or credit(obs) < MIN_BUILDING_CREDIT:
        return NOWHERE
    nearest = FAR_GOAL
    for land in range(LANDS):
        if w[RELATION + land] == OWN and land_mark(obs, COMPLEX_MARK, land) == 1:
            nearest = min(nearest, w[GOAL + land])
    best = NOWHERE
    for land in range(LANDS):
        is_nearer = w[RELATION + land] == OWN and w[GOAL + land] <= nearest - MIN_ADVANCE[style]
        if is_nearer and (best == NOWHERE or w[GOAL + land] < w[GOAL + best]):
            gather_guard(w, obs, land, LAND_ROWS, False)
            if threat_chance(w, obs, land) <= RISK[style]:
                best = land
    return best


def own_total(obs, row):
    """Return the own units of a row on all lands."""
    count = 0
    for land in range(LANDS):
        count += own_on_land(obs, row, land)
    return count


def own_transports(obs):
    count = on_deck(obs, TRANSPORT)
    for zone in range(ZONES):
        count += own_at_sea(obs, TRANSPORT_ROW, zone)
    return count


def needed_capacity(w, obs):
    """Return the places aboard that units need whose way to a goal leads over the sea."""
    capacity = 0
    for land in range(LANDS):
        if w[RELATION + land] == OWN and is_sea_route_best(w, land):
            capacity += own_on_land(obs, INFANTRY_ROW, land) + PAIR * own_on_land(obs, TANK_ROW, land)
    return capacity


def needs_transport(w, obs, style):
    """Return whether more units wait for ships than the own transports carry in a few voyages."""
    if CROSSES_SEA[style] == 0:
        return False
    ships = own_transports(obs)
    return ships < MAX_TRANSPORTS and needed_capacity(w, obs) >= HOLD * (ships * SHIP_LOADS + 1)


def score_purchase(w, obs, action, guards, ships, style):
    """Score a purchase; `guards` and `ships` say whether those are needed."""
    if action == END:
        return 1
    if action == BUY_CENTRE:
        return INVESTMENT if w[MAY_INVEST] == 1 else UNFIT
    if action == BUY_COMPLEX:
        return BUILDING if w[SITE] != NOWHERE else UNFIT
    if action == BUY_RAILWAY:
        return BUILDING - 1 if credit(obs) >= RAILWAY_CREDIT[style] and w[MAY_INVEST] == 0 else UNFIT
    if action == RESEARCH:
        is_useful = credit(obs) >= RESEARCH_CREDIT[style] and remaining_rounds(obs) >= MIN_RESEARCH_ROUNDS
        return BUILDING - 1 if is_useful and w[MAY_INVEST] == 0 else UNFIT
    if action < FIRST_WHAT:
        return UNFIT
    kind = (action - FIRST_WHAT) // SHARES
    amount = (action - FIRST_WHAT) % SHARES
    if kind == INFANTRY and guards:
        return URGENT + (SHARES - amount)
    if w[MAY_INVEST] == 1 and saves_for_centre(obs, kind, amount):
        return UNFIT
    if kind == MISSILE and is_one(obs, amount) and w[STRIKE] >= MIN_STRIKE[style]:
        return STRIKES if own_total(obs, MISSILE_ROW) + on_deck(obs, MISSILE) < MAX_MISSILES[style] else UNFIT
    if kind == TRANSPORT and ships:
        return SHIPS - amount
    return score_army(obs, kind, amount, style)


def is_one(obs, amount):
    """Return whether an amount of missiles is one of them."""
    return amount == ONE or (amount == ALL and credit(obs) < 2 * MISSILE_STEPS)


def saves_for_centre(obs, kind, amount):
    """Return whether a purchase would leave too little for the next centre, though there is enough now."""
    return credit(obs) >= CENTRE_STEPS and amount != ONE


def score_army(obs, kind, amount, style):
    """Score units by what the army lacks: tanks and infantry in balance, now and then a fighter or artillery."""
    tanks = own_total(obs, TANK_ROW) + on_deck(obs, TANK)
    infantry = own_total(obs, INFANTRY_ROW) + on_deck(obs, INFANTRY)
    fighters = own_total(obs, FIGHTER_ROW) + on_deck(obs, FIGHTER)
    if amount == ALL:  # the only amount where the credit is enough for one
        return LAST if kind == TANK or kind == INFANTRY else UNFIT
    if amount != (HALF if credit(obs) >= MUCH_CREDIT and kind != FIGHTER else ONE):
        return UNFIT
    if kind == ARTILLERY:
        guns = own_total(obs, ARTILLERY_ROW) + on_deck(obs, ARTILLERY)
        return ARMY + 3 if tanks >= TANKS_PER_GUN[style] * (guns + 1) else UNFIT
    if kind == FIGHTER:
        return ARMY + 2 if tanks >= TANKS_PER_FIGHTER[style] * (fighters + 1) else UNFIT
    if kind == TANK:
        return ARMY + (1 if tanks < TANKS_PER_INFANTRY[style] * infantry else 0)
    if kind == INFANTRY:
        return ARMY + (1 if tanks >= TANKS_PER_INFANTRY[style] * infantry else 0) - 1
    return UNFIT


def score_building_site(w, obs, land):
    """Score a land for a complex; for a centre the capital, then lands far from what is fought for."""
    if named_amount(obs) == BUY_COMPLEX:
        return 1 if land == w[SITE] else 0 - w[GOAL + land]
    return SPACES * LANDS if land == w[CAPITAL_LAND] else w[GOAL + land]


def score_deck(action):
    """Score what is placed next: all of a kind."""
    return (action - FIRST_WHAT) % SHARES


def needs_placed_guards(w, obs, style):
    """Return whether the own capital is at risk without the units on deck."""
    if GUARDS[style] == 0:
        return False
    gather_guard(w, obs, w[CAPITAL_LAND], LAND_ROWS, False)
    return threat_chance(w, obs, w[CAPITAL_LAND]) > RISK[style]


def score_placement(w, obs, kind, space, guards):
    """Score where units are placed: guards in the capital, others where the way to a goal is shortest."""
    if space == w[CAPITAL_LAND] and (guards or kind == AIR_DEFENCE):
        return LANDS * SPACES
    score = 0 - w[GOAL + space]
    if IS_SHIP[kind] == 1:
        score += transports_at(w, obs, space)
    return score


def transports_at(w, obs, space):
    """Return the own transports in a zone, where further ones are useful."""
    return own_at_sea(obs, TRANSPORT_ROW, space - LANDS) if space >= LANDS else 0
