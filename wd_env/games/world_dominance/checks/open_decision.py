"""What each open question counts on: its note and the matter in hand, so that a saved state can be played on."""

from typing import Any

from wd_env.games.world_dominance.checks import board_decisions as board
from wd_env.games.world_dominance.checks import card_decisions as cards
from wd_env.games.world_dominance.checks import quiz_decisions as quiz
from wd_env.games.world_dominance.definitions import decision_codes as q
from wd_env.games.world_dominance.definitions.names import (
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_THEME,
    NOBODY,
    NOWHERE,
    THEMES,
)
from wd_env.games.world_dominance.definitions.rule_constants import SETUP_DONE
from wd_env.games.world_dominance.rules.flow import is_awake, is_own

EMPTY = {
    "drawer": NOBODY,
    "drawn": NO_MANOEUVRE,
    "target": NOBODY,
    "offered": NO_CARD,
    "wanted": NO_CARD,
    "destination": NOWHERE,
    "asker": NOBODY,
    "tested": NOBODY,
    "theme": NO_THEME,
    "purgadies": NO_PURGADIES,
}
CARD = ("drawer", "drawn")
WHITE = (*CARD, "purgadies", "offered")  # how one may have come to an Antarctica card
MATTER: dict[int, tuple[str, ...]] = {
    q.RUN_LENGTH: ("offered",),
    q.CONTINENT: ("target",),
    q.BLOCK_ENTRY: ("target",),
    q.CEDE: (*WHITE, "wanted"),
    q.EXAMINER: WHITE,
    q.QUESTION_CARD: (*WHITE, "asker", "tested"),
    q.ANTARCTICA_ANSWER: (*WHITE, "asker", "tested", "theme"),
    q.KNOWLEDGE: (*WHITE, "asker", "tested", "theme"),
    q.OPTIONAL_CARD: CARD,
    q.OWN_PASS: CARD,
    q.TARGET_PASS: (*CARD, "target", "offered", "wanted", "destination"),
    q.CARD_REGION: CARD,
    q.CARD_OPPONENT: (*CARD, "offered"),
    q.CARD_SPACE: (*CARD, "target"),
    q.CARD_OWN: CARD,
    q.CARD_WANTED: (*CARD, "offered"),
    q.TEST_WHOM: ("asker", "theme"),
    q.RAISE_OR_ASK: ("asker", "tested", "theme"),
    q.MATCH_RAISE: ("asker", "tested", "theme"),
    q.BLUFF_ANSWER: ("asker", "tested", "theme"),
    q.PURGATORY_LOSS: ("purgadies",),
    q.PARADIES_CARD: ("purgadies",),
    q.ICE_BREAKOUT: (),
    q.SPELLING: (*WHITE, "asker", "tested", "theme"),
    q.PRE_SET_CLAIM: tuple(EMPTY),
    q.DECIMATE_THROW: ("target",),
    q.FACE_DOWN_DRAW: (*WHITE, "target"),
    q.STACK_SET: tuple(EMPTY),  # asked whenever a set was gained, whatever is in hand
    q.OVER: tuple(EMPTY),
}
BLUFF = (q.TEST_WHOM, q.KNOWLEDGE, q.RAISE_OR_ASK, q.MATCH_RAISE, q.BLUFF_ANSWER)
NEEDS = {**board.NEEDS, **cards.NEEDS, **quiz.NEEDS}


def is_matter_in_hand(s: Any) -> bool:
    """Nothing is named that the open question has no use for."""
    is_bluff = s.question == q.KNOWLEDGE and s.note < THEMES
    used = MATTER.get(q.BLUFF_ANSWER if is_bluff else s.question, ())
    return all(getattr(s, name) == value for name, value in EMPTY.items() if name not in used)


def is_possible(s: Any) -> bool:
    """The open question finds what it counts on; `s` has passed every other check."""
    if s.question == q.OVER:
        return True
    if not is_matter_in_hand(s):
        return False
    if s.question in (q.CHOOSE_PIECE, q.SETUP_THROW):
        return _fits_setup(s)
    if s.question != q.ICE_BREAKOUT and not is_awake(s, s.seat):
        return False
    is_played = sorted(s.setup_rank[: s.seats]) == list(range(s.seats)) and not any(s.setup_throw)
    need = NEEDS.get(s.question)
    return bool(is_played and s.in_play[s.seat] == 1 and (need is None or need(s)))


def _fits_setup(s: Any) -> bool:
    ranks, throws = s.setup_rank[: s.seats], s.setup_throw[: s.seats]
    if max(ranks) >= s.seats or max(throws) > SETUP_DONE or any(s.setup_throw[s.seats :]):
        return False
    if not all(is_awake(s, seat) for seat in range(s.seats) if is_own(s, seat)):
        return False
    if s.question == q.SETUP_THROW:
        return throws[s.seat] == 0 and not any(piece < NO_PIECE for piece in s.piece)
    chosen = [s.piece[seat] < NO_PIECE for seat in range(s.seats)]
    in_order = all(chosen[seat] == (ranks[seat] < s.note) for seat in range(s.seats))
    return sorted(ranks) == list(range(s.seats)) and ranks[s.seat] == s.note and in_order
