"""docs/how-to/add_a_card.md is true: its row is read, its changes apply to the tree, and its commands pass."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.faults.plant import ROOT, Fault, copy_tree, planted, run_tests
from wd_env.games.world_dominance.cards.manoeuvre_deck import read_manoeuvre_card
from wd_env.games.world_dominance.definitions.names import VERB_GAIN
from wd_env.storage.toml_rows import DataRow

PAGE = (ROOT / "docs" / "how-to" / "add_a_card.md").read_text("utf-8")
FAULTS = "tests/faults/manoeuvre_effects.toml"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def apply(tree: Path, diff: str) -> None:
    """Apply a diff of the page to its file, which must contain the old text once."""
    head, *lines = diff.splitlines(keepends=True)
    path = tree / head.removeprefix("--- ").strip()
    old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
    new = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{path.name}: expected once, got {text.count(old)} times:\n{old}"
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """Return a copy of the tree with every change of the page."""
    copy = copy_tree(ROOT, tmp_path_factory.mktemp("card") / "tree")
    for diff in blocks("diff"):
        apply(copy, diff)
    return copy


def test_the_row_of_the_page_is_read():
    (row,) = tomllib.loads(blocks("toml")[0])["manoeuvre"]
    card = read_manoeuvre_card(DataRow("my_deck.toml", 1, row), 0)
    assert (card.verb, card.a) == (VERB_GAIN, 2)


def test_what_the_page_says_to_run_passes_after_its_changes(tree):
    env = os.environ | {"PYTHONPATH": str(tree), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    (commands,) = blocks("sh")
    script = "set -e\n" + commands.replace("python ", f"{sys.executable} ")
    done = subprocess.run(["sh", "-c", script], cwd=tree, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert "| `gain_for_each` |" in (tree / "docs" / "reference" / "custom_files.md").read_text("utf-8")


def test_the_fault_of_the_page_is_caught(tree):
    ((path, rows),) = tomllib.loads((tree / FAULTS).read_text("utf-8")).items()
    name = "a card that counts cities counts one too many"
    fault = Fault(path, name, *rows[name])
    with planted(fault, tree):
        assert run_tests(tree, fault.tests, PYTHONDONTWRITEBYTECODE="1").caught
