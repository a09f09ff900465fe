"""The printed titles of board and cards, from the data files of a configuration."""

from collections.abc import Iterable
from dataclasses import dataclass

from wd_env.games.world_dominance.cards.card_data import (
    Board,
    ContinentCard,
    Space,
    Theme,
    load_board,
    load_continent_cards,
    load_manoeuvre_deck,
    load_themes,
)
from wd_env.games.world_dominance.cards.manoeuvre_deck import ManoeuvreCard
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import ANTARCTICA_PLACE, THEMES
from wd_env.games.world_dominance.definitions.rule_constants import SAB_TITLE, SOUTH_POLE_TITLE
from wd_env.games.world_dominance.quiz import PrintedQuestion
from wd_env.spec.custom_files import custom_files
from wd_env.storage.file_cache import FileCache
from wd_env.storage.toml_rows import RECONSTRUCTED


@dataclass(frozen=True)
class Titles:
    """The titles of board and cards of a configuration, and its number of seats."""

    seats: int
    board: Board
    cards: tuple[ContinentCard, ...]
    deck: tuple[ManoeuvreCard, ...]
    themes: tuple[Theme, ...]

    def at(self, place: int) -> Space:
        """Return the space at a place of the ring, or Antarctica."""
        return self.board.antarctica if place == ANTARCTICA_PLACE else self.board.ring[place]

    def space(self, place: int) -> str:
        """Return code and title: `S14 Khyber Pass`, `ANT Antarctica Continent Space`."""
        code = "ANT" if place == ANTARCTICA_PLACE else f"S{place:02d}"
        return f"{code} {self.at(place).title}"

    def card(self, card: int) -> str:
        """Return the title of a Continent Card."""
        return self.cards[card].title

    def manoeuvre(self, card: int) -> str:
        """Return number and title: `M08 "Take one Soldier off each player"`."""
        return f'M{card + 1:02d} "{self.deck[card].title}"'

    def manoeuvre_drawn(self, card: int) -> str:
        """Return the text of a card that is seen for the first time, marked if it is ours and not the book's."""
        return self.manoeuvre(card) + _mark(self.deck[card])

    def space_mark(self, place: int) -> str:
        """Return a note that the text of a space is ours and not the book's, or an empty text."""
        return _mark(self.at(place))

    def theme(self, title: int) -> str:
        """Return title and subject of an Intelligence Card, or the Antarctica card that asks."""
        if title < THEMES:
            return f'"{self.themes[title].title}" ({self.themes[title].subject})'
        return self._asking(title).title

    def theme_drawn(self, theme: int) -> str:
        """Return an Intelligence Card that is looked at, marked if it is ours."""
        return self.theme(theme) + _mark(self.themes[theme])

    def questions(self, title: int) -> tuple[PrintedQuestion, ...]:
        """Return the questions on an Intelligence Card, or on the Antarctica card that asks; usually none."""
        return self.themes[title].questions if title < THEMES else self._asking(title).questions

    def _asking(self, title: int) -> ContinentCard:
        role = {SOUTH_POLE_TITLE: "south_pole", SAB_TITLE: "sab"}[title]
        return next(card for card in self.cards if card.role == role)


def _mark(row: Space | ManoeuvreCard | Theme) -> str:
    return f" ({RECONSTRUCTED})" if row.origin == RECONSTRUCTED else ""


def titles_of(config: Config) -> Titles:
    """Return the titles of this configuration's own data files, as they are now.

    Raises:
        DataError: If a file cannot be read, and was not read before.
    """
    return _TITLES.get(config)


def _titles(config: Config) -> tuple[Titles, Iterable[str]]:
    titles = Titles(
        config.seats,
        load_board(config.board),
        load_continent_cards(config.continent_cards),
        load_manoeuvre_deck(config.manoeuvre_deck),
        load_themes(config.themes),
    )
    return titles, custom_files(config).values()


_TITLES = FileCache(_titles)
