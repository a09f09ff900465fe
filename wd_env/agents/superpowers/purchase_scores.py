"""Purchase and placement: guards for the capital first, then economic centres, ships, and an army."""

from wd_env.agents.superpowers.attack_scores import UNFIT
from wd_env.agents.superpowers.forces import gather_guard, threat_chance
from wd_env.agents.superpowers.observation_reader import (
    credit,
    on_deck,
    own_at_sea,
    own_on_land,
    rounds_left,
)
from wd_env.agents.superpowers.style_weights import CROSSES_SEA, GUARDS, INVESTS, RISK
from wd_env.agents.superpowers.work_array import CAPITAL_LAND, GOAL, OWN, SIDE, has_sea_way
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
LEAST_ROUNDS_TO_PAY = 4  # rounds left in which an economic centre pays for itself
CENTRE_STEPS = 3  # price of a centre in fives
TANKS_PER_INFANTRY, TANKS_PER_FIGHTER = 1, 6
SHIP_LOADS = 2  # loads that wait for each transport
MOST_TRANSPORTS = 4
MUCH_CREDIT = 8  # in fives, from which units are bought by halves of it


def needs_guards(w, obs, style):
    """Return whether the own capital, with all that is there and on deck, is at risk."""
    capital = w[CAPITAL_LAND]
    if GUARDS[style] == 0 or w[SIDE + capital] != OWN:
        return False
    gather_guard(w, obs, capital, LAND_ROWS)
    return threat_chance(w, obs, capital) > RISK[style]


def pays_off(obs):
    """Return whether an economic centre pays for itself, or decides a tie at the end of the game."""
    return rounds_left(obs) >= LEAST_ROUNDS_TO_PAY or rounds_left(obs) == 1


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


def waiting_places(w, obs):
    """Return the places aboard that units need whose way to a goal leads over the sea."""
    places = 0
    for land in range(LANDS):
        if w[SIDE + land] == OWN and has_sea_way(w, land):
            places += own_on_land(obs, INFANTRY_ROW, land) + PAIR * own_on_land(obs, TANK_ROW, land)
    return places


def needs_transport(w, obs, style):
    """Return whether more units wait for ships than the own transports carry in a few voyages."""
    if CROSSES_SEA[style] == 0:
        return False
    ships = own_transports(obs)
    return ships < MOST_TRANSPORTS and waiting_places(w, obs) >= HOLD * (ships * SHIP_LOADS + 1)


def score_purchase(w, obs, action, guards, ships, style):
    """Score a purchase; `guards` and `ships` say whether those are needed."""
    if action == END:
        return 1
    if action == BUY_CENTRE:
        return INVESTMENT if INVESTS[style] == 1 and pays_off(obs) else UNFIT
    if action < FIRST_WHAT:
        return UNFIT
    kind = (action - FIRST_WHAT) // SHARES
    share = (action - FIRST_WHAT) % SHARES
    if kind == INFANTRY and guards:
        return URGENT + (SHARES - share)
    if INVESTS[style] == 1 and pays_off(obs) and saves_for_centre(obs, kind, share):
        return UNFIT
    if kind == TRANSPORT and ships:
        return SHIPS - share
    return score_army(obs, kind, share)


def saves_for_centre(obs, kind, share):
    """Return whether a purchase would leave too little for the next centre, though there is enough now."""
    return credit(obs) >= CENTRE_STEPS and share != ONE


def score_army(obs, kind, share):
    """Score units by what the army lacks: tanks and infantry in balance, now and then a fighter."""
    tanks = own_total(obs, TANK_ROW) + on_deck(obs, TANK)
    infantry = own_total(obs, INFANTRY_ROW) + on_deck(obs, INFANTRY)
    fighters = own_total(obs, FIGHTER_ROW) + on_deck(obs, FIGHTER)
    if share != (HALF if credit(obs) >= MUCH_CREDIT and kind != FIGHTER else ONE):
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


def score_place(w, obs, kind, space, guards):
    """Score where units are placed: guards in the capital, others where the way to a goal is shortest."""
    if space == w[CAPITAL_LAND] and (guards or kind == INFANTRY):
        return LANDS * SPACES
    score = 0 - w[GOAL + space]
    if IS_SHIP[kind] == 1:
        score += waiting_at(w, obs, space)
    return score


def waiting_at(w, obs, space):
    """Return the own transports in a zone, where further ones are useful."""
    return own_at_sea(obs, TRANSPORT_ROW, space - LANDS) if space >= LANDS else 0
