"""Generated tables of docs/reference/custom_files.md, written by the readers of the files.

Run `python -m wd_env.games.world_dominance.doc_pages.custom_files_page docs/reference/custom_files.md` to update them.
A test compares them. The allowed values of a field are those of its reader's error messages, so both always agree.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from wd_env.errors import DataError
from wd_env.games.world_dominance.cards import card_data
from wd_env.games.world_dominance.cards.manoeuvre_deck import read_manoeuvre_card
from wd_env.games.world_dominance.cards.manoeuvre_verbs import VERBS, Verb
from wd_env.games.world_dominance.definitions.names import ANTARCTICA_SPACE, SPACE_NAMES
from wd_env.games.world_dominance.quiz import read_question
from wd_env.storage.toml_rows import DataRow, read_rows
from wd_env.text import markdown

INVALID = object()  # that no field may hold
COMMON_FIELDS = {
    "origin": "source of the row; games show a note for `reconstructed` rows",
    "note": "a comment without effect",
}
ANTARCTICA = SPACE_NAMES[ANTARCTICA_SPACE]


@dataclass(frozen=True)
class DataFile:
    """A kind of file: the option that takes it, its reader, and the meaning of each field of its rows."""

    option: str  # of `Config`
    bundled: str
    table: str  # its rows are [[table]]
    load: Callable[[Path], Any]
    read: Callable[[DataRow, int], Any]
    descriptions: Mapping[str, str]

    def rows(self) -> list[DataRow]:
        """Return the rows of the bundled file."""
        source = files("wd_env.games.world_dominance") / "data" / self.bundled
        return read_rows(source, self.table, 1, len(SPACE_NAMES) * 100)

    def count(self) -> str:
        """Return the allowed number of rows of a file."""
        with tempfile.TemporaryDirectory() as folder:
            empty = Path(folder) / self.bundled
            empty.write_text(f"{self.table} = []\n", "utf-8")
            return _allowed(self.load, empty)


FILES = (
    DataFile(
        "board",
        "board_ring24.toml",
        "space",
        card_data.load_board,
        card_data.read_space,
        {
            "index": "position on the ring, clockwise from 0; the row of Antarctica has no index",
            "title": "text printed on the space",
            "kind": f"kind of the space; the last row, the only space outside the ring, is `{ANTARCTICA}`",
            "region": "continent of the Airspace of the space; only Manoeuvre spaces between two Airspaces have none",
            **COMMON_FIELDS,
        },
    ),
    DataFile(
        "continent_cards",
        "continent_cards.toml",
        "card",
        card_data.load_continent_cards,
        card_data.read_continent_card,
        {
            "title": "name on the card; actions keep the names of the bundled file",
            "continent": "the continent that belongs to this row in geostrategic order",
            "kind": "kind of the card; each continent except Antarctica has one Strategic Point",
            "cost": "number of soldiers that the card costs",
            "picture": "Playing Piece whose picture is on the card",
            "role": "marks the three cards with a special rule",
            "questions": "questions of the two cards of Antarctica that ask one; see below",
            **COMMON_FIELDS,
        },
    ),
    DataFile(
        "manoeuvre_deck",
        "manoeuvre_deck.toml",
        "manoeuvre",
        card_data.load_manoeuvre_deck,
        read_manoeuvre_card,
        {
            "id": "name of the row; games call the cards M01, M02, ... in the order of the rows",
            "title": "text printed on the card",
            "optional": "whether the drawer may decline the card, as its title states",
            "brutal": "whether the option `omit_brutal_cards` leaves the card out; false by default",
            "effect": "verb of the card, see below; the fields of the verb are in the same row",
            **COMMON_FIELDS,
        },
    ),
    DataFile(
        "purgadies",
        "purgadies.toml",
        "purgadies",
        card_data.load_purgadies,
        card_data.read_purgadies_card,
        {"title": "text printed on the card", "effect": "what is lost or won; each effect once", **COMMON_FIELDS},
    ),
    DataFile(
        "themes",
        "themes.toml",
        "theme",
        card_data.load_themes,
        card_data.read_theme,
        {
            "title": "title that is read out before the bluff",
            "subject": "subject of the questions",
            "questions": "questions of the theme; see below",
            **COMMON_FIELDS,
        },
    ),
)
QUESTION = {
    "question": "question that is read out",
    "answer": "answer that the player who asks can see; an answer is right only if it is complete",
    "spelling": "answer spelled out, for the case that the asker demands this; by default the answer",
}


def tables() -> dict[str, str]:
    """Return every generated table by the name of its placeholder."""
    tables_by_option = {file.option: _fields(file) for file in FILES}
    tables_by_option["files"] = markdown.render_table(
        ("option", "bundled file", "row", "number of rows"),
        ((f"`{file.option}`", f"`{file.bundled}`", f"`[[{file.table}]]`", file.count()) for file in FILES),
    )
    tables_by_option["verbs"] = markdown.render_table(
        ("effect", "what the card does", "void when", "fields"),
        (
            (f"`{verb.name}`", verb.effect, verb.void_condition, "; ".join(_parameters(verb)) or "none")
            for verb in VERBS
        ),
    )
    tables_by_option["questions"] = _table_of_fields(
        (field, meaning, _allowed(read_question, _question_row(field), 0), field != "spelling")
        for field, meaning in QUESTION.items()
    )
    return tables_by_option


def regenerate_text(page: str) -> str:
    """Return the page with up-to-date tables.

    Raises:
        DataError: If the placeholders of the page are not those of the tables.
    """
    new_tables = tables()
    places = markdown.placeholders(page)
    if sorted(places) != sorted(new_tables):
        raise DataError(f"expected placeholders {sorted(new_tables)}, each once, got {sorted(places)}")
    return markdown.fill_placeholders(page, new_tables)


def _parameters(verb: Verb) -> Iterator[str]:
    for parameter in verb.parameters:
        allowed = _allowed(parameter.read, DataRow("", 1, {}))
        yield f"`{parameter.field}`: {parameter.description} ({allowed})"


def _fields(file: DataFile) -> str:
    return _table_of_fields((field, meaning, *_field_row(file, field)) for field, meaning in file.descriptions.items())


def _table_of_fields(rows: Iterator[tuple[str, str, str, bool]]) -> str:
    return markdown.render_table(
        ("field", "needed", "allowed", "meaning"),
        ((f"`{field}`", "yes" if needed else "no", allowed, meaning) for field, meaning, allowed, needed in rows),
    )


def _field_row(file: DataFile, field: str) -> tuple[str, bool]:
    """Return what a field may contain, and whether every row must have it."""
    parts = []
    for place, row in enumerate(file.rows()[:-1] if file.table == "space" else file.rows()):
        spoiled = DataRow("", row.row_number, {**row.values, field: INVALID})
        without = DataRow("", row.row_number, {name: value for name, value in row.values.items() if name != field})
        parts.append((_allowed(file.read, spoiled, place, field=field), _error_text(file.read, without, place) != ""))
    return _joined([allowed for allowed, _ in parts if allowed]), all(needed for _, needed in parts)


def _joined(allowed: list[str]) -> str:
    """Return the names of all rows, each once, or the widest range of numbers."""
    if allowed[0].startswith("a "):
        return max(allowed)
    return ", ".join(dict.fromkeys(name for names in allowed for name in names.split(", ")))


def _question_row(field: str) -> DataRow:
    return DataRow("", 1, {"question": "q", "answer": "a", "spelling": "s", field: INVALID})


def _error_text(build: Callable[..., object], *arguments: object) -> str:
    """Return the error message for these arguments, empty if they are valid."""
    try:
        build(*arguments)
    except DataError as refused:
        return str(refused)
    return ""


def _allowed(build: Callable[..., object], *arguments: object, field: str = "") -> str:
    """Return what the error message about this field lists as allowed, empty if all values are allowed."""
    what, _, allowed = _error_text(build, *arguments).partition(", allowed: ")
    return allowed if f"field {field}" in what or not field else ""


def main(arguments: list[str]) -> None:
    """Rewrite the tables of the page whose path is given."""
    page = Path(arguments[0])
    page.write_text(regenerate_text(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
