"""The house itself: the bans that protect people hold, the lock is complete, the wheel is whole."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

# One way of loading a file a line, and the code of the lint rule that must refuse it.
UNSAFE = {
    "import pickle": "TID251",
    "from pickle import loads": "TID251",
    "import cloudpickle": "TID251",
    "import dill": "TID251",
    "import joblib": "TID251",
    "import marshal": "TID251",
    "import shelve": "TID251",
    "import torch; torch.load(path)": "TID251",
    "from torch import load; load(path)": "TID251",
    "import torch; torch.save(net, path)": "TID251",
    "import torch; torch.jit.load(path)": "TID251",
    "import numpy as np; np.load(path)": "TID251",
    "import numpy as np; np.load(path, allow_pickle=True)": "TID251",
    "import yaml; yaml.load(text)": "TID251",
    "import yaml; yaml.full_load(text)": "TID251",
    "import yaml; yaml.unsafe_load(text)": "TID251",
    "from stable_baselines3 import PPO; PPO.load(path)": "TID251",
    "from stable_baselines3.ppo import PPO; PPO.load(path)": "TID251",
    "from stable_baselines3.ppo.ppo import PPO; PPO.load(path)": "TID251",
    "from sb3_contrib import MaskablePPO; MaskablePPO.load(path)": "TID251",
    "from sb3_contrib.ppo_mask import MaskablePPO; MaskablePPO.load(path)": "TID251",
    "from sb3_contrib.ppo_mask.ppo_mask import MaskablePPO; MaskablePPO.load(path)": "TID251",
    "from stable_baselines3.common.vec_env import VecNormalize; VecNormalize.load(path, env)": "TID251",
    "from stable_baselines3.common.base_class import BaseAlgorithm; BaseAlgorithm.load(path)": "TID251",
    "from stable_baselines3.common.policies import BasePolicy; BasePolicy.load(path)": "TID251",
    "from stable_baselines3.common.save_util import load_from_zip_file": "TID251",
    "eval(text)": "S307",
    "exec(text)": "S102",
}
# Where code lives; the rule must hold in each, whatever is ignored there for other reasons.
PLACES = ["wd_env/core/x.py", "wd_env/world_dominance/x.py", "wd_env/cli/x.py", "agents/x.py", "train/x.py"]


def lint(text: str, path: str) -> list[tuple[int, str]]:
    """(line, rule) of everything that the configured linter finds in `text`, taken for the file `path`."""
    command = [sys.executable, "-m", "ruff", "check", "--output-format=json", f"--stdin-filename={path}", "-"]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, check=False)
    return [(row["location"]["row"], row["code"]) for row in json.loads(done.stdout)]


@pytest.mark.parametrize("path", PLACES)
def test_every_unsafe_loader_is_refused_by_the_linter(path):
    found = lint("\n".join(UNSAFE) + "\n", path)
    missed = [way for line, way in enumerate(UNSAFE, 1) if (line, UNSAFE[way]) not in found]
    assert not missed


def test_a_safe_loader_is_left_alone():
    text = "import json\n\nfrom safetensors.numpy import load_file\n\njson.loads(load_file)\n"
    assert not {rule for _, rule in lint(text, "agents/x.py")} & {"TID251", "S307", "S102"}


def test_no_line_switches_a_ban_off():
    silenced = re.compile(
        r"#\s*(?:ruff:\s*)?noqa(?!:)|noqa:.*(?:TID251|S307|S102|S30\d)|ruff:\s*disable.*TID251"
    )
    sources = [p for room in ("wd_env", "agents", "train") for p in (ROOT / room).rglob("*.py")]
    found = [
        f"{p}:{n}"
        for p in sources
        for n, line in enumerate(p.open(encoding="utf-8"), 1)
        if silenced.search(line)
    ]
    assert not found


def requirements() -> list[Requirement]:
    """Everything that the core, the extras and the build ask for; extras of our own aside."""
    project = PROJECT["project"]
    lines = [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    lines += [line for extra in project["optional-dependencies"].values() for line in extra]
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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> set[str]:
    """Names of the files in a wheel built from a copy of the tree, so that nothing is written into it."""
    copy = tmp_path_factory.mktemp("build") / "tree"
    leave = shutil.ignore_patterns(".*", "runs", "dist", "__pycache__")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=leave)
    shutil.copy(ROOT / ".gitignore", copy)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=copy, check=True)
    (built,) = (copy / "dist").glob("*.whl")
    return set(zipfile.ZipFile(built).namelist())


def tree(folder: str, *kinds: str) -> set[str]:
    """Files of a folder as they must stand in the wheel."""
    within = "" if folder == "wd_env" else "wd_env/"
    return {within + p.relative_to(ROOT).as_posix() for kind in kinds for p in (ROOT / folder).rglob(kind)}


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("wd_env", "*.py"),
        ("wd_env", "*.toml"),
        ("wd_env", "*.md"),
        ("agents", "*.py"),
        ("train", "*.py"),
        ("configs", "*.yaml"),
    ],
)
def test_the_wheel_holds_every_file(wheel, folder, kind):
    assert tree(folder, kind)
    assert tree(folder, kind) <= wheel


def test_the_wheel_is_typed_and_owns_one_name_only(wheel):
    assert "wd_env/py.typed" in wheel
    assert {name.split("/")[0] for name in wheel} == {"wd_env", "wd_env-0.1.0.dist-info"}
