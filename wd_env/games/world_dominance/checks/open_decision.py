"""Requirements of each node: its note and the current event, so that a saved state can be continued."""

from typing import Any

from wd_env.games.world_dominance.checks import board_decisions, card_decisions, quiz_decisions
from wd_env.games.world_dominance.definitions import decision_codes
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

NO_MATTER = {
    "drawer": NOBODY,
    "drawn_card": NO_MANOEUVRE,
    "target": NOBODY,
    "offered_card": NO_CARD,
    "wanted_card": NO_CARD,
    "destination": NOWHERE,
    "asker": NOBODY,
    "tested": NOBODY,
    "theme": NO_THEME,
    "purgadies": NO_PURGADIES,
}
CARD = ("drawer", "drawn_card")
WHITE = (*CARD, "purgadies", "offered_card")  # events that can lead to an Antarctica card
MATTER_FIELDS: dict[int, tuple[str, ...]] = {
    decision_codes.RUN_LENGTH: ("offered_card",),
    decision_codes.CONTINENT: ("target",),
    decision_codes.BLOCK_ENTRY: ("target",),
    decision_codes.CEDE: (*WHITE, "wanted_card"),
    decision_codes.EXAMINER: WHITE,
    decision_codes.QUESTION_CARD: (*WHITE, "asker", "tested"),
    decision_codes.ANTARCTICA_ANSWER: (*WHITE, "asker", "tested", "theme"),
    decision_codes.KNOWLEDGE: (*WHITE, "asker", "tested", "theme"),
    decision_codes.OPTIONAL_CARD: CARD,
    decision_codes.OWN_PASS: CARD,
    decision_codes.TARGET_PASS: (*CARD, "target", "offered_card", "wanted_card", "destination"),
    decision_codes.CARD_REGION: CARD,
    decision_codes.CARD_OPPONENT: (*CARD, "offered_card"),
    decision_codes.CARD_SPACE: (*CARD, "target"),
    decision_codes.CARD_OWN: CARD,
    decision_codes.CARD_WANTED: (*CARD, "offered_card"),
    decision_codes.TEST_WHOM: ("asker", "theme"),
    decision_codes.RAISE_OR_ASK: ("asker", "tested", "theme"),
    decision_codes.MATCH_RAISE: ("asker", "tested", "theme"),
    decision_codes.BLUFF_ANSWER: ("asker", "tested", "theme"),
    decision_codes.PURGATORY_LOSS: ("purgadies",),
    decision_codes.PARADIES_CARD: ("purgadies",),
    decision_codes.ICE_BREAKOUT: (),
    decision_codes.SPELLING: (*WHITE, "asker", "tested", "theme"),
    decision_codes.PRE_SET_CLAIM: tuple(NO_MATTER),
    decision_codes.DECIMATE_THROW: ("target",),
    decision_codes.FACE_DOWN_DRAW: (*WHITE, "target"),
    decision_codes.STACK_SET: tuple(NO_MATTER),  # opened whenever a set was gained, during any event
    decision_codes.OVER: tuple(NO_MATTER),
}
BLUFF = (
    decision_codes.TEST_WHOM,
    decision_codes.KNOWLEDGE,
    decision_codes.RAISE_OR_ASK,
    decision_codes.MATCH_RAISE,
    decision_codes.BLUFF_ANSWER,
)
NEEDS = {**board_decisions.NEEDS, **card_decisions.NEEDS, **quiz_decisions.NEEDS}


def is_matter_in_hand(s: Any) -> bool:
    """Return whether nothing is named that the current node does not use."""
    is_bluff = s.node == decision_codes.KNOWLEDGE and s.note < THEMES
    used = MATTER_FIELDS.get(decision_codes.BLUFF_ANSWER if is_bluff else s.node, ())
    return all(getattr(s, name) == value for name, value in NO_MATTER.items() if name not in used)


def is_possible(s: Any) -> bool:
    """Return whether the current node has its requirements; `s` has passed every other check."""
    if s.node == decision_codes.OVER:
        return True
    if not is_matter_in_hand(s):
        return False
    if s.node in (decision_codes.CHOOSE_PIECE, decision_codes.SETUP_THROW):
        return _fits_setup(s)
    if s.node != decision_codes.ICE_BREAKOUT and not is_awake(s, s.seat):
        return False
    is_played = sorted(s.setup_rank[: s.seats]) == list(range(s.seats)) and not any(s.setup_throw)
    need = NEEDS.get(s.node)
    return bool(is_played and s.in_play[s.seat] == 1 and (need is None or need(s)))


def _fits_setup(s: Any) -> bool:
    ranks, throws = s.setup_rank[: s.seats], s.setup_throw[: s.seats]
    if max(ranks) >= s.seats or max(throws) > SETUP_DONE or any(s.setup_throw[s.seats :]):
        return False
    if not all(is_awake(s, seat) for seat in range(s.seats) if is_own(s, seat)):
        return False
    if s.node == decision_codes.SETUP_THROW:
        return throws[s.seat] == 0 and not any(piece < NO_PIECE for piece in s.piece)
    chosen = [s.piece[seat] < NO_PIECE for seat in range(s.seats)]
    in_order = all(chosen[seat] == (ranks[seat] < s.note) for seat in range(s.seats))
    return sorted(ranks) == list(range(s.seats)) and ranks[s.seat] == s.note and in_order
