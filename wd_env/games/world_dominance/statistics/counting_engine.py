"""The engine of the watched game: it carries out every answer as ever, and tallies it (see `watched`)."""

from wd_env.games.world_dominance.definitions.decision_codes import (
    FIRST_AUTOMATIC,
    LANDING,
    LAST_AUTOMATIC,
    MANOEUVRE_DRAW,
)
from wd_env.games.world_dominance.definitions.names import NO_MANOEUVRE
from wd_env.games.world_dominance.rules.engine import answer, chances, is_over, is_reported, legal, standing

__all__ = ["INSTEAD", "chances", "is_over", "is_reported", "legal", "standing", "step"]

INSTEAD = ("step",)  # of the engine's


def step(s, a):
    """Answer the open question and run errands, as the engine does, and tally each."""
    answer_and_tally(s, a)
    while FIRST_AUTOMATIC <= s.question <= LAST_AUTOMATIC:
        answer_and_tally(s, 0)


def answer_and_tally(s, a):
    """A landing clears the matter in hand, so a card that lies there after it has just been drawn."""
    question = s.question
    s.answered[question] += 1
    if question == LANDING:
        s.landings[s.place[s.seat]] += 1
    answer(s, a)
    if (question == LANDING or question == MANOEUVRE_DRAW) and s.drawn != NO_MANOEUVRE:
        s.manoeuvres[s.drawn] += 1
