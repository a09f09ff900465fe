"""The tree of files: packages stay small, and a file name identifies a file."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "wd_env"
GAMES = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/rules"))
MOST_MODULES = 15  # in one folder, without `__init__`


def modules() -> list[Path]:
    """Return the path of each module, relative to `wd_env/`."""
    return sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")


def game_of(path: Path) -> str | None:
    """Return the game of a module in `games/<game>/` or `agents/<game>/`; games have files with the same names."""
    return next((name for name in path.parts[1:-1] if name in GAMES), None)


def crowded(paths: list[Path]) -> dict[str, int]:
    """Return the folders with too many modules; the rules of a game have one module per mechanism."""
    counts = Counter(path.parent for path in paths if path.parent.name != "rules")
    return {str(folder): count for folder, count in counts.items() if count > MOST_MODULES}


def same_names(paths: list[Path]) -> dict[str, list[str]]:
    """Return names that two files have, except for commands and the parallel files of two games."""
    found = defaultdict(list)
    for path in paths:
        if path.parts[:2] != ("cli", "commands"):
            found[path.name].append(path)
    return {
        name: [str(path) for path in group]
        for name, group in found.items()
        if len(group) > 1 and len({game for path in group if (game := game_of(path))}) < len(group)
    }


def test_a_package_has_at_most_fifteen_modules():
    assert crowded(modules()) == {}


def test_a_sixteenth_module_is_found():
    paths = [Path("spec", f"module_{number}.py") for number in range(MOST_MODULES + 1)]
    assert crowded(paths) == {"spec": MOST_MODULES + 1}
    assert crowded(paths[1:]) == {}


def test_no_two_files_have_one_name_but_those_of_the_games():
    assert same_names(modules()) == {}


@pytest.mark.parametrize(
    "second", ["training/losses.py", "games/superpowers/losses.py", "agents/superpowers/losses.py"]
)
def test_a_second_file_of_a_name_is_found(second):
    first = Path("games/superpowers/rules/losses.py")
    assert same_names([first, Path(second)]) == {"losses.py": [str(first), second]}
    assert same_names([first, Path("games/domination/losses.py"), Path("cli/commands/play/losses.py")]) == {}
