"""What each open question counts on: its note and the matter in hand, so that a saved state can be played on."""

from collections.abc import Callable
from typing import Any

from wd_env.world_dominance import questions as q
from wd_env.world_dominance.names import (
    ANTARCTICA,
    ANTARCTICA_PLACE,
    ANY_KIND,
    CARDS,
    CONTINENT_SPACE,
    DECK,
    ICE_HOUSE_SPACE,
    NO_CARD,
    NO_MANOEUVRE,
    NO_PIECE,
    NO_PURGADIES,
    NO_REGION,
    NO_SPACE,
    NO_THEME,
    NOBODY,
    NOWHERE,
    PACK,
    PLACES,
    PROFILE,
    REGIONS,
    THEMES,
    VERB_CLOSE,
    VERB_DONATE,
    VERB_GO_TO_AIRSPACES,
    VERB_GO_TO_ONE_OF,
    VERB_LOSE,
    VERB_NOTHING,
    VERB_SEND,
    VERB_SWAP,
    VERB_TAKE,
    VERB_TAKE_SOLDIERS,
)
from wd_env.world_dominance.numbers import (
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
    SAB_TITLE,
    SENT,
    SETTLING,
    SETUP_DONE,
    SIX,
    SOUTH_POLE_TITLE,
    SPARE,
    SPELLED,
    TURN_BEGINS,
)
from wd_env.world_dominance.rules.ally import may_call_ally
from wd_env.world_dominance.rules.antarctica import holds_four
from wd_env.world_dominance.rules.flow import is_awake, is_own
from wd_env.world_dominance.rules.holdings import holds_movable, pack_has
from wd_env.world_dominance.rules.landing import is_occupant
from wd_env.world_dominance.rules.sets import is_pre_set, may_earn_pre_set
from wd_env.world_dominance.rules.stacks import is_stackable

GO = (VERB_GO_TO_AIRSPACES, VERB_GO_TO_ONE_OF)
CHOICES = {
    q.CARD_REGION: (VERB_CLOSE,),
    q.CARD_OPPONENT: (VERB_SEND, VERB_DONATE, VERB_TAKE_SOLDIERS),
    q.CARD_SPACE: (*GO, VERB_SEND),
    q.CARD_OWN: (VERB_LOSE, VERB_SWAP, VERB_DONATE),
    q.CARD_WANTED: (VERB_TAKE, VERB_SWAP),
}


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
    if s.question < q.FIRST_LUCK and s.question != q.ICE_BREAKOUT and not is_awake(s, s.seat):
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


def _fits_start_menu(s: Any) -> bool:
    return bool(s.seat == s.turn and s.place[s.seat] != NOWHERE)


def _fits_gate(s: Any) -> bool:
    return bool(s.note < SIX and s.place[s.seat] == ANTARCTICA_PLACE)


def _is_on_continent(s: Any, seat: int) -> bool:
    return bool(s.space_kind[s.place[seat]] == CONTINENT_SPACE)


def _fits_continent(s: Any) -> bool:
    return s.note <= CROSSED | BLOCKED and _is_on_continent(s, s.seat)


def _fits_block(s: Any) -> bool:
    is_other = s.target != s.seat and _is_awake_seat(s, s.target) and s.card_at[s.sab] == s.seat
    return is_other and s.note <= CROSSED | BLOCKED and _is_on_continent(s, s.target)


def _is_awake_seat(s: Any, seat: int) -> bool:
    return bool(seat < s.seats and is_awake(s, seat))


def _is_others_card(s: Any, card: int) -> bool:
    return bool(card < CARDS and s.card_at[card] < s.seats and s.card_at[card] != s.seat)


def _fits_cede(s: Any) -> bool:
    if s.wanted != NO_CARD:
        return s.note == FOR_EXCHANGE and _is_others_card(s, s.wanted)
    if s.note == FOR_QUESTION:
        return bool(holds_four(s, s.seat))
    return s.note in (FOR_EXCHANGE, FOR_SECOND) and pack_has(s, ANTARCTICA)


