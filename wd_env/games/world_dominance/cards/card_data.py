"""The board and the cards, read from TOML files and checked.

The board and the Manoeuvre Cards are partly lost, so all of them are data that custom files may replace. An
invalid file is rejected with one line that names file, row, field, what was found and what is allowed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from wd_env.games.world_dominance.cards.manoeuvre_deck import ManoeuvreCard, manoeuvre_deck
from wd_env.games.world_dominance.cards.manoeuvre_verbs import COLOURED
from wd_env.games.world_dominance.definitions import names
from wd_env.games.world_dominance.quiz import PrintedQuestion, printed_questions
from wd_env.storage.toml_rows import DataRow, build_items, check_counts, check_distinct, load_data, read_rows

T = TypeVar("T")

PACKAGE = "wd_env.games.world_dominance"

BUNDLED_BOARDS = ("ring24", "ring30")
WHITE_ROLES, COLOURED_ROLES = ("sab", "south_pole"), ("ecuador",)  # cards that rules refer to by name
WHITE_KINDS = tuple(name for name, bits in names.KIND_NAMES.items() if bits == names.ANTARCTICA_CARD)
COLOURED_KINDS = tuple(name for name in names.KIND_NAMES if name not in WHITE_KINDS)
PURGADIES = len(names.PURGADIES_NAMES)
AIRSPACE = 3  # number of spaces of an Airspace (WD-021)
MIN_RING = AIRSPACE * len(COLOURED)
MAX_PRICE = 9  # soldiers; the bundled prices go up to 3 (WD-015)

# Positions of mechanisms on the book's board (WD-022, WD-099, WD-114, WD-132, WD-136, WD-143, WD-150, WD-161).
MECHANISM_REGION = {
    names.CONSCRIPT_SPACE: names.AFRICA,
    names.PARADIES_SPACE: names.SOUTH_AMERICA,
    names.CONCEDE_SPACE: names.SOUTH_AMERICA,
    names.LOSE_SPACE: names.NORTH_AMERICA,
    names.GAIN_SPACE: names.NORTH_AMERICA,
    names.RSZ_SPACE: names.EUROPE,
    names.KHYBER_SPACE: names.ASIA,
    names.DECIMATE_SPACE: names.ASIA,
    names.PURGATORY_SPACE: names.AUSTRALASIA,
    names.ICE_HOUSE_SPACE: names.AFRICA,
}

# The region of each row of the World Pack: geostrategic order in blocks (WD-013).
CARD_REGIONS = tuple(region for region in range(names.REGIONS) for _ in range(5 if region == names.ANTARCTICA else 10))


@dataclass(frozen=True)
class Space:
    """A space of the board: its place (0 to 35 on the ring, `ANTARCTICA_PLACE` off it), kind and region."""

    index: int
    title: str
    kind: int
    region: int  # NO_REGION between two Airspaces
    origin: str
    note: str


@dataclass(frozen=True)
class Board:
    """The ring, clockwise, and Antarctica; Jetstream and gates follow from regions (WD-058, WD-063)."""

    ring: tuple[Space, ...]
    antarctica: Space

    def airspace(self, region: int) -> tuple[Space, ...]:
        """Return the three spaces of a continent; none for Antarctica (WD-021, WD-023)."""
        return tuple(space for space in self.ring if space.region == region)

    def continent_space(self, region: int) -> Space:
        """Return the Continent Space of a region, Antarctica included (WD-024)."""
        if region == names.ANTARCTICA:
            return self.antarctica
        return next(space for space in self.airspace(region) if space.kind == names.CONTINENT_SPACE)

    def mechanism(self, kind: int) -> Space:
        """Return the only space of a mechanism kind; pieces start on `CONSCRIPT_SPACE` (WD-012)."""
        return next(space for space in self.ring if space.kind == kind)


@dataclass(frozen=True)
class ContinentCard:
    """A card of the World Pack: geostrategic position (0 to 64), kinds as bits, price in soldiers."""

    index: int
    title: str
    region: int
    kind: int
    cost: int
    picture: int  # a piece, or NO_PIECE
    role: str  # "sab", "south_pole", "ecuador", or empty
    origin: str
    note: str
    questions: tuple[PrintedQuestion, ...] = ()  # of the two cards of Antarctica that ask (WD-219)


@dataclass(frozen=True)
class PurgadiesCard:
    """A Purgadies Card; `effect` is one of the constants PURGADIES_ANTARCTICA to LIFE_DEATH (WD-157)."""

    title: str
    effect: int
    origin: str
    note: str


@dataclass(frozen=True)
class Theme:
    """An Intelligence Card: the title read out in the bluff, and the subject of its questions (WD-100)."""

    title: str
    subject: str
    origin: str
    note: str
    questions: tuple[PrintedQuestion, ...] = ()


def load_board(board: str | Path = BUNDLED_BOARDS[0]) -> Board:
    """Load a bundled board by name, or a board file; raises `DataError` (WD-021)."""
    return _load(_board, f"board_{board}.toml", None if board in BUNDLED_BOARDS else board)


def load_continent_cards(path: str | Path | None = None) -> tuple[ContinentCard, ...]:
    """Load the 65 cards of the World Pack in geostrategic order; raises `DataError` (WD-013 to WD-020)."""
    return _load(_continent_cards, "continent_cards.toml", path)


def load_manoeuvre_deck(path: str | Path | None = None) -> tuple[ManoeuvreCard, ...]:
    """Load the Manoeuvre Cards, 27 bundled ones, 1 to 27 in a custom file; raises `DataError` (WD-082)."""
    return _load(manoeuvre_deck, "manoeuvre_deck.toml", path)


def load_purgadies(path: str | Path | None = None) -> tuple[PurgadiesCard, ...]:
    """Load the six Purgadies Cards; raises `DataError` (WD-157)."""
    return _load(_purgadies, "purgadies.toml", path)


def load_themes(path: str | Path | None = None) -> tuple[Theme, ...]:
    """Load the 27 themes of the Intelligence Cards; raises `DataError` (WD-100)."""
    return _load(_themes, "themes.toml", path)


def _load(build: Callable[[Traversable], T], name: str, path: str | Path | None) -> T:
    return load_data(build, PACKAGE, name, path)


def _board(source: Traversable) -> Board:
    rows = read_rows(source, "space", MIN_RING + 1, names.RING + 1)
    ring = build_items(rows[:-1], read_space)
    (antarctica,) = build_items(rows[-1:], _antarctica)
    check_counts(rows, "kind", (names.SPACE_NAMES[names.MANOEUVRE_SPACE],), 1, names.RING)
    check_counts(rows, "kind", [names.SPACE_NAMES[kind] for kind in MECHANISM_REGION], 1, 1)
    check_counts(rows, "region", COLOURED, 1, 1, kind=names.SPACE_NAMES[names.CONTINENT_SPACE])
    check_counts(rows, "region", COLOURED, AIRSPACE, AIRSPACE)
    return Board(ring, antarctica)


def read_space(row: DataRow, place: int) -> Space:
    """Return the space of the ring at this place; DataError if the row is invalid."""
    title = row.text("title")
    if row.integer("index", names.RING - 1) != place:
        row.raise_error("index", f"{place}, because rows are in order")
    kind = names.SPACE_NAMES.index(row.choice("kind", names.SPACE_NAMES[: names.ANTARCTICA_SPACE]))
    region = names.NO_REGION
    if row.has("region") or kind != names.MANOEUVRE_SPACE:
        homes = (names.REGION_NAMES[MECHANISM_REGION[kind]],) if kind in MECHANISM_REGION else COLOURED
        region = names.REGION_NAMES.index(row.choice("region", homes))
    return Space(place, title, kind, region, *row.source())


def _antarctica(row: DataRow, _place: int) -> Space:
    """Return the space off the ring, which is the last row and has no index (WD-023)."""
    row.choice("kind", (names.SPACE_NAMES[names.ANTARCTICA_SPACE],))
    row.choice("region", (names.REGION_NAMES[names.ANTARCTICA],))
    place, kind, region = names.ANTARCTICA_PLACE, names.ANTARCTICA_SPACE, names.ANTARCTICA
    return Space(place, row.text("title"), kind, region, *row.source())


def _continent_cards(source: Traversable) -> tuple[ContinentCard, ...]:
    rows = read_rows(source, "card", names.CARDS, names.CARDS)
    cards = build_items(rows, read_continent_card)
    check_distinct(rows, "title")
    check_counts(rows, "continent", COLOURED, 1, 1, kind="strategic point")
    check_counts(rows, "picture", names.PIECE_NAMES, 1, 1)
    check_counts(rows, "role", (*WHITE_ROLES, *COLOURED_ROLES), 1, 1)
    return cards


def read_continent_card(row: DataRow, index: int) -> ContinentCard:
    """Return the card at this index of the World Pack; DataError if the row is invalid."""
    title = row.text("title")
    region = CARD_REGIONS[index]
    white = region == names.ANTARCTICA
    row.choice("continent", (names.REGION_NAMES[region],))
    kind = row.choice("kind", WHITE_KINDS if white else COLOURED_KINDS)
    cost = row.integer("cost", 0 if white else MAX_PRICE)  # cards of Antarctica have no price (WD-019)
    picture = names.NO_PIECE
    if row.has("picture"):
        picture = names.PIECE_NAMES.index(row.choice("picture", names.PIECE_NAMES))
    role = row.choice("role", WHITE_ROLES if white else COLOURED_ROLES) if row.has("role") else ""
    questions = printed_questions(row) if role in WHITE_ROLES else ()
    return ContinentCard(index, title, region, names.KIND_NAMES[kind], cost, picture, role, *row.source(), questions)


def _purgadies(source: Traversable) -> tuple[PurgadiesCard, ...]:
    rows = read_rows(source, "purgadies", PURGADIES, PURGADIES)
    cards = build_items(rows, read_purgadies_card)
    check_distinct(rows, "title")
    check_counts(rows, "effect", names.PURGADIES_NAMES, 1, 1)
    return cards


def read_purgadies_card(row: DataRow, _index: int) -> PurgadiesCard:
    """Return a Purgadies Card; DataError if the row is invalid."""
    effect = names.PURGADIES_NAMES.index(row.choice("effect", names.PURGADIES_NAMES))
    return PurgadiesCard(row.text("title"), effect, *row.source())


def _themes(source: Traversable) -> tuple[Theme, ...]:
    rows = read_rows(source, "theme", names.THEMES, names.THEMES)
    themes = build_items(rows, read_theme)
    check_distinct(rows, "title")
    return themes


def read_theme(row: DataRow, _index: int) -> Theme:
    """Return an Intelligence Card; DataError if the row is invalid."""
    return Theme(row.text("title"), row.text("subject"), *row.source(), printed_questions(row))
