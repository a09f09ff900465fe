"""Decisions that a Manoeuvre Card leaves to its drawer: region, opponent, space, own card, wanted card."""

from wd_env.games.world_dominance.definitions.actions import CARD, NAME, REGION, SPACE, WORLD_PACK
from wd_env.games.world_dominance.definitions.decision_codes import (
    CARD_OPPONENT,
    CARD_OWN,
    CARD_REGION,
    CARD_SPACE,
    CARD_WANTED,
    CARRY_OUT,
    NO_NODE,
    TARGET_PASS,
)
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_CARD,
    CARDS,
    CONTINENT_SPACE,
    NO_CARD,
    NO_SPACE,
    NOBODY,
    NOWHERE,
    PACK,
    PLACES,
    REGIONS,
    VERB_CLOSE,
    VERB_COLLECT_EACH,
    VERB_DONATE,
    VERB_EACH_FORFEITS,
    VERB_GO_TO_AIRSPACES,
    VERB_GO_TO_ONE_OF,
    VERB_LOSE,
    VERB_SEND,
    VERB_SWAP,
    VERB_TAKE,
    VERB_TAKE_SOLDIERS,
)
from wd_env.games.world_dominance.definitions.rule_constants import FACE_DOWN_CARD
from wd_env.games.world_dominance.rules.antarctica import holds_four
from wd_env.games.world_dominance.rules.closures import close_region
from wd_env.games.world_dominance.rules.flow import is_awake, mark_awake_opponents
from wd_env.games.world_dominance.rules.holdings import holds_movable, mark_cards, mark_opponents_cards
from wd_env.games.world_dominance.rules.manoeuvre_conditions import may_ask_for_south_pole
from wd_env.games.world_dominance.rules.manoeuvre_moves import is_destination, may_be_sent
from wd_env.kernels.frames import next_node, open_node, seat_at_offset


def open_next_choice(s):
    """Open the drawer's next choice, then the pass of an opponent who is hit, and then the effect."""
    question = next_choice(s)
    if question != NO_NODE:
        next_node(s, question)
    elif is_pass_asked_for(s, s.khyber_at):
        open_node(s, TARGET_PASS, s.khyber_at, 0)
    else:
        open_node(s, CARRY_OUT, s.seat, NOBODY)


def is_pass_asked_for(s, holder):
    """Return whether the holder may use the pass: an opponent who is awake and hit (WD-145, RULINGS 61)."""
    if s.khyber_protects_targets == 0 or holder >= s.seats or holder == s.seat:
        return False
    return is_awake(s, holder) and is_hit(s, holder)


def next_choice(s):
    """Return the node of the first parameter of the verb that is not named yet, or NO_NODE."""
    verb = s.card_verb[s.drawn_card]
    if verb == VERB_GO_TO_AIRSPACES or verb == VERB_GO_TO_ONE_OF:
        return CARD_SPACE if s.destination == NOWHERE else NO_NODE
    if verb == VERB_SEND:
        if s.target == NOBODY:
            return CARD_OPPONENT
        any_space = s.card_a[s.drawn_card] == NO_SPACE
        return CARD_SPACE if any_space and s.destination == NOWHERE else NO_NODE
    if verb == VERB_TAKE:
        return next_choice_of_take(s)
    if verb == VERB_LOSE:
        return CARD_OWN if s.offered_card == NO_CARD else NO_NODE
    if verb == VERB_SWAP:
        if s.offered_card == NO_CARD:
            return CARD_OWN
        return CARD_WANTED if s.wanted_card == NO_CARD else NO_NODE
    if verb == VERB_DONATE:
        if s.offered_card == NO_CARD:
            return CARD_OWN
        return CARD_OPPONENT if s.target == NOBODY else NO_NODE
    if verb == VERB_TAKE_SOLDIERS:
        return CARD_OPPONENT if s.target == NOBODY else NO_NODE
    return CARD_REGION if verb == VERB_CLOSE else NO_NODE


