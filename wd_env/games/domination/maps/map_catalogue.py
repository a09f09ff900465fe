"""Maps: countries, groups, borders and a deck, as one value that is checked before it is there.

A map is shipped by name or read from a file of the community's format, as is its deck (ledger, section 3).
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
GENERATED = "generated"  # the deck that is made for a map which brings none

FileName = str | os.PathLike[str]


@dataclass(frozen=True)
class Map:
    """A map that can be played; countries, groups and seats are counted from 0, in the order of the file."""

    name: str
    countries: tuple[Country, ...]
    groups: tuple[Group, ...]  # one without countries is held by nobody and has bonus 0
    borders: Borders  # per country those that it borders on, in the order of the file; a border may be one-way
    deck: Deck
    warnings: tuple[str, ...]  # what its files have that they should not, one line each
    digest: str  # SHA-256 of all that the rules read, in 64 hexadecimal digits
    header: tuple[tuple[str, str], ...] = ()  # the lines before the first section, also those that nobody knows
    sources: tuple[str, ...] = ()  # the paths of its own files, map and deck; none of those that are shipped

    @property
    def border_pairs(self) -> tuple[tuple[int, int], ...]:
        """Every border in its direction, (start, end), in the order of these countries."""
        return tuple((start, end) for start, ends in enumerate(self.borders) for end in sorted(ends))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many countries each group has."""
        return sizes_of(self.countries, len(self.groups))


def load_map(
    source: FileName,
    cards: FileName | None = None,
    borders: str | None = None,
    strict: bool = False,
    symmetrise: bool = False,
) -> Map:
    """Return the map of a file, or the shipped one of this name; the latter is read once in a process.

    `cards` is another deck: a file, the name of a shipped one, or `generated`. `borders` is a border set of a shipped
    map. `strict` refuses some of what is else noted in `warnings`; shipped maps are always read so. `symmetrise` adds
    the way back to borders that have none. DataError, naming file, line, what was found and what is allowed, for files
    that cannot be; ConfigError for a border set that the map does not have.
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
        raise ConfigError(f"borders is {quoted(borders)}; allowed is None, for a map file has its own")
    if borders not in BORDER_SETS:
        hint = did_you_mean(borders, BORDER_SETS)
        raise ConfigError(f"borders is {quoted(borders)}; allowed are {', '.join(BORDER_SETS)}{hint}")
    return apply_border_set(own, BORDER_SETS[borders])


def _choose_deck(cards: FileName, drawn: MapFile, notes: Notes, told: Notes) -> Deck:
    if cards == GENERATED:
        return generated_deck(len(drawn.countries))
    deck = read_deck(_file(cards, BUNDLED_DECKS, ".cards"), drawn.sizes, notes)
    for note in notes.lines:
        told.add(note)
    return deck


def _custom_deck(file: Source, drawn: MapFile, notes: Notes) -> Deck:
    """The deck beside the map; where none is named or there, one is made, unless the reader is strict."""
    name = drawn.deck_file
    if name and (name != Path(name.replace("\\", "/")).name or name == ".."):
        raise DataError(f"{file}: section [files]: found the deck {quoted(name)}, allowed: a file of the same folder")
    beside = file.parent / name if isinstance(file, Path) else resources.files(PACKAGE) / "data" / name
    if name and (not isinstance(beside, Path) or os.path.lexists(beside)):
        return read_deck(beside, drawn.sizes, notes)
    found = f"the deck {quoted(name)}, which is not there" if name else "no deck"
    text = f"{file}: section [files]: found {found}"
    if notes.strict:
        raise DataError(f"{text}, allowed: a line `crd` with a file of the same folder")
    notes.add(f"{text}; one is made")
    return generated_deck(len(drawn.countries))


def _sources(source: FileName, cards: FileName | None, file: Source, deck_file: str) -> tuple[str, ...]:
    """The paths of map and deck; a deck that is not there yet may come, too."""
    own = [] if source in BUNDLED_MAPS else [os.fspath(source)]
    if cards is not None:
        return (*own, *([] if cards in (GENERATED, *BUNDLED_DECKS) else [os.fspath(cards)]))
    return (*own, *([str(file.parent / deck_file)] if own and deck_file and isinstance(file, Path) else []))


def _digest(drawn: MapFile, borders: Borders, deck: Deck) -> str:
    """The digest of all that the rules read; titles, colours and places are for people."""
    groups = [country.group for country in drawn.countries]
    bonuses = [group.bonus for group in drawn.groups]
    cards = [(card.symbol, card.country) for card in deck.cards]
    goals = [(m.target, m.countries, m.armies, m.groups, m.groups_in_all) for m in deck.missions]
    read = json.dumps([groups, bonuses, borders, cards, goals], separators=(",", ":"))
    return hashlib.sha256(read.encode()).hexdigest()
