"""Parts of `GameSpec.check_state` that every game can use: fields in range, and what waits beneath the open question.

Each raises StateError that names the first thing which cannot be. What a game counts is its own check.
"""

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from typing import Any

from wd_env.errors import StateError
from wd_env.spec.game_spec import Question


def demand(holds: bool, problem: str) -> None:
    """Raise StateError with the problem unless this holds."""
    if not holds:
        raise StateError(f"the state cannot be: {problem}")


def check_ranges(s: Any, allowed: Mapping[str, Container[int]]) -> None:
    """Demand that each of these fields, or every element of it, holds a value that is allowed."""
    for name, values in allowed.items():
        found = getattr(s, name)
        elements = found if isinstance(found, list) else [found]
        if not all(map(values.__contains__, elements)):
            demand(False, f"{name} is {found}")


def check_frames(s: Any, questions: Sequence[Question]) -> None:
    """Demand that questions wait in order of their rank beneath the open one, for seats there are, and no others do.

    The fields are those of `kernels/frames.py`; `questions` are all questions of the game.
    """
    room, depth = len(s.waiting_question), s.waiting
    demand(depth <= room, f"something waits on {depth} places; there are {room}")
    rest = (*s.waiting_question[depth:], *s.waiting_seat[depth:], *s.waiting_note[depth:])
    demand(not any(rest), "something waits above what waits on top")
    codes = (*s.waiting_question[:depth], s.question)
    demand(max(codes) < len(questions), f"something waits that is no question: {codes}")
    ranks = [questions[code].rank for code in codes]
    is_ranked = all(below < above for below, above in pairwise(ranks))
    demand(is_ranked, f"something waits beneath a question of no higher rank: questions {codes} have ranks {ranks}")
    demand(all(seat < s.seats for seat in s.waiting_seat[:depth]), f"something waits for seats {s.waiting_seat}")
