"""Call the rule that marks the legal actions of each decision, with one branch per decision.

Written by `make codegen` from the tables of the game: change those.
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
    """Mark the legal actions of the current decision with 1; `mask` is zeroed."""
    node = s.node
    if node <= PLACE_AMOUNT:
        legal_before_attacks(s, node, mask)
    elif node <= OCCUPY:
        legal_in_attack(s, node, mask)
    elif node < FIRST_CHANCE:
        legal_after_attacks(s, node, mask)


def legal_before_attacks(s, node, mask):
    """Mark the legal actions of decisions on set-up, sets of cards and new armies."""
    if node == CLAIM:
        can_claim(s, mask)
    elif node == SETUP_PLACE:
        can_setup_place(s, mask)
    elif node == CAPITAL:
        can_capital(s, mask)
    elif node == TRADE:
        can_trade(s, mask)
    elif node == BONUS_WHERE:
        can_bonus_where(s, mask)
    elif node == PLACE:
        can_place(s, mask)
    elif node == PLACE_AMOUNT:
        can_place_amount(s, mask)


def legal_in_attack(s, node, mask):
    """Mark the legal actions of decisions in attacks and occupations."""
    if node == ATTACK_FROM:
        can_attack_from(s, mask)
    elif node == ATTACK_TO:
        can_attack_to(s, mask)
    elif node == ROLL:
        can_roll(s, mask)
    elif node == DEFEND:
        can_defend(s, mask)
    elif node == OCCUPY:
        can_occupy(s, mask)


def legal_after_attacks(s, node, mask):
    """Mark the legal actions of decisions on the last move of a turn and the end of the game."""
    if node == FORT_FROM:
        can_fort_from(s, mask)
    elif node == FORT_TO:
        can_fort_to(s, mask)
    elif node == FORT_AMOUNT:
        can_fort_amount(s, mask)
    elif node == CONTINUE:
        can_continue(s, mask)
