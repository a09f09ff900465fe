"""The recount of soldiers, cards, packs, seats and pieces."""

from tests.games.world_dominance.invariants import (
    BOX_REGION,
    BOX_SOUTH_POLE,
    CARDS_ARE_HELD,
    IN_PLAY_HAS_A_SOLDIER,
    INTERNED_IN_THE_ICE_HOUSE,
    NOT_BROKEN,
    ONE_PLACE_EACH,
    OUT_HAS_NOTHING,
    PACKS_ARE_COMPLETE,
    SOLDIERS_COUNT,
)
from wd_env.games.world_dominance.definitions.decision_codes import (
    BLUFF_ANSWER,
    KNOWLEDGE,
    MATCH_RAISE,
    RAISE_OR_ASK,
    TEST_WHOM,
)
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA_PLACE,
    CARDS,
    DECK,
    GARRISON_SIDE,
    HOLDERS,
    ICE_HOUSE_SPACE,
    NO_PIECE,
    NO_REGION,
    NOBODY,
    NOWHERE,
    PACK,
    PIECES,
    REGIONS,
    SEATS,
    SOLDIERS,
    THEMES,
)
from wd_env.games.world_dominance.definitions.rule_constants import INTERNED_TURNS, LAID_ASIDE, UNLIMITED_SOLDIERS


def recount_soldiers(s):
    """Check that all soldiers of the box are somewhere: a hundred, or more than any game uses."""
    box = UNLIMITED_SOLDIERS if s.garrison_unlimited == 1 else SOLDIERS
    total = s.garrison + s.rsz
    least = min(s.garrison, s.rsz)
    for seat in range(SEATS):
        total += s.army[seat]
        least = min(least, s.army[seat])
    return NOT_BROKEN if total == box and least >= 0 else SOLDIERS_COUNT


def recount_cards(s):
    """Check that each card is in the pack or with a player in play, and that the rows of the box are unchanged."""
    for card in range(CARDS):
        holder = s.card_at[card]
        aside = GARRISON_SIDE if card == BOX_SOUTH_POLE else PACK
        if holder != aside and (holder >= s.seats or s.in_play[holder] == 0):
            return CARDS_ARE_HELD
        if s.card_region[card] != BOX_REGION[card]:
            return CARDS_ARE_HELD
    for cell in range(HOLDERS * REGIONS):
        held = 0
        for card in range(CARDS):
            held += s.card_at[card] * REGIONS + BOX_REGION[card] == cell
        if s.held[cell] != held:
            return CARDS_ARE_HELD
    return NOT_BROKEN


def recount_packs(s, deck):
    """Check that a card that closed an Airspace stays on the board (WD-256), and that a pack has no gaps."""
    aside = 0
    seen = 0
    unseen = 0
    for card in range(DECK):
        place = s.manoeuvre_place[card]
        if place == LAID_ASIDE:
            aside |= 1 << card
        elif place == 0:
            unseen += 1
        else:
            seen |= 1 << place
    missing = 0 if s.closed == NO_REGION else 1
    all_cards = (1 << DECK) - 1
    is_complete = ones(aside & deck) == missing and aside | deck == all_cards
    is_complete = is_complete and s.manoeuvre_size == ones(deck) - missing
    queue = s.manoeuvre_size - s.manoeuvre_unseen
    if not is_complete or unseen != s.manoeuvre_unseen or seen != (1 << (queue + 1)) - 2:
        return PACKS_ARE_COMPLETE
    return recount_themes(s) if s.chain <= ones(deck) else PACKS_ARE_COMPLETE


def recount_themes(s):
    """Check that each Intelligence Card is in one place."""
    seen = 0
    unseen = 0
    for theme in range(THEMES):
        if s.theme_place[theme] == 0:
            unseen += 1
        else:
            seen |= 1 << s.theme_place[theme]
    is_complete = unseen == s.theme_unseen and seen == (1 << (THEMES - unseen + 1)) - 2
    return NOT_BROKEN if is_complete else PACKS_ARE_COMPLETE


def ones(bits):
    """Return the number of bits that are set."""
    count = 0
    while bits > 0:
        count += bits & 1
        bits >>= 1
    return count


def recount_seats(s):
    """Check that seats that are out have nothing, seats in play have a soldier, and absent seats have nothing."""
    for seat in range(SEATS):
        if s.in_play[seat] == 1:
            if seat >= s.seats or s.in_play[seat] > 1 or s.in_play[home_of(s, seat)] == 0:
                return OUT_HAS_NOTHING
            has_spent_all = s.won[s.owner[seat]] == 1 and s.win_needs_soldier == 0
            if s.army[seat] == 0 and not is_bluff(s.node) and not has_spent_all:
                return IN_PLAY_HAS_A_SOLDIER
        elif s.army[seat] != 0 or s.place[seat] != NOWHERE or s.ice_turns[seat] != 0 or holds_cards(s, seat):
            return OUT_HAS_NOTHING
        if s.reinforcements[seat] > 1 or (seat >= s.seats and is_marked(s, seat)):
            return OUT_HAS_NOTHING
    return NOT_BROKEN


def home_of(s, seat):
    """Return a player's own seat; in the Ally game every second seat is an Ally's, next to its player's."""
    return seat - seat % (s.seats // s.players)


def is_bluff(node):
    """Return whether a node belongs to an unfinished bluff, whose stakes may be the last soldiers (WD-113)."""
    return node == TEST_WHOM or node == KNOWLEDGE or node == RAISE_OR_ASK or node == MATCH_RAISE or node == BLUFF_ANSWER


def holds_cards(s, seat):
    """Return whether a seat holds any Continent Card."""
    for card in range(CARDS):
        if s.card_at[card] == seat:
            return True
    return False


def is_marked(s, seat):
    """Return whether anything is noted for a seat; an empty seat must have nothing."""
    rights = s.reinforcements[seat] + s.pre_set_paid[seat] + s.won[seat] + s.fresh[seat]
    rights += s.stack_paid[seat] + s.set_paid[seat] + s.stack_due[seat]
    return rights + s.knows[seat] + s.knowledge_drawn[seat] != 0


def recount_places(s):
    """Check pass, pardon and pieces, which are on the ring, on Antarctica or nowhere."""
    if s.khyber_at != GARRISON_SIDE and s.in_play[s.khyber_at] == 0:
        return ONE_PLACE_EACH
    if s.pardon_at != NOBODY and s.in_play[s.pardon_at] == 0:
        return ONE_PLACE_EACH
    pieces = 0
    for seat in range(SEATS):
        place = s.place[seat]
        if place >= s.ring and place != ANTARCTICA_PLACE and place != NOWHERE:
            return ONE_PLACE_EACH
        if s.piece[seat] != NO_PIECE:
            if s.piece[seat] > PIECES or (pieces >> s.piece[seat]) & 1 == 1:
                return ONE_PLACE_EACH
            pieces |= 1 << s.piece[seat]
        if s.ice_turns[seat] > INTERNED_TURNS or (s.ice_turns[seat] > 0 and s.space_kind[place] != ICE_HOUSE_SPACE):
            return INTERNED_IN_THE_ICE_HOUSE
    return NOT_BROKEN
