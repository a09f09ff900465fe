"""Conventions: security rules hold, the lock is complete, and a thinned test runs all its cases with the long tests."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tests.conftest import pytest_collection_modifyitems

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

# The linter must reject each line: the banned imports and names of pyproject.toml ...
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
# ... and the calls that run a text, under their own rules.
RUNS_TEXT = {
    "eval(text)": "S307",
    "exec(text)": "S102",
    "import builtins; builtins.eval(text)": "S307",
    "import builtins; builtins.exec(text)": "S102",
}
REFUSED = dict.fromkeys(BANNED.strip().splitlines(), "TID251") | RUNS_TEXT
# Folders with code; the rules must hold in each, whatever else is ignored there.
PLACES = [
    "wd_env/spec/x.py",
    "wd_env/games/world_dominance/x.py",
    "wd_env/cli/x.py",
    "agents/examples/x.py",
    "train/x.py",
]


def lint(text: str, path: str) -> list[tuple[int, str]]:
    """Return (line, rule) of everything that the configured linter finds in `text` as the file `path`."""
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


LOCK = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))["package"]
(OURS,) = (package for package in LOCK if package["name"] == "wd-env")
LISTS = PROJECT["tool"]["wd-env"]["lists"]
PIN = re.compile(
    r"(?m)^(?P<name>[a-z0-9.-]+)==(?P<version>[^ \n]+)(?P<marker> ; [^\\\n]+)?(?P<hashes>(?: \\\n    --hash=\S+)*)$"
)
CUDA = ("nvidia-", "cuda-", "triton")  # dependencies of torch for CUDA


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(name: str) -> list[re.Match[str]]:
    """Return the packages of a list; every line except the first belongs to one."""
    header, text = (ROOT / name).read_text("utf-8").split("\n", 1)
    assert header.startswith("# ")
    found = list(PIN.finditer(text))
    assert "".join(f"{pin[0]}\n" for pin in found) == text
    return found


def asked(lines: list[str], extra: str = "") -> set[tuple[str, str, frozenset[str], str]]:
    """Return name, versions, extras and marker of requirements in their usual form."""
    marker = f"extra == '{extra}'" if extra else ""
    found = [Requirement(line) for line in lines]
    return {(canonical(r.name), str(r.specifier), frozenset(r.extras), marker) for r in found}


def recorded(entries: list[dict[str, Any]]) -> set[tuple[str, str, frozenset[str], str]]:
    """Return the same of requirements in the form of uv.lock."""
    return {
        (e["name"], str(SpecifierSet(e.get("specifier", ""))), frozenset(e.get("extras", ())), e.get("marker", ""))
        for e in entries
    }


def test_the_lock_was_made_from_the_requirements_of_the_project():
    project, metadata = PROJECT["project"], OURS["metadata"]
    wanted = asked(project["dependencies"])
    for extra, lines in project["optional-dependencies"].items():
        wanted |= asked(lines, extra)
    assert recorded(metadata["requires-dist"]) == wanted
    groups = {name: asked(lines) for name, lines in PROJECT["dependency-groups"].items()}
    assert {name: recorded(entries) for name, entries in metadata["requires-dev"].items()} == groups


def test_the_build_is_locked_in_its_group():
    assert set(PROJECT["build-system"]["requires"]) <= set(PROJECT["dependency-groups"]["build"])


def locked(pin: re.Match[str]) -> dict[str, Any]:
    """Return the entry of uv.lock for the package and version of a line."""
    found: dict[str, Any]
    (found,) = (p for p in LOCK if (p["name"], p.get("version")) == (pin["name"], pin["version"]))
    return found


def left_out(name: str, entry: dict[str, Any]) -> bool:
    """Return whether a list leaves the package to torch."""
    return name.startswith(CUDA) and not entry.get("hashes", False)


def taken(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the dependencies of the project, its extras and its groups that a list takes from uv.lock."""
    parts = [OURS["dev-dependencies"][group] for group in entry["groups"]]
    parts += [OURS["dependencies"]] if "extras" in entry else []
    parts += [OURS["optional-dependencies"][extra] for extra in entry.get("extras", [])]
    return [{key: d[key] for key in ("name", "extra") if key in d} for part in parts for d in part]


