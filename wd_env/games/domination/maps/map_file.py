"""The community's map files (`.map`): header, groups, countries and borders, read and checked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wd_env.errors import DataError, listed, quoted
from wd_env.games.domination.maps.border_graph import closed_regions, first_cut_off
from wd_env.games.domination.maps.file_sections import HEADER, Line, Notes, Source, sections_in
from wd_env.games.domination.maps.map_colours import Colour, colour_of
from wd_env.games.domination.starting_armies import MAX_SEATS, MIN_SEATS, is_enough

FILES, GROUPS, COUNTRIES, BORDERS = SECTIONS = ("files", "continents", "countries", "borders")
PICTURE, SHADES, DECK, PREVIEW = FILE_KEYS = ("pic", "map", "crd", "prv")
NAME, TEST, NUMBERED_KEYS = "name", "test", ("ver", "circle")

MIN_COUNTRIES, MAX_COUNTRIES = 6, 256
MAX_BONUS = 1000  # armies per turn
MAX_PIXELS = 100_000  # of a position, in either direction
MAX_HEADER = 2**31 - 1  # of a number in the header
MAX_TITLE_CHARS = 100
MAX_NAMED = 8  # countries of a region that are listed one by one
GROUP_FIELDS = ("id", "bonus", "colour")
COUNTRY_FIELDS = ("number", "id", "group", "x", "y")
PLACED, UNPLACED = len(COUNTRY_FIELDS), len(COUNTRY_FIELDS) - 2

Point = tuple[int, int]
Borders = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Country:
    """A country of a map."""

    title: str
    group: int  # from 0
    place: Point | None  # x to the right and y downwards, in pixels of the file's image


@dataclass(frozen=True)
class Group:
    """A group of countries (continent), with a bonus for the seat that holds all of them."""

    title: str
    bonus: int  # armies per turn
    colour: Colour


@dataclass(frozen=True)
class MapFile:
    """The content of a map file."""

    header: tuple[tuple[str, str], ...]
    deck_file: str  # empty for none
    groups: tuple[Group, ...]
    countries: tuple[Country, ...]
    borders: Borders

    @property
    def name(self) -> str:
        """The title in the header; empty if there is none."""
        return dict(self.header).get(NAME, "")

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of countries of each group."""
        return sizes_of(self.countries, len(self.groups))


def read_map(source: Source, notes: Notes, *, symmetrise: bool = False) -> MapFile:
    """Read a map file.

    Args:
        source: The file.
        notes: Notes to extend with accepted peculiarities (ledger 3.5).
        symmetrise: Whether to add the opposite direction to one-way borders.

    Returns:
        The content.

    Raises:
        DataError: If the file cannot be read, or the map cannot be played; the message names file, line, what was found
            and what is allowed.
    """
    sections = sections_in(source, SECTIONS, notes)
    for name in (GROUPS, COUNTRIES, BORDERS):
        if not sections[name]:
            raise DataError(f"{source}: section [{name}]: found nothing, allowed: at least one line")
    header = tuple(_header(line) for line in sections[HEADER])
    files = dict(_file(line) for line in sections[FILES])
    groups = tuple(_group(line, place) for place, line in enumerate(_check_limit(sections[GROUPS], "groups")))
    lines = _check_limit(sections[COUNTRIES], "countries")
    countries = tuple(_country(line, number, len(groups), notes) for number, line in enumerate(lines, 1))
    _check_count(source, len(countries), notes)
    borders = _borders(sections[BORDERS], len(countries), notes)
    borders = _symmetrised(borders) if symmetrise else borders
    _note_borders(source, borders, notes, both_ways=TEST in dict(header))
    _check_connected(source, borders)
    return MapFile(header, files.get(DECK, ""), _with_members(source, groups, countries, notes), countries, borders)


def sizes_of(countries: Sequence[Country], groups: int) -> tuple[int, ...]:
    """Count the countries of each group."""
    return tuple(sum(country.group == group for country in countries) for group in range(groups))


def _check_limit(lines: list[Line], subject: str) -> list[Line]:
    if len(lines) > MAX_COUNTRIES:
        lines[MAX_COUNTRIES].raise_error(f"{len(lines)} {subject}", f"at most {MAX_COUNTRIES}")
    return lines


def _header(line: Line) -> tuple[str, str]:
    key, _, value = line.text.replace("\t", " ").partition(" ")
    value = value.strip()
    if key in NUMBERED_KEYS:
        line.as_int(value, key, 0, MAX_HEADER)
    if key == NAME and len(value) > MAX_TITLE_CHARS:
        line.raise_error(f"a name of {len(value)} characters", f"at most {MAX_TITLE_CHARS}")
    return key, value


def _file(line: Line) -> tuple[str, str]:
    key, _, value = line.text.replace("\t", " ").partition(" ")
    if key not in FILE_KEYS:
        line.raise_error(f"the file {quoted(key)}", ", ".join(FILE_KEYS))
    return key, value.strip()


def _group(line: Line, place: int) -> Group:
    words = _fields(line, GROUP_FIELDS, len(GROUP_FIELDS))
    return Group(_title(line, words[0]), line.as_int(words[1], "bonus", 0, MAX_BONUS), colour_of(words[2], place))


