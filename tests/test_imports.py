"""Imports run one way: core <- drawing <- games <- agents <- faces <- train <- bench <- cli; games name themselves.

What is between a game and people, `sitting`, is above agents, and `serve` above that.
"""

import ast
import re
import subprocess
import sys
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
ENVIRONMENT_LIBRARIES = {"pettingzoo", "gymnasium"}
OTHERS = Path("wd_env/benchmarks/peers/libraries")  # they run in environments where there is nothing of ours
CONSTANTS = {"names", "numbers", "questions", "actions"}  # modules of a game that rules take their ints from
COMPILED = {"asking", "bits"}  # modules of the core that rules take functions from
ROOMS = {"core", "drawing", "games", "faces", "agents", "train", "bench", "sitting", "serve", "cli"}

# Beside itself, what each room may import of wd_env; "game" is any game, but a game sees only itself.
MAY_IMPORT = {
    "core": set(),
    "drawing": {"core"},
    "game": {"core", "drawing"},
    "games": {"core"},
    "faces": {"core", "drawing", "games", "agents"},
    "agents": {"core", "games"},
    "train": {"core", "games", "faces", "agents"},
    "bench": {"core", "games", "faces", "agents", "train", "serve"},
    "sitting": {"core", "games", "agents"},
    "serve": {"core", "games", "agents", "sitting", "door"},
    "cli": {"core", "drawing", "games", "faces", "agents", "train", "bench", "sitting", "serve", "door"},
    "door": {"core", "game", "faces", "agents"},
}


GAMES = {path.parent.name for path in (ROOT / "wd_env").glob("*/rules")}  # each may have faces of its own

# A game's own faces and bots may import it, beside what their folders may.
OWN = (
    (re.compile(r"wd_env/envs/(\w+)\.py"), ""),
    (re.compile(r"agents/(scripted\.py|habits/\w+\.py)"), "world_dominance"),
    (re.compile(r"wd_env/agents/domination/\w+\.py"), "domination"),
)


def source_files() -> list[Path]:
    """Every source file once: `wd_env/agents` and `wd_env/training` are links to the folders at the top."""
    inside = [p for p in (ROOT / "wd_env").rglob("*.py") if not p.is_relative_to(ROOT / "wd_env" / "agents")]
    inside = [p for p in inside if not p.is_relative_to(ROOT / "wd_env" / "train")]
    return sorted(p.relative_to(ROOT) for p in [*inside, *ROOT.glob("agents/**/*.py"), *ROOT.glob("train/**/*.py")])


def module_of(path: Path) -> list[str]:
    """`wd_env/agents/agent.py` is wd_env.agents.agent; a package is named by its folder."""
    parts = list(path.with_suffix("").parts)
    if parts[0] != "wd_env":
        parts = ["wd_env", *parts]
    return parts[:-1] if parts[-1] == "__init__" else parts


def room_of(module: list[str]) -> tuple[str, str]:
    """The kind of room a wd_env module stands in, and its name: ("game", "world_dominance")."""
    name = module[1] if len(module) > 1 else "door"
    if name in {f"{game}_v0" for game in GAMES}:
        return "door", "door"
    if name in ROOMS:
        return name, name
    if name == "door" or name.startswith("__"):
        return "door", "door"
    return "game", name


