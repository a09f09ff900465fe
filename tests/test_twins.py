"""Code is not duplicated between games: no function of ten lines is in two of them."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from wd_env.registry import GAMES

ROOT = Path(__file__).parents[1] / "wd_env"
LEAST_LINES = 10  # without docstring and empty lines
GENERATED = "Written by `make codegen`"  # mark of a file whose functions are generated from tables

Functions = Iterator[tuple[str, ast.FunctionDef]]


class Canonical(ast.NodeTransformer):
    """Replaces each name by a number in order of appearance, so that functions with other names are equal."""

    def __init__(self):
        self.numbers = defaultdict(lambda: f"v{len(self.numbers)}")

    def visit_Name(self, node):
        return ast.Name(self.numbers[node.id], node.ctx)

    def visit_arg(self, node):
        return ast.arg(self.numbers[node.arg])


def functions_of(text: str) -> Functions:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node


def body_of(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return the statements after the docstring."""
    first = function.body[0]
    is_documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return function.body[1:] if is_documented else function.body


def shape_of(function: ast.FunctionDef) -> str | None:
    """Return the statements of a function without its names and docstring; None for a short one."""
    body = body_of(function)
    lines = {line for part in body for node in ast.walk(part) if (line := getattr(node, "lineno", None))}
    if len(lines) + 1 < LEAST_LINES:
        return None
    canonical = Canonical()
    args = canonical.visit(function.args)
    return ast.dump(args) + "".join(ast.dump(canonical.visit(part)) for part in body)


@cache
def shapes_of(game: str) -> dict[str, str]:
    """Return the shapes of the long functions of a game, with the place of each."""
    found = {}
    for path in (path for package in ("games", "agents") for path in sorted((ROOT / package / game).rglob("*.py"))):
        if GENERATED in path.read_text("utf-8"):
            continue
        for name, function in functions_of(path.read_text("utf-8")):
            shape = shape_of(function)
            if shape:
                found[shape] = f"{path.relative_to(ROOT)}: {name}"
    return found


@pytest.mark.parametrize(("one", "other"), list(combinations(GAMES, 2)))
def test_no_function_of_ten_lines_is_in_two_games(one, other):
    shapes, others = shapes_of(one), shapes_of(other)
    twins = [(shapes[shape], others[shape]) for shape in shapes.keys() & others.keys()]
    assert twins == [], "move them to a package below `games`, where both find them"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_functions_that_are_compared(game):
    assert len(shapes_of(game)) > 10


LONG = "\n".join(f"    b = a + {number}" for number in range(LEAST_LINES))


def test_a_twin_with_other_names_is_found_and_other_work_is_not():
    [(_, one)] = functions_of(f'def first(a):\n    """Say so."""\n{LONG}\n')
    [(_, twin)] = functions_of(f"def second(n):\n{LONG.replace('a', 'n').replace('b', 'total')}\n")
    [(_, other)] = functions_of(f"def third(a):\n{LONG.replace('+ 3', '- 3')}\n")
    [(_, short)] = functions_of("def fourth(a):\n    return a\n")
    assert shape_of(one) == shape_of(twin) != shape_of(other)
    assert shape_of(short) is None
