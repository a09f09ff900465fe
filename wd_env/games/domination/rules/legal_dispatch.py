"""Which module says what may be answered to each decision: one branch for each.

Written by `make generated` from the tables of the game: change those.
"""

from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_TO,
    BONUS_WHERE,
    CAPITAL,
    CLAIM,
    CONTINUE,
    DEFEND,
    FIRST_CHANCE,
    FORT_AMOUNT,
    FORT_FROM,
    FORT_TO,
    OCCUPY,
    PLACE,
    PLACE_AMOUNT,
    ROLL,
    SETUP_PLACE,
    TRADE,
)
from wd_env.games.domination.rules.attack import can_attack_from, can_attack_to, can_defend, can_occupy, can_roll
from wd_env.games.domination.rules.cards import can_bonus_where
from wd_env.games.domination.rules.setup import can_capital, can_claim, can_setup_place
from wd_env.games.domination.rules.trades import can_trade
from wd_env.games.domination.rules.turn import can_fort_amount, can_fort_from, can_fort_to, can_place, can_place_amount
from wd_env.games.domination.rules.victory import can_continue


def legal(s, mask):
    """Mark with 1 what may be answered to the open decision; `mask` comes zeroed."""
    question = s.question
    if question <= PLACE_AMOUNT:
        offer_before_attacks(s, question, mask)
    elif question <= OCCUPY:
        offer_in_attack(s, question, mask)
    elif question < FIRST_CHANCE:
        offer_after_attacks(s, question, mask)


def offer_before_attacks(s, question, mask):
    """Setting up, sets of cards, new armies."""
    if question == CLAIM:
        can_claim(s, mask)
    elif question == SETUP_PLACE:
        can_setup_place(s, mask)
    elif question == CAPITAL:
        can_capital(s, mask)
    elif question == TRADE:
        can_trade(s, mask)
    elif question == BONUS_WHERE:
        can_bonus_where(s, mask)
    elif question == PLACE:
        can_place(s, mask)
    elif question == PLACE_AMOUNT:
        can_place_amount(s, mask)


def offer_in_attack(s, question, mask):
    """Attacks and what moves in."""
    if question == ATTACK_FROM:
        can_attack_from(s, mask)
    elif question == ATTACK_TO:
        can_attack_to(s, mask)
    elif question == ROLL:
        can_roll(s, mask)
    elif question == DEFEND:
        can_defend(s, mask)
    elif question == OCCUPY:
        can_occupy(s, mask)


def offer_after_attacks(s, question, mask):
    """The one move that ends a turn, and an end of the game."""
    if question == FORT_FROM:
        can_fort_from(s, mask)
    elif question == FORT_TO:
        can_fort_to(s, mask)
    elif question == FORT_AMOUNT:
        can_fort_amount(s, mask)
    elif question == CONTINUE:
        can_continue(s, mask)
