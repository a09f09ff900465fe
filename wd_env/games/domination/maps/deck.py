"""A deck: cards with a symbol and a country, wildcards, and missions."""

from collections import Counter
from dataclasses import dataclass

INFANTRY, CAVALRY, CANNON, WILDCARD = range(4)
SYMBOLS = ("infantry", "cavalry", "cannon", "wildcard")
NO_COUNTRY = -1  # of a wildcard
NO_TARGET = -1  # of a mission without a seat to remove


@dataclass(frozen=True)
class Card:
    """A card; several of a deck may show the same country (DOM-008)."""

    symbol: int  # an index in `SYMBOLS`
    country: int  # from 0; `NO_COUNTRY` for a wildcard


@dataclass(frozen=True)
class Mission:
    """The goal of a mission; groups and seats are numbered from 0 (DOM-189).

    The countries are the goal, or the alternative if the seat cannot be removed any more (DOM-195).
    """

    target: int  # seat to remove, 0 to 5; `NO_TARGET` for none
    countries: int  # to hold; 0 for no such goal
    armies: int  # minimum in each of them
    groups: tuple[int, ...]  # to hold completely
    groups_in_all: int  # minimum number of complete groups, these included (DOM-191)
    text: str  # of the file; PLAYER1 is the name of the first seat


@dataclass(frozen=True)
class Deck:
    """The cards in the order of their file, and the missions; both may be empty."""

    cards: tuple[Card, ...]
    missions: tuple[Mission, ...] = ()

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The number of cards with each symbol, in the order of `SYMBOLS`."""
        counts_by_symbol = Counter(card.symbol for card in self.cards)
        return (
            counts_by_symbol[INFANTRY],
            counts_by_symbol[CAVALRY],
            counts_by_symbol[CANNON],
            counts_by_symbol[WILDCARD],
        )

    def missions_for(self, players: int) -> tuple[Mission, ...]:
        """Return the missions that can be used with this number of players (DOM-041)."""
        return tuple(mission for mission in self.missions if mission.target < players)
