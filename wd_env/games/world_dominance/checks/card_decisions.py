"""Requirements of the decisions of a Manoeuvre Card in a saved state."""

from collections.abc import Callable
from typing import Any

from wd_env.games.world_dominance.checks.quiz_decisions import is_awake_seat
from wd_env.games.world_dominance.definitions import decision_codes
from wd_env.games.world_dominance.definitions.names import (
    CARDS,
    DECK,
    NO_CARD,
    NO_SPACE,
    NOBODY,
    NOWHERE,
    PLACES,
    VERB_CLOSE,
    VERB_COLLECT_EACH,
    VERB_DONATE,
    VERB_EACH_FORFEITS,
    VERB_GO_TO_AIRSPACES,
    VERB_GO_TO_ONE_OF,
    VERB_LOSE,
    VERB_NOTHING,
    VERB_SEND,
    VERB_SWAP,
    VERB_TAKE,
    VERB_TAKE_SOLDIERS,
)

GO = (VERB_GO_TO_AIRSPACES, VERB_GO_TO_ONE_OF)
HITS = (  # verbs that affect others
    VERB_SEND,
    VERB_TAKE,
    VERB_SWAP,
    VERB_DONATE,
    VERB_EACH_FORFEITS,
    VERB_COLLECT_EACH,
    VERB_TAKE_SOLDIERS,
)
CHOICES = {
    decision_codes.CARD_REGION: (VERB_CLOSE,),
    decision_codes.CARD_OPPONENT: (VERB_SEND, VERB_DONATE, VERB_TAKE_SOLDIERS),
    decision_codes.CARD_SPACE: (*GO, VERB_SEND),
    decision_codes.CARD_OWN: (VERB_LOSE, VERB_SWAP, VERB_DONATE),
    decision_codes.CARD_WANTED: (VERB_TAKE, VERB_SWAP),
}


def _is_card(s: Any, drawer: int) -> bool:
    if s.drawn_card >= DECK or s.drawer != drawer or s.card_verb[s.drawn_card] == VERB_NOTHING:
        return False
    at_bottom = 0 < s.manoeuvre_place[s.drawn_card] == s.manoeuvre_size - s.manoeuvre_unseen  # where a drawn card goes
    return bool(at_bottom)


def _fits_card(s: Any) -> bool:
    holds_pass = s.node == decision_codes.OPTIONAL_CARD or s.khyber_at == s.seat
    return _is_card(s, s.seat) and holds_pass


def _fits_choice(s: Any) -> bool:
    """Return whether the decision is about the first missing parameter of the verb."""
    if not _is_card(s, s.seat) or s.card_verb[s.drawn_card] not in CHOICES[s.node]:
        return False
    verb = s.card_verb[s.drawn_card]
    named_target = verb == VERB_SEND and s.node == decision_codes.CARD_SPACE
    named_card = verb in (VERB_SWAP, VERB_DONATE) and s.node != decision_codes.CARD_OWN
    targets = s.target != s.seat and is_awake_seat(s, s.target) if named_target else s.target == NOBODY
    offers = s.offered_card < CARDS and s.card_at[s.offered_card] == s.seat if named_card else s.offered_card == NO_CARD
    return bool(targets and offers)


def _fits_target_pass(s: Any) -> bool:
    """Return whether everything is named: cards are where the verb takes them, and the holder of the pass is hit."""
    if s.drawer >= s.seats or s.drawer == s.seat or s.khyber_at != s.seat or not _is_card(s, s.drawer):
        return False
    if not s.khyber_protects_targets:
        return False
    verb = s.card_verb[s.drawn_card]
    if verb in (VERB_SEND, VERB_DONATE, VERB_TAKE_SOLDIERS) and s.target != s.seat:
        return False
    if verb in (VERB_TAKE, VERB_SWAP) and not (s.wanted_card < CARDS and s.card_at[s.wanted_card] == s.seat):
        return False
    if verb in (VERB_SWAP, VERB_DONATE) and not (s.offered_card < CARDS and s.card_at[s.offered_card] == s.drawer):
        return False
    any_space = verb == VERB_SEND and s.card_a[s.drawn_card] == NO_SPACE
    is_place = s.destination < PLACES - 1 and s.space_kind[s.destination] != NO_SPACE
    return is_place if any_space else verb in HITS and s.destination == NOWHERE


NEEDS: dict[int, Callable[[Any], bool]] = {
    decision_codes.OPTIONAL_CARD: _fits_card,
    decision_codes.OWN_PASS: _fits_card,
    decision_codes.TARGET_PASS: _fits_target_pass,
    **dict.fromkeys(CHOICES, _fits_choice),
}
