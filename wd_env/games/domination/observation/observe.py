"""Write the observation of a seat, without hidden information; `layout.py` has the names of the features."""

from wd_env.games.domination.definitions.decision_codes import CAPITAL, DECISIONS
from wd_env.games.domination.definitions.rule_constants import (
    DECK,
    DISCARD,
    HANDS,
    NOBODY,
    NOWHERE,
    SEATS,
    SET_SIZE,
    SYMBOL_COUNT,
)
from wd_env.games.domination.rules.cards import cards_at, increasing_value
from wd_env.games.domination.rules.holdings import income_by_countries
from wd_env.kernels.bits import FLAGS_PER_WORD, equal_bits, lowest_set_bit, narrow

CAP = 127
BLOCK_BITS = 7  # a block is 128 armies
PERCENT = 100
AT_TO_MOVE = DECISIONS  # after one value per decision
AT_SEATS = AT_TO_MOVE + 1
BY_SEAT = 6  # features with a value per seat: in play, turn, countries, stock, cards, income
AT_CARDS = AT_SEATS + BY_SEAT * SEATS
AT_TABLE = AT_CARDS + SYMBOL_COUNT
AT_GAME_TYPE = AT_TABLE + 10
AT_CARD_VALUES = AT_GAME_TYPE + 3
AT_MAX_DEFENCE = AT_CARD_VALUES + 3
AT_MISSION = AT_MAX_DEFENCE + 1
AT_HANDS = AT_MISSION + SEATS + 3
AT_PICKED = AT_HANDS + SEATS * SYMBOL_COUNT
AT_GROUPS = AT_PICKED + SYMBOL_COUNT


def observe(s, seat, obs):
    """Write the observation of a seat into `obs`, which is zeroed."""
    if s.node < DECISIONS:
        obs[s.node] = 1
        obs[AT_TO_MOVE] = 1 if s.seat == seat else 0
    for places in range(s.seats):
        show_seat(s, from_seat(s, seat, places), places, obs)
    show_table(s, obs)
    if s.mission[seat] != NOWHERE:
        show_mission(s, seat, obs)
    for group in range(len(s.group_bonus)):
        if s.member_starts[group] < s.member_starts[group + 1]:
            show_group(s, seat, group, obs)
    write_group_percents(s, obs)
    show_armies(s, obs)
    show_battle(s, obs)
    show_set(s, obs)
    show_capitals(s, seat, obs)
    if s.hand_size[seat] > 0:
        show_cards(s, seat, obs)
    if s.open_hands:
        show_hands(s, seat, obs)


def from_seat(s, seat, places):
    there = seat + places
    return there - s.seats if there >= s.seats else there


def show_seat(s, other, places, obs):
    """Write the values of one seat; `show_group` adds the bonuses of groups to its income."""
    at = AT_SEATS + places
    obs[at] = s.in_play[other]
    obs[at + SEATS] = 1 if s.turn == other else 0
    obs[at + 2 * SEATS] = min(CAP, s.country_counts[other])
    obs[at + 3 * SEATS] = min(CAP, s.stock[other])
    obs[at + 4 * SEATS] = min(CAP, s.hand_size[other])
    obs[at + 5 * SEATS] = min(CAP, income_by_countries(s, other)) if s.in_play[other] else 0
    write_card_holder(s, narrow(other), AT_GROUPS + 2 * len(s.group_bonus) + places * len(s.armies), obs)


def write_card_holder(s, other, plane, obs):
    """Write the countries of one seat; without a branch, so that it can be vectorised."""
    for country in range(len(s.armies)):
        obs[plane + country] = 1 if s.holder[country] == other else 0


def show_table(s, obs):
    at = AT_TABLE
    obs[at] = min(CAP, increasing_value(s.sets_traded))
    obs[at + 1] = min(CAP, cards_at(s, DECK))
    obs[at + 2] = min(CAP, cards_at(s, DISCARD))
    obs[at + 3] = s.dice
    obs[at + 4] = s.rolled
    obs[at + 5] = s.rolls_on
    obs[at + 6] = s.forced_trade
    obs[at + 7] = s.captured
    obs[at + 8] = s.continued_after_win
    obs[at + 9] = s.round * PERCENT // s.max_rounds if s.max_rounds > 0 else 0
    obs[AT_GAME_TYPE + s.game_type] = 1
    obs[AT_CARD_VALUES + s.card_values] = 1
    obs[AT_MAX_DEFENCE] = s.max_defence


