"""Set-up: who begins, missions, countries, armies and capitals (DOM-015 to DOM-044)."""

from wd_env.games.domination.definitions.decision_codes import (
    BEGIN_TURN,
    CAPITAL,
    CLAIM,
    DEAL,
    DRAW_MISSION,
    FIRST_SEAT,
    SCATTER,
    SETUP_PLACE,
)
from wd_env.games.domination.definitions.rule_constants import (
    ALL_DEALT,
    BY_HAND,
    CAPITAL_GAME,
    MISSION_GAME,
    NEXT_SEAT,
    NOBODY,
    NOWHERE,
    REMOVED,
)
from wd_env.games.domination.rules.holdings import hold, own_countries


def weigh_seats(s, weights):
    """Give each seat equal weight to begin (DOM-015)."""
    for seat in range(s.seats):
        weights[seat] = 1


def weigh_places(s, weights):
    """Give each free seat equal weight (A-01)."""
    weigh_seats(s, weights)
    for player in range(s.num_seated):
        weights[s.home_seat[player]] = 0


def do_take_seat(s, seat):
    """Seat the next player; after the last one, open the choice of the first seat (A-01)."""
    s.home_seat[s.num_seated] = seat
    s.owner[seat] = s.num_seated
    s.num_seated += 1
    s.seat = s.num_seated
    if s.num_seated == s.players:
        s.num_seated = 0
        s.seat = 0
        s.node = FIRST_SEAT


def do_first_seat(s, seat):
    """Record the first seat, then open missions or countries (DOM-017)."""
    s.first = seat
    s.turn = seat
    s.seat = seat
    if s.game_type == MISSION_GAME:
        s.node = DRAW_MISSION
    else:
        begin_countries(s)


def begin_countries(s):
    """Open claims, or the deal of countries (DOM-021, DOM-028, DOM-032)."""
    s.node = CLAIM if s.game_type != MISSION_GAME and s.auto_place == BY_HAND else DEAL


def weigh_missions(s, weights):
    """Give each free mission that names no unused seat equal weight (DOM-040 to DOM-042)."""
    for mission in range(len(s.mission_target)):
        if is_free_mission(s, mission):
            weights[mission] = 1


def mark_missions(s, weights):
    """Mark each mission that names no unused seat, also those that others may have."""
    for mission in range(len(s.mission_target)):
        if is_in_deal(s, mission):
            weights[mission] = 1


def is_in_deal(s, mission):
    target = s.mission_target[mission]
    return target == NOBODY or target < s.seats


def is_free_mission(s, mission):
    if not is_in_deal(s, mission):
        return False
    for seat in range(s.seats):
        if s.mission[seat] == mission:
            return False
    return True


def do_draw_mission(s, mission):
    """Give the mission to the seat; after the last seat, begin the countries (DOM-040)."""
    s.mission[s.seat] = mission
    pass_on(s)
    if s.seat == s.first:
        begin_countries(s)


def pass_on(s):
    """Pass to the next seat clockwise (DOM-016)."""
    s.seat = s.seat + 1 if s.seat + 1 < s.seats else 0
    s.turn = s.seat


def can_claim(s, mask):
    """Mark the unclaimed countries (DOM-021, DOM-022)."""
    for country in range(len(s.armies)):
        if s.holder[country] == NOBODY:
            mask[country] = 1


def do_claim(s, country):
    """Put one army on the country; after the last claim, open the placing of armies (DOM-021, DOM-023)."""
    settle_on(s, country)
    pass_on(s)
    if has_unclaimed(s) == 0:
        open_setup_place(s)


def weigh_deal(s, weights):
    """Give each country without a holder equal weight (DOM-029)."""
    can_claim(s, weights)


def do_deal(s, country):
    """Deal the country; after the last, `after_deal` decides which seat places first (DOM-024, DOM-029)."""
    settle_on(s, country)
    pass_on(s)
    if has_unclaimed(s) == 0:
        if s.after_deal != NEXT_SEAT:
            s.seat = s.first
            s.turn = s.first
        open_setup_place(s)


def settle_on(s, country):
    hold(s, s.seat, country)
    s.armies[country] = 1
    s.stock[s.seat] -= 1


def has_unclaimed(s):
    for country in range(len(s.armies)):
        if s.holder[country] == NOBODY:
            return 1
    return 0


def open_setup_place(s):
    """Open the placing of the next seat with armies, or else capitals or the first turn (DOM-025, DOM-027)."""
    for _ in range(s.seats):
        if s.stock[s.seat] > 0:
            s.node = SCATTER if s.auto_place == ALL_DEALT else SETUP_PLACE
            return
        pass_on(s)
    s.seat = s.first
    s.turn = s.first
    s.node = CAPITAL if s.game_type == CAPITAL_GAME else BEGIN_TURN


def can_setup_place(s, mask):
    """Mark the seat's countries (DOM-026)."""
    own_countries(s, mask)


def do_setup_place(s, country):
    """Put one army on the country and pass to the next seat (DOM-025)."""
    s.armies[country] += 1
    s.stock[s.seat] -= 1
    pass_on(s)
    open_setup_place(s)


def do_scatter(s, country):
    """Put one army on the country that chance has drawn (DOM-033)."""
    do_setup_place(s, country)


def can_capital(s, mask):
    """Mark the seat's countries (DOM-036)."""
    own_countries(s, mask)


def do_capital(s, country):
    """Record the capital and remove its card; after the last one, begin the first turn (DOM-034 to DOM-038)."""
    s.capital[s.seat] = country
    for card in range(len(s.card_at)):
        if s.card_country[card] == country:
            s.card_at[card] = REMOVED
    pass_on(s)
    if s.capital[s.seat] != NOWHERE:
        s.node = BEGIN_TURN