def needed(first: list[dict[str, Any]], packages: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return these dependencies and all that follow from them."""
    found, waiting = [], [*first]
    seen: set[tuple[str, str]] = set()
    while waiting:
        dependency = waiting.pop()
        found.append(dependency)
        package = packages.get(dependency["name"], {})
        for extra in {"", *dependency.get("extra", [])} - {e for name, e in seen if name == dependency["name"]}:
            seen.add((dependency["name"], extra))
            more = package.get("optional-dependencies", {}) | {"": package.get("dependencies", [])}
            waiting += more.get(extra, [])
    return found


@pytest.mark.parametrize(("name", "entry"), LISTS.items(), ids=list(LISTS))
def test_a_list_holds_what_it_takes_from_the_lock_and_all_that_this_needs(name, entry):
    packages = {pin["name"]: locked(pin) for pin in pins(name)}
    dependencies = needed(taken(entry), packages | {"wd-env": OURS})
    wanted = {d["name"] for d in dependencies if d["name"] != "wd-env" and not left_out(d["name"], entry)}
    conditional = {d["name"] for d in dependencies if "extra ==" in d.get("marker", "")}  # only with an extra
    assert wanted - conditional <= packages.keys() <= wanted


@pytest.mark.parametrize(("name", "entry"), LISTS.items(), ids=list(LISTS))
def test_a_list_has_all_hashes_of_the_lock_or_none_and_then_fits_any_build_of_torch(name, entry):
    for pin in pins(name):
        package = locked(pin)
        files = [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        hashes = {file["hash"] for file in files} if entry.get("hashes", False) else set()
        assert set(re.findall(r"--hash=(\S+)", pin["hashes"])) == hashes
        assert not Version(pin["version"]).local
        assert not left_out(pin["name"], entry)


def test_every_list_from_which_the_makefile_installs_is_written_from_the_lock():
    held = {path.relative_to(ROOT).as_posix() for path in (ROOT / "train/requirements").iterdir()}
    assert held | {".ci/uv.txt", "requirements.lock", "requirements.hashes"} == LISTS.keys()


def test_the_environment_is_the_locked_one():
    """Compare versions, because a newer library could pass or fail tests that the locked one does not."""
    wanted = {
        pin["name"]: pin["version"]
        for pin in pins("requirements.lock")
        if not pin["marker"] or Marker(pin["marker"].removeprefix(" ; ")).evaluate()
    }
    assert {name: Version(metadata.version(name)).public for name in wanted} == wanted


def test_an_action_of_another_repository_is_named_by_its_commit():
    lines = [line for path in (ROOT / ".github/workflows").iterdir() for line in path.read_text("utf-8").splitlines()]
    used = [line for line in lines if "uses:" in line]
    assert used
    assert not [line for line in used if not re.search(r"uses: [\w./-]+@[0-9a-f]{40} # v[\d.]+$", line)]


def test_the_core_asks_for_four_libraries_only():
    names = {Requirement(line).name for line in PROJECT["project"]["dependencies"]}
    assert names == {"numpy", "gymnasium", "pettingzoo", "annotated-types"}


class Case:
    """A test, with the attributes that the hook uses."""

    def __init__(self, nodeid, *marks):
        self.nodeid, self.marks = nodeid, list(marks)

    def get_closest_marker(self, name):
        return next((mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, name):
        self.marks.append(getattr(pytest.mark, name).mark)


def left_in(monkeypatch, with_long):
    """Return which cases of a thinned test, of another and of a long one run, and which of them are long."""
    monkeypatch.setenv("WD_TEST_LONG", "1")
    if not with_long:
        monkeypatch.delenv("WD_TEST_LONG")
    items = [Case(f"a.py::thin[{number}]", pytest.mark.thinned(2).mark) for number in range(5)]
    items += [Case("a.py::whole[1]"), Case("a.py::whole[2]"), Case("a.py::slow", pytest.mark.long.mark)]
    deselected = []
    hook = SimpleNamespace(pytest_deselected=lambda items: deselected.extend(item.nodeid for item in items))
    pytest_collection_modifyitems(SimpleNamespace(hook=hook), items)
    names = [item.nodeid.partition("::")[2] for item in items]
    return (
        names,
        [name for name, item in zip(names, items, strict=True) if item.get_closest_marker("long")],
        len(deselected),
    )


def test_of_a_thinned_test_each_nth_case_is_always_run_and_the_others_with_what_is_long(monkeypatch):
    always = ["thin[0]", "thin[2]", "thin[4]", "whole[1]", "whole[2]"]
    assert left_in(monkeypatch, with_long=False) == (always, [], 3)
    every, long, left_out = left_in(monkeypatch, with_long=True)
    assert (len(every), left_out) == (8, 0)
    assert long == ["thin[1]", "thin[3]", "slow"]
