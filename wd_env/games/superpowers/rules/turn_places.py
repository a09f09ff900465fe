"""Who sits where in the order of turns (SP-008, SP-265, R60)."""

from wd_env.games.superpowers.definitions.rule_constants import POWERS


def next_power(s, power):
    """The next power that takes turns; the same one if it is alone (SP-008, SP-265)."""
    place = s.place_in_order[power] + 0
    for _ in range(POWERS):
        place = place + 1 if place + 1 < POWERS else 0
        there = s.turn_order[place] + 0
        if s.in_play[there] == 1 and s.surrendered[there] == 0:
            return there
    return power


def places_from_first(s, power):
    """How many places a power sits after the one that began."""
    places = s.place_in_order[power] - s.place_in_order[s.first]
    return places if places >= 0 else places + POWERS


def power_after(s, power, places):
    """The power that sits so many places clockwise."""
    place = s.place_in_order[power] + places
    return s.turn_order[place if place < POWERS else place - POWERS]
