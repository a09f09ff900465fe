"""The community's deck files (`.cards`): cards by symbol and country, and missions."""

from wd_env.games.domination.maps.deck import (
    CANNON,
    CAVALRY,
    INFANTRY,
    NO_COUNTRY,
    NO_TARGET,
    SYMBOLS,
    WILDCARD,
    Card,
    Deck,
    Mission,
)
from wd_env.games.domination.maps.file_sections import HEADER, Line, Notes, Source, sections_in
from wd_env.games.domination.starting_armies import MAX_SEATS

CARDS, MISSIONS = SECTIONS = ("cards", "missions")
SYMBOL_CODES = {"Infantry": INFANTRY, "Cavalry": CAVALRY, "Cannon": CANNON, "wildcard": WILDCARD}  # spelled exactly so
MAX_CARDS = 1024
MAX_MISSIONS = 256
MAX_ARMIES = 1000  # per country of a mission
ANY_GROUP = "*"  # at position k it requires at least k groups in total
MISSION_FIELDS, GROUP_FIELDS = ("seat", "countries", "armies"), 3
GENERATED_WILDCARDS = 2
PLAIN_SYMBOLS = len(SYMBOLS) - 1  # symbols of cards with a country

Sizes = tuple[int, ...]  # number of countries of each group


def read_deck(source: Source, sizes: Sizes, notes: Notes) -> Deck:
    """Read a deck for a map with groups of these sizes.

    Raises:
        DataError: If the file cannot be read, a line has another form, or a card or mission names what the map does not
            have; the message names file, line, what was found and what is allowed.
    """
    sections = sections_in(source, SECTIONS, notes)
    for line in sections[HEADER]:
        line.raise_error(f"{line.fields[0]!r} before the first section", "[cards] and [missions]")
    _check_count(sections[CARDS], MAX_CARDS, "cards")
    _check_count(sections[MISSIONS], MAX_MISSIONS, "missions")
    cards = tuple(_card(line, sum(sizes)) for line in sections[CARDS])
    return Deck(cards, tuple(_mission(line, sizes) for line in sections[MISSIONS]))


def generated_deck(countries: int) -> Deck:
    """Make a deck for a map without one: a card per country, with symbols by number modulo 3, and 2 wildcards."""
    cards = [Card(number % PLAIN_SYMBOLS, number - 1) for number in range(1, countries + 1)]
    return Deck((*cards, *[Card(WILDCARD, NO_COUNTRY)] * GENERATED_WILDCARDS))


def _check_count(lines: list[Line], limit: int, subject: str) -> None:
    if len(lines) > limit:
        lines[limit].raise_error(f"more than {limit} {subject}", f"at most {limit}")


def _card(line: Line, countries: int) -> Card:
    symbol, *rest = line.fields
    fields = 0 if symbol == SYMBOLS[WILDCARD] else 1
    if symbol not in SYMBOL_CODES or len(rest) != fields:
        allowed = "Infantry, Cavalry or Cannon and the number of a country, or wildcard"
        line.raise_error(repr(line.text[:80]), allowed)
    country = line.as_int(rest[0], "country", 1, countries) - 1 if rest else NO_COUNTRY
    return Card(SYMBOL_CODES[symbol], country)


def _mission(line: Line, sizes: Sizes) -> Mission:
    fields = len(MISSION_FIELDS) + GROUP_FIELDS
    if len(line.fields) <= fields:
        line.raise_error(f"a mission of {len(line.fields)} words", "seat, countries, armies, three groups and a text")
    highest = (MAX_SEATS, sum(sizes), MAX_ARMIES)
    words = line.fields
    seat, countries, armies = (
        line.as_int(word, what, 0, most) for word, what, most in zip(words, MISSION_FIELDS, highest, strict=False)
    )
    places = words[len(MISSION_FIELDS) : fields]
    groups = [_group(line, word, sizes) for word in places if word not in ("0", ANY_GROUP)]
    in_all = max((place for place, word in enumerate(places, 1) if word == ANY_GROUP), default=0)
    text = " ".join(words[fields:])
    if not (seat or countries or groups or in_all):
        line.raise_error("a mission without a goal", "a seat, countries or groups")
    return Mission(seat - 1 if seat else NO_TARGET, countries, armies, tuple(dict.fromkeys(groups)), in_all, text)


def _group(line: Line, word: str, sizes: Sizes) -> int:
    group = line.as_int(word, "group", 1, len(sizes)) - 1
    if not sizes[group]:
        line.raise_error(f"group {word}, which has no countries", "a group that can be held")
    return group
