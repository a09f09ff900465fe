"""Rules compile linked if Numba's internals allow it, and otherwise, or on request, portably."""

import copy
import importlib.util
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

import numba

from tests.games.equal_games import NUM_OPTION_SETS
from tests.games.samples import samples_of
from wd_env.compiler import compile_modes
from wd_env.compiler.numba_internals import missing_members
from wd_env.errors import ConfigError
from wd_env.kernels import bits

ROOT = Path(__file__).parents[2]

ROOM = """
def doubled(n):
    return n * 2
"""
# Two games, so that a second warning would be visible, and the mode in which each was compiled.
ENTRY = """
import logging
import room
from wd_env.compiler import compile_modes as modes
from wd_env.compiler.compile_rules import compile_lazily

def make(tag):
    def run(n):
        tag
        return doubled(n)
    return run

logging.basicConfig(format="%(message)s")
for name in ("one", "other"):
    run = compile_lazily(name, (room,), make)
    print(run(21), run(5), modes.mode().name, len(run.compiled.signatures))
"""
PORTABLE = "42 10 portable 1\n42 10 portable 1\n"
LINKED = PORTABLE.replace("portable", "linked")

MISFITS = {  # changes of Numba, and the warnings about them
    "a name is gone": (
        "import numba.core.codegen; del numba.core.codegen.JITCodeLibrary",
        "ImportError: cannot import name 'JITCodeLibrary' from 'numba.core.codegen'",
    ),
    "a member that is overridden is gone": (
        "from numba.core.compiler import CompilerBase; del CompilerBase.define_pipelines",
        "AttributeError: Numba has no CompilerBase.define_pipelines",
    ),
    "compiling through it breaks inside": (
        """
from numba.core import compiler
def __setitem__(self, name, value, put=compiler.StateDict.__setitem__):
    if type(value).__module__.startswith("wd_env"):
        raise RuntimeError("a library of another kind")
    put(self, name, value)
compiler.StateDict.__setitem__ = __setitem__
""",
        "RuntimeError: a library of another kind",
    ),
}


@pytest.fixture
def compiled(tmp_path):
    """Return a function that runs the program and returns its output and warnings."""
    (tmp_path / "room.py").write_text(ROOM)

    def run(before="", **environment):
        (tmp_path / "entry.py").write_text(f"{before}\n{ENTRY}")
        kept = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{tmp_path}:{ROOT}", "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        words = [sys.executable, "entry.py"]
        env = kept | environment
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said = [line for line in done.stderr.splitlines() if not line.startswith("compiling the rules of")]
        return done.stdout, said

    return run


def test_the_locked_numba_supports_the_linked_mode(compiled):
    assert compiled() == (LINKED, [])


def test_the_portable_mode_is_used_on_request(compiled):
    assert compiled(WD_PORTABLE="1") == (PORTABLE, [])


@pytest.mark.parametrize("describe_mismatch", MISFITS)
def test_with_an_unsupported_numba_rules_are_portable_with_one_warning(compiled, describe_mismatch):
    before, reason = MISFITS[describe_mismatch]
    result, said = compiled(before)
    assert result == PORTABLE
    assert len(said) == 1
    assert f"numba {numba.__version__} does not support the linked mode" in said[0]
    assert reason in said[0]


def test_code_that_no_mode_can_compile_raises_its_own_error(compiled, tmp_path):
    (tmp_path / "room.py").write_text("def doubled(n):\n    return n + 'two'\n")
    with pytest.raises(AssertionError, match="TypingError"):
        compiled()


def test_each_mode_keeps_code_of_its_own(compiled, tmp_path):
    for portable in ("0", "1", "0"):
        assert compiled(WD_PORTABLE=portable)[0] == (PORTABLE if portable == "1" else LINKED)
    assert len(list((tmp_path / "cache").rglob("*.nbc"))) == 4  # two entries in two modes


def test_an_overridden_member_that_the_base_has_not_is_found():
    class Base:
        def kept(self): ...

    class Mine(Base):
        def kept(self): ...

        def renamed(self): ...

        def __len__(self):
            return 0  # Python calls it, not the base

    assert missing_members(Mine) == ["Base.renamed"]


def test_a_copy_uses_the_same_code():
    from wd_env.compiler.compile_rules import LazyCompiled

    run = LazyCompiled("nothing", lambda mode: None)
    assert copy.deepcopy([run]) == [run]


def test_without_numbas_compiler_batches_are_refused(monkeypatch):
    from wd_env.compiler.compile_rules import compile_lazily

    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    with pytest.raises(ConfigError, match="NUMBA_DISABLE_JIT is set"):
        compile_lazily("nothing", (), lambda tag: None)


@pytest.fixture
def unused_modes(monkeypatch):
    """Replace both modes by their names, in a process that has not fallen back and got no request."""
    monkeypatch.setattr(compile_modes, "PORTABLE", False)
    monkeypatch.setattr(compile_modes, "_misfits", [])
    for name in ("linked", "portable"):
        monkeypatch.setattr(compile_modes, name, lambda name=name: name)


