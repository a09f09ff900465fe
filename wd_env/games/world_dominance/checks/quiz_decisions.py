"""Requirements of bluffs and of the question of Antarctica in a saved state: asker, tested seat and title."""

from collections.abc import Callable
from typing import Any

from wd_env.games.world_dominance.definitions import decision_codes
from wd_env.games.world_dominance.definitions.names import NOBODY, PROFILE, THEMES
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE, SOUTH_POLE_TITLE, SPELLED
from wd_env.games.world_dominance.rules.flow import is_awake


def is_awake_seat(s: Any, seat: int) -> bool:
    """Return whether a seat is in play and not interned."""
    return bool(seat < s.seats and is_awake(s, seat))


def _is_examined(s: Any) -> bool:
    return bool(s.tested == s.seat and s.asker != s.seat and s.asker < s.seats)


def _fits_antarctica_answer(s: Any) -> bool:
    spelled = s.note == 0 or (s.note == SPELLED and s.spelling_demand == 1)
    return bool(_is_examined(s) and spelled and s.theme in (SOUTH_POLE_TITLE, SAB_TITLE))


def _is_bluff(s: Any) -> bool:
    are_two = s.asker != s.tested and is_awake_seat(s, s.asker) and is_awake_seat(s, s.tested)
    return are_two and s.theme < THEMES


def _fits_test(s: Any) -> bool:
    return bool(s.asker == s.seat and s.tested == NOBODY and s.theme < THEMES)


def _fits_raise(s: Any) -> bool:
    return _is_bluff(s) and s.asker == s.seat


def _fits_match(s: Any) -> bool:
    return _is_bluff(s) and s.tested == s.seat


def _fits_knowledge(s: Any) -> bool:
    read = (s.knowledge_drawn[s.owner[s.seat]] >> s.note) & 1 == 1
    is_new = s.knowledge_model == PROFILE and s.note <= SAB_TITLE and not read
    if s.note < THEMES:
        return is_new and _fits_match(s) and s.theme == s.note
    return is_new and _is_examined(s)


def _fits_spelling(s: Any) -> bool:
    are_two = s.asker == s.seat and s.tested != s.seat and is_awake_seat(s, s.tested)
    return bool(s.spelling_demand and are_two and s.theme in (SOUTH_POLE_TITLE, SAB_TITLE))


NEEDS: dict[int, Callable[[Any], bool]] = {
    decision_codes.QUESTION_CARD: _is_examined,
    decision_codes.TEST_WHOM: _fits_test,
    decision_codes.RAISE_OR_ASK: _fits_raise,
    decision_codes.MATCH_RAISE: _fits_match,
    decision_codes.SPELLING: _fits_spelling,
    decision_codes.KNOWLEDGE: _fits_knowledge,
    decision_codes.BLUFF_ANSWER: _fits_match,
    decision_codes.ANTARCTICA_ANSWER: _fits_antarctica_answer,
}
