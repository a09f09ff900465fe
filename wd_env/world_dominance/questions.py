"""Every question that can be open: of a seat, of luck, or of nobody (an errand that the engine carries out).

A code names a moment, not a kind of answer, so nothing has to remember where to go back to.
"""

from wd_env.core.spec import DECISION, END, ERRAND, LUCK, SEEN_BY_SEAT, Question

(
    CHOOSE_PIECE,
    CALL_ALLY,
    START_MENU,
    RUN_LENGTH,
    GATE,
    CONTINENT,
    BLOCK_ENTRY,
    EXCHANGE,
    CEDE,
    EXAMINER,
    QUESTION_CARD,
    OPTIONAL_CARD,
    OWN_PASS,
    TARGET_PASS,
    CARD_REGION,
    CARD_OPPONENT,
    CARD_SPACE,
    CARD_OWN,
    CARD_WANTED,
    TEST_WHOM,
    RAISE_OR_ASK,
    MATCH_RAISE,
    DECIMATE,
    GAIN_CARD,
    ECUADOR,
    CONCEDE,
    KHYBER_PASS,
    ICE_HOUSE,
    PURGATORY_LOSS,
    THREE_SIXES,
    PARADIES,
    PARADIES_CARD,
    LAST_SOLDIER,
    ICE_BREAKOUT,
    SPELLING,
    PRE_SET_CLAIM,
    STACK_SET,
    SETUP_THROW,
    MOVEMENT_THROW,
    PURGATORY_THROW,
    EXTRA_SIX,
    LOSE_THROW,
    CONSCRIPT_THROW,
    DECIMATE_THROW,
    GAIN_DICE,
    CONCEDE_DICE,
    FACE_DOWN_DRAW,
    MANOEUVRE_DRAW,
    THEME_DRAW,
    PURGATORY_DRAW,
    PARADIES_DRAW,
    KNOWLEDGE,
    BLUFF_ANSWER,
    ANTARCTICA_ANSWER,
    NEXT_TURN,
    LANDING,
    PLACEMENT,
    SECOND_DRAW,
    ANTARCTICA_DRAW,
    SECOND_ANTARCTICA,
    EXAMINE,
    CARRY_OUT,
    SETTLE,
    OVER,
) = range(64)
NOTHING = 127  # while an answer is being carried out

FIRST_LUCK, LAST_LUCK = SETUP_THROW, ANTARCTICA_ANSWER
FIRST_ERRAND, LAST_ERRAND = NEXT_TURN, SETTLE

# Where each kind of luck begins among the outcome rows of `actions.py`.
(
    PLAYING_DICE,
    SOLDIER_DICE,
    CONTINENT_DICE,
    DRAWN_CARD,
    DRAWN_MANOEUVRE,
    DRAWN_THEME,
    DRAWN_PURGADIES,
    KNOWS,
    ANSWERS,
) = (0, 6, 9, 16, 81, 108, 135, 141, 143)


def _luck(name: str, first: int, outcomes: int) -> Question:
    return Question(name, LUCK, first_outcome=first, outcomes=outcomes)


def _throw(name: str, dice: int, faces: int) -> Question:
    return Question(name, LUCK, first_outcome=dice, outcomes=faces, is_even=True)


def _private_luck(name: str, first: int, outcomes: int) -> Question:
    return Question(name, LUCK, first_outcome=first, outcomes=outcomes, seen_by=SEEN_BY_SEAT)


_DECISIONS = (
    "choose_piece call_ally start_menu run_length gate continent block_entry exchange cede examiner question_card "
    "optional_card own_pass target_pass card_region card_opponent card_space card_own card_wanted test_whom "
    "raise_or_ask match_raise decimate gain_card ecuador concede khyber_pass ice_house purgatory_loss "
    "three_sixes paradies paradies_card last_soldier ice_breakout spelling"
).split()
_ERRANDS = "next_turn landing placement second_draw antarctica_draw second_antarctica examine carry_out".split()

QUESTIONS: tuple[Question, ...] = (
    *(Question(name, DECISION) for name in _DECISIONS),
    Question("pre_set_claim", DECISION, rank=2),
    Question("stack_set", DECISION),
    _throw("setup_throw", PLAYING_DICE, 6),
    _throw("movement_throw", PLAYING_DICE, 6),
    _throw("purgatory_throw", PLAYING_DICE, 6),
    _throw("extra_six", PLAYING_DICE, 6),
    _throw("lose_throw", SOLDIER_DICE, 3),
    _throw("conscript_throw", SOLDIER_DICE, 3),
    _throw("decimate_throw", SOLDIER_DICE, 3),
    _luck("gain_dice", CONTINENT_DICE, 7),
    _luck("concede_dice", CONTINENT_DICE, 7),
    _luck("face_down_draw", DRAWN_CARD, 65),
    _luck("manoeuvre_draw", DRAWN_MANOEUVRE, 27),
    _private_luck("theme_draw", DRAWN_THEME, 27),
    _luck("purgatory_draw", DRAWN_PURGADIES, 6),
    _luck("paradies_draw", DRAWN_PURGADIES, 6),
    _private_luck("knowledge", KNOWS, 2),
    _luck("bluff_answer", ANSWERS, 2),
    _luck("antarctica_answer", ANSWERS, 2),
    *(Question(name, ERRAND) for name in _ERRANDS),
    Question("settle", ERRAND, rank=2),
    Question("over", END),
)
DECISIONS = FIRST_LUCK
