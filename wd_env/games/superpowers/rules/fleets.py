"""Changes of ships and fighters at sea, which also update the zones with ships."""

from wd_env.games.superpowers.definitions.rule_constants import (
    FIRST_OF_SECOND,
    FIRST_OF_THIRD,
    FLEET_WORDS,
    LANDS,
    SEA_ROWS,
    WORD_BITS,
    ZONES,
)


def add_at_sea(s, power, row, zone, count):
    """Add this number of ships of a row, or remove them if it is negative."""
    first = power * SEA_ROWS * ZONES + zone
    s.sea_units[first + row * ZONES] += count
    total = 0
    for other in range(SEA_ROWS):
        total += s.sea_units[first + other * ZONES]
    number = fleet_word(zone)
    flag = 1 << (zone - first_zone(number))
    at = power * FLEET_WORDS + number
    s.fleets[at] = (s.fleets[at] | flag) if total > 0 else (s.fleets[at] & ~flag)


def fleet_word(zone):
    return 0 if zone < FIRST_OF_SECOND else 1 if zone < FIRST_OF_THIRD else 2


def first_zone(number):
    """Return the first zone of a word."""
    return 0 if number == 0 else FIRST_OF_SECOND if number == 1 else FIRST_OF_THIRD


def fleet_zones(s, power):
    """Return the zones with ships or fighters of a power, as words 1 and 2 of a set of spaces."""
    at = power * FLEET_WORDS
    w1 = (s.fleets[at] + 0) << (LANDS - WORD_BITS)
    return w1, s.fleets[at + 1] | ((s.fleets[at + 2] + 0) << (FIRST_OF_THIRD - FIRST_OF_SECOND))