def _fits_exchange(s: Any) -> bool:
    return s.note in (0, SENT) and s.place[s.seat] == ANTARCTICA_PLACE and holds_movable(s, s.seat, COLOURED)


def _is_examined(s: Any) -> bool:
    return bool(s.tested == s.seat and s.asker != s.seat and s.asker < s.seats)


def _fits_antarctica_answer(s: Any) -> bool:
    spelled = s.note == 0 or (s.note == SPELLED and s.spelling_demand == 1)
    return bool(_is_examined(s) and spelled and s.theme in (SOUTH_POLE_TITLE, SAB_TITLE))


def _is_bluff(s: Any) -> bool:
    are_two = s.asker != s.tested and _is_awake_seat(s, s.asker) and _is_awake_seat(s, s.tested)
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


def _is_card(s: Any, drawer: int) -> bool:
    at_bottom = s.manoeuvre_size > 0 and s.manoeuvre_pack[s.manoeuvre_size - 1] == s.drawn  # where it went when drawn
    return bool(s.drawn < DECK and s.drawer == drawer and at_bottom and s.card_verb[s.drawn] != VERB_NOTHING)


def _fits_card(s: Any) -> bool:
    holds_pass = s.question == q.OPTIONAL_CARD or s.khyber_at == s.seat
    return _is_card(s, s.seat) and holds_pass


def _fits_choice(s: Any) -> bool:
    """Of what the verb asks for, the first missing one is asked."""
    if not _is_card(s, s.seat) or s.card_verb[s.drawn] not in CHOICES[s.question]:
        return False
    verb = s.card_verb[s.drawn]
    named_target = verb == VERB_SEND and s.question == q.CARD_SPACE
    named_card = verb in (VERB_SWAP, VERB_DONATE) and s.question != q.CARD_OWN
    targets = s.target != s.seat and _is_awake_seat(s, s.target) if named_target else s.target == NOBODY
    offers = s.offered < CARDS and s.card_at[s.offered] == s.seat if named_card else s.offered == NO_CARD
    return bool(targets and offers)


def _fits_target_pass(s: Any) -> bool:
    """Everything is named: cards lie where the verb takes them from, and the seat that holds the pass is hit."""
    if s.drawer >= s.seats or s.drawer == s.seat or s.khyber_at != s.seat or not _is_card(s, s.drawer):
        return False
    if not s.khyber_protects_targets:
        return False
    verb = s.card_verb[s.drawn]
    if verb in (VERB_SEND, VERB_DONATE, VERB_TAKE_SOLDIERS) and s.target != s.seat:
        return False
    if verb in (VERB_TAKE, VERB_SWAP) and not (s.wanted < CARDS and s.card_at[s.wanted] == s.seat):
        return False
    if verb in (VERB_SWAP, VERB_DONATE) and not (s.offered < CARDS and s.card_at[s.offered] == s.drawer):
        return False
    any_space = verb == VERB_SEND and s.card_a[s.drawn] == NO_SPACE
    is_place = s.destination < PLACES - 1 and s.space_kind[s.destination] != NO_SPACE
    return is_place if any_space else verb not in (*GO, VERB_LOSE, VERB_CLOSE) and s.destination == NOWHERE


def _fits_throw_at(s: Any) -> bool:
    return _is_awake_seat(s, s.target)


def _fits_gain(s: Any) -> bool:
    return bool(pack_has(s, s.note))


def _fits_draw(s: Any) -> bool:
    # a card that was ceded for Queen Maud's second one comes back to its owner out of the pack
    ceded = s.offered == NO_CARD or (s.offered < CARDS and s.card_at[s.offered] in (PACK, s.seat))
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


def _fits_spelling(s: Any) -> bool:
    are_two = s.asker == s.seat and s.tested != s.seat and _is_awake_seat(s, s.tested)
    return bool(s.spelling_demand and are_two and s.theme in (SOUTH_POLE_TITLE, SAB_TITLE))


