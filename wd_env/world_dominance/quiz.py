"""A quiz of real questions: what the front-end is told, and what it reports (WD-105, WD-219 to WD-224)."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class QuizQuestion:
    """A question that is now asked and answered at the table, outside the game."""

    title: str  # of the Intelligence Card, or of the Antarctica card that asks
    seat: int  # who answers
    asker: int  # who asks, and knows the printed answer
    must_spell: bool  # the answer has to be spelled out (WD-224)


Quizmaster = Callable[[QuizQuestion], bool]  # puts the question, hears the first answer, and says whether it was right


def is_complete(answer: str, printed: str) -> bool:
    """The whole printed answer was given, in capitals or not, and nothing else (WD-223)."""
    return answer.casefold().split() == printed.casefold().split()
