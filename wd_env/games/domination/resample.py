"""What a seat cannot know, and how it is dealt anew: hands against the deck, missions, capitals before all stand.

Each way to deal is as likely, but for those that what is open, or that the game goes on, rules out. A way that is
ruled out is drawn again, so that the others keep their odds.
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

MAX_TRIES = 1000  # before a way stays that is ruled out; play never comes to where each is


def resample(s, me, stream):
    """Deal anew what this seat cannot know; hands keep their sizes."""
    if s.game_type == CAPITAL_GAME and s.node == CAPITAL:
        resample_capitals(s, me, stream)
    if s.game_type == MISSION_GAME:
        resample_missions(s, me, stream)
    if not s.open_hands:
        resample_cards(s, me, stream)


def resample_capitals(s, me, stream):
    """Any country of whoever has chosen already, if as many cards left the deck with it (DOM-038, DOM-039)."""
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
    """How many countries of the seat are shown by so many cards."""
    found = 0
    for country in range(len(s.armies)):
        if s.holder[country] == seat and cards_showing(s, country) == cards:
            found += 1
    return found


def own_country(s, seat, cards, place):
    """One of them, by its place."""
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
    """Others' missions are any that this seat has not, all different (DOM-040 to DOM-042)."""
    having = 0
    for seat in range(s.seats):
        having |= (1 if seat != me and s.mission[seat] != NOWHERE else 0) << seat
    for _ in range(MAX_TRIES):
        if deal_missions(s, having, stream):
            return


def deal_missions(s, having, stream):
    """Whether nothing speaks against these missions."""
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
    """One of them, by its place."""
    left = place
    for mission in range(len(s.mission_target)):
        if is_free_mission(s, mission):
            if left == 0:
                return mission
            left -= 1
    return NOWHERE


def can_have_mission(s, seat):
    """A seat that has reached its goal has won or is asked whether to go on; no other has reached it (DOM-181)."""
    if s.continued_after_win:
        return True
    if seat == s.turn and (s.node == CONTINUE or s.ended_by == BY_MISSION):
        return is_fulfilled(s, seat, s.mission[seat])
    return not (is_examined(s, seat) and is_fulfilled(s, seat, s.mission[seat]))


def is_examined(s, seat):
    """Whatever fulfils the mission of this seat now, did so when the seat was last examined (DOM-179, DOM-181).

    In its own turn that is after its armies were placed. Later it can only lose, unless somebody else removes whom it
    hunts. Without new armies a turn may pass in which nothing is examined.
    """
    target = s.mission_target[s.mission[seat]]
    is_hunter = target != NOBODY and target != seat  # noqa: PLR1714  `in` is not of the rules
    if is_hunter and s.removed_by[target] == seat:
        return True
    if s.min_new_armies == 0 or s.node < TRADE or TAKE_SEAT <= s.node <= SCATTER:
        return False
    if seat == s.turn:
        return is_in_battle(s)
    return not is_hunter and (s.round > 0 or places_after(s, seat) < places_after(s, s.turn))


def is_in_battle(s):
    """All armies are placed, and none are on their way."""
    if s.node == OCCUPY or s.node == FORT_AMOUNT:  # noqa: PLR1714
        return False
    return ATTACK_FROM <= s.node < CONTINUE or ATTACK_THROW_1 <= s.node <= DRAW_CARD


def resample_cards(s, me, stream):
    """Put others' cards back, then deal as many to each; who is asked for a set has one (DOM-047, DOM-066)."""
    for seat in range(s.seats):
        if seat != me:
            put_back(s, seat)
    if s.node == TRADE and s.seat != me:
        deal_set(s, s.seat, stream)
    for seat in range(s.seats):
        if seat != me:
            deal_hand(s, seat, stream)


def deal_set(s, seat, stream):
    """A hand with which the open question has an answer."""
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
    """As many as its hand has, unless they are there already."""
    left = 0
    missing = s.hand_size[seat]
    for card in range(len(s.card_at)):
        left += 1 if s.card_at[card] == DECK else 0
        missing -= 1 if s.card_at[card] == HANDS + seat else 0
    for _ in range(missing):
        deal_one(s, seat, bounded_draw(stream, left))
        left -= 1


def deal_one(s, seat, place):
    """The card that lies so deep among those of the deck."""
    left = place
    for card in range(len(s.card_at)):
        if s.card_at[card] == DECK:
            if left == 0:
                s.card_at[card] = HANDS + seat
                return
            left -= 1
