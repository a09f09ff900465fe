"""docs/reference/custom_files.md is true: its tables match the readers of the files, with every field."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from wd_env.errors import DataError
from wd_env.games.world_dominance.cards import card_data
from wd_env.games.world_dominance.cards.manoeuvre_verbs import VERBS
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.doc_pages import custom_files_page
from wd_env.options import options_of
from wd_env.storage.toml_rows import DataRow

OWN_FILES = (Path(__file__).parents[3] / "docs" / "reference" / "custom_files.md").read_text("utf-8")
SHIPPED = files("wd_env.games.world_dominance") / "data"


def test_the_tables_of_the_page_on_own_files_are_those_of_the_readers():
    command = "python -m wd_env.games.world_dominance.doc_pages.custom_files_page docs/reference/custom_files.md"
    assert custom_files_page.regenerate_text(OWN_FILES) == OWN_FILES, (
        f"docs/reference/custom_files.md is not up to date: run {command}"
    )


def test_a_table_of_own_files_without_its_place_is_refused():
    with pytest.raises(DataError, match="each once, got"):
        custom_files_page.regenerate_text(OWN_FILES.replace("<!-- generated: verbs -->", ""))


@pytest.mark.parametrize("file", custom_files_page.FILES, ids=lambda file: file.option)
def test_every_field_that_a_reader_asks_for_has_its_meaning_and_no_other(file, tmp_path, monkeypatch):
    asked = set()
    close = DataRow.close

    def note(row):
        asked.update(row._read_fields)
        close(row)

    monkeypatch.setattr(DataRow, "close", note)
    path = tmp_path / file.bundled
    path.write_text((SHIPPED / file.bundled).read_text("utf-8"), "utf-8")
    file.load(path)
    of_verbs = {parameter.field for verb in VERBS for parameter in verb.parameters}
    assert asked - (of_verbs if file.option == "manoeuvre_deck" else set()) == set(file.descriptions)


def test_the_toml_of_the_page_on_own_files_is_read(tmp_path):
    (text,) = re.findall(r"```toml\n(.*?)```", OWN_FILES, re.DOTALL)
    (row,) = tomllib.loads(text)["theme"]
    theme = card_data.read_theme(DataRow("themes.toml", 1, row), 0)
    assert [(each.answer, each.spelling) for each in theme.questions][1] == ("Black Sea", "B-L-A-C-K S-E-A")
    assert len(theme.questions) == 2


def test_files_of_ones_own_are_handed_in_by_the_options_the_page_names():
    shipped = {file.option for file in custom_files_page.FILES}
    assert shipped == {name for name, option in options_of(Config).items() if option.kind == "file"}
