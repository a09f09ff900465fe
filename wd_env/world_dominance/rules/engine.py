"""The whole game behind a few functions: step, legal, chances, is_over, standing; one branch for each question."""

from wd_env.world_dominance.names import ANTARCTICA, QUIZ, REGIONS, SEATS
from wd_env.world_dominance.numbers import FIVE, IN_STACK, OVER_PROGRESS, RESERVES, TEN
from wd_env.world_dominance.questions import (
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
    FIRST_ERRAND,
    FIRST_LUCK,
    GAIN_CARD,
    GAIN_DICE,
    GATE,
    ICE_BREAKOUT,
    ICE_HOUSE,
    KHYBER_PASS,
    KNOWLEDGE,
    LANDING,
    LAST_ERRAND,
    LAST_LUCK,
    LAST_SOLDIER,
    LOSE_THROW,
    MANOEUVRE_DRAW,
    MATCH_RAISE,
    MOVEMENT_THROW,
    NEXT_TURN,
    NOTHING,
    OPTIONAL_CARD,
    OVER,
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
from wd_env.world_dominance.rules.ally import can_call_ally, do_call_ally
from wd_env.world_dominance.rules.antarctica import (
    can_cede,
    can_exchange,
    can_question_card,
    can_spelling,
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
from wd_env.world_dominance.rules.checkpoints import (
    can_decimate,
    do_conscript_throw,
    do_decimate,
    do_decimate_throw,
    do_lose_throw,
)
from wd_env.world_dominance.rules.continent_dice import (
    can_concede,
    can_ecuador,
    can_gain_card,
    do_concede,
    do_concede_dice,
    do_ecuador,
    do_gain_card,
    do_gain_dice,
    weigh_continent_dice,
)
from wd_env.world_dominance.rules.continents import can_block_entry, can_continent, do_block_entry, do_continent
from wd_env.world_dominance.rules.draws import do_face_down_draw, do_second_draw, weigh_face_down_draw
from wd_env.world_dominance.rules.flow import lift, name_awake_opponents
from wd_env.world_dominance.rules.holdings import count_held
from wd_env.world_dominance.rules.landing import can_last_soldier, do_landing, do_last_soldier, do_placement
from wd_env.world_dominance.rules.manoeuvre_choices import (
    can_card_opponent,
    can_card_own,
    can_card_region,
    can_card_space,
    can_card_wanted,
    do_card_opponent,
    do_card_own,
    do_card_region,
    do_card_space,
    do_card_wanted,
)
from wd_env.world_dominance.rules.manoeuvre_effects import do_carry_out
from wd_env.world_dominance.rules.manoeuvres import (
    can_optional_card,
    can_pass_card,
    do_manoeuvre_draw,
    do_optional_card,
    do_own_pass,
    do_target_pass,
    weigh_manoeuvre_draw,
)
from wd_env.world_dominance.rules.paradies import (
    can_paradies,
    can_paradies_card,
    do_paradies,
    do_paradies_card,
    do_paradies_draw,
)
from wd_env.world_dominance.rules.purgatory import (
    can_purgatory_loss,
    can_three_sixes,
    do_extra_six,
    do_purgatory_draw,
    do_purgatory_loss,
    do_purgatory_throw,
    do_three_sixes,
    weigh_purgadies,
)
from wd_env.world_dominance.rules.runs import can_run_length, do_run_length
from wd_env.world_dominance.rules.sets import can_pre_set_claim, do_pre_set_claim, do_settle
from wd_env.world_dominance.rules.setup import can_choose_piece, do_choose_piece, do_setup_throw
from wd_env.world_dominance.rules.shelters import (
    can_ice_breakout,
    can_ice_house,
    can_khyber_pass,
    do_ice_breakout,
    do_ice_house,
    do_khyber_pass,
)
from wd_env.world_dominance.rules.stacks import can_stack_set, do_stack_set
from wd_env.world_dominance.rules.turn import (
    can_gate,
    can_start_menu,
    do_gate,
    do_movement_throw,
    do_next_turn,
    do_start_menu,
)
from wd_env.world_dominance.rules.zone import (
    can_match_raise,
    can_raise_or_ask,
    do_bluff_answer,
    do_knowledge,
    do_match_raise,
    do_raise_or_ask,
    do_test_whom,
    do_theme_draw,
    weigh_answer,
    weigh_theme_draw,
)


def is_over(s):
    """No question is left."""
    return s.question == OVER


def step(s, a):
    """Answer the open question and run errands until somebody must answer. Never draws luck."""
    answer(s, a)
    run_errands(s)


def run_errands(s):
    """What nobody answers is carried out until somebody must."""
    while FIRST_ERRAND <= s.question <= LAST_ERRAND:
        answer(s, 0)


def answer(s, a):
    """Carry out one answer; when it opens nothing, what waits goes on."""
    question = s.question
    s.question = NOTHING
    if question < FIRST_LUCK:
        if question <= QUESTION_CARD:
            answer_on_board(s, question, a)
        elif question <= CARD_WANTED:
            answer_card(s, question, a)
        elif question <= LAST_SOLDIER:
            answer_on_space(s, question, a)
        else:
            answer_by_option(s, question, a)
    elif question <= LAST_LUCK:
        answer_luck(s, question, a)
    else:
        run_errand(s, question)
    if s.question == NOTHING:
        lift(s)


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


def answer_luck(s, question, a):
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


def run_errand(s, question):
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


def legal(s, mask):
    """Mark with 1 what may be answered to the open decision; `mask` comes zeroed."""
    question = s.question
    if question <= QUESTION_CARD:
        offer_on_board(s, question, mask)
    elif question <= CARD_WANTED:
        offer_card_choices(s, question, mask)
    elif question <= LAST_SOLDIER:
        offer_on_space(s, question, mask)
    elif question < FIRST_LUCK:
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


def offer_card_choices(s, question, mask):
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


def chances(s, weights):
    """The integer weight of each outcome of the open luck question; `weights` comes zeroed."""
    question = s.question
    if question <= EXTRA_SIX:
        weigh_faces(weights, 6)
    elif question <= DECIMATE_THROW:
        weigh_faces(weights, 3)
    elif question <= CONCEDE_DICE:
        weigh_continent_dice(s, weights)
    elif question == FACE_DOWN_DRAW:
        weigh_face_down_draw(s, weights)
    elif question == MANOEUVRE_DRAW:
        weigh_manoeuvre_draw(s, weights)
    elif question == THEME_DRAW:
        weigh_theme_draw(s, weights)
    elif question == PURGATORY_DRAW or question == PARADIES_DRAW:
        weigh_purgadies(s, weights)
    elif question == KNOWLEDGE:
        weigh_faces(weights, 2)
    else:
        weigh_answer(s, weights)


def is_reported(s, question):
    """The answers of a quiz are given at the table and reported, never drawn (RULINGS 6)."""
    return s.knowledge_model == QUIZ and (question == BLUFF_ANSWER or question == ANTARCTICA_ANSWER)


def weigh_faces(weights, faces):
    """Equal luck: two sides of a coin, the Playing Dice, or the Soldier Dice with each score on two faces."""
    for face in range(faces):
        weights[face] = 1


def standing(s, out):
    """For shaped rewards: own soldiers and cards towards what wins, player by player; 0 for who is out.

    Reinforcements still to come count as soldiers: a term that paid for taking them would have them taken at once.
    """
    for player in range(s.players):
        seat = s.home[player]
        out[player] = s.army[seat] + RESERVES * s.reinforcements[seat] * s.in_play[seat]
        out[SEATS + player] = set_progress(s, seat)


def set_progress(s, seat):
    """Cards towards what wins: the best continents, as many as are needed (see `progress_in`)."""
    total = 0
    counted = 0
    for _ in range(s.sets_to_win):
        best = 0
        where = REGIONS
        for region in range(REGIONS):
            progress = progress_in(s, seat, region)
            if progress > best and (counted >> region) & 1 == 0:
                best = progress
                where = region
        total += best
        counted |= 1 << where
    return total


def progress_in(s, seat, region):
    """Cards held towards five or ten; of five one less without the Strategic Point, and gone over counts as two."""
    held = count_held(s, seat, region)
    if region == ANTARCTICA:
        return held * s.antarctica_counts
    if s.set_cards == TEN:
        return held
    point = s.strategic_point[region]
    if s.card_at[point] == seat:
        return FIVE if s.in_set[point] == IN_STACK else held if held <= FIVE else OVER_PROGRESS
    return max(held - 1, 0) if held < FIVE else OVER_PROGRESS
