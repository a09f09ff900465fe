"""Call the rule that marks the legal actions of each decision, with one branch per decision.

Written by `make codegen` from the tables of the game: change those.
"""

from wd_env.games.world_dominance.definitions.decision_codes import (
    BLOCK_ENTRY,
    CALL_ALLY,
    CARD_OPPONENT,
    CARD_OWN,
    CARD_REGION,
    CARD_SPACE,
    CARD_WANTED,
    CEDE,
    CHOOSE_PIECE,
    CONCEDE,
    CONTINENT,
    DECIMATE,
    ECUADOR,
    EXAMINER,
    EXCHANGE,
    FIRST_CHANCE,
    GAIN_CARD,
    GATE,
    ICE_BREAKOUT,
    ICE_HOUSE,
    KHYBER_PASS,
    LAST_SOLDIER,
    MATCH_RAISE,
    OPTIONAL_CARD,
    OWN_PASS,
    PARADIES,
    PARADIES_CARD,
    PRE_SET_CLAIM,
    PURGATORY_LOSS,
    QUESTION_CARD,
    RAISE_OR_ASK,
    RUN_LENGTH,
    SPELLING,
    STACK_SET,
    START_MENU,
    TARGET_PASS,
    TEST_WHOM,
    THREE_SIXES,
)
from wd_env.games.world_dominance.rules.ally import can_call_ally
from wd_env.games.world_dominance.rules.antarctica import can_cede, can_exchange, can_question_card, can_spelling
from wd_env.games.world_dominance.rules.checkpoints import can_decimate
from wd_env.games.world_dominance.rules.continent_dice import can_concede, can_ecuador, can_gain_card
from wd_env.games.world_dominance.rules.continents import can_block_entry, can_continent
from wd_env.games.world_dominance.rules.flow import mark_awake_opponents
from wd_env.games.world_dominance.rules.landing import can_last_soldier
from wd_env.games.world_dominance.rules.manoeuvre_choices import (
    can_card_opponent,
    can_card_own,
    can_card_region,
    can_card_space,
    can_card_wanted,
)
from wd_env.games.world_dominance.rules.manoeuvres import can_optional_card, can_pass_card
from wd_env.games.world_dominance.rules.paradies import can_paradies, can_paradies_card
from wd_env.games.world_dominance.rules.purgatory import can_purgatory_loss, can_three_sixes
from wd_env.games.world_dominance.rules.runs import can_run_length
from wd_env.games.world_dominance.rules.sets import can_pre_set_claim
from wd_env.games.world_dominance.rules.setup import can_choose_piece
from wd_env.games.world_dominance.rules.shelters import can_ice_breakout, can_ice_house, can_khyber_pass
from wd_env.games.world_dominance.rules.stacks import can_stack_set
from wd_env.games.world_dominance.rules.turn import can_gate, can_start_menu
from wd_env.games.world_dominance.rules.zone import can_match_raise, can_raise_or_ask


def legal(s, mask):
    """Mark the legal actions of the current decision with 1; `mask` is zeroed."""
    node = s.node
    if node <= QUESTION_CARD:
        legal_on_board(s, node, mask)
    elif node <= CARD_WANTED:
        legal_card(s, node, mask)
    elif node <= LAST_SOLDIER:
        legal_on_space(s, node, mask)
    elif node < FIRST_CHANCE:
        legal_by_option(s, node, mask)


def legal_on_board(s, node, mask):
    """Mark the legal actions of decisions on the board and in Antarctica."""
    if node == CHOOSE_PIECE:
        can_choose_piece(s, mask)
    elif node == CALL_ALLY:
        can_call_ally(s, mask)
    elif node == START_MENU:
        can_start_menu(s, mask)
    elif node == RUN_LENGTH:
        can_run_length(s, mask)
    elif node == GATE:
        can_gate(s, mask)
    elif node == CONTINENT:
        can_continent(s, mask)
    elif node == BLOCK_ENTRY:
        can_block_entry(s, mask)
    elif node == EXCHANGE:
        can_exchange(s, mask)
    elif node == CEDE:
        can_cede(s, mask)
    elif node == EXAMINER:
        mark_awake_opponents(s, mask)
    elif node == QUESTION_CARD:
        can_question_card(s, mask)


def legal_card(s, node, mask):
    """Mark the legal actions of decisions of Manoeuvre Cards."""
    if node == OPTIONAL_CARD:
        can_optional_card(s, mask)
    elif node == OWN_PASS:
        can_pass_card(s, mask)
    elif node == TARGET_PASS:
        can_pass_card(s, mask)
    elif node == CARD_REGION:
        can_card_region(s, mask)
    elif node == CARD_OPPONENT:
        can_card_opponent(s, mask)
    elif node == CARD_SPACE:
        can_card_space(s, mask)
    elif node == CARD_OWN:
        can_card_own(s, mask)
    elif node == CARD_WANTED:
        can_card_wanted(s, mask)


def legal_on_space(s, node, mask):
    """Mark the legal actions of decisions of novelty mechanisms and trespassing."""
    if node == TEST_WHOM:
        mark_awake_opponents(s, mask)
    elif node == RAISE_OR_ASK:
        can_raise_or_ask(s, mask)
    elif node == MATCH_RAISE:
        can_match_raise(s, mask)
    elif node == DECIMATE:
        can_decimate(s, mask)
    elif node == GAIN_CARD:
        can_gain_card(s, mask)
    elif node == ECUADOR:
        can_ecuador(s, mask)
    elif node == CONCEDE:
        can_concede(s, mask)
    elif node == KHYBER_PASS:
        can_khyber_pass(s, mask)
    elif node == ICE_HOUSE:
        can_ice_house(s, mask)
    elif node == PURGATORY_LOSS:
        can_purgatory_loss(s, mask)
    elif node == THREE_SIXES:
        can_three_sixes(s, mask)
    elif node == PARADIES:
        can_paradies(s, mask)
    elif node == PARADIES_CARD:
        can_paradies_card(s, mask)
    elif node == LAST_SOLDIER:
        can_last_soldier(s, mask)


def legal_by_option(s, node, mask):
    """Mark the legal actions of decisions that only some options have."""
    if node == ICE_BREAKOUT:
        can_ice_breakout(s, mask)
    elif node == SPELLING:
        can_spelling(s, mask)
    elif node == PRE_SET_CLAIM:
        can_pre_set_claim(s, mask)
    elif node == STACK_SET:
        can_stack_set(s, mask)