def next_choice_of_take(s):
    """Return the choice of a card, unless only the fifth Antarctica card is left to ask for (WD-235)."""
    if s.wanted_card != NO_CARD:
        return NO_NODE
    if s.card_a[s.drawn_card] == ANTARCTICA_CARD and holds_four(s, s.seat):
        return NO_NODE
    return CARD_WANTED


def is_hit(s, seat):
    """Return whether the card is about to affect this opponent."""
    verb = s.card_verb[s.drawn_card]
    if verb == VERB_EACH_FORFEITS or verb == VERB_COLLECT_EACH:
        return True
    if verb == VERB_TAKE or verb == VERB_SWAP:
        return s.wanted_card < CARDS and s.card_at[s.wanted_card] == seat
    return s.target == seat


def can_card_region(s, mask):
    """Mark every region, Antarctica too (WD-227)."""
    for region in range(REGIONS):
        mask[REGION + region] = 1


def do_card_region(s, a):
    """Close the region; the card leaves the pack while the closure lasts (WD-256)."""
    close_region(s, a - REGION)


def can_card_opponent(s, mask):
    """Mark awake opponents, except those who have too few soldiers to take or cannot be sent there."""
    mark_awake_opponents(s, mask)
    verb = s.card_verb[s.drawn_card]
    for places in range(1, s.seats):
        seat = seat_at_offset(s, places)
        if verb == VERB_TAKE_SOLDIERS and s.army[seat] <= s.card_b[s.drawn_card]:
            mask[NAME + places] = 0
        elif verb == VERB_SEND and not may_be_sent(s, seat, s.card_a[s.drawn_card]):
            mask[NAME + places] = 0


def do_card_opponent(s, a):
    """Record the named opponent."""
    s.target = seat_at_offset(s, a - NAME)
    open_next_choice(s)


def can_card_space(s, mask):
    """Mark the spaces that the card names, without those of a closed region (X2)."""
    for place in range(PLACES - 1):
        if may_go(s, place):
            mask[SPACE + place] = 1


def may_go(s, place):
    """Return whether the drawn card allows this space."""
    verb = s.card_verb[s.drawn_card]
    region = s.space_region[place]
    if verb == VERB_SEND:
        return is_destination(s, place, NO_SPACE) and may_be_sent(s, s.target, s.space_kind[place])
    if verb == VERB_GO_TO_AIRSPACES:
        named = region == s.card_a[s.drawn_card] or region == s.card_b[s.drawn_card]
        return named and is_destination(s, place, NO_SPACE)
    named = region == s.card_a[s.drawn_card] or region == s.card_c[s.drawn_card]
    return named and is_destination(s, place, CONTINENT_SPACE)


def do_card_space(s, a):
    """Record the named space."""
    s.destination = a - SPACE
    open_next_choice(s)


def can_card_own(s, mask):
    """Mark the drawer's movable cards of the kinds that the drawn card names."""
    mark_cards(s, mask, s.seat, s.card_a[s.drawn_card])


def do_card_own(s, a):
    """Record the drawer's own card."""
    s.offered_card = a - CARD
    open_next_choice(s)


def can_card_wanted(s, mask):
    """Mark movable cards of opponents; to take, also those of the pack, face up or as one face-down draw."""
    kinds = s.card_a[s.drawn_card]
    mark_opponents_cards(s, mask, kinds)
    if s.card_verb[s.drawn_card] == VERB_SWAP:
        return
    if s.card_b[s.drawn_card] == 1:
        mark_cards(s, mask, PACK, kinds)
        if may_ask_for_south_pole(s, kinds):
            mask[CARD + s.south_pole] = 1
    elif holds_movable(s, PACK, kinds):
        mask[WORLD_PACK] = 1


def do_card_wanted(s, a):
    """Record the wanted card."""
    s.wanted_card = FACE_DOWN_CARD if a == WORLD_PACK else a - CARD
    open_next_choice(s)
