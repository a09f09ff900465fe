"""A deck: cards that show a symbol and a country, wildcards, and the missions that are dealt with it."""

from collections import Counter
from dataclasses import dataclass

INFANTRY, CAVALRY, CANNON, WILDCARD = range(4)
SYMBOLS = ("infantry", "cavalry", "cannon", "wildcard")
NO_COUNTRY = -1  # of a wildcard
NO_TARGET = -1  # of a mission that asks for nobody's removal


@dataclass(frozen=True)
class Card:
    """One card; several of a deck may show the same country (DOM-008)."""

    symbol: int  # a place in `SYMBOLS`
    country: int  # from 0; `NO_COUNTRY` for a wildcard


@dataclass(frozen=True)
class Mission:
    """What one mission asks for; groups and seats are counted from 0 (DOM-189).

    The countries are the goal or, where a seat is to be removed, what it becomes when that cannot be done (DOM-195).
    """

    target: int  # seat to remove, 0 to 5; `NO_TARGET` for none
    countries: int  # to hold; 0 for no such goal
    armies: int  # at least, in each of them
    groups: tuple[int, ...]  # to hold all of these
    groups_in_all: int  # and at least so many groups, these included (DOM-191)
    text: str  # in the file's words; PLAYER1 stands for the name of the first seat


@dataclass(frozen=True)
class Deck:
    """The cards in the order of their file, and its missions; both may be none."""

    cards: tuple[Card, ...]
    missions: tuple[Mission, ...] = ()

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How many cards show each symbol, in the order of `SYMBOLS`."""
        found = Counter(card.symbol for card in self.cards)
        return found[INFANTRY], found[CAVALRY], found[CANNON], found[WILDCARD]

    def missions_for(self, players: int) -> tuple[Mission, ...]:
        """The missions that name no seat beyond those of so many players (DOM-041)."""
        return tuple(mission for mission in self.missions if mission.target < players)
