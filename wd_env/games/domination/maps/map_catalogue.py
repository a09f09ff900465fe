"""Maps: countries, groups, borders and a deck, as one validated value.

Maps and decks are bundled or read from files of the community's format (ledger, section 3).
"""

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from wd_env.errors import ConfigError, DataError, did_you_mean, quoted
from wd_env.games.domination.maps.border_sets import BORDER_SETS, BUNDLED_MAPS, DEFAULT_BORDERS, apply_border_set
from wd_env.games.domination.maps.deck import Deck
from wd_env.games.domination.maps.deck_file import generated_deck, read_deck
from wd_env.games.domination.maps.file_sections import Notes, Source
from wd_env.games.domination.maps.map_file import Borders, Country, Group, MapFile, read_map, sizes_of

__all__ = ["BUNDLED_DECKS", "BUNDLED_MAPS", "GENERATED", "Country", "Group", "Map", "load_map"]

PACKAGE = "wd_env.games.domination"
BUNDLED_DECKS = BUNDLED_MAPS
GENERATED = "generated"  # the deck of a map without one

FileName = str | os.PathLike[str]


@dataclass(frozen=True)
class Map:
    """A map; countries, groups and seats are numbered from 0, in the order of the file."""

    name: str
    countries: tuple[Country, ...]
    groups: tuple[Group, ...]  # a group without countries has no holder, and bonus 0
    borders: Borders  # neighbours of each country, in the order of the file; a border may be one-way
    deck: Deck
    warnings: tuple[str, ...]  # peculiarities of its files, one line each
    digest: str  # SHA-256 of everything that the rules read, in 64 hexadecimal digits
    header: tuple[tuple[str, str], ...] = ()  # the lines before the first section, including unknown ones
    sources: tuple[str, ...] = ()  # paths of custom files, map and deck; empty for bundled ones

    @property
    def border_pairs(self) -> tuple[tuple[int, int], ...]:
        """Every directed border, (start, end), in the order of these countries."""
        return tuple((start, end) for start, ends in enumerate(self.borders) for end in sorted(ends))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of countries of each group."""
        return sizes_of(self.countries, len(self.groups))


def load_map(
    source: FileName,
    cards: FileName | None = None,
    borders: str | None = None,
    strict: bool = False,
    symmetrise: bool = False,
) -> Map:
    """Load a map from a file, or a bundled one by name, which is read once per process.

    Args:
        source: Map file, or name of a bundled map.
        cards: Another deck: a file, the name of a bundled one, or `generated`.
        borders: Border set of a bundled map.
        strict: Whether to reject some peculiarities that are otherwise in `warnings`; bundled maps are always strict.
        symmetrise: Whether to add the opposite direction to one-way borders.

    Returns:
        The map.

    Raises:
        DataError: If a file is invalid; the message names file, line, what was found and what is allowed.
        ConfigError: If the map does not have the border set.
    """
    if source in BUNDLED_MAPS and cards is None:
        return _bundled(str(source), borders or DEFAULT_BORDERS)
    return _load(source, cards, borders, strict, symmetrise)


@cache
def _bundled(name: str, borders: str) -> Map:
    return _load(name, None, borders, strict=True, symmetrise=False)


def _load(source: FileName, cards: FileName | None, borders: str | None, strict: bool, symmetrise: bool) -> Map:
    notes = Notes(strict or source in BUNDLED_MAPS)
    file = _file(source, BUNDLED_MAPS, ".map")
    drawn = read_map(file, notes, symmetrise=symmetrise)
    ways = _choose_borders(source, drawn.borders, borders)
    deck = _custom_deck(file, drawn, notes) if cards is None else _choose_deck(cards, drawn, Notes(strict), notes)
    sources = _sources(source, cards, file, drawn.deck_file)
    name = drawn.name or Path(file.name).stem
    digest = _digest(drawn, ways, deck)
    return Map(name, drawn.countries, drawn.groups, ways, deck, notes.lines, digest, drawn.header, sources)


def _file(source: FileName, shipped: tuple[str, ...], ending: str) -> Source:
    return resources.files(PACKAGE) / "data" / f"{source}{ending}" if source in shipped else Path(source)


def _choose_borders(source: FileName, own: Borders, borders: str | None) -> Borders:
    if borders is None:
        return own
    if source not in BUNDLED_MAPS:
        raise ConfigError(f"borders: expected None, because a map file has its own, got {quoted(borders)}")
    if borders not in BORDER_SETS:
        hint = did_you_mean(borders, BORDER_SETS)
        raise ConfigError(f"borders: expected {', '.join(BORDER_SETS)}, got {quoted(borders)}{hint}")
    return apply_border_set(own, BORDER_SETS[borders])


def _choose_deck(cards: FileName, drawn: MapFile, notes: Notes, all_notes: Notes) -> Deck:
    if cards == GENERATED:
        return generated_deck(len(drawn.countries))
    deck = read_deck(_file(cards, BUNDLED_DECKS, ".cards"), drawn.sizes, notes)
    for note in notes.lines:
        all_notes.add(note)
    return deck


def _custom_deck(file: Source, drawn: MapFile, notes: Notes) -> Deck:
    """Return the deck next to the map; if it is missing, one is generated, unless the reader is strict."""
    name = drawn.deck_file
    if name and (name != Path(name.replace("\\", "/")).name or name == ".."):
        raise DataError(f"{file}: section [files]: found the deck {quoted(name)}, allowed: a file in the same folder")
    deck_path = file.parent / name if isinstance(file, Path) else resources.files(PACKAGE) / "data" / name
    if name and (not isinstance(deck_path, Path) or os.path.lexists(deck_path)):
        return read_deck(deck_path, drawn.sizes, notes)
    problem = f"the deck {quoted(name)}, which is not there" if name else "no deck"
    text = f"{file}: section [files]: found {problem}"
    if notes.strict:
        raise DataError(f"{text}, allowed: a line `crd` with a file in the same folder")
    notes.add(f"{text}; one is generated")
    return generated_deck(len(drawn.countries))


def _sources(source: FileName, cards: FileName | None, file: Source, deck_file: str) -> tuple[str, ...]:
    """Return the paths of map and deck, including a deck file that does not exist yet."""
    own = [] if source in BUNDLED_MAPS else [os.fspath(source)]
    if cards is not None:
        return (*own, *([] if cards in (GENERATED, *BUNDLED_DECKS) else [os.fspath(cards)]))
    return (*own, *([str(file.parent / deck_file)] if own and deck_file and isinstance(file, Path) else []))


def _digest(drawn: MapFile, borders: Borders, deck: Deck) -> str:
    """Return the digest of everything that the rules read, without titles, colours and positions."""
    groups = [country.group for country in drawn.countries]
    bonuses = [group.bonus for group in drawn.groups]
    cards = [(card.symbol, card.country) for card in deck.cards]
    goals = [(m.target, m.countries, m.armies, m.groups, m.groups_in_all) for m in deck.missions]
    read = json.dumps([groups, bonuses, borders, cards, goals], separators=(",", ":"))
    return hashlib.sha256(read.encode()).hexdigest()
