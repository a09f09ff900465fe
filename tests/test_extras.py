"""A feature whose library is not installed raises one error, which names the extra to install."""

import copy
import subprocess
import sys
from pathlib import Path

import pytest

from wd_env.dependencies import EXTRA_OF, is_installed, missing_extra_error, not_installed_error, require_libraries
from wd_env.errors import ConfigError, MissingExtra

ROOT = Path(__file__).parents[1]

# Features, and the libraries that they need.
NEEDS = [
    ("import gymnasium, wd_env; gymnasium.make_vec('WorldDominance-v0', num_envs=2)", "numba"),
    ("from wd_env import world_dominance_v0; world_dominance_v0.batch_env(2)", "numba"),
    ("from wd_env.batch.batch import Batch", "numba"),
    ("from wd_env.batch.cuda_batch import CudaBatch", "numba"),
    ("import wd_env.compiler.compile_rules", "numba"),
    ("import wd_env.envs.vector.sb3_vec_env", "stable_baselines3"),
    ("import wd_env.storage.tensor_file", "safetensors"),
    ("import wd_env.agents.files.sb3_import", "sb3_contrib"),
    ("from wd_env.training.settings.training_settings import TrainSettings", "torch"),
    ("from wd_env.training.ppo import batch_ppo as fast_ppo", "sb3_contrib"),
    ("from wd_env.rendering.canvas import load_pygame; load_pygame()", "pygame"),
]
PROGRAM = """
import sys
sys.modules[{library!r}] = None  # importing it fails
try:
    {needs}
except Exception as problem:
    print(type(problem).__name__, problem.code, problem.name, problem, sep="|")
"""


@pytest.mark.parametrize(("needs", "library"), NEEDS)
def test_what_needs_a_missing_library_names_its_extra(needs, library):
    code = PROGRAM.format(library=library, needs=needs)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == f"MissingExtra|missing_extra|{library}|{not_installed_error(library)}\n", done.stderr


@pytest.mark.parametrize("words", ["evaluate random random", "bench --rounds 1", "stats random random"])
def test_a_command_that_needs_a_missing_library_says_it_in_one_line(words):
    code = "import sys; sys.modules['numba'] = None; from wd_env.cli.main import main; exit(main())"
    command = [sys.executable, "-c", code, *words.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"wd: {not_installed_error('numba')}\n")


def test_help_on_the_package_omits_what_needs_a_missing_library():
    code = "import sys; sys.modules['numba'] = None; import pydoc, wd_env; print(pydoc.render_doc(wd_env), dir(wd_env))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "'Table'" in done.stdout
    assert "'Batch'" not in done.stdout


def test_the_error_is_both_a_package_error_and_an_import_error():
    with pytest.raises(
        MissingExtra, match=r"numba is not installed; .* `fast`: pip install 'wd-env\[fast\]'"
    ) as message:
        raise not_installed_error("numba")
    assert isinstance(message.value, ConfigError)
    assert isinstance(message.value, ModuleNotFoundError)
    same = copy.copy(message.value)
    assert (str(same), same.name) == (str(message.value), "numba")


def test_the_first_that_is_missing_is_named_and_none_is_imported(monkeypatch):
    for library in EXTRA_OF:
        monkeypatch.setitem(sys.modules, library, None)
    assert not any(map(is_installed, EXTRA_OF))
    with pytest.raises(MissingExtra, match=r"^torch is not"):
        require_libraries("torch", "numba")
    require_libraries("json")


def test_a_part_of_a_missing_library_names_the_extra_of_the_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    error = missing_extra_error(ModuleNotFoundError("No module named 'numba.core'", name="numba.core"))
    assert (type(error), str(error)) == (MissingExtra, str(not_installed_error("numba")))


def test_an_import_error_outside_the_extras_is_unchanged():
    problem = ModuleNotFoundError("No module named 'nosuch'", name="nosuch.thing")
    assert missing_extra_error(problem) is problem
    pytest.importorskip("numba")
    inner = ModuleNotFoundError("No module named 'numba.nosuch'", name="numba.nosuch")
    assert missing_extra_error(inner) is inner
