"""Mutation operators for expressions: each changes one operator, constant, name, bound, argument or state field."""

import ast
import copy
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
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
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.MatMult: ast.Mult,
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
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
STATE = "s"  # the name of the state in rules
SEAT = "seat"
SEAT_FIELDS = {  # fields of the state that contain a seat; they can be exchanged
    SEAT: ("turn", "target"),
    "turn": (SEAT,),
    "target": (SEAT,),
    "asker": ("tested",),
    "tested": ("asker",),
    "drawer": (SEAT,),
}
NOT_EXCHANGED = {
    STATE,
    "self",
    "cls",
    "mask",
    "out",
    "obs",
    "weights",
    "stream",
}  # a crash if exchanged
NOT_CHANGED = (ast.JoinedStr, ast.Lambda)


class Context(NamedTuple):
    """Information about the file of an expression."""

    next_names: dict[str, str]  # names of constants, each with the next name of the same import
    next_features: dict[str, str]  # names of features of an observation, each with the next one
    typed: bool  # the functions have type hints: they return objects and not numbers


def find_context(tree: ast.Module) -> Context:
    """Return the names in a file that can replace others, and whether its functions have type hints."""
    next_names: dict[str, str] = {}
    tables = {_root(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}  # tables, not numbers
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names if alias.name.isupper() and alias.name not in tables]
            next_names |= dict(pairwise([*names, *names[:1]])) if len(names) > 1 else {}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    features = [str(node.slice.value) for node in nodes if _is_start(node) and isinstance(node.slice, ast.Constant)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    typed = any(function.returns is not None for function in functions)
    return Context(next_names, dict(pairwise([*features, *features[:1]])), typed)


def _root(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_start(node: ast.Subscript) -> bool:
    return isinstance(node.value, ast.Attribute) and node.value.attr == "starts"


def negations(test: ast.expr) -> Iterator[ast.expr]:
    """Yield the negated test, unless the change of an operator has the same effect."""
    if not isinstance(test, ast.UnaryOp) and not (isinstance(test, ast.Compare) and len(test.ops) == 1):
        yield ast.UnaryOp(ast.Not(), test)


def with_fields(node: Any, **fields: Any) -> Any:
    """Return a copy of the node with other fields; its children are shared."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def changed_fields(value: Any, context: Context) -> Iterator[Any]:
    """Yield each value of a field of a node with one change."""
    if isinstance(value, list):
        for at, inner in enumerate(value):
            for changed in changed_fields(inner, context):
                yield [*value[:at], changed, *value[at + 1 :]]
    elif isinstance(value, ast.expr):
        yield from _variants(value, context)
    elif isinstance(value, ast.keyword | ast.comprehension | ast.withitem):
        yield from _below(value, context)


def _variants(node: ast.expr, context: Context) -> Iterator[ast.expr]:
    """Yield the expression with one change in it."""
    if isinstance(node, NOT_CHANGED):
        return
    operator = OPERATORS.get(type(node))
    if operator is not None:
        yield from operator(node, context)
    yield from _below(node, context)


def _below(node: ast.AST, context: Context) -> Iterator[Any]:
    for name, value in ast.iter_fields(node):
        if name != "func" or isinstance(value, ast.Attribute):
            for changed in changed_fields(value, context):
                if not (_is_reshape(node) and name == "args" and any(map(_is_inferred, changed))):
                    yield with_fields(node, **{name: changed})
    if isinstance(node, ast.comprehension):
        for at, test in enumerate(node.ifs):
            for other in negations(test):
                yield with_fields(node, ifs=[*node.ifs[:at], other, *node.ifs[at + 1 :]])


def _is_reshape(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reshape"


def _is_inferred(length: ast.expr) -> bool:
    """Return whether this length is -2, which NumPy treats like -1: it computes the length from the others."""
    return ast.unparse(length) == "-2"


def _compare(node: ast.Compare, _: Context) -> Iterator[ast.expr]:
    for at, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield with_fields(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])


def _bool_op(node: ast.BoolOp, _: Context) -> Iterator[ast.expr]:
    yield with_fields(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for at in range(len(node.values)):
        rest = [*node.values[:at], *node.values[at + 1 :]]
        yield rest[0] if len(rest) == 1 else with_fields(node, values=rest)


def _unary(node: ast.UnaryOp, _: Context) -> Iterator[ast.expr]:
    yield node.operand


def _bin_op(node: ast.BinOp, _: Context) -> Iterator[ast.expr]:
    yield with_fields(node, op=ARITHMETIC[type(node.op)]())


def _if_exp(node: ast.IfExp, _: Context) -> Iterator[ast.expr]:
    yield from (with_fields(node, test=test) for test in negations(node.test))


def _constant(node: ast.Constant, _: Context) -> Iterator[ast.expr]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _name(node: ast.Name, context: Context) -> Iterator[ast.expr]:
    if node.id in context.next_names:
        yield with_fields(node, id=context.next_names[node.id])


def _attribute(node: ast.Attribute, _: Context) -> Iterator[ast.expr]:
    if isinstance(node.value, ast.Name) and node.value.id == STATE and isinstance(node.ctx, ast.Load):
        for other in SEAT_FIELDS.get(node.attr, ()):
            yield with_fields(node, attr=other)


def _subscript(node: ast.Subscript, context: Context) -> Iterator[ast.expr]:
    if _is_start(node) and isinstance(node.slice, ast.Constant):
        yield with_fields(node, slice=ast.Constant(context.next_features[str(node.slice.value)]))
    table = node.value
    is_row = isinstance(table, ast.Attribute) and isinstance(table.value, ast.Name) and table.value.id == STATE
    if is_row and isinstance(node.slice, ast.Name) and node.slice.id.islower() and node.slice.id.endswith(SEAT):
        yield with_fields(node, slice=with_fields(table, attr=SEAT, ctx=ast.Load()))


def _call(node: ast.Call, _: Context) -> Iterator[ast.expr]:
    called = node.func.id if isinstance(node.func, ast.Name) else ""
    if called in FUNCTIONS:
        yield with_fields(node, func=ast.Name(FUNCTIONS[called], ast.Load()))
    elif called == "range":
        yield from _bounds(node)
    else:
        names = [argument.id if isinstance(argument, ast.Name) else "" for argument in node.args]
        for at, (first, second) in enumerate(pairwise(node.args)):
            if not {names[at], names[at + 1]} & NOT_EXCHANGED:
                yield with_fields(node, args=[*node.args[:at], second, first, *node.args[at + 2 :]])


def _bounds(node: ast.Call) -> Iterator[ast.expr]:
    """Yield ranges that start one later or stop one earlier."""
    one = ast.Constant(1)
    start, stop = node.args[:2] if len(node.args) > 1 else [ast.Constant(0), node.args[0]]
    later = one if isinstance(start, ast.Constant) and start.value == 0 else ast.BinOp(start, ast.Add(), one)
    yield with_fields(node, args=[later, stop, *node.args[2:]])
    if not isinstance(stop, ast.Constant):
        yield with_fields(node, args=[*node.args[:-1][:1], ast.BinOp(stop, ast.Sub(), one), *node.args[2:]])


OPERATORS: dict[type[ast.expr], Any] = {
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
