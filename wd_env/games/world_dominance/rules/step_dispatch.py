"""Call the rule that carries out each node, with one branch per node.

Written by `make codegen` from the tables of the game: change those.
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


def step_node(s, node, a):
    """Carry out an action or a chance outcome at this node."""
    if node < FIRST_CHANCE:
        if node <= QUESTION_CARD:
            step_on_board(s, node, a)
        elif node <= CARD_WANTED:
            step_card(s, node, a)
        elif node <= LAST_SOLDIER:
            step_on_space(s, node, a)
        else:
            step_by_option(s, node, a)
    elif node <= LAST_CHANCE:
        step_chance(s, node, a)
    else:
        step_automatic(s, node)


def step_on_board(s, node, a):
    """Carry out decisions on the board and in Antarctica."""
    if node == CHOOSE_PIECE:
        do_choose_piece(s, a)
    elif node == CALL_ALLY:
        do_call_ally(s, a)
    elif node == START_MENU:
        do_start_menu(s, a)
    elif node == RUN_LENGTH:
        do_run_length(s, a)
    elif node == GATE:
        do_gate(s, a)
    elif node == CONTINENT:
        do_continent(s, a)
    elif node == BLOCK_ENTRY:
        do_block_entry(s, a)
    elif node == EXCHANGE:
        do_exchange(s, a)
    elif node == CEDE:
        do_cede(s, a)
    elif node == EXAMINER:
        do_examiner(s, a)
    elif node == QUESTION_CARD:
        do_question_card(s, a)


def step_card(s, node, a):
    """Carry out decisions of Manoeuvre Cards."""
    if node == OPTIONAL_CARD:
        do_optional_card(s, a)
    elif node == OWN_PASS:
        do_own_pass(s, a)
    elif node == TARGET_PASS:
        do_target_pass(s, a)
    elif node == CARD_REGION:
        do_card_region(s, a)
    elif node == CARD_OPPONENT:
        do_card_opponent(s, a)
    elif node == CARD_SPACE:
        do_card_space(s, a)
    elif node == CARD_OWN:
        do_card_own(s, a)
    elif node == CARD_WANTED:
        do_card_wanted(s, a)


def step_on_space(s, node, a):
    """Carry out decisions of novelty mechanisms and trespassing."""
    if node == TEST_WHOM:
        do_test_whom(s, a)
    elif node == RAISE_OR_ASK:
        do_raise_or_ask(s, a)
    elif node == MATCH_RAISE:
        do_match_raise(s, a)
    elif node == DECIMATE:
        do_decimate(s, a)
    elif node == GAIN_CARD:
        do_gain_card(s, a)
    elif node == ECUADOR:
        do_ecuador(s, a)
    elif node == CONCEDE:
        do_concede(s, a)
    elif node == KHYBER_PASS:
        do_khyber_pass(s, a)
    elif node == ICE_HOUSE:
        do_ice_house(s, a)
    elif node == PURGATORY_LOSS:
        do_purgatory_loss(s, a)
    elif node == THREE_SIXES:
        do_three_sixes(s, a)
    elif node == PARADIES:
        do_paradies(s, a)
    elif node == PARADIES_CARD:
        do_paradies_card(s, a)
    elif node == LAST_SOLDIER:
        do_last_soldier(s, a)


def step_by_option(s, node, a):
    """Carry out decisions that only some options have."""
    if node == ICE_BREAKOUT:
        do_ice_breakout(s, a)
    elif node == SPELLING:
        do_spelling(s, a)
    elif node == PRE_SET_CLAIM:
        do_pre_set_claim(s, a)
    elif node == STACK_SET:
        do_stack_set(s, a)


def step_chance(s, node, a):
    """Carry out chance nodes: dice, cards and answers."""
    if node == SETUP_THROW:
        do_setup_throw(s, a)
    elif node == MOVEMENT_THROW:
        do_movement_throw(s, a)
    elif node == PURGATORY_THROW:
        do_purgatory_throw(s, a)
    elif node == EXTRA_SIX:
        do_extra_six(s, a)
    elif node == LOSE_THROW:
        do_lose_throw(s, a)
    elif node == CONSCRIPT_THROW:
        do_conscript_throw(s, a)
    elif node == DECIMATE_THROW:
        do_decimate_throw(s, a)
    elif node == GAIN_DICE:
        do_gain_dice(s, a)
    elif node == CONCEDE_DICE:
        do_concede_dice(s, a)
    elif node == FACE_DOWN_DRAW:
        do_face_down_draw(s, a)
    elif node == MANOEUVRE_DRAW:
        do_manoeuvre_draw(s, a)
    elif node == THEME_DRAW:
        do_theme_draw(s, a)
    elif node == PURGATORY_DRAW:
        do_purgatory_draw(s, a)
    elif node == PARADIES_DRAW:
        do_paradies_draw(s, a)
    elif node == KNOWLEDGE:
        do_knowledge(s, a)
    elif node == BLUFF_ANSWER:
        do_bluff_answer(s, a)
    elif node == ANTARCTICA_ANSWER:
        do_antarctica_answer(s, a)


def step_automatic(s, node):
    """Carry out automatic nodes."""
    if node == NEXT_TURN:
        do_next_turn(s, 0)
    elif node == LANDING:
        do_landing(s, 0)
    elif node == PLACEMENT:
        do_placement(s, 0)
    elif node == SECOND_DRAW:
        do_second_draw(s, 0)
    elif node == ANTARCTICA_DRAW:
        do_antarctica_draw(s, 0)
    elif node == SECOND_ANTARCTICA:
        do_second_antarctica(s, 0)
    elif node == EXAMINE:
        do_examine(s, 0)
    elif node == CARRY_OUT:
        do_carry_out(s, 0)
    elif node == SETTLE:
        do_settle(s, 0)
