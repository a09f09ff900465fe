"""Docstrings of exported functions and classes have the sections that their signatures require."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest

from wd_env.errors import MissingExtra

ROOT = Path(__file__).parents[2]
PACKAGES = sorted(".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "wd_env").rglob("__init__.py"))
PARAMETERS = ("Args:", "Attributes:")
NOTHING = (None, "None", NoReturn, Iterator[None], inspect.Signature.empty)  # a context manager may yield nothing


def raises(function: Callable[..., Any]) -> bool:
    """Return whether the body raises an error itself, apart from `NotImplementedError` and re-raised errors."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    return any(exc is not None and "NotImplementedError" not in ast.unparse(exc) for exc in raised)


def parameters(function: Callable[..., Any]) -> list[str]:
    """Return the names of the public parameters without `self`."""
    names = inspect.signature(function).parameters
    return [name for name in names if name not in ("self", "cls") and not name.startswith("_")]


def missing_in_function(function: Callable[..., Any], doc: str) -> Iterator[str]:
    """Yield the sections that a function needs and does not have; a summary "Return X." needs no section Returns."""
    if parameters(function) and "Args:" not in doc:
        yield "Args"
    returned = inspect.signature(function).return_annotation
    if returned not in NOTHING and not doc.startswith("Return ") and not {"Returns:", "Yields:"} & set(doc.split()):
        yield "Returns"
    if raises(function) and "Raises:" not in doc:
        yield "Raises"


def has_field_docs(cls: type[Any]) -> bool:
    """Return whether every field of a dataclass has a docstring below it, which help pages show."""
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0].body  # type: ignore[attr-defined]
    annotated = [at for at, node in enumerate(body) if isinstance(node, ast.AnnAssign)]
    fields = [at for at in annotated if "ClassVar" not in ast.unparse(body[at].annotation)]
    return bool(fields) and all(at + 1 < len(body) and isinstance(body[at + 1], ast.Expr) for at in fields)


def missing_in_class(cls: type[Any], doc: str) -> Iterator[str]:
    """Yield the sections that a class needs for its constructor and does not have."""
    made_by = vars(cls).get("__init__") or vars(cls).get("__new__")
    if made_by is None or issubclass(cls, BaseException) or getattr(cls, "_is_protocol", False):
        return
    if parameters(made_by) and not any(section in doc for section in PARAMETERS) and not has_field_docs(cls):
        yield "Args"
    written = [f for f in (vars(cls).get("__init__"), vars(cls).get("__post_init__")) if hasattr(f, "__code__")]
    if any(raises(f) for f in written if f.__code__.co_filename == inspect.getsourcefile(cls)) and "Raises:" not in doc:
        yield "Raises"


def missing_sections(exported: Any) -> list[str]:
    """Return the sections that an exported function or class needs and does not have."""
    doc = inspect.getdoc(exported) or ""
    if inspect.isclass(exported):
        constructor_doc = inspect.getdoc(vars(exported).get("__init__")) or ""
        return list(missing_in_class(exported, doc + constructor_doc))
    return list(missing_in_function(inspect.unwrap(exported), doc))


def exported_by(package: str) -> dict[str, Any]:
    """Return the functions and classes that a package exports, by name."""
    module = import_module(package)
    values = {}
    for name in getattr(module, "__all__", ()):
        with suppress(MissingExtra):
            values[name] = getattr(module, name)
    own = {name: value for name, value in values.items() if getattr(value, "__module__", "").startswith("wd_env")}
    return {name: value for name, value in own.items() if inspect.isfunction(value) or inspect.isclass(value)}


@pytest.mark.parametrize("package", PACKAGES)
def test_exported_names_have_the_sections_of_their_signatures(package):
    missing = {name: sections for name, value in exported_by(package).items() if (sections := missing_sections(value))}
    assert not missing


def test_a_missing_section_is_found():
    def undocumented(count: int) -> int:
        """Check a count."""
        if count < 0:
            raise ValueError(count)
        return count

    class Undocumented:
        """A class."""

        def __init__(self, count: int) -> None:
            if count < 0:
                raise ValueError(count)

    assert missing_sections(undocumented) == ["Args", "Returns", "Raises"]
    assert missing_sections(Undocumented) == ["Args", "Raises"]
