"""The standing faults match their files, and a fault counts as detected only if a test that ran has failed."""

import os
from pathlib import Path
from queue import Queue

import pytest

from tests.faults import plant
from tests.faults.plant import Fault, planted, run_tests, standing_faults
from wd_env.errors import DataError

RULE_MODULES = {path.name for path in (plant.ROOT / "wd_env/games/world_dominance/rules").glob("*.py")} - {
    "__init__.py"
}
FIVE_SIDES = Fault("dice.py", "five sides", "SIDES = 6", "SIDES = 5", "test_dice.py")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree with one rule and one test file."""
    (tmp_path / "dice.py").write_text("SIDES = 6\nCOLOUR = 'black'\n")
    (tmp_path / "test_dice.py").write_text("import dice\n\n\ndef test_six_sides():\n    assert dice.SIDES == 6\n")
    return tmp_path


def test_there_are_enough_faults_and_some_in_every_module_of_the_rules():
    faults = standing_faults()
    assert len(faults) >= 70
    assert {Path(fault.path).name for fault in faults} >= RULE_MODULES
    assert len({(fault.path, fault.name) for fault in faults}) == len(faults)


def test_every_fault_changes_something_and_python_stays_python():
    for fault in standing_faults():
        assert fault.new != fault.old
        if fault.path.endswith(".py"):
            compile(fault.planted(plant.ROOT), fault.path, "exec")


@pytest.mark.parametrize(("old", "times"), [("SIDES = 7", 0), ("'", 2)])
def test_a_fault_whose_text_does_not_occur_exactly_once_is_rejected(tree, old, times):
    with pytest.raises(DataError, match=rf"dice\.py: 'five sides': expected its old text once, found it {times} times"):
        FIVE_SIDES._replace(old=old).planted(tree)


def test_a_planted_file_is_as_it_was_afterwards(tree):
    before = (tree / "dice.py").stat()
    with planted(FIVE_SIDES, tree):
        assert (tree / "dice.py").read_text().startswith("SIDES = 5")
    assert (tree / "dice.py").read_text() == "SIDES = 6\nCOLOUR = 'black'\n"
    assert (tree / "dice.py").stat().st_mtime_ns == before.st_mtime_ns


def test_a_fault_is_caught_by_the_test_that_fails(tree):
    with planted(FIVE_SIDES, tree):
        assert run_tests(tree, "test_dice.py") == (True, "test_dice.py::test_six_sides")


def test_a_fault_that_no_test_detects_escapes(tree):
    with planted(FIVE_SIDES._replace(old="black", new="white"), tree):
        assert run_tests(tree, "test_dice.py") == (False, "")


def test_a_fault_that_keeps_the_tests_from_running_is_not_caught(tree):
    with planted(FIVE_SIDES._replace(new="SIDES = six"), tree):
        verdict = run_tests(tree, "test_dice.py")
    assert not verdict.caught
    assert "NameError" in verdict.by or "error" in verdict.by


@pytest.mark.parametrize("page", ["test_dice.py", "../../test_dice.py"])
def test_faults_are_rejected_if_the_tests_fail_without_them(tree, monkeypatch, page):
    (tree / "test_dice.py").write_text("def test_never():\n    assert False\n")
    monkeypatch.setattr(plant, "ROOT", tree)
    monkeypatch.setattr(plant, "TESTS", "a/b" if page.startswith("..") else os.curdir)
    monkeypatch.setattr(plant, "COPIED", ("dice.py", "test_dice.py"))
    monkeypatch.setattr(plant, "ALL_TESTS", ("test_dice.py",))
    with pytest.raises(DataError, match=r"the tests fail without any fault: test_dice\.py::test_never"):
        plant.make_copies(tree / "copies", 1, [FIVE_SIDES._replace(page=page)])


COMPILED = """
import os
import dice


def test_the_compiler_is_on_and_its_cache_is_in_the_copy():
    assert os.environ["NUMBA_DISABLE_JIT"] == "0"
    assert os.environ["NUMBA_CACHE_DIR"].startswith(os.environ["PYTHONPATH"])
    if dice.SIDES == 5:
        os.abort()
"""


def test_a_test_file_outside_the_game_runs_compiled_and_alone_and_a_crash_counts(tree, monkeypatch):
    (tree / "test_dice.py").write_text(COMPILED)
    monkeypatch.setattr(plant, "ALL_TESTS", ("no such test file",))
    fault = FIVE_SIDES._replace(page="../../../test_dice.py")
    trees = Queue()
    trees.put(tree)
    assert (fault.compiled, fault.tests) == (True, "test_dice.py")
    assert plant.try_fault(fault, trees) == (True, "crash: SIGABRT")
    assert plant.try_fault(fault._replace(old="black", new="white"), trees) == (False, "")


def test_escapes_are_counted_and_named(tree, monkeypatch, capsys):
    monkeypatch.setattr(plant, "TESTS", os.curdir)
    monkeypatch.setattr(plant, "ALL_TESTS", ("test_dice.py",))
    white = Fault("dice.py", "the dice is white", "black", "white", "test_dice.py")
    assert plant.try_all([FIVE_SIDES, white], [tree]) == 1
    output = capsys.readouterr().out
    assert "1/2  dice.py: five sides\n         caught by test_dice.py::test_six_sides" in output
    assert "2/2  dice.py: the dice is white\n         ESCAPED\n" in output
    assert plant.try_all([white], [tree], first=7) == 1
    assert "7/7  dice.py: the dice is white" in capsys.readouterr().out
