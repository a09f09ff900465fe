"""Which module carries out the answer to each question: one branch for each.

Written by `make generated` from the tables of the game: change those.
"""

from wd_env.games.world_dominance.definitions.decision_codes import (
    ANTARCTICA_ANSWER,
    ANTARCTICA_DRAW,
    BLOCK_ENTRY,
    BLUFF_ANSWER,
    CALL_ALLY,
    CARD_OPPONENT,
    CARD_OWN,
    CARD_REGION,
    CARD_SPACE,
    CARD_WANTED,
    CARRY_OUT,
    CEDE,
    CHOOSE_PIECE,
    CONCEDE,
    CONCEDE_DICE,
    CONSCRIPT_THROW,
    CONTINENT,
    DECIMATE,
    DECIMATE_THROW,
    ECUADOR,
    EXAMINE,
    EXAMINER,
    EXCHANGE,
    EXTRA_SIX,
    FACE_DOWN_DRAW,
    FIRST_CHANCE,
    GAIN_CARD,
    GAIN_DICE,
    GATE,
    ICE_BREAKOUT,
    ICE_HOUSE,
    KHYBER_PASS,
    KNOWLEDGE,
    LANDING,
    LAST_CHANCE,
    LAST_SOLDIER,
    LOSE_THROW,
    MANOEUVRE_DRAW,
    MATCH_RAISE,
    MOVEMENT_THROW,
    NEXT_TURN,
    OPTIONAL_CARD,
    OWN_PASS,
    PARADIES,
    PARADIES_CARD,
    PARADIES_DRAW,
    PLACEMENT,
    PRE_SET_CLAIM,
    PURGATORY_DRAW,
    PURGATORY_LOSS,
    PURGATORY_THROW,
    QUESTION_CARD,
    RAISE_OR_ASK,
    RUN_LENGTH,
    SECOND_ANTARCTICA,
    SECOND_DRAW,
    SETTLE,
    SETUP_THROW,
    SPELLING,
    STACK_SET,
    START_MENU,
    TARGET_PASS,
    TEST_WHOM,
    THEME_DRAW,
    THREE_SIXES,
)
from wd_env.games.world_dominance.rules.ally import do_call_ally
from wd_env.games.world_dominance.rules.antarctica import (
    do_antarctica_answer,
    do_antarctica_draw,
    do_cede,
    do_examine,
    do_examiner,
    do_exchange,
    do_question_card,
    do_second_antarctica,
    do_spelling,
)
from wd_env.games.world_dominance.rules.checkpoints import (
    do_conscript_throw,
    do_decimate,
    do_decimate_throw,
    do_lose_throw,
)
from wd_env.games.world_dominance.rules.continent_dice import (
    do_concede,
    do_concede_dice,
    do_ecuador,
    do_gain_card,
    do_gain_dice,
)
from wd_env.games.world_dominance.rules.continents import do_block_entry, do_continent
from wd_env.games.world_dominance.rules.draws import do_face_down_draw, do_second_draw
from wd_env.games.world_dominance.rules.landing import do_landing, do_last_soldier, do_placement
from wd_env.games.world_dominance.rules.manoeuvre_choices import (
    do_card_opponent,
    do_card_own,
    do_card_region,
    do_card_space,
    do_card_wanted,
)
from wd_env.games.world_dominance.rules.manoeuvre_effects import do_carry_out
from wd_env.games.world_dominance.rules.manoeuvres import (
    do_manoeuvre_draw,
    do_optional_card,
    do_own_pass,
    do_target_pass,
)
from wd_env.games.world_dominance.rules.paradies import do_paradies, do_paradies_card, do_paradies_draw
from wd_env.games.world_dominance.rules.purgatory import (
    do_extra_six,
    do_purgatory_draw,
    do_purgatory_loss,
    do_purgatory_throw,
    do_three_sixes,
)
from wd_env.games.world_dominance.rules.runs import do_run_length
from wd_env.games.world_dominance.rules.sets import do_pre_set_claim, do_settle
from wd_env.games.world_dominance.rules.setup import do_choose_piece, do_setup_throw
from wd_env.games.world_dominance.rules.shelters import do_ice_breakout, do_ice_house, do_khyber_pass
from wd_env.games.world_dominance.rules.stacks import do_stack_set
from wd_env.games.world_dominance.rules.turn import do_gate, do_movement_throw, do_next_turn, do_start_menu
from wd_env.games.world_dominance.rules.zone import (
    do_bluff_answer,
    do_knowledge,
    do_match_raise,
    do_raise_or_ask,
    do_test_whom,
    do_theme_draw,
)


def answer_question(s, question, a):
    """Carry out what was answered to this question."""
    if question < FIRST_CHANCE:
        if question <= QUESTION_CARD:
            answer_on_board(s, question, a)
        elif question <= CARD_WANTED:
            answer_card(s, question, a)
        elif question <= LAST_SOLDIER:
            answer_on_space(s, question, a)
        else:
            answer_by_option(s, question, a)
    elif question <= LAST_CHANCE:
        answer_chance(s, question, a)
    else:
        answer_automatic(s, question)


