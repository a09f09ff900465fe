"""What a seat cannot know, and how it is dealt anew: hands against the deck, missions, capitals before all stand."""

from wd_env.core.rng import bounded_draw
from wd_env.domination.numbers import CAPITAL_GAME, DECK, HANDS, NOBODY, NOWHERE, REMOVED
from wd_env.domination.questions import CAPITAL
from wd_env.domination.rules.setup import is_drawn


def resample(s, me, stream):
    """Deal anew what this seat cannot know; hands keep their sizes, each way being as likely."""
    if s.game_type == CAPITAL_GAME and s.question == CAPITAL:
        resample_capitals(s, me, stream)
    for seat in range(s.seats):
        if seat != me and s.mission[seat] != NOWHERE:
            resample_mission(s, seat, stream)
    if not s.open_hands:
        resample_cards(s, me, stream)


def resample_capitals(s, me, stream):
    """Any country of whoever has chosen already; its card is out of the game (DOM-038, DOM-039)."""
    for seat in range(s.seats):
        if seat != me and s.capital[seat] != NOWHERE:
            move_cards(s, s.capital[seat], DECK)
            left = bounded_draw(stream, s.held[seat])
            for country in range(len(s.armies)):
                if s.holder[country] == seat:
                    if left == 0:
                        s.capital[seat] = country
                    left -= 1
            move_cards(s, s.capital[seat], REMOVED)


def move_cards(s, country, where):
    for card in range(len(s.card_at)):
        if s.card_country[card] == country:
            s.card_at[card] = where


def resample_mission(s, seat, stream):
    """One of those that nobody else has; its own is among them."""
    s.mission[seat] = NOWHERE
    free = 0
    for mission in range(len(s.mission_target)):
        free += is_free_mission(s, mission)
    left = bounded_draw(stream, free)
    found = NOWHERE
    for mission in range(len(s.mission_target)):
        if is_free_mission(s, mission):
            if left == 0:
                found = mission
            left -= 1
    s.mission[seat] = found


def is_free_mission(s, mission):
    target = s.mission_target[mission]
    return 1 if (target == NOBODY or target < s.seats) and not is_drawn(s, mission) else 0


def resample_cards(s, me, stream):
    """Put others' cards back, then deal as many to each."""
    left = 0
    for card in range(len(s.card_at)):
        if s.card_at[card] >= HANDS and s.card_at[card] != HANDS + me:
            s.card_at[card] = DECK
    for card in range(len(s.card_at)):
        left += 1 if s.card_at[card] == DECK else 0
    for seat in range(s.seats):
        if seat != me:
            for _ in range(s.hand_size[seat]):
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
