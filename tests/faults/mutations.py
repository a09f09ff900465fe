"""The small changes that `make mutants` draws from: one operator, constant, name, bound or statement at a time.

A mutant is known by the text of its statement and not by its line, so that it keeps its name, and its place in the
draw, while other parts of the file change.
"""

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Pow: ast.Mult,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
STATE = "s"  # what the rules call the table
SEAT = "seat"
SEAT_FIELDS = {  # of the table: each names a seat, and may be taken for another
    SEAT: ("turn", "target"),
    "turn": (SEAT,),
    "target": (SEAT,),
    "asker": ("tested",),
    "tested": ("asker",),
    "drawer": (SEAT,),
}
NO_OTHER = {STATE, "self", "cls", "mask", "out", "obs", "weights", "stream"}  # taken for another these only crash
LEFT_ALONE = (ast.JoinedStr, ast.Lambda)
NOT_CHANGED = (ast.Import, ast.ImportFrom, ast.Assert, ast.Pass, ast.Global, ast.Nonlocal)
DECLARED = {"__all__", "LAYOUT", "INSTEAD", "metadata"}  # module constants that other tests keep word for word


class Mutant(NamedTuple):
    """One change of one statement; the first five fields are its name."""

    path: str  # of the file, from the top of the tree
    function: str  # qualified; empty for a statement of the module itself
    old: str  # the statement, of a compound one its first line
    new: str
    nth: int  # of the statements with this text in the function, from 1
    line: int
    column: int

    @property
    def names(self) -> set[str]:
        """What a statement of a module gives a value."""
        return {self.old.partition(" = ")[0].partition(":")[0]}

    @property
    def key(self) -> tuple[str, ...]:
        """What names it; two statements of one text are told apart by a number."""
        mark = "" if self.nth == 1 else f"  # {self.nth}"
        return self.path, self.function, self.old + mark, self.new

    def lot(self, seed: int) -> str:
        """By this the mutants are put in the order of the draw: a change elsewhere moves none."""
        return hashlib.sha256(repr((seed, *self.key)).encode()).hexdigest()


