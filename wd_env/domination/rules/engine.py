"""The rules behind one door: what is offered, what chance may give, and what an answer does."""

from wd_env.domination.numbers import FACES
from wd_env.domination.questions import (
    ATTACK_FROM,
    ATTACK_ONE,
    ATTACK_TO,
    ATTACKING,
    BEGIN_TURN,
    BONUS_WHERE,
    CLAIM,
    DEAL,
    DEFENCE_ONE,
    DEFEND,
    DRAW_CARD,
    DRAW_MISSION,
    ENDING_TURN,
    FIRST_SEAT,
    FORT_AMOUNT,
    FORT_FROM,
    FORT_TO,
    FORTIFYING,
    GAME_OVER,
    NAME_CAPITAL,
    OCCUPY,
    PLACE,
    PLACE_AMOUNT,
    PLACING,
    ROLL,
    SCATTER,
    SETUP_PLACE,
    TRADE,
    TRADING,
)
from wd_env.domination.rules.attack import (
    can_attack_from,
    can_attack_to,
    can_defend,
    can_occupy,
    can_roll,
    do_attack_from,
    do_attack_to,
    do_defend,
    do_occupy,
    do_roll,
    take_attack_throw,
    take_defence_throw,
)
from wd_env.domination.rules.cards import (
    can_bonus_where,
    can_trade,
    do_bonus_where,
    do_trade,
    go_on_trading,
    weigh_cards,
)
from wd_env.domination.rules.holdings import own_countries
from wd_env.domination.rules.setup import (
    can_capital,
    can_claim,
    can_setup_place,
    do_capital,
    do_claim,
    do_setup_place,
    take_dealt,
    take_first_seat,
    take_mission,
    weigh_deal,
    weigh_missions,
    weigh_seats,
)
from wd_env.domination.rules.turn import (
    begin_turn,
    can_fort_amount,
    can_fort_from,
    can_fort_to,
    can_place,
    can_place_amount,
    do_draw_card,
    do_fort_amount,
    do_fort_from,
    do_fort_to,
    do_place,
    do_place_amount,
    end_turn,
    go_on_attacking,
    go_on_fortifying,
    go_on_placing,
    next_turn,
)


def step(s, a):
    """Carry out an answer of a seat or of chance, and all that follows from it by itself."""
    question = s.question
    if question <= ROLL:
        answer_early(s, question, a)
    elif question < FIRST_SEAT:
        answer_late(s, question, a)
    else:
        answer_chance(s, question, a)
    while BEGIN_TURN <= s.question < GAME_OVER:
        go_on(s)


def answer_early(s, question, a):
    if question == CLAIM:
        do_claim(s, a)
    elif question == SETUP_PLACE:
        do_setup_place(s, a)
    elif question == NAME_CAPITAL:
        do_capital(s, a)
    elif question == TRADE:
        do_trade(s, a)
    elif question == BONUS_WHERE:
        do_bonus_where(s, a)
    elif question == PLACE:
        do_place(s, a)
    elif question == PLACE_AMOUNT:
        do_place_amount(s, a)
    elif question == ATTACK_FROM:
        do_attack_from(s, a)
    elif question == ATTACK_TO:
        do_attack_to(s, a)
    else:
        do_roll(s, a)


def answer_late(s, question, a):
    if question == DEFEND:
        do_defend(s, a)
    elif question == OCCUPY:
        do_occupy(s, a)
    elif question == FORT_FROM:
        do_fort_from(s, a)
    elif question == FORT_TO:
        do_fort_to(s, a)
    elif question == FORT_AMOUNT:
        do_fort_amount(s, a)


def answer_chance(s, question, a):
    if question == FIRST_SEAT:
        take_first_seat(s, a)
    elif question == DRAW_MISSION:
        take_mission(s, a)
    elif question == DEAL:
        take_dealt(s, a)
    elif question == SCATTER:
        do_setup_place(s, a)
    elif question == DRAW_CARD:
        do_draw_card(s, a)
    elif question < DEFENCE_ONE:
        take_attack_throw(s, a)
    else:
        take_defence_throw(s, a)


def go_on(s):
    """What happens by itself."""
    if s.question == BEGIN_TURN:
        begin_turn(s)
    elif s.question == TRADING:
        go_on_trading(s)
    elif s.question == PLACING:
        go_on_placing(s)
    elif s.question == ATTACKING:
        go_on_attacking(s)
    elif s.question == FORTIFYING:
        go_on_fortifying(s)
    elif s.question == ENDING_TURN:
        end_turn(s)
    else:
        next_turn(s)


def legal(s, mask):
    """What the asked seat may answer."""
    if s.question == CLAIM:
        can_claim(s, mask)
    elif s.question == SETUP_PLACE:
        can_setup_place(s, mask)
    elif s.question == NAME_CAPITAL:
        can_capital(s, mask)
    elif s.question == TRADE:
        can_trade(s, mask)
    elif s.question == BONUS_WHERE:
        can_bonus_where(s, mask)
    elif s.question == PLACE:
        can_place(s, mask)
    elif s.question == PLACE_AMOUNT:
        can_place_amount(s, mask)
    else:
        legal_in_attack(s, mask)


def legal_in_attack(s, mask):
    if s.question == ATTACK_FROM:
        can_attack_from(s, mask)
    elif s.question == ATTACK_TO:
        can_attack_to(s, mask)
    elif s.question == ROLL:
        can_roll(s, mask)
    elif s.question == DEFEND:
        can_defend(s, mask)
    elif s.question == OCCUPY:
        can_occupy(s, mask)
    elif s.question == FORT_FROM:
        can_fort_from(s, mask)
    elif s.question == FORT_TO:
        can_fort_to(s, mask)
    elif s.question == FORT_AMOUNT:
        can_fort_amount(s, mask)


def chances(s, weights):
    """How likely each outcome is; dice are even (DOM-146)."""
    if s.question == FIRST_SEAT:
        weigh_seats(s, weights)
    elif s.question == DRAW_MISSION:
        weigh_missions(s, weights)
    elif s.question == DEAL:
        weigh_deal(s, weights)
    elif s.question == SCATTER:
        own_countries(s, weights)
    elif s.question == DRAW_CARD:
        weigh_cards(s, weights)
    else:
        weigh_throws(weights, s.question - ATTACK_ONE if s.question < DEFENCE_ONE else s.question - DEFENCE_ONE)


def weigh_throws(weights, more):
    """Every fall of one die, and of so many more, is as likely (DOM-146)."""
    throws = FACES
    for _ in range(more):
        throws *= FACES
    for throw in range(throws):
        weights[throw] = 1


def is_over(s):
    return s.question == GAME_OVER


def standing(s, counts):
    """Countries of each player, for shaped rewards."""
    for player in range(s.players):
        counts[player] = s.held[player]
