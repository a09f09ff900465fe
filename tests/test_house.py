"""The house itself: bans that protect people hold, the lock is complete, thinned tests are run by two targets."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

# Each line must be refused by the linter: the banned imports and names of pyproject.toml ...
BANNED = """
import pickle
from pickle import loads
import _pickle
import cloudpickle
import dill
import joblib
import marshal
import shelve
import torch; torch.load(path)
from torch import load; load(path)
import torch; torch.save(net, path)
import torch; torch.jit.load(path)
from torch.serialization import load
import numpy as np; np.load(path)
import numpy as np; np.load(path, allow_pickle=True)
import yaml; yaml.load(text)
import yaml; yaml.load_all(text)
import yaml; yaml.full_load(text)
import yaml; yaml.full_load_all(text)
import yaml; yaml.unsafe_load(text)
import yaml; yaml.unsafe_load_all(text)
from stable_baselines3 import PPO; PPO.load(path)
from stable_baselines3.ppo import PPO; PPO.load(path)
from stable_baselines3.ppo.ppo import PPO; PPO.load(path)
from stable_baselines3.common.base_class import BaseAlgorithm; BaseAlgorithm.load(path)
from stable_baselines3.common.on_policy_algorithm import OnPolicyAlgorithm as A; A.load(path)
from stable_baselines3.common.policies import BasePolicy; BasePolicy.load(path)
from stable_baselines3.common.save_util import load_from_zip_file
from stable_baselines3.common.vec_env import VecNormalize; VecNormalize.load(path, env)
from stable_baselines3.common.vec_env.vec_normalize import VecNormalize as V; V.load(path, env)
from sb3_contrib import MaskablePPO; MaskablePPO.load(path)
from sb3_contrib.ppo_mask import MaskablePPO; MaskablePPO.load(path)
from sb3_contrib.ppo_mask.ppo_mask import MaskablePPO; MaskablePPO.load(path)
"""
# ... and the calls that run a text, under rules of their own.
RUNS_TEXT = {
    "eval(text)": "S307",
    "exec(text)": "S102",
    "import builtins; builtins.eval(text)": "S307",
    "import builtins; builtins.exec(text)": "S102",
}
REFUSED = dict.fromkeys(BANNED.strip().splitlines(), "TID251") | RUNS_TEXT
# Where code lives; the rule must hold in each, whatever is ignored there for other reasons.
PLACES = [
    "wd_env/spec/x.py",
    "wd_env/games/world_dominance/x.py",
    "wd_env/cli/x.py",
    "agents/examples/x.py",
    "train/x.py",
]


def lint(text: str, path: str) -> list[tuple[int, str]]:
    """(line, rule) of everything that the configured linter finds in `text`, taken for the file `path`."""
    command = [sys.executable, "-m", "ruff", "check", "--output-format=json", f"--stdin-filename={path}", "-"]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, check=False)
    return [(row["location"]["row"], row["code"]) for row in json.loads(done.stdout)]


@pytest.mark.parametrize("path", PLACES)
def test_every_banned_line_is_refused_by_the_linter(path):
    found = lint("\n".join(REFUSED) + "\n", path)
    missed = [line for row, line in enumerate(REFUSED, 1) if (row, REFUSED[line]) not in found]
    assert not missed


def test_a_safe_loader_is_left_alone():
    text = "import json\n\nfrom safetensors.numpy import load_file\n\njson.loads(load_file)\n"
    assert not {rule for _, rule in lint(text, "agents/x.py")} & {"TID251", "S307", "S102"}


SWITCHES_A_BAN_OFF = re.compile(r"noqa(?!\s*:)|noqa.*(?:TID251|S307|S102)|ruff:\s*(?:disable|ignore).*TID251")


def test_no_line_switches_a_ban_off():
    sources = [path for room in ("wd_env", "agents", "train") for path in (ROOT / room).rglob("*.py")]
    assert sources
    assert not [path for path in sources if SWITCHES_A_BAN_OFF.search(path.read_text("utf-8"))]


@pytest.mark.parametrize("line", ["import dill  # noqa", "import dill  # noqa: F401, TID251", "# ruff: noqa"])
def test_a_line_that_switches_a_ban_off_is_found(line):
    assert SWITCHES_A_BAN_OFF.search(line)
    assert not SWITCHES_A_BAN_OFF.search("import os  # noqa: F401 (part of the public door)")


UNLOCKED = {"gpu", "dist"}  # a compiler of hundreds of megabytes, and a cluster: no target of every day needs them


def requirements() -> list[Requirement]:
    """Everything that the core, the locked extras and the build ask for; extras of our own aside."""
    project = PROJECT["project"]
    lines = [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    extras = [lines for name, lines in project["optional-dependencies"].items() if name not in UNLOCKED]
    lines += [line for extra in extras for line in extra]
    return [r for r in map(Requirement, lines) if r.name != project["name"]]


def locked() -> dict[str, Version]:
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    pairs = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonical(name): Version(version) for name, version in pairs}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_the_lock_holds_a_version_that_the_project_asks_for(requirement):
    assert locked()[canonical(requirement.name)] in requirement.specifier


def test_the_lock_names_public_versions_for_any_platform():
    assert not [name for name, version in locked().items() if version.local or name.startswith("nvidia-")]


def test_the_environment_is_the_locked_one():
    """A newer library would pass or fail tests that the locked one does not."""
    differs = {
        name: metadata.version(name)
        for name in locked()
        if Version(metadata.version(name)).public != str(locked()[name])
    }
    assert not differs


def test_the_core_asks_for_three_libraries_only():
    names = {Requirement(line).name for line in PROJECT["project"]["dependencies"]}
    assert names == {"numpy", "gymnasium", "pettingzoo"}


THINNED = "tests/core/test_record.py::test_damaged_files_are_refused_in_one_way_or_are_other_records"


def collected(*words, **env):
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", THINNED, *words]
    kept = {name: value for name, value in os.environ.items() if name != "WD_TEST_LONG"}
    done = subprocess.run(command, cwd=ROOT, env=kept | env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_of_a_thinned_test_each_nth_case_is_always_run_and_the_others_with_what_is_long():
    every = collected(WD_TEST_LONG="1")
    assert len(every) > 10
    assert collected() == every[::2]
    assert collected("-m", "long", WD_TEST_LONG="1") == every[1::2]