class _Surroundings(NamedTuple):
    """What an expression cannot tell of itself."""

    others: dict[str, str]  # names of constants, each with the next of the same import
    pieces: dict[str, str]  # names of pieces of an observation, each with the next
    typed: bool  # the functions have hints: they return things rather than numbers


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file, in its order."""
    found: dict[tuple[str, ...], Mutant] = {}
    tree = ast.parse(source)
    around = _surroundings(tree)
    counted: Counter[tuple[str, str]] = Counter()
    for function, statement, _, _ in _statements(tree):
        old = text_of(statement)
        counted[function, old] += 1
        for changed in _changes(statement, function, tree, around):
            new, nth = text_of(changed), counted[function, old]
            mutant = Mutant(path, function, old, new, nth, statement.lineno, statement.col_offset)
            if new != old:
                found.setdefault(mutant.key, mutant)
    return list(found.values())


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """The syntax tree of the file with the change."""
    tree = ast.parse(source)
    around = _surroundings(tree)
    for function, statement, block, at in _statements(tree):
        if (statement.lineno, statement.col_offset) == (mutant.line, mutant.column):
            for changed in _changes(statement, function, tree, around):
                if text_of(changed) == mutant.new:
                    block[at] = ast.copy_location(changed, statement)
                    return ast.fix_missing_locations(tree)
    raise LookupError(f"{mutant.key} is no mutant of its file")


def places(source: str) -> list[tuple[int, int]]:
    """Line and column of every statement in a function or class, in the order of the file."""
    statements = (statement for function, statement, _, _ in _statements(ast.parse(source)) if function)
    return [(statement.lineno, statement.col_offset) for statement in statements if not _is_docstring(statement)]


def uses(source: str) -> list[set[str]]:
    """The names of the module that each of these places needs, directly or by other constants of the module."""
    tree = ast.parse(source)
    needs: dict[str, set[str]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            needs[statement.targets[0].id] = _names(statement.value)
    found = []
    for function, statement, _, _ in _statements(tree):
        if function and not _is_docstring(statement):
            names, more = set(), _names(statement)
            while more:
                names |= more
                more = {other for name in more for other in needs.get(name, ())} - names
            found.append(names)
    return found


def _names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def marked(source: str, name: str, first: int) -> ast.Module:
    """The syntax tree in which each of these places is marked in `name`, from number `first` on, when it is reached."""
    tree = ast.parse(source)
    found = [row for row in _statements(tree) if row[0] and not _is_docstring(row[1])]
    for number, (_, statement, block, _) in enumerate(found):
        [mark] = ast.parse(f"{name}[{first + number}] = 1").body
        for node in ast.walk(mark):
            ast.copy_location(node, statement)
        block.insert(block.index(statement), mark)
    return ast.fix_missing_locations(tree)


def text_of(statement: ast.stmt) -> str:
    """The statement in one line; of a compound one what stands before its block."""
    if hasattr(statement, "body"):
        statement = copy.copy(statement)
        statement.body = []
        for more in ("orelse", "finalbody", "handlers"):
            if hasattr(statement, more):
                setattr(statement, more, [])
    return " ".join(ast.unparse(statement).split())


def _statements(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, list[ast.stmt], int]]:
    """Every statement with its function, and the block and place in which it stands."""

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


def _surroundings(tree: ast.Module) -> _Surroundings:
    others: dict[str, str] = {}
    tables = {_root(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}  # no numbers
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names if alias.name.isupper() and alias.name not in tables]
            others |= dict(pairwise([*names, *names[:1]])) if len(names) > 1 else {}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    pieces = [node.slice.value for node in nodes if _is_start(node) and isinstance(node.slice, ast.Constant)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    typed = any(function.returns is not None for function in functions)
    return _Surroundings(others, dict(pairwise([*map(str, pieces), *map(str, pieces[:1])])), typed)


def _root(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_start(node: ast.Subscript) -> bool:
    return isinstance(node.value, ast.Attribute) and node.value.attr == "starts"


# Statements


def _changes(statement: ast.stmt, function: str, tree: ast.Module, around: _Surroundings) -> Iterator[ast.stmt]:
    if isinstance(statement, NOT_CHANGED) or _is_docstring(statement) or _is_declared(statement):
        return
    if function and _can_go(statement, tree):
        yield ast.Pass()
    if isinstance(statement, ast.AugAssign):
        yield _with(statement, op=RECKONED[type(statement.op)]())
    if isinstance(statement, ast.Return):
        yield from (_with(statement, value=value) for value in _returned(statement.value, around.typed))
    if isinstance(statement, ast.If | ast.While):
        yield from (_with(statement, test=test) for test in _negated(statement.test))
    for name in ("test", "iter", "value", "items", "target", "targets"):
        if not isinstance(statement, ast.Raise) and hasattr(statement, name):
            for changed in _field(getattr(statement, name), around):
                yield _with(statement, **{name: changed})


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_declared(statement: ast.stmt) -> bool:
    targets = getattr(statement, "targets", [getattr(statement, "target", None)])
    return any(isinstance(target, ast.Name) and target.id in DECLARED for target in targets)


def _can_go(statement: ast.stmt, tree: ast.Module) -> bool:
    """A call, a change of something that was there before, a way out; without the others nothing would run."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        [target, *_] = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return isinstance(target, ast.Attribute | ast.Subscript) or _is_set_before(target, statement, tree)
    if isinstance(statement, ast.Return):
        return statement.value is None
    return isinstance(statement, ast.Expr | ast.AugAssign | ast.Raise | ast.Break | ast.Continue)


