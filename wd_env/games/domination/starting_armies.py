"""The number of armies with which each seat starts, and whether it suffices for a map."""

MIN_SEATS, MAX_SEATS = 2, 6  # DOM-003
COUNTRIES_PER_SEAT = 12  # percent of the countries, the armies of each round
LARGEST_TABLE = 10  # number of seats with which only one round would remain


def starting_armies(countries: int, seats: int) -> int:
    """Return the armies with which each seat starts: max(1, 10 - N) times 12% of C, rounded (DOM-019).

    0 means that the map is too small for any game. Exact halves do not occur, so their rounding does not matter.
    """
    return max(1, LARGEST_TABLE - seats) * ((COUNTRIES_PER_SEAT * countries + 50) // 100)


def is_enough(countries: int, seats: int) -> bool:
    """Return whether the starting armies of all seats can claim every country (DOM-020)."""
    armies = starting_armies(countries, seats)
    return armies > 0 and armies * seats >= countries
