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
    """Each seat begins as likely (DOM-015)."""
    for seat in range(s.seats):
        weights[seat] = 1


def weigh_places(s, weights):
    """Each seat that nobody was given is as likely (A-01)."""
    weigh_seats(s, weights)
    for player in range(s.num_seated):
        weights[s.home_seat[player]] = 0


def do_take_seat(s, seat):
    """One player after another sits down; then chance says who begins (A-01)."""
    s.home_seat[s.num_seated] = seat
    s.owner[seat] = s.num_seated
    s.num_seated += 1
    s.seat = s.num_seated
    if s.num_seated == s.players:
        s.num_seated = 0
        s.seat = 0
        s.node = FIRST_SEAT


def do_first_seat(s, seat):
    """What comes next depends on the type of game (DOM-017)."""
    s.first = seat
    s.turn = seat
    s.seat = seat
    if s.game_type == MISSION_GAME:
        s.node = DRAW_MISSION
    else:
        begin_countries(s)


def begin_countries(s):
    """Countries are claimed, or dealt (DOM-021, DOM-028, DOM-032)."""
    s.node = CLAIM if s.game_type != MISSION_GAME and s.auto_place == BY_HAND else DEAL


def weigh_missions(s, weights):
    """Each that nobody has and that names no seat beyond the table (DOM-040 to DOM-042)."""
    for mission in range(len(s.mission_target)):
        if is_free_mission(s, mission):
            weights[mission] = 1


def mark_missions(s, weights):
    """Each that names no seat beyond the table: which of them others have is no matter of whoever draws."""
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
    """One for each seat in turn, then the countries (DOM-040)."""
    s.mission[s.seat] = mission
    pass_on(s)
    if s.seat == s.first:
        begin_countries(s)


def pass_on(s):
    """The next seat in the cycle (DOM-016)."""
    s.seat = s.seat + 1 if s.seat + 1 < s.seats else 0
    s.turn = s.seat


def can_claim(s, mask):
    """Every unoccupied country (DOM-021, DOM-022)."""
    for country in range(len(s.armies)):
        if s.holder[country] == NOBODY:
            mask[country] = 1


def do_claim(s, country):
    """One army on it; the last one ends the claims, and the cycle goes on (DOM-021, DOM-023)."""
    settle_on(s, country)
    pass_on(s)
    if has_unclaimed(s) == 0:
        open_setup_place(s)


def weigh_deal(s, weights):
    """Each country that nobody holds (DOM-029)."""
    can_claim(s, weights)


def do_deal(s, country):
    """Countries go round one by one, from the first seat on; who then places first is agreed on (DOM-024, DOM-029)."""
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
    """The next seat with armies left, from this one on; without any, capitals or the first turn (DOM-025, DOM-027)."""
    for _ in range(s.seats):
        if s.stock[s.seat] > 0:
            s.node = SCATTER if s.auto_place == ALL_DEALT else SETUP_PLACE
            return
        pass_on(s)
    s.seat = s.first
    s.turn = s.first
    s.node = CAPITAL if s.game_type == CAPITAL_GAME else BEGIN_TURN


def can_setup_place(s, mask):
    """One army on any own country (DOM-026)."""
    own_countries(s, mask)


def do_setup_place(s, country):
    """One army, then the next seat (DOM-025)."""
    s.armies[country] += 1
    s.stock[s.seat] -= 1
    pass_on(s)
    open_setup_place(s)


def do_scatter(s, country):
    """Chance names the country (DOM-033)."""
    do_setup_place(s, country)


def can_capital(s, mask):
    """Only a country that one owns (DOM-036)."""
    own_countries(s, mask)


def do_capital(s, country):
    """Its card leaves the game; after the last capital the first turn begins (DOM-034 to DOM-038)."""
    s.capital[s.seat] = country
    for card in range(len(s.card_at)):
        if s.card_country[card] == country:
            s.card_at[card] = REMOVED
    pass_on(s)
    if s.capital[s.seat] != NOWHERE:
        s.node = BEGIN_TURN
