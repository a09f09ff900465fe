"""The order of the packages: pyproject.toml declares it, import-linter checks it, also for imports in functions."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = {
    "torch",
    "numba",
    "stable_baselines3",
    "sb3_contrib",
    "pygame",
    "matplotlib",
    "yaml",
    "safetensors",
    "choix",
    "scipy",
    "starlette",
    "granian",
    "msgspec",
    "onnx",
}
WORDS_OF_A_GAME = re.compile(
    "soldier|garrison|continent|antarctica|airspace|khyber|purgator|purgadies|paradies|manoeuvre|set_progress", re.I
)
GAMES = sorted(path.parent.name for path in (ROOT / "wd_env" / "games").glob("*/rules"))
KERNELS = {"frames", "bits"}  # modules of `wd_env.kernels` from which rules take functions
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = {name for layer in CONTRACTS[0]["layers"] for name in layer.split(" | ")}


def test_imports_follow_the_declared_order_of_packages():
    # Run in this process, it would disable our loggers.
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_every_package_has_its_place_in_the_order():
    packages = {f"wd_env.{path.parent.name}" for path in (ROOT / "wd_env").glob("*/__init__.py")}
    modules = {f"wd_env.{path.stem}" for path in (ROOT / "wd_env").glob("*.py")} - {"wd_env.__init__"}
    assert packages | modules == LAYERS


def test_lower_packages_name_nothing_of_a_game():
    lower = ("kernels", "storage", "spec", "compiler", "batch", "table", "statistics", "parallel", "text", "rendering")
    paths = sorted(path for package in lower for path in (ROOT / "wd_env" / package).rglob("*.py"))
    found = [(path.name, word[0]) for path in paths for word in WORDS_OF_A_GAME.finditer(path.read_text("utf-8"))]
    assert len(paths) > len(lower)
    assert not found


def imported(text: str) -> Iterator[str]:
    """Yield the full name of everything that is imported anywhere in the text, `from a import b` as a.b."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def violations_in_rules(game: str, text: str) -> list[str]:
    """Return forbidden imports: rules may import rules and constants of their game, and functions of the kernels."""
    own = f"wd_env.games.{game}"
    allowed = (f"{own}.rules.", f"{own}.definitions.", *(f"wd_env.kernels.{name}." for name in KERNELS))
    return [name for name in imported(text) if not name.startswith(allowed)]


@pytest.mark.parametrize("game", GAMES)
def test_rules_import_rules_definitions_and_kernels_only(game):
    paths = sorted((ROOT / "wd_env" / "games" / game / "rules").glob("*.py"))
    assert paths
    assert not {path.name: found for path in paths if (found := violations_in_rules(game, path.read_text("utf-8")))}


@pytest.mark.parametrize(
    "line",
    [
        "import numpy as np",
        "from wd_env.games.world_dominance.config import Config",
        "from wd_env.games.domination.rules.turn import do_roll",
        "from wd_env.kernels.philox import below",
        "def f():\n    import math",
    ],
)
def test_another_import_of_rules_is_found(line):
    assert violations_in_rules("world_dominance", line)


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, wd_env; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "wd_env" in loaded
    assert not loaded & HEAVY
