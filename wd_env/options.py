"""Options, declared once as fields of a dataclass.

    @options
    class SearchOptions:
        samples: Annotated[int, Interval(ge=1, le=16384)] = 64

The annotation gives the type and the range, and a string beneath the field describes it. Rules, training settings,
bots, the command line, the server and the docs read the same declaration. Values are checked strictly when an instance
is made, and an error is one line that names the option, its value and what is allowed. JSON is read by pydantic, which
is imported only then, because it takes longer to import than a game.
"""

import ast
import contextlib
import inspect
import math
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Literal, TypeVar, dataclass_transform

import numpy as np
from annotated_types import Ge, Gt, Interval, Le, Lt

from wd_env.errors import ConfigError, UnknownOption, WdError, did_you_mean, listed, quoted

__all__ = ["Choice", "Ge", "Gt", "Interval", "Le", "Lt"]  # what annotations use; importing it from here is fine

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

Kind = Literal["integer", "number", "boolean", "choice", "file", "path", "text", "scalar", "list", "mapping", "group"]
TYPE_KIND: dict[Any, Kind] = {
    int: "integer", float: "number", bool: "boolean", Path: "path", tuple: "list", dict: "mapping",
}  # fmt: skip
NUMERIC_TYPES: dict[Kind, tuple[type, ...]] = {"integer": (int,), "number": (int, float)}
VALUE_TYPES: dict[Kind, tuple[type, ...]] = {
    "boolean": (bool,), "file": (str,), "path": (Path,), "text": (str,), "scalar": (bool, int, float, str),
    "list": (tuple,), "mapping": (dict,), "group": (object,),
}  # fmt: skip
KIND_TEXTS: dict[Kind, str] = {
    "integer": "an integer",
    "number": "a number",
    "path": "the path of a file",
    "text": "text",
    "scalar": "a number, text, true or false",
    "list": "a list",
    "mapping": "a mapping of names to values",
    "group": "a mapping of options to values",
}
UNKNOWN_ERRORS = ("unexpected_keyword_argument", "unexpected_positional_argument")
CONFIG = {"extra": "forbid", "strict": True, "allow_inf_nan": False}  # of pydantic
Class = TypeVar("Class", bound=type)


@dataclass(frozen=True)
class Choice:
    """Marks, in `Annotated`, a text that must be one of these names."""

    names: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        return core_schema.literal_schema(list(self.names))


