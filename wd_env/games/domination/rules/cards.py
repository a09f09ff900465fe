"""Cards: sets and their values, trades, the country bonus, the deck (DOM-055 to DOM-111)."""

from wd_env.games.domination.definitions.decision_codes import BONUS_WHERE, PLACING, TRADE, TRADING
from wd_env.games.domination.definitions.rule_constants import (
    COUNTRY_BONUS,
    DECK,
    DISCARD,
    EACH_MORE,
    EXACT,
    FIRST_VALUES,
    FIXED,
    FIXED_VALUES,
    FREE_EACH,
    HANDS,
    ITALIAN,
    ITALIAN_VALUES,
    MUST_TRADE,
    NO_LIMIT,
    NOWHERE,
    SET_CARDS,
    SET_KINDS,
    SET_SIZE,
    STEP_BELOW,
    SYMBOL_COUNT,
    TRADE_VERB,
)
from wd_env.kernels.bits import FLAGS_PER_WORD, count_ones, equal_bits


def has_limit(s):
    """Return whether a hand over the limit must trade (DOM-077, DOM-096, DOM-111)."""
    return s.card_values != ITALIAN and s.max_hand != NO_LIMIT


def mark_sets(s, mask):
    infantry = cards_of(s, s.seat, 0)
    cavalry = cards_of(s, s.seat, 1)
    cannon = cards_of(s, s.seat, 2)
    wild = cards_of(s, s.seat, 3)
    for kind in range(SET_KINDS):
        if is_in_hand(s, kind, infantry, cavalry, cannon, wild):
            mask[len(s.armies) + TRADE_VERB + kind] = 1


def has_set(s, seat):
    """Return whether the hand contains a set with a value (DOM-047)."""
    infantry = cards_of(s, seat, 0)
    cavalry = cards_of(s, seat, 1)
    cannon = cards_of(s, seat, 2)
    wild = cards_of(s, seat, 3)
    for kind in range(SET_KINDS):
        if is_in_hand(s, kind, infantry, cavalry, cannon, wild):
            return True
    return False


def is_in_hand(s, kind, infantry, cavalry, cannon, wild):
    """Return whether these numbers of cards can form this kind of set, and it has a value in this game."""
    first = kind * SYMBOL_COUNT
    if s.card_values == ITALIAN and ITALIAN_VALUES[kind] == 0:
        return False
    return (
        SET_CARDS[first] <= infantry
        and SET_CARDS[first + 1] <= cavalry
        and SET_CARDS[first + 2] <= cannon
        and SET_CARDS[first + 3] <= wild
    )


def cards_of(s, seat, symbol):
    """Return the number of cards with this symbol in the seat's hand."""
    found = 0
    for first in range(0, len(s.card_at), FLAGS_PER_WORD):
        hand = equal_bits(s.card_at, first, HANDS + seat)
        found += count_ones(hand & equal_bits(s.card_symbol, first, symbol))
    return found


def hand_in(s, kind):
    """Discard the cards of a set, with one that shows an own country if there is one (ledger 5.2)."""
    place = 0
    is_secured = False
    for symbol in range(SYMBOL_COUNT):
        for _ in range(SET_CARDS[kind * SYMBOL_COUNT + symbol]):
            card = picked_card(s, symbol, not is_secured)
            if is_shown_own(s, card) and not is_free_bonus(s):
                is_secured = True
            lay_down(s, card, place)
            place += 1


def lay_down(s, card, place):
    s.set_countries[place] = s.card_country[card]
    s.card_at[card] = DISCARD
    s.hand_size[s.seat] -= 1


def picked_card(s, symbol, wants_own):
    """Return the first card with this symbol in the hand; with `wants_own`, prefer one that shows an own country.

    Without `wants_own`, prefer one that shows no own country.
    """
    found = len(s.card_at)
    for card in range(len(s.card_at)):
        if s.card_at[card] == HANDS + s.seat and s.card_symbol[card] == symbol:
            if is_shown_own(s, card) == wants_own:
                return card
            found = min(found, card)
    return found


def is_shown_own(s, card):
    """Return whether the card shows a country of the seat to move; wildcards show none (DOM-101)."""
    country = s.card_country[card]
    return country != NOWHERE and s.holder[country] == s.seat


def is_free_bonus(s):
    """Return whether each own country shown gives two armies to place freely (DOM-102)."""
    return s.card_values == ITALIAN and s.italian_bonus == FREE_EACH


