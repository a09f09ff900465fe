"""How many armies each seat starts with, and whether they are enough for a map."""

MIN_SEATS, MAX_SEATS = 2, 6  # DOM-003
COUNTRIES_PER_SEAT = 12  # per cent of the countries, which the armies of each round follow
LARGEST_TABLE = 10  # seats at which only one round would be left


def starting_armies(countries: int, seats: int) -> int:
    """Return the armies each seat starts with: max(1, 10 - N) times 12 % of C, rounded (DOM-019).

    0 means that the map is too small for any game; halves never occur, so their rounding does not matter.
    """
    return max(1, LARGEST_TABLE - seats) * ((COUNTRIES_PER_SEAT * countries + 50) // 100)


def is_enough(countries: int, seats: int) -> bool:
    """True if every country can be claimed by the armies that all seats start with (DOM-020)."""
    armies = starting_armies(countries, seats)
    return armies > 0 and armies * seats >= countries