@dataclass(frozen=True)
class FileName:
    """Marks, in `Annotated`, the path of a file; each of the names means a bundled file."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Convert:
    """Marks, in `Annotated`, an option whose values a function converts before they are checked."""

    function: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.function, handler(source))


@dataclass(frozen=True)
class Format:
    """Marks, in `Annotated`, a text that its class reads itself; `allowed` describes what it may be."""

    allowed: str


@dataclass(frozen=True)
class Option:
    """What an option may be, read from its annotation.

    Attributes:
        kind: Kind of its values; "scalar" is any number, text or boolean, and "group" a nested class of options.
        nullable: Whether None is allowed.
        names: Names that are allowed for a choice; names of bundled files for a file.
        low: Lowest number, or None.
        high: Highest number, or None.
        excludes_low: Whether `low` itself is not allowed.
        excludes_high: Whether `high` itself is not allowed.
        format: Description of what is allowed for a text with `Format`.
        item: What the values of a list or a mapping may be.
        marks: Further objects in the `Annotated` of the option.
    """

    kind: Kind
    nullable: bool = False
    names: tuple[str, ...] = ()
    low: Any = None
    high: Any = None
    excludes_low: bool = False
    excludes_high: bool = False
    format: str = ""
    item: "Option | None" = None
    marks: tuple[object, ...] = ()

    def allows(self, value: Any) -> bool:
        """Return whether a value is allowed."""
        if value is None:
            return self.nullable
        if self.kind in ("integer", "number"):
            return type(value) in NUMERIC_TYPES[self.kind] and self._is_in_range(value)
        if self.kind == "choice":
            return isinstance(value, str) and value in self.names
        if self.item is not None:
            items = value.values() if isinstance(value, dict) else value
            return isinstance(value, VALUE_TYPES[self.kind]) and all(map(self.item.allows, items))
        return isinstance(value, VALUE_TYPES[self.kind])

    def _is_in_range(self, value: float) -> bool:
        is_above = self.low is None or (value > self.low if self.excludes_low else value >= self.low)
        is_below = self.high is None or (value < self.high if self.excludes_high else value <= self.high)
        return is_above and is_below and math.isfinite(value)

    @property
    def allowed(self) -> str:
        """What is allowed, as text."""
        if self.kind == "boolean":
            return "True, False or None" if self.nullable else "True or False"
        suffix = " or None" * self.nullable
        if self.kind in ("choice", "file"):
            return ", ".join((*self.names, "the path of a file") if self.kind == "file" else self.names) + suffix
        if self.kind == "list" and self.item is not None:
            return f"a list, each item {self.item.allowed}{suffix}"
        return f"{self.format or KIND_TEXTS[self.kind]}{self._range}{suffix}"

    @property
    def _range(self) -> str:
        if self.low is not None and self.high is not None and not (self.excludes_low or self.excludes_high):
            return f" from {self.low} to {self.high}"
        low = "" if self.low is None else f" {'above' if self.excludes_low else 'from'} {self.low}"
        return low + ("" if self.high is None else f" {'below' if self.excludes_high else 'up to'} {self.high}")


@cache
def option_of(annotation: Any) -> Option:
    """Read what a field may be from its annotation."""
    marks: list[object] = []
    nullable = False
    while True:
        members = _union_members(annotation)
        if len(members) > 1 and type(None) in members:
            nullable = True
            rest = [member for member in members if member is not type(None)]
            annotation = typing.Union[tuple(rest)]  # noqa: UP007 - of a list
        elif typing.get_origin(annotation) is typing.Annotated:
            annotation, *more = typing.get_args(annotation)
            marks += more
        else:
            break
    return _option(annotation, nullable, tuple(marks))


def _option(kind: Any, nullable: bool, marks: tuple[object, ...]) -> Option:
    for mark in marks:
        if isinstance(mark, Choice | FileName):
            return Option("choice" if isinstance(mark, Choice) else "file", nullable, mark.names, marks=marks)
        if isinstance(mark, Format):
            return Option("text", nullable, format=mark.allowed, marks=marks)
    origin, members = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return Option("choice", nullable, members, marks=marks)
    if len(_union_members(kind)) > 1:
        return Option("scalar", nullable, marks=marks)
    if is_dataclass(kind):
        return Option("group", nullable, marks=marks)
    if origin in (tuple, dict):
        return Option(TYPE_KIND[origin], nullable, item=option_of(members[0 if origin is tuple else 1]), marks=marks)
    bounds = {name: value for mark in marks for name, value in _bounds(mark).items()}
    low, high = bounds.get("ge", bounds.get("gt")), bounds.get("le", bounds.get("lt"))
    return Option(TYPE_KIND.get(kind, "text"), nullable, (), low, high, "gt" in bounds, "lt" in bounds, marks=marks)


def _bounds(mark: object) -> dict[str, Any]:
    names = ("ge", "gt", "le", "lt") if isinstance(mark, Interval | Ge | Gt | Le | Lt) else ()
    return {name: getattr(mark, name) for name in names if getattr(mark, name, None) is not None}


def _union_members(kind: Any) -> tuple[Any, ...]:
    is_union = typing.get_origin(kind) in (types.UnionType, typing.Union)
    return typing.get_args(kind) if is_union else (kind,)


def options_of(cls: type) -> Mapping[str, Option]:
    """Return what each field of a class may be, by its name."""
    return _options_of(cls)


@cache
def _options_of(cls: Any) -> Mapping[str, Option]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return types.MappingProxyType({field.name: option_of(hints[field.name]) for field in fields(cls)})


@dataclass_transform(frozen_default=True, field_specifiers=(Field,))
def options(cls: Class) -> Class:
    """Make a frozen dataclass of a class that declares options.

    Its constructor takes scalars of NumPy like those of Python.

    Raises:
        ConfigError: By the constructor, if a value is not allowed.
        UnknownOption: By the constructor, if an option is unknown.
    """
    checked: Any = dataclass(frozen=True, repr=False)(cls)
    checked.__repr__ = _changed_options
    make = checked.__init__

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807 - it becomes that of the class
        values = {name: to_python_scalar(value) for name, value in kwargs.items()}
        make(self, *args, **_checked(type(self), values))

    __init__.__wrapped__ = make  # type: ignore[attr-defined] # so that signatures show the options
    checked.__init__ = __init__
    checked.__pydantic_config__ = CONFIG
    result: Class = checked
    return result


def _changed_options(self: Any) -> str:
    """Return the constructor call with the options that differ from their defaults."""
    changed = []
    for field in fields(self):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if (value := getattr(self, field.name)) != default:
            changed.append(f"{field.name}={value!r}")
    return f"{type(self).__name__}({', '.join(changed)})"


def _checked(cls: type, values: dict[str, Any]) -> dict[str, Any]:
    """Convert and check values by name; raise ConfigError if one is not allowed."""
    declared = _options_of(cls)
    checked: dict[str, Any] = {}
    for name, value in values.items():
        if name not in declared:
            raise _unknown_error([name], cls)
        option = declared[name]
        converted = value
        for mark in option.marks:
            if isinstance(mark, Convert):
                converted = mark.function(converted)
        if not option.allows(converted):
            raise ConfigError(invalid_value_text(name, converted, option))
        checked[name] = converted
    return checked


def to_python_scalar(value: Any) -> Any:
    """Return a number, flag or text of NumPy's as Python's own, and anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


