"""The questions of a map as the core knows them, each with the rules behind it.

From the rows follow `questions.py`, `rules/offering.py` and `rules/answering.py`; `make generated` writes them.
"""

from wd_env.games.domination.definitions.rule_constants import FACES, MOST_DICE, SEATS
from wd_env.spec.decision_rows import QuestionRow, row
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, DECISION, END, SEEN_BY_SEAT, Question

GROUPS = {
    "before_attacks": "Setting up, sets of cards, new armies.",
    "in_attack": "Attacks and what moves in.",
    "after_attacks": "The one move that ends a turn, and an end of the game.",
    "chance": "Seats, deals, throws and cards.",
    "automatic": "What nobody answers.",
}

DECIDED = (
    row(Question("claim", DECISION), "before_attacks", "setup"),
    row(Question("setup_place", DECISION), "before_attacks", "setup"),
    row(Question("capital", DECISION, seen_by=SEEN_BY_SEAT), "before_attacks", "setup"),
    row(Question("trade", DECISION), "before_attacks", "trades"),
    row(Question("bonus_where", DECISION), "before_attacks", "cards"),
    row(Question("place", DECISION), "before_attacks", "turn"),
    row(Question("place_amount", DECISION), "before_attacks", "turn"),
    row(Question("attack_from", DECISION), "in_attack", "attack"),
    row(Question("attack_to", DECISION), "in_attack", "attack"),
    row(Question("roll", DECISION), "in_attack", "attack"),
    row(Question("defend", DECISION), "in_attack", "attack"),
    row(Question("occupy", DECISION), "in_attack", "attack"),
    row(Question("fort_from", DECISION), "after_attacks", "turn"),
    row(Question("fort_to", DECISION), "after_attacks", "turn"),
    row(Question("fort_amount", DECISION), "after_attacks", "turn"),
    row(Question("continue", DECISION), "after_attacks", "victory"),
)
BY_ITSELF = (
    row(Question("begin_turn", AUTOMATIC), "automatic", "turn"),
    row(Question("trading", AUTOMATIC), "automatic", "cards"),
    row(Question("placing", AUTOMATIC), "automatic", "turn"),
    row(Question("attacking", AUTOMATIC), "automatic", "turn"),
    row(Question("fortifying", AUTOMATIC), "automatic", "turn"),
    row(Question("ending_turn", AUTOMATIC), "automatic", "turn"),
    row(Question("next_turn", AUTOMATIC), "automatic", "turn"),
)
DECISIONS = len(DECIDED)


def rows_of(countries: int, cards: int, missions: int) -> tuple[QuestionRow, ...]:
    """Return the rows of a map with so many countries, and of a deck with so many cards and missions.

    The outcomes stand in the order of `actions.outcomes_of`: seats, countries, throws of one, two and three dice,
    cards, missions.
    """
    throws = SEATS + countries
    first_card = throws + sum(FACES**dice for dice in range(1, MOST_DICE + 1))
    chance = (
        row(Question("take_seat", CHANCE, first_outcome=0, outcomes=SEATS), "chance", "setup"),
        row(Question("first_seat", CHANCE, first_outcome=0, outcomes=SEATS), "chance", "setup"),
        row(_private("draw_mission", first_card + cards, missions), "chance", "setup"),
        row(Question("deal", CHANCE, first_outcome=SEATS, outcomes=countries), "chance", "setup"),
        row(Question("scatter", CHANCE, first_outcome=SEATS, outcomes=countries), "chance", "setup"),
        *_throws("attack", throws),
        *_throws("defence", throws),
        row(_private("draw_card", first_card, cards), "chance", "turn"),
    )
    return (*DECIDED, *chance, *BY_ITSELF)


def questions_of(countries: int, cards: int, missions: int) -> tuple[Question, ...]:
    """Return the questions of `rows_of` and the end."""
    return (*(row.question for row in rows_of(countries, cards, missions)), Question("over", END))


def _private(name: str, first: int, outcomes: int) -> Question:
    return Question(name, CHANCE, first_outcome=first, outcomes=outcomes, seen_by=SEEN_BY_SEAT)


def _throws(side: str, first: int) -> list[QuestionRow]:
    """One question for each number of dice, with one rule for all of a side."""
    found = []
    for dice in range(1, MOST_DICE + 1):
        name, outcomes = f"{side}_throw_{dice}", FACES**dice
        question = Question(name, CHANCE, first_outcome=first, outcomes=outcomes, is_even=True)
        found.append(QuestionRow(question, "chance", "", f"attack.do_{side}_throw"))
        first += outcomes
    return found
