"""Write the observation of a power from the table, which has no hidden information (`layout.py` has the names)."""

from wd_env.games.superpowers.definitions.actions import LAUNCH, RAID, RUSH
from wd_env.games.superpowers.definitions.board_constants import GARRISON_FIGHTERS, GARRISON_INFANTRY
from wd_env.games.superpowers.definitions.decision_codes import DECISIONS
from wd_env.games.superpowers.definitions.rule_constants import (
    ADVANCED,
    BASIC,
    BOXES,
    CARGO_ROW,
    CARGO_ROWS,
    DECK_ROWS,
    FIGHTER,
    GRACE_ROUNDS,
    INFANTRY,
    KINDS,
    LAND_ROW,
    LANDS,
    MONEY_STEP,
    NEUTRAL,
    NO_ROW,
    NOBODY,
    NOWHERE,
    PEACE,
    PLACE_IN_ORDER,
    POWERS,
    SEA_ROW,
    TECHNOLOGIES,
    TURN_ORDER,
    WAR,
    ZONES,
)
from wd_env.games.superpowers.observation.offsets import (
    AT_ALONE,
    AT_AMOUNT,
    AT_ANTI_BALLISTICS,
    AT_BATTLE,
    AT_BOUGHT,
    AT_CAPITALS,
    AT_COMBAT_OVER,
    AT_CREDIT,
    AT_DECK,
    AT_FIRE,
    AT_FORCE,
    AT_FREE_NATIONS,
    AT_HELD,
    AT_HERE,
    AT_IN_PLAY,
    AT_KIND,
    AT_LEAVING,
    AT_LIMITED,
    AT_OFFER,
    AT_OPTIONS,
    AT_PAID,
    AT_PARTNER,
    AT_PEACE,
    AT_PLACE,
    AT_POWERS,
    AT_PRODUCTION,
    AT_RELATION,
    AT_RELATION_AGE,
    AT_RELATIONS,
    AT_ROUND,
    AT_ROUNDS_LEFT,
    AT_RULESET,
    AT_RUSH,
    AT_SAME_PLAYER,
    AT_SIX_NEEDED,
    AT_SMALL,
    AT_SUPER_BATTLESHIP,
    AT_SURRENDERED,
    AT_TECHNOLOGY,
    AT_THERE,
    AT_TO_MOVE,
    AT_TREATIES,
    AT_TURN,
    AT_UPGRADES,
)
from wd_env.games.superpowers.observation.planes import show_planes
from wd_env.games.superpowers.rules.defenders import defender_count
from wd_env.games.superpowers.rules.friends import is_limited
from wd_env.games.superpowers.rules.relations import moment
from wd_env.games.superpowers.rules.stock import ready_at_sea, ready_on_land
from wd_env.games.superpowers.rules.turn_places import places_from_first
from wd_env.games.superpowers.rules.victory import holds_enough, team_capitals

CAP = 127


def observe(s, seat, obs):
    """Write the observation of a power into `obs`, which is zeroed."""
    if s.node < DECISIONS:
        obs[s.node] = 1
        obs[AT_TO_MOVE] = 1 if s.seat == seat else 0
    show_table(s, obs)
    show_options(s, obs)
    show_order(s, obs)
    obs[AT_POWERS + seat] = 1
    for places in range(POWERS):
        place = PLACE_IN_ORDER[seat] + places
        show_power(s, seat, TURN_ORDER[place if place < POWERS else place - POWERS], places, obs)
    show_planes(s, seat, obs)


