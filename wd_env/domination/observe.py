"""What a seat sees: written from what it may know; sizes follow from the state (`layout.py` has the names)."""

from wd_env.domination.numbers import (
    DECK,
    DISCARD,
    HANDS,
    NOBODY,
    NOWHERE,
    SEATS,
    SYMBOL_COUNT,
)
from wd_env.domination.questions import CAPITAL, FIRST_SEAT
from wd_env.domination.rules.cards import cards_at, increasing_value
from wd_env.domination.rules.holdings import income

CAP = 127
BLOCK_BITS = 7  # a block is 128 armies
PERCENT = 100
AT_ASKED = FIRST_SEAT  # after a place for each decision
AT_SEATS = AT_ASKED + 1
BY_SEAT = 6  # pieces with a number for each seat: in play, turn, held, stock, cards, income
AT_CARDS = AT_SEATS + BY_SEAT * SEATS
AT_TABLE = AT_CARDS + SYMBOL_COUNT
AT_GAME_TYPE = AT_TABLE + 10
AT_CARD_VALUES = AT_GAME_TYPE + 3
AT_MOST_DEFENCE = AT_CARD_VALUES + 3
AT_MISSION = AT_MOST_DEFENCE + 1
AT_HANDS = AT_MISSION + SEATS + 3
AT_GROUPS = AT_HANDS + SEATS * SYMBOL_COUNT


def observe(s, seat, obs):
    """Fill a zeroed view for one seat."""
    if s.question < FIRST_SEAT:
        obs[s.question] = 1
        obs[AT_ASKED] = 1 if s.seat == seat else 0
    for places in range(s.seats):
        show_seat(s, from_seat(s, seat, places), places, obs)
    show_table(s, obs)
    if s.mission[seat] != NOWHERE:
        show_mission(s, seat, obs)
    show_groups(s, seat, obs)
    show_countries(s, seat, obs)
    show_capitals(s, seat, obs)
    show_cards(s, seat, obs)
    if s.open_hands:
        show_hands(s, seat, obs)


def from_seat(s, seat, places):
    there = seat + places
    return there - s.seats if there >= s.seats else there


def show_seat(s, other, places, obs):
    at = AT_SEATS + places
    obs[at] = s.in_play[other]
    obs[at + SEATS] = 1 if s.turn == other else 0
    obs[at + 2 * SEATS] = min(CAP, s.held[other])
    obs[at + 3 * SEATS] = min(CAP, s.stock[other])
    obs[at + 4 * SEATS] = min(CAP, s.hand_size[other])
    obs[at + 5 * SEATS] = min(CAP, income(s, other)) if s.in_play[other] else 0


def show_table(s, obs):
    at = AT_TABLE
    obs[at] = min(CAP, increasing_value(s.sets_traded))
    obs[at + 1] = min(CAP, cards_at(s, DECK))
    obs[at + 2] = min(CAP, cards_at(s, DISCARD))
    obs[at + 3] = s.dice
    obs[at + 4] = s.rolled
    obs[at + 5] = s.rolls_on
    obs[at + 6] = s.forced
    obs[at + 7] = s.captured
    obs[at + 8] = s.goes_on
    obs[at + 9] = s.round * PERCENT // s.max_rounds if s.max_rounds > 0 else 0
    obs[AT_GAME_TYPE + s.game_type] = 1
    obs[AT_CARD_VALUES + s.card_values] = 1
    obs[AT_MOST_DEFENCE] = s.most_defence


def show_mission(s, seat, obs):
    mission = s.mission[seat]
    groups = len(s.group_bonus)
    target = s.mission_target[mission]
    if target != NOBODY and s.in_play[target]:
        places = target - seat if target >= seat else target - seat + s.seats
        obs[AT_MISSION + places] = 1
    obs[AT_MISSION + SEATS] = min(CAP, s.mission_countries[mission])
    obs[AT_MISSION + SEATS + 1] = min(CAP, s.mission_armies[mission])
    obs[AT_MISSION + SEATS + 2] = min(CAP, s.mission_in_all[mission])
    for group in range(groups):
        obs[AT_GROUPS + group] = s.mission_groups[mission * groups + group]


def show_groups(s, seat, obs):
    groups = len(s.group_bonus)
    for group in range(groups):
        own = 0
        first = s.members_from[group]
        size = s.members_from[group + 1] - first
        for place in range(size):
            own += 1 if s.holder[s.members[first + place]] == seat else 0
        if size > 0:
            obs[AT_GROUPS + groups + group] = own * PERCENT // size


def show_countries(s, seat, obs):
    """A loop a plane: compiled, many countries are written at once."""
    count = len(s.armies)
    shares = AT_GROUPS + len(s.group_bonus)
    at = shares + len(s.group_bonus)
    for country in range(count):
        holder = s.holder[country]
        if holder != NOBODY:
            places = holder - seat if holder >= seat else holder - seat + s.seats
            obs[at + places * count + country] = 1
    after = at + SEATS * count
    for country in range(count):
        obs[after + country] = min(CAP, s.armies[country])
    for country in range(count):
        obs[after + count + country] = s.armies[country] & CAP
    for country in range(count):
        obs[after + 2 * count + country] = min(CAP, s.armies[country] >> BLOCK_BITS)
    for country in range(count):
        obs[after + 9 * count + country] = obs[shares + s.group_of[country]]
    if s.origin != NOWHERE:
        obs[after + 6 * count + s.origin] = 1
    if s.target != NOWHERE:
        obs[after + 7 * count + s.target] = 1


def first_plane(s):
    """Where the planes begin that are not by seat."""
    return AT_GROUPS + 2 * len(s.group_bonus) + SEATS * len(s.armies)


def show_capitals(s, seat, obs):
    """One's own; those of others once all are chosen (DOM-039)."""
    count = len(s.armies)
    own = first_plane(s) + 3 * count
    if s.capital[seat] != NOWHERE:
        obs[own + s.capital[seat]] = 1
    if s.question != CAPITAL:
        for other in range(s.seats):
            if other != seat and s.capital[other] != NOWHERE:
                obs[own + count + s.capital[other]] += 1


def show_cards(s, seat, obs):
    """Only one's own hand (DOM-066)."""
    own = first_plane(s) + 5 * len(s.armies)
    for card in range(len(s.card_at)):
        if s.card_at[card] == HANDS + seat:
            add_card(obs, AT_CARDS + s.card_symbol[card])
            if s.card_country[card] != NOWHERE:
                obs[own + s.card_country[card]] = 1


def add_card(obs, at):
    if obs[at] < CAP:
        obs[at] += 1


def show_hands(s, seat, obs):
    """All hands, where they lie open (A-33)."""
    held = first_plane(s) + 8 * len(s.armies)
    for card in range(len(s.card_at)):
        if s.card_at[card] >= HANDS:
            other = s.card_at[card] - HANDS
            places = other - seat if other >= seat else other - seat + s.seats
            add_card(obs, AT_HANDS + places * SYMBOL_COUNT + s.card_symbol[card])
            if s.card_country[card] != NOWHERE:
                obs[held + s.card_country[card]] = places + 1
