"""The order of turns and the places of powers in it (SP-008, SP-265, R60)."""

from wd_env.games.superpowers.definitions.rule_constants import POWERS


def next_power(s, power):
    """Return the next power that takes turns, or the same one if there is no other (SP-008, SP-265)."""
    place = s.place_in_order[power] + 0
    for _ in range(POWERS):
        place = place + 1 if place + 1 < POWERS else 0
        there = s.turn_order[place] + 0
        if s.in_play[there] == 1 and s.surrendered[there] == 0:
            return there
    return power


def places_from_first(s, power):
    """Return the offset of a power from the power that began."""
    places = s.place_in_order[power] - s.place_in_order[s.first]
    return places if places >= 0 else places + POWERS


def power_after(s, power, places):
    """Return the power at this offset in the order of turns."""
    place = s.place_in_order[power] + places
    return s.turn_order[place if place < POWERS else place - POWERS]