def _country(line: Line, number: int, groups: int, notes: Notes) -> Country:
    fields = UNPLACED if len(line.fields) == UNPLACED and not notes.strict else PLACED
    words = _fields(line, COUNTRY_FIELDS, fields)
    if words[0] != str(number):
        line.raise_error(f"country {quoted(words[0])}", f"{number}, because countries are numbered 1, 2, 3 in order")
    if fields == UNPLACED:
        line.add_note("the country has no position", notes)
    places = [line.as_int(word, "place", -MAX_PIXELS, MAX_PIXELS) for word in words[UNPLACED:]]
    place = (places[0], places[1]) if places else None
    return Country(_title(line, words[1]), line.as_int(words[2], "group", 1, groups) - 1, place)


def _fields(line: Line, names: Sequence[str], count: int) -> list[str]:
    words = line.fields
    if len(words) != count:
        line.raise_error(f"{len(words)} words", f"{len(names)}: {', '.join(names)}")
    return words


def _title(line: Line, word: str) -> str:
    if len(word) > MAX_TITLE_CHARS:
        line.raise_error(f"a name of {len(word)} characters", f"at most {MAX_TITLE_CHARS}")
    return word.replace("_", " ").strip() or word


def _check_count(source: Source, countries: int, notes: Notes) -> None:
    can_be_played = any(is_enough(countries, seats) for seats in range(MIN_SEATS, MAX_SEATS + 1))
    if countries < MIN_COUNTRIES and (notes.strict or not can_be_played):
        allowed = f"{MIN_COUNTRIES} to {MAX_COUNTRIES}"
        raise DataError(f"{source}: section [{COUNTRIES}]: found {countries} countries, allowed: {allowed}")


def _borders(lines: list[Line], countries: int, notes: Notes) -> Borders:
    """Return the neighbours of each country, in the order of the lines, each once."""
    borders: list[list[int]] = [[] for _ in range(countries)]
    for line in lines:
        words = line.fields
        start = line.as_int(words[0], "country", 1, countries) - 1
        for word in words[1:]:
            end = line.as_int(word, "country", 1, countries) - 1
            if end == start:
                line.raise_error(f"a border of country {word} with itself", "borders with other countries")
            if end in borders[start]:
                line.add_note(f"country {start + 1} repeats its neighbour {word}", notes)
            else:
                borders[start].append(end)
    return tuple(tuple(ends) for ends in borders)


def _one_way(borders: Borders) -> list[tuple[int, int]]:
    """Return the borders without the opposite direction."""
    return [(start, end) for start, ends in enumerate(borders) for end in ends if start not in borders[end]]


def _symmetrised(borders: Borders) -> Borders:
    more: list[list[int]] = [list(ends) for ends in borders]
    for start, end in _one_way(borders):
        more[end].append(start)
    return tuple(tuple(ends) for ends in more)


def _note_borders(source: Source, borders: Borders, notes: Notes, *, both_ways: bool) -> None:
    """Note what is accepted; a strict reader rejects one-way borders if the header requires `both_ways`."""
    for start, end in _one_way(borders):
        text = f"{source}: section [{BORDERS}]: found a border from {start + 1} to {end + 1} in one direction only"
        if both_ways and notes.strict:
            raise DataError(f"{text}, allowed: borders in both directions, because the header has `{TEST}`")
        notes.add(text)
    for start, ends in enumerate(borders):
        if not ends:
            notes.add(f"{source}: country {start + 1} has no neighbours")
    for text in closed_regions_text(borders):
        notes.add(f"{source}: section [{BORDERS}]: {text}")


def closed_regions_text(borders: Borders) -> list[str]:
    """Return a text for each region that no border enters from outside, with the numbers of its countries."""
    regions = closed_regions(borders) if _one_way(borders) else []
    region_texts = ((listed((c + 1 for c in region), MAX_NAMED), len(region)) for region in regions)
    return [
        f"{'country' if count == 1 else 'countries'} {names} cannot be entered: no border leads there from the others"
        for names, count in region_texts
    ]


def _check_connected(source: Source, borders: Borders) -> None:
    missed = first_cut_off(borders)
    if missed is not None:
        problem = f"no path from country 1 to country {missed + 1}"
        raise DataError(f"{source}: section [{BORDERS}]: found {problem}, allowed: a connected map")


def _with_members(
    source: Source, groups: tuple[Group, ...], countries: tuple[Country, ...], notes: Notes
) -> tuple[Group, ...]:
    """Set the bonus of groups without countries to 0; they keep their numbers, to which missions refer."""
    sizes = sizes_of(countries, len(groups))
    for number, (group, size) in enumerate(zip(groups, sizes, strict=True), 1):
        if size:
            continue
        text = f"{source}: section [{GROUPS}]: found group {number} ({group.title}) without countries"
        if notes.strict:
            raise DataError(f"{text}, allowed: groups of at least one country")
        notes.add(text)
    return tuple(group if size else replace(group, bonus=0) for group, size in zip(groups, sizes, strict=True))
