"""Which module carries out the answer to each question: one branch for each.

Written by `make generated` from the tables of the game: change those.
"""

from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_THROW_1,
    ATTACK_THROW_2,
    ATTACK_THROW_3,
    ATTACK_TO,
    ATTACKING,
    BEGIN_TURN,
    BONUS_WHERE,
    CAPITAL,
    CLAIM,
    CONTINUE,
    DEAL,
    DEFENCE_THROW_1,
    DEFENCE_THROW_2,
    DEFENCE_THROW_3,
    DEFEND,
    DRAW_CARD,
    DRAW_MISSION,
    ENDING_TURN,
    FIRST_CHANCE,
    FIRST_SEAT,
    FORT_AMOUNT,
    FORT_FROM,
    FORT_TO,
    FORTIFYING,
    LAST_CHANCE,
    NEXT_TURN,
    OCCUPY,
    PLACE,
    PLACE_AMOUNT,
    PLACING,
    ROLL,
    SCATTER,
    SETUP_PLACE,
    TAKE_SEAT,
    TRADE,
    TRADING,
)
from wd_env.games.domination.rules.attack import (
    do_attack_from,
    do_attack_throw,
    do_attack_to,
    do_defence_throw,
    do_defend,
    do_occupy,
    do_roll,
)
from wd_env.games.domination.rules.cards import do_bonus_where, do_trading
from wd_env.games.domination.rules.setup import (
    do_capital,
    do_claim,
    do_deal,
    do_draw_mission,
    do_first_seat,
    do_scatter,
    do_setup_place,
    do_take_seat,
)
from wd_env.games.domination.rules.trades import do_trade
from wd_env.games.domination.rules.turn import (
    do_attacking,
    do_begin_turn,
    do_draw_card,
    do_ending_turn,
    do_fort_amount,
    do_fort_from,
    do_fort_to,
    do_fortifying,
    do_next_turn,
    do_place,
    do_place_amount,
    do_placing,
)
from wd_env.games.domination.rules.victory import do_continue


def answer_question(s, question, a):
    """Carry out what was answered to this question."""
    if question < FIRST_CHANCE:
        if question <= PLACE_AMOUNT:
            answer_before_attacks(s, question, a)
        elif question <= OCCUPY:
            answer_in_attack(s, question, a)
        else:
            answer_after_attacks(s, question, a)
    elif question <= LAST_CHANCE:
        answer_chance(s, question, a)
    else:
        answer_automatic(s, question)


def answer_before_attacks(s, question, a):
    """Setting up, sets of cards, new armies."""
    if question == CLAIM:
        do_claim(s, a)
    elif question == SETUP_PLACE:
        do_setup_place(s, a)
    elif question == CAPITAL:
        do_capital(s, a)
    elif question == TRADE:
        do_trade(s, a)
    elif question == BONUS_WHERE:
        do_bonus_where(s, a)
    elif question == PLACE:
        do_place(s, a)
    elif question == PLACE_AMOUNT:
        do_place_amount(s, a)


def answer_in_attack(s, question, a):
    """Attacks and what moves in."""
    if question == ATTACK_FROM:
        do_attack_from(s, a)
    elif question == ATTACK_TO:
        do_attack_to(s, a)
    elif question == ROLL:
        do_roll(s, a)
    elif question == DEFEND:
        do_defend(s, a)
    elif question == OCCUPY:
        do_occupy(s, a)


def answer_after_attacks(s, question, a):
    """The one move that ends a turn, and an end of the game."""
    if question == FORT_FROM:
        do_fort_from(s, a)
    elif question == FORT_TO:
        do_fort_to(s, a)
    elif question == FORT_AMOUNT:
        do_fort_amount(s, a)
    elif question == CONTINUE:
        do_continue(s, a)


def answer_chance(s, question, a):
    """Seats, deals, throws and cards."""
    if question == TAKE_SEAT:
        do_take_seat(s, a)
    elif question == FIRST_SEAT:
        do_first_seat(s, a)
    elif question == DRAW_MISSION:
        do_draw_mission(s, a)
    elif question == DEAL:
        do_deal(s, a)
    elif question == SCATTER:
        do_scatter(s, a)
    elif question == ATTACK_THROW_1:
        do_attack_throw(s, a)
    elif question == ATTACK_THROW_2:
        do_attack_throw(s, a)
    elif question == ATTACK_THROW_3:
        do_attack_throw(s, a)
    elif question == DEFENCE_THROW_1:
        do_defence_throw(s, a)
    elif question == DEFENCE_THROW_2:
        do_defence_throw(s, a)
    elif question == DEFENCE_THROW_3:
        do_defence_throw(s, a)
    elif question == DRAW_CARD:
        do_draw_card(s, a)


def answer_automatic(s, question):
    """What nobody answers."""
    if question == BEGIN_TURN:
        do_begin_turn(s, 0)
    elif question == TRADING:
        do_trading(s, 0)
    elif question == PLACING:
        do_placing(s, 0)
    elif question == ATTACKING:
        do_attacking(s, 0)
    elif question == FORTIFYING:
        do_fortifying(s, 0)
    elif question == ENDING_TURN:
        do_ending_turn(s, 0)
    elif question == NEXT_TURN:
        do_next_turn(s, 0)
