"""The options of a command, read from the fields of its dataclass: what may be typed, and the value that it means.

A nested dataclass adds its fields as options: straight in the command's own they keep their names, and deeper down they
have the name of what they lie in before them (`--ppo.clip-range`). A mapping has an option for each key that is typed.
"""

import functools
import math
import operator
import types
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from wd_env.cli.usage_error import UsageError
from wd_env.errors import did_you_mean, quoted
from wd_env.spec.rule_options import METADATA_KEY, ChoiceOption, descriptions_of, invalid_value_text

REQUIRED = MISSING  # the default of an option that has none


@dataclass(frozen=True)
class Positional:
    """Marks, in `Annotated`, a field whose value is given by its place instead of by an option."""

    metavar: str  # what help calls it


@dataclass(frozen=True)
class Hidden:
    """Marks, in `Annotated`, a field that the command line does not set."""


@dataclass(frozen=True)
class Description:
    """Says, in `Annotated`, what help tells of a field; elsewhere that is the sentence beneath it in the source."""

    text: str


@dataclass(frozen=True)
class OptionField:
    """One option or positional value."""

    path: tuple[str, ...]  # of field names, from the command's dataclass down; last a key, where that is a mapping's
    value_type: Any  # of its value, without None and `Annotated`
    nullable: bool
    default: Any
    description: str
    positional: str = ""  # its name in help, where it has no option
    rule_option: Any = None  # an option of a game, which knows what is allowed

    @property
    def page(self) -> str:
        """The page of help that lists it: the nested field it belongs to; empty for the command's own."""
        return self.path[0] if len(self.path) > 1 else ""

    @property
    def section(self) -> str:
        """The part of that page, empty where it is of no part."""
        return self.path[1] if len(self.path) > 2 else ""  # noqa: PLR2004 (page, section, field)

    @property
    def flag(self) -> str:
        """The option as it is typed, or the name of a positional value."""
        if self.positional:
            return self.positional
        words = self.path[1:] if self.page else self.path
        return "--" + ".".join(word if "/" in word else word.replace("_", "-") for word in words)

    @property
    def help_flag(self) -> str:
        """The option that shows help about it."""
        return f"--help-{self.page}" if self.page else "--help"

    @property
    def is_switch(self) -> bool:
        """It takes no value: `--json` sets it, `--no-json` takes it back."""
        return self.value_type is bool and not self.nullable

    @property
    def is_variadic(self) -> bool:
        """It takes as many values as there are."""
        return typing.get_origin(self.value_type) is tuple

    @property
    def is_mapping(self) -> bool:
        """It is shown in help for any key, and typed with one."""
        return typing.get_origin(self.value_type) is dict

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that are allowed, where these are all."""
        if typing.get_origin(self.value_type) is Literal:
            return typing.get_args(self.value_type)
        return self.rule_option.names if isinstance(self.rule_option, ChoiceOption) else ()

    def value(self, args: bool | str | Sequence[str]) -> Any:
        """What the typed words mean, or a switch that is on or off; UsageError for what is not allowed."""
        if isinstance(args, bool):
            return args
        if self.is_variadic:
            (kind, *_) = typing.get_args(self.value_type)
            return tuple(self._one(kind, word) for word in args)
        return self._one(self.value_type, args if isinstance(args, str) else args[0])

    def _one(self, kind: Any, word: str) -> Any:
        if self.nullable and word.lower() in ("none", "null"):
            return None
        for reader in _converters(kind):
            try:
                found = reader(word)
            except (ValueError, KeyError):
                continue
            if self.rule_option is not None and not self.rule_option.allows(found):
                raise UsageError(invalid_value_text(self.flag, found, self.rule_option), self.help_flag)
            return found
        told = f"{self.flag} is {quoted(word)}; allowed are {self._allowed}{did_you_mean(word, self.choices)}"
        raise UsageError(told, self.help_flag)

    @property
    def _allowed(self) -> str:
        if self.rule_option is not None:
            return str(self.rule_option.allowed)
        kind = typing.get_args(self.value_type)[0] if self.is_variadic else self.value_type
        words = ", ".join(self.choices) or TYPE_TEXTS.get(kind, "words")
        return f"{words} and None" if self.nullable else words


def _to_bool(word: str) -> bool:
    return {"true": True, "false": False}[word.lower()]


def _to_float(word: str) -> float:
    if not math.isfinite(number := float(word)):
        raise ValueError(word)
    return number


TYPE_TEXTS = {int: "whole numbers", float: "numbers", bool: "True and False", str: "words", Path: "names of files"}
CONVERTERS: dict[Any, Callable[[str], Any]] = {bool: _to_bool, int: int, float: _to_float, str: str, Path: Path}


def _converters(kind: Any) -> Iterator[Callable[[str], Any]]:
    """What may make a value of this kind from a word, in order; each raises ValueError or KeyError where it cannot."""
    if typing.get_origin(kind) is Literal:
        yield {name: name for name in typing.get_args(kind)}.__getitem__
    for inner in _union_members(kind):
        if inner in CONVERTERS:
            yield CONVERTERS[inner]


def _union_members(kind: Any) -> tuple[Any, ...]:
    is_union = typing.get_origin(kind) in (types.UnionType, typing.Union)
    return typing.get_args(kind) if is_union else (kind,)


def option_fields(options_type: type, default: Any = None, args: Sequence[str] = ()) -> list[OptionField]:
    """List all options of a command, and those for the keys of mappings that are among the typed `words`.

    `default` is an instance whose values are the defaults; it also tells the class of a nested dataclass.
    """
    return list(_iter_fields(options_type, default, (), args))


def _iter_fields(kind: type, default: Any, above: tuple[str, ...], words: Sequence[str]) -> Iterator[OptionField]:
    hints, meanings = typing.get_type_hints(kind, include_extras=True), descriptions_of(kind)
    for each in fields(kind):
        inner, marks = _split_annotated(hints[each.name])
        value = default_of(each) if default is None else getattr(default, each.name)
        path = (*above, each.name)
        if any(isinstance(mark, Hidden) or mark is Hidden for mark in marks):
            continue
        if is_dataclass(value):
            yield from _iter_fields(type(value), value, path, words)
            continue
        may_be_none, inner = _without_none(inner)
        positional = "".join(mark.metavar for mark in marks if isinstance(mark, Positional))
        meaning = "".join(mark.text for mark in marks if isinstance(mark, Description)) or meanings.get(each.name, "")
        entry = OptionField(path, inner, may_be_none, value, meaning, positional, each.metadata.get(METADATA_KEY))
        yield entry
        if entry.is_mapping:
            yield from _mapping_fields(entry, words)


def _mapping_fields(entry: OptionField, words: Sequence[str]) -> Iterator[OptionField]:
    """An option for each key of a mapping that is typed."""
    start = f"{entry.flag}."
    typed = {word.partition("=")[0].removeprefix(start) for word in words if word.startswith(start)}
    there = {key.replace("_", "-"): key for key in entry.default}
    for key in sorted(typed):
        name = key if "/" in key else there.get(key, key.replace("-", "_"))
        yield replace(entry, path=(*entry.path, name), value_type=typing.get_args(entry.value_type)[1])


def _split_annotated(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """The kind of a field, and what `Annotated` says of it besides."""
    if typing.get_origin(kind) is Annotated:
        inner, *marks = typing.get_args(kind)
        return inner, tuple(marks)
    return kind, ()


def _without_none(kind: Any) -> tuple[bool, Any]:
    kinds = _union_members(kind)
    others = tuple(inner for inner in kinds if inner is not type(None))
    return len(others) < len(kinds), functools.reduce(operator.or_, others)


def default_of(each: "Field[Any]") -> Any:
    """The value of a field that nobody sets; REQUIRED where somebody has to."""
    return each.default if each.default_factory is MISSING else each.default_factory()