Options = TypeVar("Options")


def from_json(cls: type[Options], text: str | bytes) -> Options:
    """Read options from a JSON object.

    Raises:
        ConfigError: If a value is not allowed or an option is unknown.
    """
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(cls).validate_json(text)
    except ValidationError as exc:
        raise config_error(exc, cls) from None


def from_strings(cls: type[Options], texts: Mapping[str, str]) -> Options:
    """Read options from texts by name.

    Raises:
        ConfigError: If a value is not allowed or an option is unknown.
    """
    declared = options_of(cls)
    return cls(**{name: read_text(declared[name], text) if name in declared else text for name, text in texts.items()})


def read_text(option: Option, text: str) -> Any:
    """Return the value that a text means for an option; any other text is returned unchanged."""
    if option.nullable and text.lower() in NONE_TEXTS:
        return None
    if any(isinstance(mark, Convert) for mark in option.marks) or option.kind not in READERS:
        return text
    try:
        return READERS[option.kind](text)
    except (ValueError, KeyError):
        return read_scalar(text)


def config_error(exc: "ValidationError", cls: type) -> WdError:
    """Return the error of one line for what pydantic found first."""
    error = exc.errors(include_url=False)[0]
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, WdError):
        return cause
    path, option, owner = _locate(error, cls)
    key = ".".join(path)
    if error["type"] in UNKNOWN_ERRORS:
        return _unknown_error(path, owner)
    if error["type"] in ("missing", "missing_argument"):
        return ConfigError(f"{key}: expected {option.allowed}, got nothing")
    return ConfigError(invalid_value_text(key or "the value", error["input"], option))


def _unknown_error(path: list[str], owner: type) -> UnknownOption:
    prefix, name = path[:-1], path[-1]
    known = {field.name: ".".join([*prefix, field.name]) for field in fields(owner)}
    close = did_you_mean(name, known)
    if close and prefix:
        close = close.replace("mean ", f"mean {'.'.join(prefix)}.", 1)
    return UnknownOption(f"unknown option {quoted('.'.join(path))}; expected {', '.join(known)}{close}")


def _locate(error: "ErrorDetails", cls: type) -> tuple[list[str], Option, type]:
    """Return the names on the way to a value, what it may be, and the class that declares it."""
    path: list[str] = []
    owner, option = cls, Option("group")
    for step in error["loc"]:
        if option.kind == "group":
            path.append(str(step))
            hint = typing.get_type_hints(owner, include_extras=True).get(str(step))
            if hint is None:
                break
            option = option_of(hint)
            if option.kind == "group":
                owner = next(kind for kind in _union_members(hint) if is_dataclass(kind))  # type: ignore[assignment]
        elif option.item is not None:
            if option.kind == "list":
                path[-1] += f"[{step}]"
            else:
                path.append(listed([step]))
            option = option.item
        else:  # the member of a union
            break
    return path, option, owner


def invalid_value_text(name: str, value: Any, option: Option) -> str:
    """Return the error message for a value that is not allowed: its name, what is expected, and the value."""
    return f"{name}: expected {option.allowed}, got {quoted(value)}{did_you_mean(value, option.names)}"


def read_scalar(text: str) -> bool | int | float | str:
    """Return the boolean or finite number that a text is, and any other text as it is."""
    for kind in SCALAR_READERS:
        with contextlib.suppress(ValueError, KeyError):
            value: bool | int | float = READERS[kind](text)
            return value
    return text


def _read_float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


SCALAR_READERS: tuple[Kind, ...] = ("boolean", "integer", "number")  # tried in this order
NONE_TEXTS = ("none", "null")
READERS: dict[Kind, Callable[[str], Any]] = {
    "boolean": lambda text: {"true": True, "false": False}[text.lower()],
    "integer": int,
    "number": _read_float,
    "path": Path,
    "scalar": read_scalar,
}


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