def answer_on_board(s, question, a):
    """The board and Antarctica."""
    if question == CHOOSE_PIECE:
        do_choose_piece(s, a)
    elif question == CALL_ALLY:
        do_call_ally(s, a)
    elif question == START_MENU:
        do_start_menu(s, a)
    elif question == RUN_LENGTH:
        do_run_length(s, a)
    elif question == GATE:
        do_gate(s, a)
    elif question == CONTINENT:
        do_continent(s, a)
    elif question == BLOCK_ENTRY:
        do_block_entry(s, a)
    elif question == EXCHANGE:
        do_exchange(s, a)
    elif question == CEDE:
        do_cede(s, a)
    elif question == EXAMINER:
        do_examiner(s, a)
    elif question == QUESTION_CARD:
        do_question_card(s, a)


def answer_card(s, question, a):
    """Manoeuvre Cards."""
    if question == OPTIONAL_CARD:
        do_optional_card(s, a)
    elif question == OWN_PASS:
        do_own_pass(s, a)
    elif question == TARGET_PASS:
        do_target_pass(s, a)
    elif question == CARD_REGION:
        do_card_region(s, a)
    elif question == CARD_OPPONENT:
        do_card_opponent(s, a)
    elif question == CARD_SPACE:
        do_card_space(s, a)
    elif question == CARD_OWN:
        do_card_own(s, a)
    elif question == CARD_WANTED:
        do_card_wanted(s, a)


def answer_on_space(s, question, a):
    """The novelty mechanisms and trespassing."""
    if question == TEST_WHOM:
        do_test_whom(s, a)
    elif question == RAISE_OR_ASK:
        do_raise_or_ask(s, a)
    elif question == MATCH_RAISE:
        do_match_raise(s, a)
    elif question == DECIMATE:
        do_decimate(s, a)
    elif question == GAIN_CARD:
        do_gain_card(s, a)
    elif question == ECUADOR:
        do_ecuador(s, a)
    elif question == CONCEDE:
        do_concede(s, a)
    elif question == KHYBER_PASS:
        do_khyber_pass(s, a)
    elif question == ICE_HOUSE:
        do_ice_house(s, a)
    elif question == PURGATORY_LOSS:
        do_purgatory_loss(s, a)
    elif question == THREE_SIXES:
        do_three_sixes(s, a)
    elif question == PARADIES:
        do_paradies(s, a)
    elif question == PARADIES_CARD:
        do_paradies_card(s, a)
    elif question == LAST_SOLDIER:
        do_last_soldier(s, a)


def answer_by_option(s, question, a):
    """What is asked only where the table has agreed on it."""
    if question == ICE_BREAKOUT:
        do_ice_breakout(s, a)
    elif question == SPELLING:
        do_spelling(s, a)
    elif question == PRE_SET_CLAIM:
        do_pre_set_claim(s, a)
    elif question == STACK_SET:
        do_stack_set(s, a)


def answer_chance(s, question, a):
    """Dice, cards and answers."""
    if question == SETUP_THROW:
        do_setup_throw(s, a)
    elif question == MOVEMENT_THROW:
        do_movement_throw(s, a)
    elif question == PURGATORY_THROW:
        do_purgatory_throw(s, a)
    elif question == EXTRA_SIX:
        do_extra_six(s, a)
    elif question == LOSE_THROW:
        do_lose_throw(s, a)
    elif question == CONSCRIPT_THROW:
        do_conscript_throw(s, a)
    elif question == DECIMATE_THROW:
        do_decimate_throw(s, a)
    elif question == GAIN_DICE:
        do_gain_dice(s, a)
    elif question == CONCEDE_DICE:
        do_concede_dice(s, a)
    elif question == FACE_DOWN_DRAW:
        do_face_down_draw(s, a)
    elif question == MANOEUVRE_DRAW:
        do_manoeuvre_draw(s, a)
    elif question == THEME_DRAW:
        do_theme_draw(s, a)
    elif question == PURGATORY_DRAW:
        do_purgatory_draw(s, a)
    elif question == PARADIES_DRAW:
        do_paradies_draw(s, a)
    elif question == KNOWLEDGE:
        do_knowledge(s, a)
    elif question == BLUFF_ANSWER:
        do_bluff_answer(s, a)
    elif question == ANTARCTICA_ANSWER:
        do_antarctica_answer(s, a)


def answer_automatic(s, question):
    """What nobody answers."""
    if question == NEXT_TURN:
        do_next_turn(s, 0)
    elif question == LANDING:
        do_landing(s, 0)
    elif question == PLACEMENT:
        do_placement(s, 0)
    elif question == SECOND_DRAW:
        do_second_draw(s, 0)
    elif question == ANTARCTICA_DRAW:
        do_antarctica_draw(s, 0)
    elif question == SECOND_ANTARCTICA:
        do_second_antarctica(s, 0)
    elif question == EXAMINE:
        do_examine(s, 0)
    elif question == CARRY_OUT:
        do_carry_out(s, 0)
    elif question == SETTLE:
        do_settle(s, 0)
