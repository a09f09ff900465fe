"""Every clause of the rules has its test."""

import ast
from pathlib import Path

CLAUSES = range(1, 302)


def clauses_with_a_test() -> set[int]:
    """Return the clauses named by test functions in this folder and below."""
    found = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_wd_"):
                found.add(int(node.name.split("_")[2]))
    return found


def test_every_clause_has_a_test_and_no_test_names_another():
    assert clauses_with_a_test() == set(CLAUSES)
