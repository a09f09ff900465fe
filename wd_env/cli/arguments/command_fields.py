"""The options of a command, read from the fields of its dataclass.

The fields of a nested dataclass are options, too: directly in the dataclass of the command they keep their names, and
deeper down the name of what they lie in comes first (`--ppo.clip-range`). A mapping has an option for each key that is
typed.
"""

import typing
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Any

from wd_env.options import Option, descriptions_of, option_of

REQUIRED = MISSING  # the default of an option that has none


@dataclass(frozen=True)
class Positional:
    """Marks, in `Annotated`, a field whose value is given by its place instead of by an option."""

    metavar: str  # its name in help


@dataclass(frozen=True)
class Hidden:
    """Marks, in `Annotated`, a field that the command line does not set."""


@dataclass(frozen=True)
class Description:
    """The description of a field, in `Annotated`; without it that is the string beneath the field in the source."""

    text: str


@dataclass(frozen=True)
class OptionField:
    """An option or a positional value.

    Attributes:
        path: Names of the fields that lead to it from the dataclass of the command; the last may be a key of a mapping.
        annotation: Annotation of its values.
        default: Default, or REQUIRED.
        description: Description in help.
        positional: Its name in help if it is given by its place, else "".
    """

    path: tuple[str, ...]
    annotation: Any
    default: Any
    description: str
    positional: str = ""

    @property
    def option(self) -> Option:
        """What its values may be."""
        return option_of(self.annotation)

    @property
    def page(self) -> str:
        """The page of help that lists it: the nested field it belongs to; empty for an option of the command itself."""
        return self.path[0] if len(self.path) > 1 else ""

    @property
    def section(self) -> str:
        """The part of that page, empty if the page has no parts."""
        return self.path[1] if len(self.path) > 2 else ""  # noqa: PLR2004 (page, section, field)

    @property
    def flag(self) -> str:
        """The option as it is typed, or the name of a positional value."""
        if self.positional:
            return self.positional
        names = self.path[1:] if self.page else self.path
        return "--" + ".".join(name if "/" in name else name.replace("_", "-") for name in names)

    @property
    def help_flag(self) -> str:
        """The option that shows help about it."""
        return f"--help-{self.page}" if self.page else "--help"

    @property
    def is_switch(self) -> bool:
        """Whether it takes no value: `--json` sets it, and `--no-json` unsets it."""
        return self.option.kind == "boolean" and not self.option.nullable


def option_fields(options_type: type, default: Any = None, args: Sequence[str] = ()) -> list[OptionField]:
    """List all options of a command, and those for the keys of mappings that are in the arguments.

    Args:
        options_type: Dataclass of the command.
        default: Instance whose values are the defaults; it also gives the class of a nested dataclass.
        args: Arguments of the command.
    """
    return list(_iter_fields(options_type, default, (), args))


def _iter_fields(cls: type, default: Any, above: tuple[str, ...], args: Sequence[str]) -> Iterator[OptionField]:
    hints, descriptions = typing.get_type_hints(cls, include_extras=True), descriptions_of(cls)
    for each in fields(cls):
        value = default_of(each) if default is None else getattr(default, each.name)
        path = (*above, each.name)
        marks = option_of(hints[each.name]).marks
        if any(isinstance(mark, Hidden) for mark in marks):
            continue
        if is_dataclass(value):
            yield from _iter_fields(type(value), value, path, args)
            continue
        positional = "".join(mark.metavar for mark in marks if isinstance(mark, Positional))
        description = "".join(mark.text for mark in marks if isinstance(mark, Description))
        field = OptionField(path, hints[each.name], value, description or descriptions.get(each.name, ""), positional)
        yield field
        if field.option.kind == "mapping":
            yield from _key_fields(field, args)


def _key_fields(mapping: OptionField, args: Sequence[str]) -> Iterator[OptionField]:
    """Return an option for each key of a mapping that is typed."""
    start = f"{mapping.flag}."
    typed = {arg.partition("=")[0].removeprefix(start) for arg in args if arg.startswith(start)}
    known = {key.replace("_", "-"): key for key in mapping.default}
    value_type = item_annotation(mapping.annotation)
    for key in sorted(typed):
        name = known.get(key, key if "/" in key else key.replace("-", "_"))
        yield OptionField((*mapping.path, name), value_type, None, "")


def item_annotation(annotation: Any) -> Any:
    """Return the annotation of the values of a tuple or mapping."""
    if typing.get_origin(annotation) is typing.Annotated:
        annotation = typing.get_args(annotation)[0]
    return typing.get_args(annotation)[1 if typing.get_origin(annotation) is dict else 0]


def default_of(each: "Field[Any]") -> Any:
    """Return the default of a field, or REQUIRED if it has none."""
    return each.default if each.default_factory is MISSING else each.default_factory()