def _is_set_before(target: ast.expr, statement: ast.stmt, tree: ast.Module) -> bool:
    """The variable has been given a value in the same function further up."""
    functions = [list(ast.walk(node)) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    mine = [node for nodes in functions if statement in nodes for node in nodes]
    before = [node for node in mine if isinstance(node, ast.Assign) and node.lineno < statement.lineno]
    return any(ast.dump(node.targets[0]) == ast.dump(target) for node in before)


def _returned(value: ast.expr | None, typed: bool) -> Iterator[ast.expr]:
    """Another value than the one which is returned; constants and comparisons are changed like all others."""
    if value is None or isinstance(value, ast.Constant):
        return
    if isinstance(value, ast.BoolOp):
        yield ast.UnaryOp(ast.Not(), value)
    elif typed:
        yield ast.Constant(None)
    elif not isinstance(value, ast.Compare | ast.UnaryOp):
        yield ast.BinOp(value, ast.Add(), ast.Constant(1))


def _negated(test: ast.expr) -> Iterator[ast.expr]:
    """The opposite, where no change of an operator says the same."""
    if not isinstance(test, ast.UnaryOp) and not (isinstance(test, ast.Compare) and len(test.ops) == 1):
        yield ast.UnaryOp(ast.Not(), test)


def _with(node: Any, **fields: Any) -> Any:
    """The same node with other fields; what is below is shared."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


# Expressions


def _field(value: Any, around: _Surroundings) -> Iterator[Any]:
    """A field of a node with one change."""
    if isinstance(value, list):
        for at, inner in enumerate(value):
            for changed in _field(inner, around):
                yield [*value[:at], changed, *value[at + 1 :]]
    elif isinstance(value, ast.expr):
        yield from _variants(value, around)
    elif isinstance(value, ast.keyword | ast.comprehension | ast.withitem):
        yield from _below(value, around)


def _variants(node: ast.expr, around: _Surroundings) -> Iterator[ast.expr]:
    """The expression with one change in it."""
    if isinstance(node, LEFT_ALONE):
        return
    own = OWN.get(type(node))
    if own is not None:
        yield from own(node, around)
    yield from _below(node, around)


def _below(node: ast.AST, around: _Surroundings) -> Iterator[Any]:
    for name, value in ast.iter_fields(node):
        if name != "func" or isinstance(value, ast.Attribute):
            for changed in _field(value, around):
                yield _with(node, **{name: changed})
    if isinstance(node, ast.comprehension):
        for at, test in enumerate(node.ifs):
            for other in _negated(test):
                yield _with(node, ifs=[*node.ifs[:at], other, *node.ifs[at + 1 :]])


def _compare(node: ast.Compare, _: _Surroundings) -> Iterator[ast.expr]:
    for at, operator in enumerate(node.ops):
        for other in COMPARED[type(operator)]:
            yield _with(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])


def _bool_op(node: ast.BoolOp, _: _Surroundings) -> Iterator[ast.expr]:
    yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for at in range(len(node.values)):
        rest = [*node.values[:at], *node.values[at + 1 :]]
        yield rest[0] if len(rest) == 1 else _with(node, values=rest)


def _unary(node: ast.UnaryOp, _: _Surroundings) -> Iterator[ast.expr]:
    yield node.operand


def _bin_op(node: ast.BinOp, _: _Surroundings) -> Iterator[ast.expr]:
    yield _with(node, op=RECKONED[type(node.op)]())


def _if_exp(node: ast.IfExp, _: _Surroundings) -> Iterator[ast.expr]:
    yield from (_with(node, test=test) for test in _negated(node.test))


def _constant(node: ast.Constant, _: _Surroundings) -> Iterator[ast.expr]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _name(node: ast.Name, around: _Surroundings) -> Iterator[ast.expr]:
    if node.id in around.others:
        yield _with(node, id=around.others[node.id])


def _attribute(node: ast.Attribute, _: _Surroundings) -> Iterator[ast.expr]:
    if isinstance(node.value, ast.Name) and node.value.id == STATE and isinstance(node.ctx, ast.Load):
        for other in SEAT_FIELDS.get(node.attr, ()):
            yield _with(node, attr=other)


def _subscript(node: ast.Subscript, around: _Surroundings) -> Iterator[ast.expr]:
    if _is_start(node) and isinstance(node.slice, ast.Constant):
        yield _with(node, slice=ast.Constant(around.pieces[str(node.slice.value)]))
    table = node.value
    is_row = isinstance(table, ast.Attribute) and isinstance(table.value, ast.Name) and table.value.id == STATE
    if is_row and isinstance(node.slice, ast.Name) and node.slice.id.islower() and node.slice.id.endswith(SEAT):
        yield _with(node, slice=_with(table, attr=SEAT, ctx=ast.Load()))


def _call(node: ast.Call, _: _Surroundings) -> Iterator[ast.expr]:
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    if called in CALLED:
        yield _with(node, func=ast.Name(CALLED[called], ast.Load()))
    elif called == "range":
        yield from _bounds(node)
    else:
        names = [argument.id if isinstance(argument, ast.Name) else "" for argument in node.args]
        for at, (first, second) in enumerate(pairwise(node.args)):
            if not {names[at], names[at + 1]} & NO_OTHER:
                yield _with(node, args=[*node.args[:at], second, first, *node.args[at + 2 :]])


def _bounds(node: ast.Call) -> Iterator[ast.expr]:
    """A loop that begins one later, or ends one earlier."""
    one = ast.Constant(1)
    start, stop = node.args[:2] if len(node.args) > 1 else [ast.Constant(0), node.args[0]]
    later = one if isinstance(start, ast.Constant) and start.value == 0 else ast.BinOp(start, ast.Add(), one)
    yield _with(node, args=[later, stop, *node.args[2:]])
    if not isinstance(stop, ast.Constant):
        yield _with(node, args=[*node.args[:-1][:1], ast.BinOp(stop, ast.Sub(), one), *node.args[2:]])


OWN: dict[type[ast.expr], Any] = {
    ast.Compare: _compare,
    ast.BoolOp: _bool_op,
    ast.UnaryOp: _unary,
    ast.BinOp: _bin_op,
    ast.IfExp: _if_exp,
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Call: _call,
}