def imports(tree: ast.AST, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Line and full name of everything imported anywhere in the file, `from a import b` as a.b."""
    package = module_of(path) if path.name == "__init__.py" else module_of(path)[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base += node.module.split(".") if node.module else []
            yield from ((node.lineno, [*base, alias.name]) for alias in node.names)


def violations(path: Path, text: str) -> list[str]:
    """One line for each import that runs the wrong way."""
    found = []
    for line, name in imports(ast.parse(text), path):
        if not is_allowed(path, name):
            found.append(f"{path}:{line}: imports {'.'.join(name)}")
    return found


def is_allowed(path: Path, name: list[str]) -> bool:
    kind, room = room_of(module_of(path))
    if path.parent == OTHERS:
        return name[0] != "wd_env"
    if name[0] in ENVIRONMENT_LIBRARIES:
        return kind in {"faces", "door"} or (kind == "train" and name[:2] == ["gymnasium", "spaces"])
    if "rules" in path.parts:
        return is_allowed_in_rules(room, name)
    if name[0] != "wd_env":
        return True
    other_kind, other_room = room_of(name)
    if any((own := of.fullmatch(str(path))) and other_room == (game or own[1]) for of, game in OWN):
        return True
    if other_kind == "faces" and name[2:3] and name[2] in GAMES and kind not in ("faces", "door"):
        return False
    return other_room == room or other_kind in MAY_IMPORT[kind]


def is_allowed_in_rules(game: str, name: list[str]) -> bool:
    """Rules are compiled as they stand: they take each other, the constants of their game and what a machine can do."""
    if name[:2] == ["wd_env", "core"] and not COMPILED.isdisjoint(name[2:3]):
        return True
    return name[:2] == ["wd_env", game] and not {"rules", *CONSTANTS}.isdisjoint(name[2:3])


def test_every_import_runs_the_right_way():
    found = [line for path in source_files() for line in violations(path, (ROOT / path).read_text("utf-8"))]
    assert not found, "\n".join(found)


def test_core_and_drawing_name_nothing_of_a_game():
    rooms = sorted(path for room in ("core", "drawing") for path in (ROOT / "wd_env" / room).glob("*.py"))
    found = [(room.name, word[0]) for room in rooms for word in WORDS_OF_A_GAME.finditer(room.read_text("utf-8"))]
    assert rooms
    assert not found


def test_the_rooms_are_really_read():
    kinds = {room_of(module_of(path))[0] for path in source_files()}
    assert kinds == {
        "core",
        "drawing",
        "game",
        "games",
        "faces",
        "agents",
        "train",
        "bench",
        "sitting",
        "serve",
        "cli",
        "door",
    }


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("wd_env/table/game_table.py", "import wd_env.games.world_dominance.definitions.names"),
        ("wd_env/table/game_table.py", "from wd_env.games import world_dominance"),
        ("wd_env/table/game_table.py", "from ..faces import aec"),
        ("wd_env/table/game_table.py", "import gymnasium as gym"),
        ("wd_env/games/world_dominance/text/table_text.py", "from wd_env.games.domination.names import SEATS"),
        ("wd_env/games/world_dominance/text/table_text.py", "def f():\n    from wd_env.envs import aec_env as aec"),
        ("wd_env/games/world_dominance/text/table_text.py", "from wd_env.agents.agent import Agent"),
        ("wd_env/rendering/window.py", "from wd_env.games.world_dominance.text.scene import Scene"),
        ("wd_env/table/game_table.py", "from wd_env.rendering.canvas import Canvas"),
        ("wd_env/games/world_dominance/rules/turn.py", "import numpy as np"),
        ("wd_env/games/world_dominance/rules/turn.py", "from wd_env.games.world_dominance.config import Config"),
        ("wd_env/games/world_dominance/rules/turn.py", "from wd_env.kernels.philox import below"),
        ("wd_env/envs/gymnasium_env.py", "from wd_env.games.world_dominance.config import Config"),
        ("wd_env/training/learner.py", "from wd_env.games.world_dominance.game import GAME"),
        ("wd_env/evaluation/game_survey.py", "from wd_env.games.world_dominance.game import GAME"),
        ("wd_env/benchmarks/random_play.py", "from wd_env.games.world_dominance.game import GAME"),
        ("wd_env/benchmarks/random_play.py", "from wd_env.world_dominance_v0 import env"),
        ("wd_env/benchmarks/random_play.py", "from wd_env.envs.world_dominance_env import raw_env"),
        ("wd_env/cli/commands/match/stats.py", "from wd_env.games.world_dominance.definitions.names import SEATS"),
        ("wd_env/cli/commands/match/evaluate.py", "def run():\n    from wd_env.games.world_dominance.game import GAME"),
        ("wd_env/envs/gymnasium_env.py", "from wd_env.training.ppo import maskable_ppo_learner as ppo"),
        ("wd_env/agents/world_dominance/scripted_agent.py", "from wd_env.envs import aec_env as aec"),
        (
            "wd_env/agents/world_dominance/scripted_agent.py",
            "from wd_env.training.ppo import maskable_ppo_learner as ppo",
        ),
        ("wd_env/agents/world_dominance/scripted_agent.py", "import pettingzoo"),
        ("wd_env/cli/commands/play/play.py", "from wd_env.games.world_dominance.table import WorldDominance"),
        ("wd_env/cli/info_tables.py", "def rules():\n    from wd_env.games.world_dominance.config import Config"),
        ("wd_env/training/ppo/maskable_ppo_learner.py", "from wd_env.cli.main import main"),
        ("wd_env/training/ppo/maskable_ppo_learner.py", "import gymnasium"),
        ("wd_env/__init__.py", "from wd_env.cli import main"),
        ("wd_env/training/ppo/maskable_ppo_learner.py", "from wd_env.benchmarks import interleaved_timing as timing"),
        ("wd_env/benchmarks/random_play.py", "from wd_env.cli import main"),
        ("wd_env/benchmarks/random_play.py", "import gymnasium"),
        ("wd_env/benchmarks/peers/libraries/pgx.py", "from wd_env.benchmarks import interleaved_timing as timing"),
    ],
)
def test_an_import_that_runs_the_wrong_way_is_found(path, line):
    assert violations(Path(path), line)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("wd_env/table/game_table.py", "from wd_env.errors import WdError"),
        (
            "wd_env/games/world_dominance/text/table_text.py",
            "from wd_env.games.world_dominance.definitions.names import SEATS",
        ),
        (
            "wd_env/games/world_dominance/rules/turn.py",
            "from wd_env.games.world_dominance.definitions.names import SEATS",
        ),
        (
            "wd_env/games/world_dominance/rules/turn.py",
            "from wd_env.kernels.frames import ask\nfrom wd_env.kernels.bits import narrow",
        ),
        ("wd_env/envs/gymnasium_env.py", "import gymnasium\nfrom wd_env.agents.agent_registry import make_bot"),
        ("wd_env/envs/world_dominance_env.py", "from wd_env.games.world_dominance import config"),
        ("wd_env/agents/world_dominance/scripted_agent.py", "from wd_env.agents.agent import Agent"),
        (
            "wd_env/agents/world_dominance/scripted_agent.py",
            "from wd_env.games.world_dominance.definitions.names import SEATS",
        ),
        (
            "wd_env/agents/world_dominance/card_scores.py",
            "from wd_env.games.world_dominance.definitions.names import SEATS",
        ),
        (
            "wd_env/cli/commands/match/evaluate.py",
            "from wd_env import __version__\nfrom wd_env.registry import game_named",
        ),
        (
            "wd_env/training/ppo/maskable_ppo_learner.py",
            "from gymnasium import spaces\nfrom wd_env.agents import agent_registry as roster",
        ),
        ("wd_env/cli/main.py", "def train():\n    from wd_env.training.ppo import maskable_ppo_learner as ppo"),
        ("wd_env/cli/main.py", "from wd_env.benchmarks import interleaved_timing as timing"),
        (
            "wd_env/benchmarks/random_play.py",
            "from wd_env.training.ppo import maskable_ppo_learner as ppo\nfrom wd_env.envs import aec_env as aec",
        ),
        ("wd_env/benchmarks/peers/libraries/pettingzoo.py", "import numpy\nfrom pettingzoo.classic import chess_v6"),
        ("wd_env/__init__.py", "from wd_env import world_dominance_v0\nfrom wd_env.envs import aec_env as aec"),
    ],
)
def test_an_import_that_runs_the_right_way_is_left_alone(path, line):
    assert not violations(Path(path), line)


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, wd_env; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "wd_env" in loaded
    assert not loaded & HEAVY
