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
from wd_env.games.domination.starting_armies import MOST_SEATS

CARDS, MISSIONS = SECTIONS = ("cards", "missions")
WRITTEN = {"Infantry": INFANTRY, "Cavalry": CAVALRY, "Cannon": CANNON, "wildcard": WILDCARD}  # spelled exactly so
MOST_CARDS = 1024
MOST_MISSIONS = 256
MOST_ARMIES = 1000  # that a mission asks for in a country
ANY_GROUP = "*"  # in place k it asks for at least k groups in all
MISSION_FIELDS, GROUP_PLACES = ("seat", "countries", "armies"), 3
WILDCARDS_OF_A_MADE_DECK = 2
PLAIN_SYMBOLS = len(SYMBOLS) - 1  # that are shown with a country

Sizes = tuple[int, ...]  # how many countries each group has


def read_deck(source: Source, sizes: Sizes, notes: Notes) -> Deck:
    """Read a deck for a map of groups of these sizes.

    DataError, naming file, line, what was found and what is allowed, for a file that cannot be read, a line of another
    form and a card or mission that names what the map does not have.
    """
    sections = sections_in(source, SECTIONS, notes)
    for line in sections[HEADER]:
        line.refuse(f"{line.words[0]!r} before the first section", "[cards] and [missions]")
    _check_number(sections[CARDS], MOST_CARDS, "cards")
    _check_number(sections[MISSIONS], MOST_MISSIONS, "missions")
    cards = tuple(_card(line, sum(sizes)) for line in sections[CARDS])
    return Deck(cards, tuple(_mission(line, sizes) for line in sections[MISSIONS]))


def made_deck(countries: int) -> Deck:
    """Make a deck for a map that brings none: a card a country, symbols by its number modulo 3, and 2 wildcards."""
    cards = [Card(number % PLAIN_SYMBOLS, number - 1) for number in range(1, countries + 1)]
    return Deck((*cards, *[Card(WILDCARD, NO_COUNTRY)] * WILDCARDS_OF_A_MADE_DECK))


def _check_number(lines: list[Line], most: int, what: str) -> None:
    if len(lines) > most:
        lines[most].refuse(f"more than {most} {what}", f"at most {most}")


def _card(line: Line, countries: int) -> Card:
    symbol, *rest = line.words
    fields = 0 if symbol == SYMBOLS[WILDCARD] else 1
    if symbol not in WRITTEN or len(rest) != fields:
        allowed = "Infantry, Cavalry or Cannon and the number of a country, or wildcard"
        line.refuse(repr(line.text[:80]), allowed)
    country = line.whole(rest[0], "country", 1, countries) - 1 if rest else NO_COUNTRY
    return Card(WRITTEN[symbol], country)


def _mission(line: Line, sizes: Sizes) -> Mission:
    fields = len(MISSION_FIELDS) + GROUP_PLACES
    if len(line.words) <= fields:
        line.refuse(f"a mission of {len(line.words)} words", "seat, countries, armies, three groups and a text")
    highest = (MOST_SEATS, sum(sizes), MOST_ARMIES)
    words = line.words
    seat, countries, armies = (
        line.whole(word, what, 0, most) for word, what, most in zip(words, MISSION_FIELDS, highest, strict=False)
    )
    places = words[len(MISSION_FIELDS) : fields]
    groups = [_group(line, word, sizes) for word in places if word not in ("0", ANY_GROUP)]
    in_all = max((place for place, word in enumerate(places, 1) if word == ANY_GROUP), default=0)
    text = " ".join(words[fields:])
    if not (seat or countries or groups or in_all):
        line.refuse("a mission that asks for nothing", "a seat, countries or groups")
    return Mission(seat - 1 if seat else NO_TARGET, countries, armies, tuple(dict.fromkeys(groups)), in_all, text)


def _group(line: Line, word: str, sizes: Sizes) -> int:
    group = line.whole(word, "group", 1, len(sizes)) - 1
    if not sizes[group]:
        line.refuse(f"group {word}, which has no countries", "a group that can be held")
    return group
