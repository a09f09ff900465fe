"""What an option may be, read from the annotation of its field."""

import math
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from annotated_types import Ge, Gt, Interval, Le, Lt

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


@dataclass(frozen=True)
class Choice:
    """Marks, in `Annotated`, a text that must be one of a few names.

    Args:
        names: The names.
    """

    names: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        return core_schema.literal_schema(list(self.names))


@dataclass(frozen=True)
class FileName:
    """Marks, in `Annotated`, the path of a file.

    Args:
        names: Names of bundled files, which are allowed instead of a path.
    """

    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Convert:
    """Marks, in `Annotated`, an option whose values are converted before they are checked.

    Args:
        function: Function of a value that returns the converted value.
    """

    function: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.function, handler(source))


@dataclass(frozen=True)
class Format:
    """Marks, in `Annotated`, a text that its class reads itself.

    Args:
        allowed: What the text may be, for errors.
    """

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
        members = union_members(annotation)
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
    if len(union_members(kind)) > 1:
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


def union_members(kind: Any) -> tuple[Any, ...]:
    is_union = typing.get_origin(kind) in (types.UnionType, typing.Union)
    return typing.get_args(kind) if is_union else (kind,)


def options_of(cls: type) -> Mapping[str, Option]:
    """Return what each field of a class may be, by its name."""
    return _options_of(cls)


@cache
def _options_of(cls: Any) -> Mapping[str, Option]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return types.MappingProxyType({field.name: option_of(hints[field.name]) for field in fields(cls)})