def _fits_claim(s: Any) -> bool:
    region, note = s.note % SETTLING, s.note // SETTLING
    is_claim = region < NO_REGION and note in (IN_FULL, BEFORE_SECOND_DRAW) and is_pre_set(s, s.seat, region)
    return bool(s.manual_declarations and is_claim and may_earn_pre_set(s, s.seat, region) and _fits_waiting(s))


def _fits_waiting(s: Any) -> bool:
    """What goes on when a Pre Set has been claimed: nothing, or one errand with what it counts on."""
    question, seat, note = s.waiting_question[0], s.waiting_seat[0], s.waiting_note[0]
    if s.waiting == 0:
        return not any((*s.waiting_question, *s.waiting_seat, *s.waiting_note))
    if s.waiting > 1 or any((*s.waiting_question[1:], *s.waiting_seat[1:], *s.waiting_note[1:])) or seat >= s.seats:
        return False
    if question == q.SECOND_DRAW:
        return bool(note < NO_REGION)
    if question == q.ANTARCTICA_DRAW:
        has_card = pack_has(s, ANTARCTICA) if s.wanted == NO_CARD else s.wanted < CARDS
        return bool(note == 0 and has_card)
    return question in (q.SECOND_ANTARCTICA, q.EXAMINE) and note == 0


def _fits_call(s: Any) -> bool:
    return _fits_start_menu(s) and may_call_ally(s, s.seat)


def _fits_stack(s: Any) -> bool:
    at_start, region = divmod(s.note, TURN_BEGINS)
    is_due = s.manual_stacking == 1 and region < REGIONS and is_stackable(s, s.seat, region)
    return bool(is_due and (at_start == 0 or (at_start == 1 and _fits_start_menu(s))))


NEEDS: dict[int, Callable[[Any], bool]] = {
    q.CALL_ALLY: _fits_call,
    q.START_MENU: _fits_start_menu,
    q.RUN_LENGTH: _fits_start_menu,
    q.GATE: _fits_gate,
    q.CONTINENT: _fits_continent,
    q.BLOCK_ENTRY: _fits_block,
    q.EXCHANGE: _fits_exchange,
    q.CEDE: _fits_cede,
    q.QUESTION_CARD: _is_examined,
    q.OPTIONAL_CARD: _fits_card,
    q.OWN_PASS: _fits_card,
    q.TARGET_PASS: _fits_target_pass,
    **dict.fromkeys(CHOICES, _fits_choice),
    q.TEST_WHOM: _fits_test,
    q.RAISE_OR_ASK: _fits_raise,
    q.MATCH_RAISE: _fits_match,
    q.GAIN_CARD: _fits_gain,
    q.ICE_HOUSE: lambda s: s.space_kind[s.place[s.seat]] == ICE_HOUSE_SPACE,
    q.LAST_SOLDIER: _fits_last_soldier,
    q.PURGATORY_LOSS: _fits_kinds,
    q.PARADIES_CARD: _fits_kinds,
    q.ICE_BREAKOUT: _fits_breakout,
    q.SPELLING: _fits_spelling,
    q.PRE_SET_CLAIM: _fits_claim,
    q.STACK_SET: _fits_stack,
    q.MOVEMENT_THROW: lambda s: s.place[s.seat] != NOWHERE,
    q.PURGATORY_THROW: _fits_purgatory,
    q.DECIMATE_THROW: _fits_throw_at,
    q.FACE_DOWN_DRAW: _fits_draw,
    q.KNOWLEDGE: _fits_knowledge,
    q.BLUFF_ANSWER: _fits_match,
    q.ANTARCTICA_ANSWER: _fits_antarctica_answer,
}
BLUFF = (q.TEST_WHOM, q.KNOWLEDGE, q.RAISE_OR_ASK, q.MATCH_RAISE, q.BLUFF_ANSWER)
