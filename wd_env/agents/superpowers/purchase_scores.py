"""Purchase and placement: guards for the capital first, then economic centres, ships, and an army."""

from wd_env.agents.superpowers.attack_scores import UNFIT
from wd_env.agents.superpowers.forces import gather_guard, threat_chance
from wd_env.agents.superpowers.observation_reader import (
    credit,
    on_deck,
    own_at_sea,
    own_on_land,
    remaining_rounds,
)
from wd_env.agents.superpowers.style_weights import CROSSES_SEA, GUARDS, INVESTS, RISK
from wd_env.agents.superpowers.work_array import CAPITAL_LAND, GOAL, OWN, RELATION, is_sea_route_best
from wd_env.games.superpowers.definitions.actions import BUY_CENTRE, END, FIRST_WHAT
from wd_env.games.superpowers.definitions.rule_constants import (
    FIGHTER,
    FIGHTER_ROW,
    HALF,
    HOLD,
    INFANTRY,
    INFANTRY_ROW,
    IS_SHIP,
    LAND_ROWS,
    LANDS,
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

URGENT, INVESTMENT, SHIPS, ARMY, LAST = 10_000, 5_000, 3_000, 1_000, 100
MIN_INVESTMENT_ROUNDS = 4  # rounds left in which an economic centre pays for itself
CENTRE_STEPS = 3  # price of a centre in fives
TANKS_PER_INFANTRY, TANKS_PER_FIGHTER = 1, 6
SHIP_LOADS = 2  # loads that wait for each transport
MAX_TRANSPORTS = 4
MUCH_CREDIT = 8  # in fives, from which units are bought by halves of it


def needs_guards(w, obs, style):
    """Return whether the own capital, with all that is there and on deck, is at risk."""
    capital = w[CAPITAL_LAND]
    if GUARDS[style] == 0 or w[RELATION + capital] != OWN:
        return False
    gather_guard(w, obs, capital, LAND_ROWS)
    return threat_chance(w, obs, capital) > RISK[style]


def is_investment_useful(obs):
    """Return whether an economic centre pays for itself, or decides a tie at the end of the game."""
    return remaining_rounds(obs) >= MIN_INVESTMENT_ROUNDS or remaining_rounds(obs) == 1


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
        return INVESTMENT if INVESTS[style] == 1 and is_investment_useful(obs) else UNFIT
    if action < FIRST_WHAT:
        return UNFIT
    kind = (action - FIRST_WHAT) // SHARES
    amount = (action - FIRST_WHAT) % SHARES
    if kind == INFANTRY and guards:
        return URGENT + (SHARES - amount)
    if INVESTS[style] == 1 and is_investment_useful(obs) and saves_for_centre(obs, kind, amount):
        return UNFIT
    if kind == TRANSPORT and ships:
        return SHIPS - amount
    return score_army(obs, kind, amount)


def saves_for_centre(obs, kind, amount):
    """Return whether a purchase would leave too little for the next centre, though there is enough now."""
    return credit(obs) >= CENTRE_STEPS and amount != ONE


def score_army(obs, kind, amount):
    """Score units by what the army lacks: tanks and infantry in balance, now and then a fighter."""
    tanks = own_total(obs, TANK_ROW) + on_deck(obs, TANK)
    infantry = own_total(obs, INFANTRY_ROW) + on_deck(obs, INFANTRY)
    fighters = own_total(obs, FIGHTER_ROW) + on_deck(obs, FIGHTER)
    if amount != (HALF if credit(obs) >= MUCH_CREDIT and kind != FIGHTER else ONE):
        return UNFIT
    if kind == FIGHTER:
        return ARMY + 2 if tanks >= TANKS_PER_FIGHTER * (fighters + 1) else UNFIT
    if kind == TANK:
        return ARMY + (1 if tanks < TANKS_PER_INFANTRY * infantry else 0)
    if kind == INFANTRY:
        return ARMY + (1 if tanks >= TANKS_PER_INFANTRY * infantry else 0) - 1
    return UNFIT


def score_building_site(w, obs, land):
    """Score a land for a complex: the capital, then lands far from what is fought for."""
    return SPACES * LANDS if land == w[CAPITAL_LAND] else w[GOAL + land]


def score_deck(action):
    """Score what is placed next: all of a kind."""
    return (action - FIRST_WHAT) % SHARES


def score_placement(w, obs, kind, space, guards):
    """Score where units are placed: guards in the capital, others where the way to a goal is shortest."""
    if space == w[CAPITAL_LAND] and (guards or kind == INFANTRY):
        return LANDS * SPACES
    score = 0 - w[GOAL + space]
    if IS_SHIP[kind] == 1:
        score += transports_at(w, obs, space)
    return score


def transports_at(w, obs, space):
    """Return the own transports in a zone, where further ones are useful."""
    return own_at_sea(obs, TRANSPORT_ROW, space - LANDS) if space >= LANDS else 0