@pytest.mark.usefixtures("unused_modes")
@pytest.mark.parametrize(
    ("requested", "misfits", "used"), [(False, [], "linked"), (True, [], "portable"), (False, ["gone"], "portable")]
)
def test_a_process_compiles_linked_except_on_request_or_after_an_error(monkeypatch, requested, misfits, used):
    monkeypatch.setattr(compile_modes, "PORTABLE", requested)
    monkeypatch.setattr(compile_modes, "_misfits", misfits)
    assert compile_modes.mode() == used


@pytest.mark.parametrize(("portable", "checked"), [(None, None), ("1", "0"), ("0", "1"), ("yes", "2")])
def test_the_environment_selects_the_portable_mode_and_checks_of_bounds(monkeypatch, portable, checked):
    for name, value in {"WD_PORTABLE": portable, "WD_CHECKED": checked}.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    spec = importlib.util.spec_from_file_location("other_modes", compile_modes.__file__)
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    assert (other.PORTABLE, other.CHECKED, other.OPTIONS["boundscheck"]) == (portable == "1", *[checked == "1"] * 2)


@pytest.mark.usefixtures("unused_modes")
def test_an_error_of_the_linked_mode_is_logged_once_and_shortened(monkeypatch, caplog):
    def linked():
        raise AttributeError("gone\n" + 300 * "x")

    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(compile_modes, "linked", linked)
    assert [compile_modes.mode(), compile_modes.mode()] == ["portable"] * 2
    compile_modes.fall_back(KeyError("another"))
    (reason,) = compile_modes._misfits
    assert reason.startswith("AttributeError: gone xxx")
    assert len(reason) == 200
    assert caplog.messages == [compile_modes.FALLBACK_WARNING % (numba.__version__, reason)]


def test_the_linked_mode_has_its_own_compilers_and_functions(monkeypatch):
    from wd_env.compiler import llvm_linking, pointer_types, vector_planes

    monkeypatch.setattr(llvm_linking, "make_compilers", lambda *options: options)
    mode = compile_modes.linked.__wrapped__()
    assert compile_modes.OPTIONS["nogil"], "expected threads to run compiled rules at the same time"
    assert (mode.name, mode.duration) == ("linked", "up to two minutes, more on a busy machine")
    assert (mode.compile_rule, mode.compile_loop) == (compile_modes.OPTIONS, compile_modes.RULE_OPTIONS)
    assert mode.native == {
        "narrow": compile_modes.narrow,
        **{name: getattr(pointer_types, name) for name in ("nonzero_word", "equal_word", "count_ones")},
        **{name: getattr(vector_planes, name) for name in compile_modes.PLANE_FUNCTIONS},
    }
    assert mode.sources == (bits, pointer_types, vector_planes, llvm_linking)


def test_the_linked_mode_checks_numba(monkeypatch):
    from wd_env.compiler import llvm_linking

    monkeypatch.setattr(llvm_linking, "missing_members", lambda *classes: ["Base.one", "Base.other"])
    with pytest.raises(AttributeError, match=r"^Numba has no Base\.one, Base\.other$"):
        compile_modes.linked.__wrapped__()


@pytest.mark.parametrize("refuses", [False, True])
def test_the_portable_mode_uses_undocumented_options_only_if_numba_knows_them(monkeypatch, refuses):
    calls = []

    class Created:
        def compile(self, signature):
            if refuses:
                raise KeyError("no_cpython_wrapper")

    def njit(function, **options):
        calls.append((function.__name__, options))
        return Created()

    monkeypatch.setattr(compile_modes.numba, "njit", njit)
    mode = compile_modes.portable.__wrapped__()
    mode.compile_rule(bits.count_ones)
    mode.compile_loop(bits.count_ones, True)
    options = compile_modes.OPTIONS
    rule_options = {} if refuses else compile_modes.RULE_OPTIONS
    assert calls[1:] == [
        ("count_ones", options | rule_options),
        ("count_ones", options | {"cache": True}),
    ]
    assert (mode.name, mode.duration, mode.sources) == ("portable", "some minutes", (bits,))
    assert mode.native is compile_modes.NATIVE


# A small game, because compiling a large one portably takes minutes.
SMALL_GAME = """
from tests.games.equal_games import NUM_OPTION_SETS, compare
from tests.games.samples import samples_of
from wd_env.compiler import compile_modes as modes

for kind in samples_of("pledge").kinds:
    found = compare("pledge", kind, 1, NUM_OPTION_SETS)
    print(modes.mode().name, found.games, found.differences)
"""


@pytest.mark.long
def test_a_game_of_the_portable_mode_is_that_of_single_tables():
    words = [sys.executable, "-c", SMALL_GAME]
    environment = os.environ | {"WD_PORTABLE": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    kinds = len(samples_of("pledge").kinds)
    assert done.stdout == f"portable {NUM_OPTION_SETS} ()\n" * kinds, done.stderr


# Each value of each option, and every deck, would compile the same code.
PORTABLE_TESTS = "test_lockstep and not agreed and not deck or compiler"


@pytest.mark.skipif("WD_TEST_PORTABLE" not in os.environ, reason="it takes minutes: make test-portable")
def test_the_games_of_the_portable_mode_are_those_of_the_interpreter():
    """Run the tests that play both side by side, and one of a bot, in a process that compiles portably."""
    pages = ["tests/batch/test_lockstep.py", "tests/agents/test_scripted.py", "-k", PORTABLE_TESTS]
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *pages]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(words, cwd=ROOT, env=env | {"WD_PORTABLE": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
