"""The small changes that `make mutants` draws from: one operator, constant, name, bound or statement at a time.

A mutant is identified by the text of its statement and not by its line, so that changes elsewhere in the file change
neither its name nor its position in the sample.
"""

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tests.faults.expressions import (
    ARITHMETIC,
    Context,
    changed_fields,
    find_context,
    negations,
    with_fields,
)

NOT_CHANGED = (ast.Import, ast.ImportFrom, ast.Assert, ast.Pass, ast.Global, ast.Nonlocal)
DECLARED = {"__all__", "LAYOUT", "OVERRIDES", "metadata"}  # module constants that other tests compare with stored text


class Mutant(NamedTuple):
    """One change of one statement; the first five fields are its name."""

    path: str  # of the file, relative to the root of the tree
    function: str  # qualified; empty for a statement of the module itself
    old: str  # the statement, or the first line of a compound statement
    new: str
    nth: int  # of the statements with this text in the function, from 1
    line: int
    column: int

    @property
    def names(self) -> set[str]:
        """Return the names to which a statement of a module assigns."""
        return {self.old.partition(" = ")[0].partition(":")[0]}

    @property
    def key(self) -> tuple[str, ...]:
        """Return its name; a number distinguishes statements with the same text."""
        mark = "" if self.nth == 1 else f"  # {self.nth}"
        return self.path, self.function, self.old + mark, self.new

    def sample_key(self, seed: int) -> str:
        """Return the sort key of the sample, which does not depend on other mutants."""
        return hashlib.sha256(repr((seed, *self.key)).encode()).hexdigest()


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return every mutant of a file, in the order of the file."""
    mutants: dict[tuple[str, ...], Mutant] = {}
    tree = ast.parse(source)
    context = find_context(tree)
    counts: Counter[tuple[str, str]] = Counter()
    for function, statement, _, _ in _statements(tree):
        old = text_of(statement)
        counts[function, old] += 1
        for changed in _changes(statement, function, tree, context):
            new, nth = text_of(changed), counts[function, old]
            mutant = Mutant(path, function, old, new, nth, statement.lineno, statement.col_offset)
            if new != old:
                mutants.setdefault(mutant.key, mutant)
    return list(mutants.values())


def mutate(source: str, mutant: Mutant) -> ast.Module:
    """Return the syntax tree of the file with the change."""
    tree = ast.parse(source)
    context = find_context(tree)
    for function, statement, block, at in _statements(tree):
        if (statement.lineno, statement.col_offset) == (mutant.line, mutant.column):
            for changed in _changes(statement, function, tree, context):
                if text_of(changed) == mutant.new:
                    block[at] = ast.copy_location(changed, statement)
                    return ast.fix_missing_locations(tree)
    raise LookupError(f"{mutant.key} is not a mutant of its file")


def statement_positions(source: str) -> list[tuple[int, int]]:
    """Return line and column of every statement in a function or class, in the order of the file."""
    statements = (statement for function, statement, _, _ in _statements(ast.parse(source)) if function)
    return [(statement.lineno, statement.col_offset) for statement in statements if not _is_docstring(statement)]


def names_used(source: str) -> list[set[str]]:
    """Return the module-level names that each of these statements needs, directly or through other constants."""
    tree = ast.parse(source)
    needs: dict[str, set[str]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            needs[statement.targets[0].id] = _names(statement.value)
    result = []
    for function, statement, _, _ in _statements(tree):
        if function and not _is_docstring(statement):
            names, more = set(), _names(statement)
            while more:
                names |= more
                more = {other for name in more for other in needs.get(name, ())} - names
            result.append(names)
    return result


def _names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def instrument(source: str, name: str, first: int) -> ast.Module:
    """Return the syntax tree with code that sets `name[first + i] = 1` before statement i."""
    tree = ast.parse(source)
    statements = [row for row in _statements(tree) if row[0] and not _is_docstring(row[1])]
    for index, (_, statement, block, _) in enumerate(statements):
        [mark] = ast.parse(f"{name}[{first + index}] = 1").body
        for node in ast.walk(mark):
            ast.copy_location(node, statement)
        block.insert(block.index(statement), mark)
    return ast.fix_missing_locations(tree)


def text_of(statement: ast.stmt) -> str:
    """Return the statement in one line; of a compound statement, the part before its block."""
    if hasattr(statement, "body"):
        statement = copy.copy(statement)
        statement.body = []
        for more in ("orelse", "finalbody", "handlers"):
            if hasattr(statement, more):
                setattr(statement, more, [])
    return " ".join(ast.unparse(statement).split())


def _statements(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, list[ast.stmt], int]]:
    """Yield every statement with its function, its block and its index in the block."""

    def walk(node: ast.AST, function: str) -> Iterator[tuple[str, ast.stmt, list[ast.stmt], int]]:
        for name in ("body", "orelse", "handlers", "finalbody"):
            for at, inner in enumerate(getattr(node, name, ()) or ()):
                if isinstance(inner, ast.FunctionDef | ast.ClassDef):
                    yield from walk(inner, f"{function}.{inner.name}".lstrip("."))
                elif isinstance(inner, ast.stmt):
                    yield function, inner, getattr(node, name), at
                    yield from walk(inner, function)
                else:
                    yield from walk(inner, function)

    yield from walk(tree, "")


# Statements


def _changes(statement: ast.stmt, function: str, tree: ast.Module, context: Context) -> Iterator[ast.stmt]:
    if isinstance(statement, NOT_CHANGED) or _is_docstring(statement) or _is_declared(statement):
        return
    if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
        return
    if function and _is_removable(statement, tree):
        yield ast.Pass()
    if isinstance(statement, ast.AugAssign):
        yield with_fields(statement, op=ARITHMETIC[type(statement.op)]())
    if isinstance(statement, ast.Return):
        yield from (with_fields(statement, value=value) for value in _return_values(statement.value, context.typed))
    if isinstance(statement, ast.If | ast.While):
        yield from (with_fields(statement, test=test) for test in negations(statement.test))
    for name in ("test", "iter", "value", "items", "target", "targets"):
        if not isinstance(statement, ast.Raise) and hasattr(statement, name):
            for changed in changed_fields(getattr(statement, name), context):
                yield with_fields(statement, **{name: changed})


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_declared(statement: ast.stmt) -> bool:
    targets = getattr(statement, "targets", [getattr(statement, "target", None)])
    return any(isinstance(target, ast.Name) and target.id in DECLARED for target in targets)


def _is_removable(statement: ast.stmt, tree: ast.Module) -> bool:
    """Return whether a statement can be removed: a call, a change of an existing value, or an exit."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        [target, *_] = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return isinstance(target, ast.Attribute | ast.Subscript) or _is_set_before(target, statement, tree)
    if isinstance(statement, ast.Return):
        return statement.value is None
    return isinstance(statement, ast.Expr | ast.AugAssign | ast.Raise | ast.Break | ast.Continue)


def _is_set_before(target: ast.expr, statement: ast.stmt, tree: ast.Module) -> bool:
    """Return whether the variable was assigned earlier in the function."""
    in_function = [node for nodes in _functions(tree) if statement in nodes for node in nodes]
    before = [node for node in in_function if isinstance(node, ast.Assign) and node.lineno < statement.lineno]
    return any(ast.dump(node.targets[0]) == ast.dump(target) for node in before)


@lru_cache(maxsize=4)
def _functions(tree: ast.Module) -> list[list[ast.AST]]:
    """Return the nodes of each function of a file."""
    return [list(ast.walk(node)) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _return_values(value: ast.expr | None, typed: bool) -> Iterator[ast.expr]:
    """Yield other return values; constants and comparisons are changed like all other expressions."""
    if value is None or isinstance(value, ast.Constant):
        return
    if isinstance(value, ast.BoolOp):
        yield ast.UnaryOp(ast.Not(), value)
    elif typed:
        yield ast.Constant(None)
    elif not isinstance(value, ast.Compare | ast.UnaryOp):
        yield ast.BinOp(value, ast.Add(), ast.Constant(1))
