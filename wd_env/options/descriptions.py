"""The descriptions of options, from the source of the class that declares them."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from textwrap import dedent


@cache
def descriptions_of(cls: type) -> Mapping[str, str]:
    """Return the sentence beneath each declared field of a class and of those it inherits, by the name of the field.

    They are read from the source, because Python does not keep them. A class without source has none.
    """
    descriptions = {}
    for field, sentence in (pair for kind in reversed(cls.__mro__) for pair in pairwise(_statements(kind))):
        match field, sentence:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                descriptions[name] = " ".join(text.split())
    return descriptions


def _statements(kind: type) -> list[ast.stmt]:
    """Return the statements in the body of a class, or none if it has no source."""
    try:
        (body,) = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError):
        return []
    return body.body if isinstance(body, ast.ClassDef) else []
