"""Sizes of state, observation and spaces: those of a map, or of a capacity that smaller maps share."""

from dataclasses import dataclass
from typing import Any, Self

from wd_env.errors import ConfigError, quoted
from wd_env.games.domination.definitions.rule_constants import WILD
from wd_env.games.domination.maps.deck import NO_COUNTRY, Card
from wd_env.games.domination.maps.map_catalogue import Map

BORDER_STEP = 64  # step of the length of the list of borders
CAPACITY_BORDERS = 8  # per country of a capacity; the classic map has 4
CAPACITY_GROUPS = 2  # countries of a capacity per group
CAPACITY_WILDCARDS = 8
CAPACITY_MISSIONS = 32


@dataclass(frozen=True)
class MapSizes:
    """The length of each list; at least 1."""

    countries: int
    groups: int
    missions: int
    borders: int
    cards: tuple[Card, ...]
    is_capacity: bool = False

    @classmethod
    def of_map(cls, board: Map) -> Self:
        """Return the sizes of a map."""
        missions, ways = len(board.deck.missions), sum(map(len, board.borders))
        places = border_capacity(ways)
        return cls(len(board.countries), len(board.groups), max(1, missions), places, cards_in_order(board))

    @classmethod
    def of_capacity(cls, countries: int) -> Self:
        """Return the sizes of a capacity: a card per country, then wildcards."""
        cards = (*(Card(0, country) for country in range(countries)), *[Card(WILD, NO_COUNTRY)] * CAPACITY_WILDCARDS)
        borders, groups = border_capacity(CAPACITY_BORDERS * countries), max(1, countries // CAPACITY_GROUPS)
        return cls(countries, groups, CAPACITY_MISSIONS, borders, cards, is_capacity=True)

    def card_indices(self, deck: tuple[Card, ...]) -> list[int]:
        """Return the index of each card of a deck, wildcards last."""
        if not self.is_capacity:
            return list(range(len(deck)))
        shown = [card.country for card in deck if card.country != NO_COUNTRY]
        return shown + [self.countries + copy for copy in range(len(deck) - len(shown))]


def sizes_of(config: Any) -> MapSizes:
    """Return the sizes that a configuration needs: those of its map, or of its capacity."""
    return MapSizes.of_map(config.load()) if config.capacity is None else MapSizes.of_capacity(config.capacity)


def border_capacity(ways: int) -> int:
    """Return the length of the list of borders: in steps, so that maps with few differences have equal sizes."""
    return BORDER_STEP * max(1, -(-ways // BORDER_STEP))


def cards_in_order(board: Map) -> tuple[Card, ...]:
    """Return the cards by country, wildcards last; a deck without cards becomes one unused wildcard."""
    cards = board.deck.cards or (Card(WILD, NO_COUNTRY),)
    return tuple(sorted(cards, key=lambda card: (card.country == NO_COUNTRY, card.country)))


def check_capacity(board: Map, capacity: int, name: str) -> None:
    """Raise ConfigError if a map exceeds a capacity; the message names what does not fit."""
    sizes, cards = MapSizes.of_capacity(capacity), board.deck.cards
    shown = [card.country for card in cards if card.country != NO_COUNTRY]
    for what, number, most in (
        ("countries", len(board.countries), sizes.countries),
        ("groups", len(board.groups), sizes.groups),
        ("borders, each way counted", sum(map(len, board.borders)), sizes.borders),
        ("wildcards", len(cards) - len(shown), CAPACITY_WILDCARDS),
        ("missions", len(board.deck.missions), sizes.missions),
        ("cards of one country", max((shown.count(country) for country in shown), default=0), 1),
    ):
        if number > most:
            raise ConfigError(
                f"map {quoted(name)}: expected at most {most} {what} with capacity {capacity}, got {number}"
            )
