"""The sample of mutants does not depend on other code; only a failing test or an endless loop kills a mutant."""

import ast
import sys
import tomllib

import pytest

from tests.faults import mutant_kinds, mutant_plugin, mutants
from tests.faults.mutant_kinds import Kind, all_mutants
from tests.faults.mutants import Arguments, load_equivalents, main, run_mutants
from tests.faults.mutations import mutants_of, mutate
from wd_env.errors import DataError

DICE = """
SIDES = 6


def throw(start, stop):
    left = start
    while left < stop:
        left += 1
    return left


class Cup:
    @property
    def is_full(self):
        return self.dice > 4 and self.dice < 9

    def __init__(self, dice):
        self.dice = dice


def sides(dice):
    return dice * SIDES
"""
TESTS = """
import dice


def test_a_throw_goes_on_to_its_stop():
    assert dice.throw(2, 4) == 4


def test_a_cup_is_full_from_five_dice_on():
    assert [number for number in range(9) if dice.Cup(number).is_full] == [5, 6, 7, 8]


def test_every_die_has_six_sides():
    assert dice.sides(2) == 12
"""
UNSEEN = "return self.dice > 4 and self.dice <= 9"  # no test uses nine dice
LISTED = """
[["dice.py"]]
function = "Cup.is_full"
old = "return self.dice > 4 and self.dice < 9"
new = "{new}"
reason = "no cup holds nine"
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Return a tree with one module and its tests."""
    (tmp_path / "dice.py").write_text(DICE)
    (tmp_path / "test_dice.py").write_text(TESTS)
    monkeypatch.setattr(mutant_kinds, "ROOT", tmp_path)
    monkeypatch.setattr(mutant_kinds, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(mutants, "EQUIVALENT", tmp_path)
    monkeypatch.setattr(mutant_kinds, "KINDS", (Kind("dice", False, 1.0, ("dice.py",), ("test_dice.py",)),))
    return tmp_path


def killers(*only):
    """Return the test that killed each mutant of `dice.py`, by the changed statement."""
    known = all_mutants(mutant_kinds.KINDS[0])
    selected = [mutant for mutant in known if mutant.new in only] or known
    return {verdict.mutant.new: verdict.killed_by for verdict in run_mutants(selected, Arguments())}


@pytest.mark.long
def test_a_mutant_is_killed_by_the_test_that_fails_or_by_the_cpu_limit(tree):
    killed_by = killers("return self.dice >= 4 and self.dice < 9", UNSEEN, "left -= 1", "SIDES = 7")
    assert killed_by == {
        "return self.dice >= 4 and self.dice < 9": "test_dice.py::test_a_cup_is_full_from_five_dice_on",
        UNSEEN: "",
        "left -= 1": "the CPU limit",
        "SIDES = 7": "test_dice.py::test_every_die_has_six_sides",
    }


OTHERS = """
import dice
import pytest

TWO = dice.sides(2)


def test_a_throw_that_stops_at_once():
    assert dice.throw(2, 2) == 2


def test_two_dice():
    assert TWO == 12


@pytest.mark.parametrize("stop", [3, 9, 4])
def test_no_throw_is_beyond_eight(stop):
    assert dice.bounded(stop) == min(stop, 8)


@pytest.mark.parametrize("stop", [3, 2, 4])
def test_no_throw_is_below_three(stop):
    assert dice.at_least_three(stop) == max(stop, 3)


def test_a_low_throw_is_a_number():
    assert dice.at_least_three(1)
"""
BOUNDED = """

def bounded(stop):
    if stop > 8:
        stop = 8
    return stop


def at_least_three(stop):
    if stop < 3:
        stop = 3
    return stop
"""


@pytest.mark.parametrize(
    ("new", "test"),
    [
        ("return dice + SIDES", "test_two_dice"),
        ("stop = 9", "test_no_throw_is_beyond_eight[9]"),
        ("stop = 4", "test_no_throw_is_below_three[2]"),
    ],
    ids=[
        "a value computed when a test file is imported",
        "a statement that only a middle case reaches",
        "a statement that a middle case and a weaker test reach",
    ],
)
def test_a_mutant_runs_against_tests_that_were_not_recorded_as_reaching_it(tree, new, test):
    (tree / "dice.py").write_text(DICE + BOUNDED)
    (tree / "test_dice.py").write_text(OTHERS)
    assert killers(new) == {new: f"test_dice.py::{test}"}


SHARED = """
import dice
import pytest


@pytest.fixture(scope="module")
def thrown():
    return dice.throw(0, 3)


def test_a_throw_is_not_negative(thrown):
    assert thrown >= 0


def test_three_are_thrown(thrown):
    assert thrown == 3
"""


def test_a_test_reaches_what_the_setup_of_its_shared_fixtures_reaches(tree):
    (tree / "test_dice.py").write_text(SHARED)
    assert killers("while left <= stop:") == {"while left <= stop:": "test_dice.py::test_three_are_thrown"}


AFTER_OTHERS = """

tried = []


@pytest.mark.parametrize("number", range(3))
def test_a_small_cup_is_not_full(number):
    tried.append(number)
    assert not dice.Cup(number).is_full
    assert number != 1 or tried == [1]
"""


def test_a_middle_case_that_fails_after_others_is_left_out_once(tree, capsys):
    (tree / "test_dice.py").write_text(f"import pytest\n{TESTS}{AFTER_OTHERS}")
    assert killers(UNSEEN) == {UNSEEN: ""}
    assert capsys.readouterr().out.count("left out") == 1


def test_a_case_that_always_fails_kills_no_mutant_in_another_process(tree, capsys):
    always = AFTER_OTHERS.replace("or tried == [1]", "or False").replace(
        "dice.Cup(number).is_full", "dice.BOX < number"
    )
    (tree / "dice.py").write_text(DICE + "\n\nBOX = 3\n")
    (tree / "test_dice.py").write_text(f"import pytest\n{TESTS}{always}")
    assert killers("BOX = 2") == {"BOX = 2": ""}
    assert capsys.readouterr().out.count("left out") == 1


@pytest.mark.parametrize("more", ["", "\n\ndef pour():\n    return 3\n"], ids=["only constants", "and a function"])
def test_a_mutant_that_runs_only_at_import_runs_against_the_tests_of_its_folder(tree, monkeypatch, more):
    (tree / "cups.py").write_text(f"class Mug:\n    height = 5\n{more}")
    (tree / "test_cups.py").write_text("import cups\n\n\ndef test_pouring():\n    assert cups.pour() == 3\n")
    test = "\n\nimport cups\n\n\ndef test_a_cup():\n    assert cups.Mug.height == 5\n"
    (tree / "test_dice.py").write_text(TESTS + test)
    kind = mutant_kinds.KINDS[0]._replace(targets=("cups.py", "dice.py"), pages=("test_cups.py", "test_dice.py"))
    monkeypatch.setattr(mutant_kinds, "KINDS", (kind,))
    assert killers("height = 6") == {"height = 6": "test_dice.py::test_a_cup"}


INNER = """

def repeated(number):
    def pair():
        return number * 2

    return pair


both = repeated(3)
"""


def test_a_mutant_of_an_inner_function_that_was_made_at_import_runs_in_another_process(tree):
    (tree / "dice.py").write_text(DICE + INNER)
    (tree / "test_dice.py").write_text(TESTS + "\n\ndef test_both_dice():\n    assert dice.both() == 6\n")
    assert killers("return number * 3") == {"return number * 3": "test_dice.py::test_both_dice"}


def test_survivors_are_printed_with_their_change_and_too_many_fail_the_run(tree, capsys):
    assert main(Arguments(only="is_full")) == 1
    output = capsys.readouterr().out
    assert (
        f"SURVIVED 1 tests: dice.py:15 Cup.is_full\n    - return self.dice > 4 and self.dice < 9\n    + {UNSEEN}"
        in output
    )
    assert "3 survived, 0 equivalent" in output


@pytest.mark.parametrize("change", [("", ""), ("return self.dice > 4 and ", ""), ("return self.", "self.")])
def test_an_equivalent_mutant_does_not_count(tree, capsys, change):
    (tree / "list.toml").write_text(LISTED.format(new=UNSEEN).replace(*change))
    main(Arguments(only="is_full"))
    assert "2 survived, 1 equivalent" in capsys.readouterr().out


def test_a_killed_mutant_that_is_listed_as_equivalent_is_an_error(tree, capsys):
    (tree / "list.toml").write_text(LISTED.format(new="return self.dice >= 4 and self.dice < 9"))
    assert main(Arguments(only="is_full")) == 2
    assert "listed as equivalent, but killed by test_dice.py::test_a_cup" in capsys.readouterr().err


def test_an_outdated_row_of_the_list_is_rejected(tree):
    (tree / "list.toml").write_text(LISTED.format(new=UNSEEN))
    (tree / "dice.py").write_text(DICE.replace("< 9", "< 10"))
    with pytest.raises(
        DataError, match=r"list\.toml: expected a mutant, listed once, with a reason; got \('dice\.py', 'Cup"
    ):
        load_equivalents(all_mutants(mutant_kinds.KINDS[0]))


def test_a_row_of_the_list_with_a_part_that_occurs_twice_is_rejected(tree):
    (tree / "list.toml").write_text(
        LISTED.format(new="self.die").replace("return self.dice > 4 and self.dice < 9", "self.dice")
    )
    with pytest.raises(DataError, match="expected a mutant, listed once"):
        load_equivalents(all_mutants(mutant_kinds.KINDS[0]))


def test_a_test_is_not_stopped_while_numba_compiles():
    numba, compiling = pytest.importorskip("numba"), []

    def identity(x):
        return x

    @numba.extending.overload(identity)
    def overload(x):
        compiling.append(mutant_plugin._is_compiling(sys._getframe()))
        return lambda x: x

    @numba.njit
    def call(x):
        return identity(x)

    assert call(3) == 3
    assert set(compiling) == {True}
    assert not mutant_plugin._is_compiling(sys._getframe())


def test_an_empty_sample_is_rejected(tree, capsys):
    assert main(Arguments(only="no such function")) == 2
    assert "expected at least one worker and one mutant" in capsys.readouterr().err


def test_a_mutant_keeps_its_position_in_the_sample_when_the_rest_of_the_file_changes():
    before = {mutant.key: mutant.sample_key(1) for mutant in mutants_of("dice.py", DICE)}
    after = {
        mutant.key: mutant.sample_key(1)
        for mutant in mutants_of("dice.py", "# Dice\n" + DICE.replace("* SIDES", "+ 1"))
    }
    shared = before.keys() & after.keys()
    assert len(shared) > 20
    assert all(before[key] == after[key] for key in shared)
    assert before.keys() != after.keys()


def test_every_mutant_is_python_that_differs_in_one_statement():
    original = ast.unparse(ast.parse(DICE)).splitlines()
    for mutant in mutants_of("dice.py", DICE):
        changed = ast.unparse(mutate(DICE, mutant)).splitlines()
        assert [new.strip() for old, new in zip(original, changed, strict=True) if old != new] == [mutant.new]


CHANGED = {
    "if a < b: pass": {"if a <= b:", "if a >= b:"},
    "if a and not b: pass": {"if a or not b:", "if a:", "if not b:", "if a and b:", "if not (a and (not b)):"},
    "s.army[seat] -= 2": {"pass", "s.army[seat] += 2", "s.army[s.seat] -= 2", "s.army[seat] -= 3", "s.army[seat] -= 1"},
    "for i in range(n): pass": {"for i in range(1, n):", "for i in range(n - 1):"},
    "for i in range(a, n): pass": {"for i in range(a + 1, n):", "for i in range(a, n - 1):"},
    "return pay(s, x, min(y, z))": {
        *("return pay(s, x, min(y, z)) + 1", "return pay(s, min(y, z), x)"),
        "return pay(s, x, max(y, z))",
    },
    "move(s, s.seat)": {"pass", "move(s, s.turn)", "move(s, s.target)"},
    "return True": {"return False"},
    "raise ValueError(1 + 1)": {"pass"},
    "x = f'{1 + 1}'": set(),
    "x = y.reshape(-1)": {"x = y.reshape(1)", "x = y.reshape(-0)"},
    "if TYPE_CHECKING: pass": set(),
}


@pytest.mark.parametrize(("line", "changes"), CHANGED.items())
def test_the_mutants_of_a_statement(line, changes):
    mutants = mutants_of("game.py", f"def rule(s):\n    {line}\n")
    assert {mutant.new for mutant in mutants} == changes


def test_a_name_is_replaced_by_the_next_one_of_its_import():
    source = "from names import RED, blue, GREEN, WHITE\n\n\ndef rule(s):\n    return s.cards[GREEN]\n"
    assert "return s.cards[WHITE]" in {mutant.new for mutant in mutants_of("game.py", source)}


def test_the_list_of_equivalent_mutants_matches_the_tree():
    listed = {name for page in mutants.EQUIVALENT.glob("*.toml") for name in tomllib.loads(page.read_text("utf-8"))}
    paths = [path for kind in mutant_kinds.KINDS for path in mutant_kinds.targets_of(kind) if path in listed]
    known = [mutant for path in paths for mutant in mutants_of(path, (mutant_kinds.HOME / path).read_text("utf-8"))]
    assert len(known) > 5000
    assert all(reason for reason in load_equivalents(known).values())
