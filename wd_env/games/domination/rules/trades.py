"""Trading a set, by its kind or by naming its cards one by one (DOM-067 to DOM-100, ledger 5.2)."""

from wd_env.games.domination.definitions.decision_codes import PLACING
from wd_env.games.domination.definitions.rule_constants import (
    EXACT,
    HANDS,
    MUST_TRADE,
    NOWHERE,
    PASS_VERB,
    SET_CARDS,
    SET_KINDS,
    SET_SIZE,
    SYMBOL_COUNT,
    TRADE_VERB,
    WILD,
)
from wd_env.games.domination.rules.cards import (
    cards_of,
    grant_bonus,
    hand_in,
    has_limit,
    is_in_hand,
    lay_down,
    mark_sets,
    refill_deck,
    set_value,
)


def can_trade(s, mask):
    """Mark the sets, or cards of a set, and passing unless a trade is forced (DOM-076, DOM-077, DOM-096)."""
    if s.trade_mode == EXACT:
        mark_cards(s, mask)
    else:
        mark_sets(s, mask)
    if named_cards(s) == 0 and (not has_limit(s) or s.hand_size[s.seat] < MUST_TRADE):
        mask[len(s.armies) + PASS_VERB] = 1


def do_trade(s, a):
    """Trade a set, name a card of one, or pass."""
    if a == len(s.armies) + PASS_VERB:
        s.node = PLACING
    elif s.trade_mode == EXACT:
        name_card(s, a)
    else:
        kind = a - len(s.armies) - TRADE_VERB
        hand_in(s, kind)
        be_paid(s, kind)


def be_paid(s, kind):
    """Add the armies for the set to the stock, and its bonus (DOM-067, DOM-103)."""
    s.stock[s.seat] += set_value(s, kind)
    s.sets_traded += 1
    refill_deck(s)
    grant_bonus(s)


def named_cards(s):
    """Return the number of cards of the set that have been named."""
    found = 0
    for symbol in range(SYMBOL_COUNT):
        found += s.picked[symbol]
    return found


def mark_cards(s, mask):
    """Mark each card of the hand that can complete a set with the named ones."""
    for symbol in range(SYMBOL_COUNT):
        if can_be_named(s, symbol):
            for card in range(len(s.card_at)):
                if s.card_at[card] == HANDS + s.seat and s.card_symbol[card] == symbol:
                    mask[action_for(s, card)] = 1


def action_for(s, card):
    """Return the action of a card: its country, or for a wildcard the last kind of set (ledger 5.2)."""
    if s.card_country[card] == NOWHERE:
        return len(s.armies) + TRADE_VERB + SET_KINDS - 1
    return s.card_country[card]


def can_be_named(s, symbol):
    """Return whether a kind of set takes the named cards, one more of this symbol, and cards of the hand."""
    infantry = cards_of(s, s.seat, 0) + s.picked[0]
    cavalry = cards_of(s, s.seat, 1) + s.picked[1]
    cannon = cards_of(s, s.seat, 2) + s.picked[2]
    wild = cards_of(s, s.seat, WILD) + s.picked[WILD]
    for kind in range(SET_KINDS):
        if takes_one_more(s, kind, symbol) and is_in_hand(s, kind, infantry, cavalry, cannon, wild):
            return True
    return False


def takes_one_more(s, kind, symbol):
    for other in range(SYMBOL_COUNT):
        more = 1 if other == symbol else 0
        if s.picked[other] + more > SET_CARDS[kind * SYMBOL_COUNT + other]:
            return False
    return True


def name_card(s, a):
    """Name a card; the third one completes the set."""
    card = named_card(s, a)
    lay_down(s, card, named_cards(s))
    s.picked[s.card_symbol[card]] += 1
    if named_cards(s) == SET_SIZE:
        kind = kind_named(s)
        for symbol in range(SYMBOL_COUNT):
            s.picked[symbol] = 0
        be_paid(s, kind)


def named_card(s, a):
    """Return the first such card of the hand that fits the named ones."""
    for card in range(len(s.card_at)):
        if s.card_at[card] == HANDS + s.seat and action_for(s, card) == a and can_be_named(s, s.card_symbol[card]):
            return card
    return 0


def kind_named(s):
    """Return the kind of set of the named cards."""
    for kind in range(SET_KINDS):
        found = 0
        for symbol in range(SYMBOL_COUNT):
            found += 1 if SET_CARDS[kind * SYMBOL_COUNT + symbol] == s.picked[symbol] else 0
        if found == SYMBOL_COUNT:
            return kind
    return 0
