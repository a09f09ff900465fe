"""Automatic placement in the original program (DOM-202): a property of its logs, not of our tables."""

from collections.abc import Sequence
from fractions import Fraction


def placement_odds(free: Sequence[int], own: Sequence[int], countries: int) -> dict[int, Fraction]:
    """Return the probability of each country, by number from 1, that the program places an army on it automatically.

    The program draws a number up to `countries` and takes the first free country from there, cyclically; if none is
    free, each own country is equally likely.

    Args:
        free: Countries without an owner.
        own: Countries of the player.
        countries: Number of countries on the map.

    Returns:
        Probabilities by country; empty without a free and an own country.
    """
    if not free:
        return {country: Fraction(1, len(own)) for country in sorted(own)}
    places = sorted(free)
    return {
        country: Fraction((country - before - 1) % countries + 1, countries)
        for before, country in zip([places[-1], *places[:-1]], places, strict=True)
    }