def show_table(s, obs):
    """Write the round, credits and numbers of the battle."""
    obs[AT_ROUND] = min(CAP, s.round)
    obs[AT_ROUNDS_LEFT] = min(CAP, s.max_rounds - s.round + 1) if s.max_rounds > 0 else CAP
    obs[AT_PEACE + (0 if s.round <= GRACE_ROUNDS else 1 if is_limited(s) else 2)] = 1
    obs[AT_COMBAT_OVER] = s.combat_over
    obs[AT_CREDIT] = min(CAP, s.credit // MONEY_STEP)
    obs[AT_SIX_NEEDED] = s.six_needed
    obs[AT_BATTLE] = min(CAP, s.battle_round)
    obs[AT_BATTLE + 1] = min(CAP, s.due_attacker + s.due_attacker_ships)
    obs[AT_BATTLE + 2] = min(CAP, s.due_defender + s.due_defender_ships)
    obs[AT_BATTLE + 3] = min(CAP, s.hits + s.sub_hits + s.guided_hits[0] + s.guided_hits[1])
    obs[AT_BATTLE + 4] = min(CAP, s.planes_aloft)
    for power in range(POWERS):
        obs[AT_FREE_NATIONS + power] = 1 if s.nation_of[power] == NOBODY else 0


def show_options(s, obs):
    """Write the options that affect play (`RULE_OPTIONS`)."""
    obs[AT_RULESET] = s.ruleset
    obs[AT_OPTIONS] = s.price_list
    obs[AT_OPTIONS + 1] = s.tech
    obs[AT_OPTIONS + 2] = s.income_model
    obs[AT_OPTIONS + 3] = s.joint_purchase
    obs[AT_OPTIONS + 4] = s.encircle
    obs[AT_OPTIONS + 5] = s.encircle_counts_ad
    obs[AT_OPTIONS + 6] = s.ad_mode
    obs[AT_OPTIONS + 7] = s.canal_permission
    obs[AT_OPTIONS + 8] = s.general_withdraw
    obs[AT_OPTIONS + 9] = s.general_bonus
    obs[AT_OPTIONS + 10] = s.missile_spares_leaders
    obs[AT_OPTIONS + 11] = s.treaties
    obs[AT_OPTIONS + 12] = s.free_for_all
    obs[AT_OPTIONS + 13] = s.small_alliance
    obs[AT_OPTIONS + 14] = s.six_capitals
    obs[AT_OPTIONS + 15] = s.six_scope
    obs[AT_OPTIONS + 16] = s.sub_leaves
    obs[AT_OPTIONS + 17] = s.at_limit


def show_order(s, obs):
    """Write what the order has named, and the units in its spaces."""
    obs[AT_KIND + s.kind] = 1
    obs[AT_AMOUNT] = min(CAP, s.amount)
    obs[AT_RUSH] = 1 if s.mode == RUSH else 0
    obs[AT_ALONE] = 1 if s.mode == LAUNCH else 0
    obs[AT_ALONE + 1] = 1 if s.mode == RAID else 0
    obs[AT_FIRE] = min(CAP, s.guns)
    obs[AT_FIRE + 1] = min(CAP, s.due_planes)
    obs[AT_FIRE + 2] = min(CAP, s.due_coastal)
    for kind in range(KINDS):
        obs[AT_DECK + kind] = min(CAP, s.deck[kind])
        obs[AT_FORCE + kind] = min(CAP, s.engaged[kind])
    if s.origin != NOWHERE:
        for kind in range(KINDS):
            obs[AT_HERE + kind] = min(CAP, units_here(s, kind))
    if s.target != NOWHERE:
        for kind in range(KINDS):
            obs[AT_THERE + kind] = min(CAP, units_there(s, kind))


def units_here(s, kind):
    """Return the number of units of the power on turn at the origin that can move."""
    if s.origin < LANDS:
        return ready_on_land(s, LAND_ROW[kind], s.origin) if LAND_ROW[kind] != NO_ROW else 0
    zone = s.origin - LANDS
    if SEA_ROW[kind] != NO_ROW:
        return ready_at_sea(s, SEA_ROW[kind], zone)
    return s.cargo[(s.turn * CARGO_ROWS + CARGO_ROW[kind]) * ZONES + zone] if CARGO_ROW[kind] != NO_ROW else 0


def units_there(s, kind):
    """Return the number of defenders of the target; of a neutral, those that it will have in battle."""
    if s.target < LANDS and s.holder[s.target] == NEUTRAL and s.battle_round == 0:
        if kind == INFANTRY:
            return GARRISON_INFANTRY[s.target]
        return GARRISON_FIGHTERS[s.target] if kind == FIGHTER else 0
    return defender_count(s, kind)


def show_power(s, seat, power, places, obs):
    """Write the values of one power, at this offset clockwise from the own one."""
    obs[AT_IN_PLAY + places] = s.in_play[power]
    obs[AT_TURN + places] = 1 if s.turn == power else 0
    obs[AT_SAME_PLAYER + places] = 1 if s.in_play[power] and s.owner[power] == s.owner[seat] else 0
    relation = s.relation[seat * POWERS + power]
    obs[AT_RELATION + 3 * places + relation] = 1
    if s.ruleset != BASIC:
        show_technology(s, power, places, obs)
    if s.treaties:
        show_treaties(s, seat, power, places, obs)
    obs[AT_PRODUCTION + places] = min(CAP, s.production[power] // MONEY_STEP)
    obs[AT_SURRENDERED + places] = s.surrendered[power]
    obs[AT_ANTI_BALLISTICS + places] = s.anti_ballistics[power]
    if s.ruleset == ADVANCED:
        for box in range(BOXES):
            obs[AT_SUPER_BATTLESHIP + (BOXES + 1) * places + box] = s.boxes[power * BOXES + box]
        obs[AT_SUPER_BATTLESHIP + (BOXES + 1) * places + BOXES] = s.super_damage[power]
    obs[AT_LIMITED + 2 * places] = s.took[power]
    obs[AT_LIMITED + 2 * places + 1] = s.lost[power]
    if s.in_play[power] == 0:
        return
    obs[AT_PLACE + places] = places_from_first(s, power)
    for kind in range(KINDS):
        obs[AT_BOUGHT + KINDS * places + kind] = min(CAP, s.joint_deck[power * DECK_ROWS + kind])
    obs[AT_CAPITALS + places] = team_capitals(s, power)
    obs[AT_HELD + places] = 1 if holds_enough(s, power) else 0


def show_technology(s, power, places, obs):
    """Write the technologies and upgrades of a power."""
    for category in range(TECHNOLOGIES):
        obs[AT_TECHNOLOGY + TECHNOLOGIES * places + category] = s.technology[power * TECHNOLOGIES + category]
    obs[AT_UPGRADES + 2 * places] = s.railway[power]
    obs[AT_UPGRADES + 2 * places + 1] = s.anti_ballistics[power]


def show_treaties(s, seat, power, places, obs):
    """Write the relations of a power with the own power and all others."""
    at = seat * POWERS + power
    if s.relation[at] != WAR:
        obs[AT_TREATIES + POWERS * (s.relation[at] - PEACE) + power] = 1
    obs[AT_RELATION_AGE + places] = max(0, min(CAP, (moment(s) - s.since[at]) // POWERS))
    obs[AT_PAID + places] = s.paid[at]
    obs[AT_SMALL + places] = s.small[power]
    obs[AT_LEAVING + places] = s.leaving[power]
    obs[AT_PARTNER + places] = 1 if s.partner == power else 0
    if power == seat:
        obs[AT_OFFER] = s.offered
        obs[AT_OFFER + 1] = s.bonus[power]
    for others in range(POWERS):
        place = PLACE_IN_ORDER[seat] + others
        other = TURN_ORDER[place if place < POWERS else place - POWERS]
        obs[AT_RELATIONS + POWERS * places + others] = s.relation[power * POWERS + other]
