"""Requirements of the decisions of turns, spaces and sets in a saved state."""

from collections.abc import Callable
from typing import Any

from wd_env.games.world_dominance.checks.quiz_decisions import is_awake_seat
from wd_env.games.world_dominance.definitions import decision_codes
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    ANTARCTICA_PLACE,
    ANY_KIND,
    CARDS,
    CONTINENT_SPACE,
    ICE_HOUSE_SPACE,
    NO_CARD,
    NO_REGION,
    NOWHERE,
    PACK,
    REGIONS,
)
from wd_env.games.world_dominance.definitions.rule_constants import (
    BEFORE_SECOND_DRAW,
    BLOCKED,
    COLOURED,
    CROSSED,
    FOR_EXCHANGE,
    FOR_QUESTION,
    FOR_SECOND,
    IN_FULL,
    INTERNMENT_PAY,
    MISSED,
    PRICED,
    PURGATORY_THROWS,
    SENT,
    SETTLING,
    SIX,
    SPARE,
    TURN_BEGINS,
)
from wd_env.games.world_dominance.rules.ally import may_call_ally
from wd_env.games.world_dominance.rules.antarctica import holds_four
from wd_env.games.world_dominance.rules.holdings import holds_movable, pack_has
from wd_env.games.world_dominance.rules.landing import is_occupant
from wd_env.games.world_dominance.rules.sets import is_pre_set, may_earn_pre_set
from wd_env.games.world_dominance.rules.stacks import is_stackable


def _fits_start_menu(s: Any) -> bool:
    return bool(s.seat == s.turn and s.place[s.seat] != NOWHERE)


def _fits_gate(s: Any) -> bool:
    return bool(s.note < SIX and s.place[s.seat] == ANTARCTICA_PLACE)


def _is_on_continent(s: Any, seat: int) -> bool:
    return bool(s.space_kind[s.place[seat]] == CONTINENT_SPACE)


def _fits_continent(s: Any) -> bool:
    return s.note <= CROSSED | BLOCKED and _is_on_continent(s, s.seat)


def _fits_block(s: Any) -> bool:
    is_other = s.target != s.seat and is_awake_seat(s, s.target) and s.card_at[s.sab] == s.seat
    return is_other and s.note <= CROSSED | BLOCKED and _is_on_continent(s, s.target)


def _is_others_card(s: Any, card: int) -> bool:
    return bool(card < CARDS and s.card_at[card] < s.seats and s.card_at[card] != s.seat)


def _fits_cede(s: Any) -> bool:
    if s.wanted_card != NO_CARD:
        return s.note == FOR_EXCHANGE and _is_others_card(s, s.wanted_card)
    if s.note == FOR_QUESTION:
        return bool(holds_four(s, s.seat))
    return s.note in (FOR_EXCHANGE, FOR_SECOND) and pack_has(s, ANTARCTICA)


def _fits_exchange(s: Any) -> bool:
    return s.note in (0, SENT) and s.place[s.seat] == ANTARCTICA_PLACE and holds_movable(s, s.seat, COLOURED)


def _fits_throw_at(s: Any) -> bool:
    return is_awake_seat(s, s.target)


def _fits_gain(s: Any) -> bool:
    return bool(s.note < REGIONS and pack_has(s, s.note))


def _fits_draw(s: Any) -> bool:
    # A card that was ceded for Queen Maud's second card returns to its owner from the pack.
    ceded = s.offered_card == NO_CARD or (s.offered_card < CARDS and s.card_at[s.offered_card] in (PACK, s.seat))
    return s.note < 2 * PRICED and ceded


def _fits_last_soldier(s: Any) -> bool:
    owed = [seat for seat in range(s.seats) if is_occupant(s, seat, s.seat) and (s.note >> seat) & 1 == 0]
    return bool(len(owed) > s.army[s.seat] > 0)


def _fits_purgatory(s: Any) -> bool:
    left, flags = s.note & ~(SPARE | MISSED), s.note & (SPARE | MISSED)
    is_spared = flags == SPARE and s.entry_six_throws == PURGATORY_THROWS
    most = PURGATORY_THROWS - 1 if flags == MISSED else PURGATORY_THROWS
    return 1 <= left <= most and (is_spared or flags in (0, MISSED))


def _fits_kinds(s: Any) -> bool:
    return bool(0 < s.note <= ANY_KIND)


def _fits_breakout(s: Any) -> bool:
    is_dear = s.army[s.seat] > INTERNMENT_PAY
    return bool(s.allow_ice_breakout and s.seat == s.turn and s.ice_turns[s.seat] > 0 and is_dear)


def _fits_claim(s: Any) -> bool:
    region, note = s.note % SETTLING, s.note // SETTLING
    is_claim = region < NO_REGION and note in (IN_FULL, BEFORE_SECOND_DRAW) and is_pre_set(s, s.seat, region)
    return bool(s.manual_declarations and is_claim and may_earn_pre_set(s, s.seat, region) and _fits_waiting(s))


def _fits_waiting(s: Any) -> bool:
    """Return whether what follows a claimed Pre Set is possible: nothing, or one automatic node."""
    question, note = s.waiting_node[0], s.waiting_note[0]
    if s.waiting == 0:
        return True
    if question == decision_codes.SECOND_DRAW:
        return bool(note < NO_REGION)
    if question == decision_codes.ANTARCTICA_DRAW:
        has_card = pack_has(s, ANTARCTICA) if s.wanted_card == NO_CARD else s.wanted_card < CARDS
        return bool(note == 0 and has_card)
    return question in (decision_codes.SECOND_ANTARCTICA, decision_codes.EXAMINE) and note == 0


def _fits_call(s: Any) -> bool:
    return _fits_start_menu(s) and may_call_ally(s, s.seat)


def _fits_stack(s: Any) -> bool:
    at_start, region = divmod(s.note, TURN_BEGINS)
    is_due = s.manual_stacking == 1 and region < REGIONS and is_stackable(s, s.seat, region)
    return bool(is_due and (at_start == 0 or (at_start == 1 and _fits_start_menu(s))))


NEEDS: dict[int, Callable[[Any], bool]] = {
    decision_codes.CALL_ALLY: _fits_call,
    decision_codes.START_MENU: _fits_start_menu,
    decision_codes.RUN_LENGTH: _fits_start_menu,
    decision_codes.GATE: _fits_gate,
    decision_codes.CONTINENT: _fits_continent,
    decision_codes.BLOCK_ENTRY: _fits_block,
    decision_codes.EXCHANGE: _fits_exchange,
    decision_codes.CEDE: _fits_cede,
    decision_codes.GAIN_CARD: _fits_gain,
    decision_codes.ICE_HOUSE: lambda s: s.space_kind[s.place[s.seat]] == ICE_HOUSE_SPACE,
    decision_codes.LAST_SOLDIER: _fits_last_soldier,
    decision_codes.PURGATORY_LOSS: _fits_kinds,
    decision_codes.PARADIES_CARD: _fits_kinds,
    decision_codes.ICE_BREAKOUT: _fits_breakout,
    decision_codes.PRE_SET_CLAIM: _fits_claim,
    decision_codes.STACK_SET: _fits_stack,
    decision_codes.MOVEMENT_THROW: lambda s: s.place[s.seat] != NOWHERE,
    decision_codes.PURGATORY_THROW: _fits_purgatory,
    decision_codes.DECIMATE_THROW: _fits_throw_at,
    decision_codes.FACE_DOWN_DRAW: _fits_draw,
}