def show_mission(s, seat, obs):
    mission = s.mission[seat]
    groups = len(s.group_bonus)
    target = s.mission_target[mission]
    if target != NOBODY and s.in_play[target]:
        places = target - seat if target >= seat else target - seat + s.seats
        obs[AT_MISSION + places] = 1
    obs[AT_MISSION + SEATS] = min(CAP, s.mission_countries[mission])
    obs[AT_MISSION + SEATS + 1] = min(CAP, s.mission_armies[mission])
    obs[AT_MISSION + SEATS + 2] = min(CAP, s.mission_group_count[mission])
    for group in range(groups):
        obs[AT_GROUPS + group] = s.mission_groups[mission * groups + group]


def show_group(s, seat, group, obs):
    """Write the seat's percentage of a group, and add its bonus to the income of its holder."""
    groups = len(s.group_bonus)
    size = s.member_starts[group + 1] - s.member_starts[group]
    own = s.group_counts[seat * groups + group]
    obs[AT_GROUPS + groups + group] = s.group_percents[s.member_starts[group] + group + own]
    holder = s.holder[s.members[s.member_starts[group]]]
    if holder != NOBODY and s.group_counts[holder * groups + group] == size:
        at = AT_SEATS + 5 * SEATS + (holder - seat if holder >= seat else holder - seat + s.seats)
        obs[at] = min(CAP, obs[at] + s.group_bonus[group])


def write_group_percents(s, obs):
    """Write for each country the percentage of its group that the seat holds."""
    shares = AT_GROUPS + len(s.group_bonus)
    plane = first_plane(s) + 9 * len(s.armies)
    for country in range(len(s.armies)):
        if s.group_of[country] != NOWHERE:
            obs[plane + country] = obs[shares + s.group_of[country]]


def show_armies(s, obs):
    """Write armies, with one loop per plane, so that each can be vectorised."""
    count = len(s.armies)
    plane = first_plane(s)
    most = 0
    for country in range(count):
        obs[plane + country] = min(CAP, s.armies[country])
        most = max(most, s.armies[country])
    for country in range(count):
        obs[plane + count + country] = s.armies[country] & CAP
    if most > CAP:
        for country in range(count):
            obs[plane + 2 * count + country] = min(CAP, s.armies[country] >> BLOCK_BITS)


def show_battle(s, obs):
    """Write the origin and the target."""
    plane = first_plane(s) + 6 * len(s.armies)
    if s.origin != NOWHERE:
        obs[plane + s.origin] = 1
    if s.target != NOWHERE:
        obs[plane + len(s.armies) + s.target] = 1


def show_set(s, obs):
    """Write the set that is being traded: named cards, and the countries shown, which are public."""
    plane = first_plane(s) + 10 * len(s.armies)
    for symbol in range(SYMBOL_COUNT):
        obs[AT_PICKED + symbol] = s.picked[symbol]
    for place in range(SET_SIZE):
        if s.set_countries[place] != NOWHERE:
            obs[plane + s.set_countries[place]] = place + 1


def first_plane(s):
    """Return the index of the first plane that is not by seat."""
    return AT_GROUPS + 2 * len(s.group_bonus) + SEATS * len(s.armies)


def show_capitals(s, seat, obs):
    """Write the own capital, and those of other seats once all are chosen (DOM-039)."""
    count = len(s.armies)
    own = first_plane(s) + 3 * count
    if s.capital[seat] != NOWHERE:
        obs[own + s.capital[seat]] = 1
    if s.node != CAPITAL:
        for other in range(s.seats):
            if other != seat and s.capital[other] != NOWHERE:
                obs[own + count + s.capital[other]] += 1


def show_cards(s, seat, obs):
    """Write the own hand, which other seats do not see (DOM-066)."""
    own = first_plane(s) + 5 * len(s.armies)
    for first in range(0, len(s.card_at), FLAGS_PER_WORD):
        left = equal_bits(s.card_at, first, HANDS + seat)
        while left > 0:
            card = first + lowest_set_bit(left)
            left &= left - 1
            add_card(obs, AT_CARDS + s.card_symbol[card])
            if s.card_country[card] != NOWHERE:
                obs[own + s.card_country[card]] = 1


def add_card(obs, at):
    if obs[at] < CAP:
        obs[at] += 1


def show_hands(s, seat, obs):
    """Write all hands if they are open (A-33)."""
    held = first_plane(s) + 8 * len(s.armies)
    for card in range(len(s.card_at)):
        if s.card_at[card] >= HANDS:
            other = s.card_at[card] - HANDS
            places = other - seat if other >= seat else other - seat + s.seats
            add_card(obs, AT_HANDS + places * SYMBOL_COUNT + s.card_symbol[card])
            if s.card_country[card] != NOWHERE:
                obs[held + s.card_country[card]] = places + 1
