"""The questions of a map as the core knows them, in the order of `questions.py`."""

from wd_env.core.spec import AUTOMATIC, CHANCE, DECISION, END, SEEN_BY_ALL, SEEN_BY_SEAT, Question
from wd_env.domination.numbers import FACES, SEATS

_DECIDED = (
    "claim",
    "setup_place",
    "capital",
    "trade",
    "bonus_where",
    "place",
    "place_amount",
    "attack_from",
    "attack_to",
    "roll",
    "defend",
    "occupy",
    "fort_from",
    "fort_to",
    "fort_amount",
)
_AUTOMATIC = ("begin_turn", "trading", "placing", "attacking", "fortifying", "ending_turn", "next_turn")
DECISIONS = len(_DECIDED)


def questions_of(countries: int, cards: int, missions: int) -> tuple[Question, ...]:
    """Return the questions of a map with so many countries, and of a deck with so many cards and missions.

    The outcomes stand in the order of `actions.outcomes_of`: seats, countries, throws of one, two and three dice,
    cards, missions.
    """
    throws = [FACES**dice for dice in (1, 2, 3)]
    firsts = [SEATS + countries + sum(throws[:dice]) for dice in range(4)]
    named = [Question(name, DECISION, seen_by=SEEN_BY_SEAT if name == "capital" else SEEN_BY_ALL) for name in _DECIDED]
    chance = [
        Question("first_seat", CHANCE, first_outcome=0, outcomes=SEATS),
        Question("draw_mission", CHANCE, first_outcome=firsts[3] + cards, outcomes=missions, seen_by=SEEN_BY_SEAT),
        Question("deal", CHANCE, first_outcome=SEATS, outcomes=countries),
        Question("scatter", CHANCE, first_outcome=SEATS, outcomes=countries),
    ]
    for side in ("attack", "defence"):
        for dice, outcomes in enumerate(throws):
            name = f"{side}_throw_{dice + 1}"
            chance.append(Question(name, CHANCE, first_outcome=firsts[dice], outcomes=outcomes, is_even=True))
    chance.append(Question("draw_card", CHANCE, first_outcome=firsts[3], outcomes=cards, seen_by=SEEN_BY_SEAT))
    return (*named, *chance, *(Question(name, AUTOMATIC) for name in _AUTOMATIC), Question("over", END))
