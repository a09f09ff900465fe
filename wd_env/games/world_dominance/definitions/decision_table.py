"""Every question that can be open, one row each: of a seat, of luck, or of nobody (an errand that the engine runs).

A code names a moment, not a kind of answer, so nothing has to remember where to go back to. From the rows follow
`questions.py`, `rules/offering.py` and `rules/answering.py`, and from the pieces of `layout.py` follows `offsets.py`;
`make generated` writes them.
"""

from wd_env.games.world_dominance.definitions.chance_outcomes import (
    ANSWERS,
    CONTINENT_DICE,
    DRAWN_CARD,
    DRAWN_MANOEUVRE,
    DRAWN_PURGADIES,
    DRAWN_THEME,
    KNOWS,
    PLAYING_DICE,
    SOLDIER_DICE,
)
from wd_env.spec.decision_rows import row
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, DECISION, END, SEEN_BY_SEAT, Question

GROUPS = {
    "on_board": "The board and Antarctica.",
    "card": "Manoeuvre Cards.",
    "on_space": "The novelty mechanisms and trespassing.",
    "by_option": "What is asked only where the table has agreed on it.",
    "chance": "Dice, cards and answers.",
    "automatic": "What nobody answers.",
}


def _chance(name: str, first: int, outcomes: int) -> Question:
    return Question(name, CHANCE, first_outcome=first, outcomes=outcomes)


def _throw(name: str, dice: int, faces: int) -> Question:
    return Question(name, CHANCE, first_outcome=dice, outcomes=faces, is_even=True)


def _private_chance(name: str, first: int, outcomes: int) -> Question:
    return Question(name, CHANCE, first_outcome=first, outcomes=outcomes, seen_by=SEEN_BY_SEAT)


# name and kind; group of the dispatch; the module of rules in which `can_<name>` and `do_<name>` lie
ROWS = (
    row(Question("choose_piece", DECISION), "on_board", "setup"),
    row(Question("call_ally", DECISION), "on_board", "ally"),
    row(Question("start_menu", DECISION), "on_board", "turn"),
    row(Question("run_length", DECISION), "on_board", "runs"),
    row(Question("gate", DECISION), "on_board", "turn"),
    row(Question("continent", DECISION), "on_board", "continents"),
    row(Question("block_entry", DECISION), "on_board", "continents"),
    row(Question("exchange", DECISION), "on_board", "antarctica"),
    row(Question("cede", DECISION), "on_board", "antarctica"),
    row(Question("examiner", DECISION), "on_board", "antarctica", offers="flow.name_awake_opponents"),
    row(Question("question_card", DECISION), "on_board", "antarctica"),
    row(Question("optional_card", DECISION), "card", "manoeuvres"),
    row(Question("own_pass", DECISION), "card", "manoeuvres", offers="manoeuvres.can_pass_card"),
    row(Question("target_pass", DECISION), "card", "manoeuvres", offers="manoeuvres.can_pass_card"),
    row(Question("card_region", DECISION), "card", "manoeuvre_choices"),
    row(Question("card_opponent", DECISION), "card", "manoeuvre_choices"),
    row(Question("card_space", DECISION), "card", "manoeuvre_choices"),
    row(Question("card_own", DECISION), "card", "manoeuvre_choices"),
    row(Question("card_wanted", DECISION), "card", "manoeuvre_choices"),
    row(Question("test_whom", DECISION), "on_space", "zone", offers="flow.name_awake_opponents"),
    row(Question("raise_or_ask", DECISION), "on_space", "zone"),
    row(Question("match_raise", DECISION), "on_space", "zone"),
    row(Question("decimate", DECISION), "on_space", "checkpoints"),
    row(Question("gain_card", DECISION), "on_space", "continent_dice"),
    row(Question("ecuador", DECISION), "on_space", "continent_dice"),
    row(Question("concede", DECISION), "on_space", "continent_dice"),
    row(Question("khyber_pass", DECISION), "on_space", "shelters"),
    row(Question("ice_house", DECISION), "on_space", "shelters"),
    row(Question("purgatory_loss", DECISION), "on_space", "purgatory"),
    row(Question("three_sixes", DECISION), "on_space", "purgatory"),
    row(Question("paradies", DECISION), "on_space", "paradies"),
    row(Question("paradies_card", DECISION), "on_space", "paradies"),
    row(Question("last_soldier", DECISION), "on_space", "landing"),
    row(Question("ice_breakout", DECISION), "by_option", "shelters"),
    row(Question("spelling", DECISION), "by_option", "antarctica"),
    row(Question("pre_set_claim", DECISION, rank=2), "by_option", "sets"),
    row(Question("stack_set", DECISION), "by_option", "stacks"),
    row(_throw("setup_throw", PLAYING_DICE, 6), "chance", "setup"),
    row(_throw("movement_throw", PLAYING_DICE, 6), "chance", "turn"),
    row(_throw("purgatory_throw", PLAYING_DICE, 6), "chance", "purgatory"),
    row(_throw("extra_six", PLAYING_DICE, 6), "chance", "purgatory"),
    row(_throw("lose_throw", SOLDIER_DICE, 3), "chance", "checkpoints"),
    row(_throw("conscript_throw", SOLDIER_DICE, 3), "chance", "checkpoints"),
    row(_throw("decimate_throw", SOLDIER_DICE, 3), "chance", "checkpoints"),
    row(_chance("gain_dice", CONTINENT_DICE, 7), "chance", "continent_dice"),
    row(_chance("concede_dice", CONTINENT_DICE, 7), "chance", "continent_dice"),
    row(_chance("face_down_draw", DRAWN_CARD, 65), "chance", "draws"),
    row(_chance("manoeuvre_draw", DRAWN_MANOEUVRE, 27), "chance", "manoeuvres"),
    row(_private_chance("theme_draw", DRAWN_THEME, 27), "chance", "zone"),
    row(_chance("purgatory_draw", DRAWN_PURGADIES, 6), "chance", "purgatory"),
    row(_chance("paradies_draw", DRAWN_PURGADIES, 6), "chance", "paradies"),
    row(_private_chance("knowledge", KNOWS, 2), "chance", "zone"),
    row(_chance("bluff_answer", ANSWERS, 2), "chance", "zone"),
    row(_chance("antarctica_answer", ANSWERS, 2), "chance", "antarctica"),
    row(Question("next_turn", AUTOMATIC), "automatic", "turn"),
    row(Question("landing", AUTOMATIC), "automatic", "landing"),
    row(Question("placement", AUTOMATIC), "automatic", "landing"),
    row(Question("second_draw", AUTOMATIC), "automatic", "draws"),
    row(Question("antarctica_draw", AUTOMATIC), "automatic", "antarctica"),
    row(Question("second_antarctica", AUTOMATIC), "automatic", "antarctica"),
    row(Question("examine", AUTOMATIC), "automatic", "antarctica"),
    row(Question("carry_out", AUTOMATIC), "automatic", "manoeuvre_effects"),
    row(Question("settle", AUTOMATIC, rank=2), "automatic", "sets"),
)
QUESTIONS: tuple[Question, ...] = (*(row.question for row in ROWS), Question("over", END))