def set_value(s, kind):
    """Return the armies for a set of this kind (DOM-079 to DOM-095)."""
    if s.card_values == FIXED:
        return FIXED_VALUES[kind]
    if s.card_values == ITALIAN:
        return ITALIAN_VALUES[kind]
    return increasing_value(s.sets_traded)


def increasing_value(traded):
    """Return the value of the next set: 4, 6, 8, 10, 12, 15, then five more each time (DOM-080, DOM-081)."""
    if traded < len(FIRST_VALUES):
        return FIRST_VALUES[traded]
    return EACH_MORE * (traded + 1) - STEP_BELOW


def grant_bonus(s):
    """Add two armies to one own country shown, or for each of them to the stock (DOM-097 to DOM-100).

    If there are several and sets are named by kind, the player chooses the country.
    """
    s.node = TRADING
    shown = shown_countries(s)
    if is_free_bonus(s):
        s.stock[s.seat] += COUNTRY_BONUS * shown
        clear_set_countries(s)
    elif shown > 1 and s.trade_mode != EXACT:
        s.node = BONUS_WHERE
    else:
        strengthen_first(s)
        clear_set_countries(s)


def strengthen_first(s):
    """Add two armies to the first own country shown, in the order of the cards (DOM-100)."""
    for place in range(SET_SIZE):
        if is_bonus_place(s, place):
            s.armies[s.set_countries[place]] += COUNTRY_BONUS
            return


def shown_countries(s):
    """Return the number of different own countries that the set shows."""
    found = 0
    for place in range(SET_SIZE):
        if is_bonus_place(s, place):
            found += 1
    return found


def is_bonus_place(s, place):
    """Return whether this card of the set shows an own country that no earlier card shows."""
    country = s.set_countries[place]
    if country == NOWHERE or s.holder[country] != s.seat:
        return False
    for before in range(place):
        if s.set_countries[before] == country:
            return False
    return True


def clear_set_countries(s):
    for place in range(SET_SIZE):
        s.set_countries[place] = NOWHERE


def can_bonus_where(s, mask):
    """Mark the own countries that the set shows (DOM-100)."""
    for place in range(SET_SIZE):
        if is_bonus_place(s, place):
            mask[s.set_countries[place]] = 1


def do_bonus_where(s, a):
    """Add the two armies to the country at once (DOM-098)."""
    s.armies[a] += COUNTRY_BONUS
    clear_set_countries(s)
    s.node = TRADING


def do_trading(s, _):
    """Open a trade if the hand has a set and may still trade, else placing (DOM-047, DOM-075, DOM-107)."""
    s.seat = s.turn
    if s.forced_trade and s.hand_size[s.turn] < MUST_TRADE:
        s.forced_trade = 0
        s.node = PLACING
    elif has_set(s, s.turn):
        s.node = TRADE
    else:
        s.node = PLACING


def deck_size(s):
    """Return the number of cards in the deck."""
    return cards_at(s, DECK)


def cards_at(s, where):
    """Return the number of cards at this place; 0 if the deck has no cards at all (DOM-060)."""
    if s.has_no_cards:
        return 0
    found = 0
    for first in range(0, len(s.card_at), FLAGS_PER_WORD):
        found += count_ones(equal_bits(s.card_at, first, where))
    return found


def weigh_cards(s, weights):
    """Give each card in the deck equal weight (DOM-059)."""
    for card in range(len(s.card_at)):
        if s.card_at[card] == DECK:
            weights[card] = 1


def mark_draw(s, weights):
    """Mark each card that could be in the deck, from public information only (DOM-066)."""
    for card in range(len(s.card_at)):
        if s.card_at[card] == DECK or (s.card_at[card] >= HANDS and not s.open_hands):
            weights[card] = 1


def take_card(s, card):
    """Add the card to the hand of the seat whose turn it is (DOM-055)."""
    s.card_at[card] = HANDS + s.turn
    s.hand_size[s.turn] += 1
    refill_deck(s)


def refill_deck(s):
    """Move the discards to the deck when it is empty, with `recycle` (DOM-062 to DOM-064)."""
    if s.recycle and deck_size(s) == 0:
        for card in range(len(s.card_at)):
            if s.card_at[card] == DISCARD:
                s.card_at[card] = DECK


def take_hand(s, captor, victim):
    """Move all cards of an eliminated seat to the captor (DOM-105)."""
    for card in range(len(s.card_at)):
        if s.card_at[card] == HANDS + victim:
            s.card_at[card] = HANDS + captor
    s.hand_size[captor] += s.hand_size[victim]
    s.hand_size[victim] = 0
