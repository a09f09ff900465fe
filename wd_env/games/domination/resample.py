"""Resampling of hidden information: hands and deck, missions, and capitals before all are chosen.

All possible assignments have equal probability, except those excluded by the current decision or by the fact that the
game continues. An excluded assignment is drawn again, so that the others keep their probabilities.
"""

from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_THROW_1,
    CAPITAL,
    CONTINUE,
    DRAW_CARD,
    FORT_AMOUNT,
    OCCUPY,
    SCATTER,
    TAKE_SEAT,
    TRADE,
)
from wd_env.games.domination.definitions.rule_constants import (
    BY_MISSION,
    CAPITAL_GAME,
    DECK,
    HANDS,
    MISSION_GAME,
    NOBODY,
    NOWHERE,
    REMOVED,
    SYMBOL_COUNT,
)
from wd_env.games.domination.rules.cards import cards_of
from wd_env.games.domination.rules.setup import is_free_mission
from wd_env.games.domination.rules.trades import can_be_named
from wd_env.games.domination.rules.turn import places_after
from wd_env.games.domination.rules.victory import is_fulfilled
from wd_env.kernels.philox import bounded_draw

MAX_TRIES = 1000  # then the last assignment is used although it is excluded; this does not occur in play


def resample(s, me, stream):
    """Resample what is hidden from this seat; hands keep their sizes."""
    if s.game_type == CAPITAL_GAME and s.node == CAPITAL:
        resample_capitals(s, me, stream)
    if s.game_type == MISSION_GAME:
        resample_missions(s, me, stream)
    if not s.open_hands:
        resample_cards(s, me, stream)


def resample_capitals(s, me, stream):
    """Replace other seats' capitals by countries shown on as many cards, at random (DOM-038, DOM-039)."""
    for seat in range(s.seats):
        if seat != me and s.capital[seat] != NOWHERE:
            cards = cards_showing(s, s.capital[seat])
            move_cards(s, s.capital[seat], DECK)
            s.capital[seat] = own_country(s, seat, cards, bounded_draw(stream, countries_with(s, seat, cards)))
            move_cards(s, s.capital[seat], REMOVED)


def cards_showing(s, country):
    found = 0
    for card in range(len(s.card_at)):
        found += 1 if s.card_country[card] == country else 0
    return found


def countries_with(s, seat, cards):
    """Return the number of the seat's countries that are shown on this number of cards."""
    found = 0
    for country in range(len(s.armies)):
        if s.holder[country] == seat and cards_showing(s, country) == cards:
            found += 1
    return found


def own_country(s, seat, cards, place):
    """Return the country with this index among them."""
    left = place
    for country in range(len(s.armies)):
        if s.holder[country] == seat and cards_showing(s, country) == cards:
            if left == 0:
                return country
            left -= 1
    return NOWHERE


def move_cards(s, country, where):
    for card in range(len(s.card_at)):
        if s.card_country[card] == country:
            s.card_at[card] = where


def resample_missions(s, me, stream):
    """Give other seats different missions at random, not the mission of this seat (DOM-040 to DOM-042)."""
    having = 0
    for seat in range(s.seats):
        having |= (1 if seat != me and s.mission[seat] != NOWHERE else 0) << seat
    for _ in range(MAX_TRIES):
        if deal_missions(s, having, stream):
            return


def deal_missions(s, having, stream):
    """Deal missions to these seats, and return whether the game could have reached this state with them."""
    for seat in range(s.seats):
        if (having >> seat) & 1:
            s.mission[seat] = NOWHERE
    fits = True
    for seat in range(s.seats):
        if (having >> seat) & 1:
            s.mission[seat] = free_mission(s, bounded_draw(stream, free_missions(s)))
            fits = fits and can_have_mission(s, seat)
    return fits


def free_missions(s):
    found = 0
    for mission in range(len(s.mission_target)):
        found += 1 if is_free_mission(s, mission) else 0
    return found


def free_mission(s, place):
    """Return the mission with this index among the free ones."""
    left = place
    for mission in range(len(s.mission_target)):
        if is_free_mission(s, mission):
            if left == 0:
                return mission
            left -= 1
    return NOWHERE


def can_have_mission(s, seat):
    """Return whether the game could continue with this mission; a goal that is reached wins (DOM-181)."""
    if s.continued_after_win:
        return True
    if seat == s.turn and (s.node == CONTINUE or s.ended_by == BY_MISSION):
        return is_fulfilled(s, seat, s.mission[seat])
    return not (is_examined(s, seat) and is_fulfilled(s, seat, s.mission[seat]))


def is_examined(s, seat):
    """Return whether this seat was checked since its mission could last be fulfilled (DOM-179, DOM-181).

    The seat whose turn it is is checked after its armies are placed. Later it can only lose countries, unless another
    seat removes the seat that its mission names. In a turn without new armies it may not be checked.
    """
    target = s.mission_target[s.mission[seat]]
    is_hunter = target != NOBODY and target != seat  # noqa: PLR1714  `in` is not in the subset of the rules
    if is_hunter and s.removed_by[target] == seat:
        return True
    if s.min_new_armies == 0 or s.node < TRADE or TAKE_SEAT <= s.node <= SCATTER:
        return False
    if seat == s.turn:
        return is_in_battle(s)
    return not is_hunter and (s.round > 0 or places_after(s, seat) < places_after(s, s.turn))


def is_in_battle(s):
    """Return whether all armies are placed and none are moving."""
    if s.node == OCCUPY or s.node == FORT_AMOUNT:  # noqa: PLR1714
        return False
    return ATTACK_FROM <= s.node < CONTINUE or ATTACK_THROW_1 <= s.node <= DRAW_CARD


def resample_cards(s, me, stream):
    """Deal new hands of the same sizes to other seats; a seat that trades gets a set (DOM-047)."""
    for seat in range(s.seats):
        if seat != me:
            put_back(s, seat)
    if s.node == TRADE and s.seat != me:
        deal_set(s, s.seat, stream)
    for seat in range(s.seats):
        if seat != me:
            deal_hand(s, seat, stream)


def deal_set(s, seat, stream):
    """Deal a hand with which the current decision has a legal action."""
    for _ in range(MAX_TRIES):
        deal_hand(s, seat, stream)
        if has_legal_action(s, seat):
            return
        put_back(s, seat)


def put_back(s, seat):
    for card in range(len(s.card_at)):
        if s.card_at[card] == HANDS + seat:
            s.card_at[card] = DECK


def has_legal_action(s, seat):
    found = 0
    for symbol in range(SYMBOL_COUNT):
        found += 1 if cards_of(s, seat, symbol) > 0 and can_be_named(s, symbol) else 0
    return found > 0


def deal_hand(s, seat, stream):
    """Deal cards until the hand has its size."""
    left = 0
    missing = s.hand_size[seat]
    for card in range(len(s.card_at)):
        left += 1 if s.card_at[card] == DECK else 0
        missing -= 1 if s.card_at[card] == HANDS + seat else 0
    for _ in range(missing):
        deal_one(s, seat, bounded_draw(stream, left))
        left -= 1


def deal_one(s, seat, place):
    """Deal the card with this index among those of the deck."""
    left = place
    for card in range(len(s.card_at)):
        if s.card_at[card] == DECK:
            if left == 0:
                s.card_at[card] = HANDS + seat
                return
            left -= 1
