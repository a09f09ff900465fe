"""Hands of Continent Cards for tests of games with several sets, and a short way to gain one more."""

from collections.abc import Iterable
from typing import Any

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.table import WorldDominanceTable

EUROPE, ASIA, AFRICA, GREEN = CARD_TITLES[55:65], CARD_TITLES[45:55], CARD_TITLES[25:35], CARD_TITLES[10:20]
CONTINENTS = {
    "North America": CARD_TITLES[:10],
    "South America": CARD_TITLES[10:20],
    "Africa": CARD_TITLES[25:35],
    "Australasia": CARD_TITLES[35:45],
    "Asia": CARD_TITLES[45:55],
    "Europe": CARD_TITLES[55:65],
}
FIVE_BLUE = ["Athens", "Rome", "Spain", "France", "British Islands"]
FOUR_YELLOW = ["New Delhi", "China", "North Korea", "Anadyr"]
FOUR_BLACK = ["Cape Town", "Angola", "Nigeria", "Mozambique"]
FOUR_WHITE = [
    "Antarctica West",
    "Antarctica Research Station (SAB)",
    "Antarctica East",
    "Antarctica North",
]
FIVE_WHITE = CARD_TITLES[20:25]
FIVE_BLACK = [*FOUR_BLACK, "Cairo"]


def without(cards: Iterable[str], *left: str) -> list[str]:
    """Return the cards without some."""
    return [card for card in cards if card not in left]


def ally_game(**table: Any) -> WorldDominanceTable:
    """Return a position of the Ally game: seats 0 and 2 are the players', 1 and 3 those of their Allies."""
    return position(players=2, variant="ally", **table)


def ten_card(**table: Any) -> WorldDominanceTable:
    """Return a position of the ten-card game."""
    return position(variant="ten_card", **table)


def gains(card: str, continent: str, players: int = 3, **table: Any) -> WorldDominanceTable:
    """Return a game in which the player on Continent Dice Gain has won this card for free."""
    game = position(players, lands="gain", **table)
    game.play(f"continent dice {continent}")
    game.play("take", f"draw {card}")
    return game
