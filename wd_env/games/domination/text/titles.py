"""Titles of countries, groups, cards and missions of a map."""

from dataclasses import dataclass

from wd_env.errors import DataError
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.actions import SET_NAMES, card_names
from wd_env.games.domination.definitions.rule_constants import WILD
from wd_env.games.domination.maps.deck import NO_TARGET, SYMBOLS, Mission
from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.games.domination.maps.map_sizes import cards_in_order
from wd_env.games.domination.table import DominationTable
from wd_env.storage.file_cache import FileCache
from wd_env.text.seat_names import SeatNames

SYMBOL_OF = {"I": SYMBOLS[0], "C": SYMBOLS[1], "A": SYMBOLS[2], "W": SYMBOLS[3]}


@dataclass(frozen=True)
class Titles:
    """The titles of one map; places are numbered from 0."""

    map: Map

    def country(self, place: int) -> str:
        """Return the title of a country, with its number if several share one."""
        title = self.map.countries[place].title
        is_alone = sum(country.title == title for country in self.map.countries) == 1
        return title if is_alone else f"{title} ({place + 1})"

    def group_of(self, place: int) -> str:
        """Return the group of a country."""
        return self.map.groups[self.map.countries[place].group].title

    def card(self, text: str) -> str:
        """Return a card from the text of its outcome: `Alaska (infantry)`, `a wildcard`."""
        card = cards_in_order(self.map)[card_names(cards_in_order(self.map)).index(text)]
        return "a wildcard" if card.symbol == WILD else f"{self.country(card.country)} ({SYMBOLS[card.symbol]})"

    def mission(self, number: int, names: SeatNames) -> str:
        """Return a mission in the words of its file, or a generated text if it has none."""
        mission = self.map.deck.missions[number]
        text = mission.text
        for seat in range(9):
            for gap in (f"{{PLAYER{seat + 1}}}", f"PLAYER{seat + 1}"):
                text = text.replace(gap, names.seat(seat))
        return text or self._goal(mission, names)

    def _goal(self, mission: Mission, names: SeatNames) -> str:
        if mission.target != NO_TARGET:
            return f"remove {names.seat(mission.target)}"
        if mission.countries:
            return f"hold {mission.countries} countries with {armies_text(mission.armies)} each"
        groups = [self.map.groups[group].title for group in mission.groups]
        more = mission.groups_in_all - len(groups)
        return f"hold {' and '.join([*groups, *([f'{more} more groups'] if more > 0 else [])])}"


def titles_of(table: DominationTable) -> Titles:
    """Return the titles of the map of this table, from its current files.

    A table keeps its titles if its file becomes a map of another size.
    """
    return _TITLES.get((table.config, table.state.countries))


def _titles(key: tuple[Config, int]) -> tuple[Titles, tuple[str, ...]]:
    config, countries = key
    loaded = config.load()
    if len(loaded.countries) != countries:
        raise DataError(
            f"map {loaded.name}: expected {countries} countries, as at the table, got {len(loaded.countries)}"
        )
    return Titles(loaded), loaded.sources


_TITLES = FileCache(_titles)


def armies_text(number: int) -> str:
    """Return `1 army`, `2 armies`."""
    return f"{number} army" if number == 1 else f"{number} armies"


def countries_text(number: int) -> str:
    """Return `1 country`, `2 countries`."""
    return f"{number} country" if number == 1 else f"{number} countries"


def card_count_text(number: int) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{number} card" if number == 1 else f"{number} cards"


def set_text(kind: int) -> str:
    """Return a kind of set: `two infantry and a wildcard`."""
    letters = SET_NAMES[kind]
    counted = [(letters.count(letter), SYMBOL_OF[letter]) for letter in dict.fromkeys(sorted(letters))]
    return " and ".join(
        f"{count} {name}{'s' if name == SYMBOLS[WILD] and count > 1 else ''}" for count, name in counted
    )
