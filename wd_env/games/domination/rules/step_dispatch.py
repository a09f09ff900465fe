"""Call the rule that carries out each node, with one branch per node.

Written by `make codegen` from the tables of the game: change those.
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


def step_node(s, node, a):
    """Carry out an action or a chance outcome at this node."""
    if node < FIRST_CHANCE:
        if node <= PLACE_AMOUNT:
            step_before_attacks(s, node, a)
        elif node <= OCCUPY:
            step_in_attack(s, node, a)
        else:
            step_after_attacks(s, node, a)
    elif node <= LAST_CHANCE:
        step_chance(s, node, a)
    else:
        step_automatic(s, node)


def step_before_attacks(s, node, a):
    """Carry out decisions on set-up, sets of cards and new armies."""
    if node == CLAIM:
        do_claim(s, a)
    elif node == SETUP_PLACE:
        do_setup_place(s, a)
    elif node == CAPITAL:
        do_capital(s, a)
    elif node == TRADE:
        do_trade(s, a)
    elif node == BONUS_WHERE:
        do_bonus_where(s, a)
    elif node == PLACE:
        do_place(s, a)
    elif node == PLACE_AMOUNT:
        do_place_amount(s, a)


def step_in_attack(s, node, a):
    """Carry out decisions in attacks and occupations."""
    if node == ATTACK_FROM:
        do_attack_from(s, a)
    elif node == ATTACK_TO:
        do_attack_to(s, a)
    elif node == ROLL:
        do_roll(s, a)
    elif node == DEFEND:
        do_defend(s, a)
    elif node == OCCUPY:
        do_occupy(s, a)


def step_after_attacks(s, node, a):
    """Carry out decisions on the last move of a turn and the end of the game."""
    if node == FORT_FROM:
        do_fort_from(s, a)
    elif node == FORT_TO:
        do_fort_to(s, a)
    elif node == FORT_AMOUNT:
        do_fort_amount(s, a)
    elif node == CONTINUE:
        do_continue(s, a)


def step_chance(s, node, a):
    """Carry out chance nodes: seats, deals, throws and cards."""
    if node == TAKE_SEAT:
        do_take_seat(s, a)
    elif node == FIRST_SEAT:
        do_first_seat(s, a)
    elif node == DRAW_MISSION:
        do_draw_mission(s, a)
    elif node == DEAL:
        do_deal(s, a)
    elif node == SCATTER:
        do_scatter(s, a)
    elif node == ATTACK_THROW_1:
        do_attack_throw(s, a)
    elif node == ATTACK_THROW_2:
        do_attack_throw(s, a)
    elif node == ATTACK_THROW_3:
        do_attack_throw(s, a)
    elif node == DEFENCE_THROW_1:
        do_defence_throw(s, a)
    elif node == DEFENCE_THROW_2:
        do_defence_throw(s, a)
    elif node == DEFENCE_THROW_3:
        do_defence_throw(s, a)
    elif node == DRAW_CARD:
        do_draw_card(s, a)


def step_automatic(s, node):
    """Carry out automatic nodes."""
    if node == BEGIN_TURN:
        do_begin_turn(s, 0)
    elif node == TRADING:
        do_trading(s, 0)
    elif node == PLACING:
        do_placing(s, 0)
    elif node == ATTACKING:
        do_attacking(s, 0)
    elif node == FORTIFYING:
        do_fortifying(s, 0)
    elif node == ENDING_TURN:
        do_ending_turn(s, 0)
    elif node == NEXT_TURN:
        do_next_turn(s, 0)
