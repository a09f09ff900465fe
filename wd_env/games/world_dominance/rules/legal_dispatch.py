"""Which module says what may be answered to each decision: one branch for each.

Written by `make generated` from the tables of the game: change those.
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
from wd_env.games.world_dominance.rules.flow import name_awake_opponents
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
    """Mark with 1 what may be answered to the open decision; `mask` comes zeroed."""
    question = s.question
    if question <= QUESTION_CARD:
        offer_on_board(s, question, mask)
    elif question <= CARD_WANTED:
        offer_card(s, question, mask)
    elif question <= LAST_SOLDIER:
        offer_on_space(s, question, mask)
    elif question < FIRST_CHANCE:
        offer_by_option(s, question, mask)


def offer_on_board(s, question, mask):
    """The board and Antarctica."""
    if question == CHOOSE_PIECE:
        can_choose_piece(s, mask)
    elif question == CALL_ALLY:
        can_call_ally(s, mask)
    elif question == START_MENU:
        can_start_menu(s, mask)
    elif question == RUN_LENGTH:
        can_run_length(s, mask)
    elif question == GATE:
        can_gate(s, mask)
    elif question == CONTINENT:
        can_continent(s, mask)
    elif question == BLOCK_ENTRY:
        can_block_entry(s, mask)
    elif question == EXCHANGE:
        can_exchange(s, mask)
    elif question == CEDE:
        can_cede(s, mask)
    elif question == EXAMINER:
        name_awake_opponents(s, mask)
    elif question == QUESTION_CARD:
        can_question_card(s, mask)


def offer_card(s, question, mask):
    """Manoeuvre Cards."""
    if question == OPTIONAL_CARD:
        can_optional_card(s, mask)
    elif question == OWN_PASS:
        can_pass_card(s, mask)
    elif question == TARGET_PASS:
        can_pass_card(s, mask)
    elif question == CARD_REGION:
        can_card_region(s, mask)
    elif question == CARD_OPPONENT:
        can_card_opponent(s, mask)
    elif question == CARD_SPACE:
        can_card_space(s, mask)
    elif question == CARD_OWN:
        can_card_own(s, mask)
    elif question == CARD_WANTED:
        can_card_wanted(s, mask)


def offer_on_space(s, question, mask):
    """The novelty mechanisms and trespassing."""
    if question == TEST_WHOM:
        name_awake_opponents(s, mask)
    elif question == RAISE_OR_ASK:
        can_raise_or_ask(s, mask)
    elif question == MATCH_RAISE:
        can_match_raise(s, mask)
    elif question == DECIMATE:
        can_decimate(s, mask)
    elif question == GAIN_CARD:
        can_gain_card(s, mask)
    elif question == ECUADOR:
        can_ecuador(s, mask)
    elif question == CONCEDE:
        can_concede(s, mask)
    elif question == KHYBER_PASS:
        can_khyber_pass(s, mask)
    elif question == ICE_HOUSE:
        can_ice_house(s, mask)
    elif question == PURGATORY_LOSS:
        can_purgatory_loss(s, mask)
    elif question == THREE_SIXES:
        can_three_sixes(s, mask)
    elif question == PARADIES:
        can_paradies(s, mask)
    elif question == PARADIES_CARD:
        can_paradies_card(s, mask)
    elif question == LAST_SOLDIER:
        can_last_soldier(s, mask)


def offer_by_option(s, question, mask):
    """What is asked only where the table has agreed on it."""
    if question == ICE_BREAKOUT:
        can_ice_breakout(s, mask)
    elif question == SPELLING:
        can_spelling(s, mask)
    elif question == PRE_SET_CLAIM:
        can_pre_set_claim(s, mask)
    elif question == STACK_SET:
        can_stack_set(s, mask)
