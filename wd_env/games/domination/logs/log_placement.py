"""Where the program's own placing puts an army (DOM-202): a fact of its logs, not of our tables."""

from collections.abc import Sequence
from fractions import Fraction


def placement_odds(free: Sequence[int], own: Sequence[int], countries: int) -> dict[int, Fraction]:
    """Return the odds of each country, by number from 1, that the program places one army on it by itself.

    A number of `countries` is drawn, and the first free country from there on, past the last again from the first, gets
    the army; where none is free, each own country is as likely. Empty where there is neither.
    """
    if not free:
        return {country: Fraction(1, len(own)) for country in sorted(own)}
    places = sorted(free)
    return {
        country: Fraction((country - before - 1) % countries + 1, countries)
        for before, country in zip([places[-1], *places[:-1]], places, strict=True)
    }
