"""Options of a game: each field of a configuration declares what it may be, once.

From the declaration follow the check of a value and the words that refuse it, the table in the docs, the number the
rules take and the field of the state it lies in.
"""

import ast
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import pairwise
from textwrap import dedent
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from wd_env.errors import ConfigError, UnknownOption, did_you_mean
from wd_env.spec.state_schema import LARGEST, Field

KEY = "option"  # of a field's metadata


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`; or None, which the rules take for 0."""

    low: int
    high: int
    none: bool = False
    names = ()

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return f"whole numbers {self.low}..{self.high}" + " or None" * self.none

    def allows(self, value: Any) -> bool:
        """True for what may be given."""
        return (value is None and self.none) or (type(value) is int and self.low <= value <= self.high)

    def code(self, value: Any) -> int:
        """The number the rules take."""
        return value or 0

    @property
    def highest(self) -> int:
        """The highest number the rules may meet."""
        return self.high

    @property
    def codes(self) -> str:
        """What the numbers mean, in words."""
        return f"{self.low}..{self.high}" + ", or 0 for none" * self.none


@dataclass(frozen=True)
class Choice:
    """One of some names; the rules take its place among them."""

    names: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return ", ".join(self.names)

    def allows(self, value: Any) -> bool:
        """True for what may be given."""
        return isinstance(value, str) and value in self.names

    def code(self, value: Any) -> int:
        """The number the rules take."""
        return self.names.index(value)

    @property
    def highest(self) -> int:
        """The highest number the rules may meet."""
        return len(self.names) - 1

    @property
    def codes(self) -> str:
        """What the numbers mean, in words."""
        return ", ".join(f"{code} {name}" for code, name in enumerate(self.names))


@dataclass(frozen=True)
class Switch:
    """True or False; or None, which the rules take for 0."""

    none: bool = False
    names = ()
    codes = "1 when it is agreed"
    highest = 1

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return "True, False and None" if self.none else "True and False"

    def allows(self, value: Any) -> bool:
        """True for what may be given."""
        return isinstance(value, bool) or (value is None and self.none)

    def code(self, value: Any) -> int:
        """The number the rules take."""
        return int(value or 0)


@dataclass(frozen=True)
class Path:
    """The path of a file, or a name that stands for a shipped one; with `none` also None, for the shipped one."""

    names: tuple[str, ...] = ()
    none: bool = False

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return ", ".join((*self.names, "the path of a file")) + " or None" * self.none

    def allows(self, value: Any) -> bool:
        """True for what may be given; whether the file is there shows when it is read."""
        return isinstance(value, str) or (value is None and self.none)


Option = Whole | Choice | Switch | Path


def plain(value: Any) -> Any:
    """Return a number, flag or text of NumPy's as Python's own, and anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def whole(default: int | None, low: int, high: int, *, house: bool = True, none: bool = False) -> Any:
    """Declare a field for a whole number; None is allowed if it is the default, or with `none`."""
    return _field(default, Whole(low, high, none or default is None), house)


def one_of(default: str, names: tuple[str, ...], *, house: bool = True, later: bool = False) -> Any:
    """A field for one of these names; the default of one that is `later` than others is the first (`Field.later`)."""
    return _field(default, Choice(names), house, later)


def switch(default: bool | None, *, house: bool = True) -> Any:
    """A field for True or False; None is allowed where it is the default."""
    return _field(default, Switch(default is None), house)


def path(default: str | None, *names: str) -> Any:
    """A field for a file; the rules read it from the tables it fills."""
    return _field(default, Path(names, default is None), house=False)


def _field(default: Any, option: Option, house: bool, later: bool = False) -> Any:
    return field(default=default, metadata={KEY: option, "house": house, "later": later})


def options_of(config: Any) -> Mapping[str, Option]:
    """What each field of a configuration, or of its class, may be."""
    return _declared_by(config if isinstance(config, type) else type(config))[0]


@cache
def _declared_by(kind: type) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """All options of a class of configurations, and those that the rules read; every new table asks for both."""
    found = {f.name: f for f in fields(kind) if KEY in f.metadata}
    every = {name: f.metadata[KEY] for name, f in found.items()}
    return MappingProxyType(every), MappingProxyType({n: every[n] for n, f in found.items() if f.metadata["house"]})


def meanings_of(config: type) -> dict[str, str]:
    """Return the sentence beneath each declared field of a class and of those it inherits, by the name of the field.

    They are read from the source, for Python itself does not keep them; a class without source has none of its own.
    """
    meanings = {}
    for entry, sentence in (pair for kind in reversed(config.__mro__) for pair in pairwise(_declared(kind))):
        match entry, sentence:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                meanings[name] = " ".join(text.split())
    return meanings


def _declared(kind: type) -> list[ast.stmt]:
    """The statements in the body of a class; none where there is no source."""
    try:
        (body,) = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError):
        return []
    return body.body if isinstance(body, ast.ClassDef) else []


def refusal(name: str, value: Any, option: Option) -> str:
    """Return the words that refuse a value: its name, the value and what is allowed."""
    return f"{name} is {value!r}; allowed are {option.allowed}{did_you_mean(value, option.names)}"


def house_options(config: Any) -> Mapping[str, Whole | Choice | Switch]:
    """Those which the rules read from the state."""
    return _declared_by(config if isinstance(config, type) else type(config))[1]


def house_fields(config: Any) -> tuple[Field, ...]:
    """Their fields of the state; ConfigError for an option with numbers that no field holds."""
    later = {f.name for f in fields(config) if f.metadata.get("later")}
    return tuple(_house_field(name, option, name in later) for name, option in house_options(config).items())


def _house_field(name: str, option: Whole | Choice | Switch, later: bool) -> Field:
    lowest = option.low if isinstance(option, Whole) else 0
    if lowest < 0 or option.highest > LARGEST["i4"]:
        raise ConfigError(f"{name} may be {lowest}..{option.highest}; allowed in a state are 0..{LARGEST['i4']}")
    return Field(name, "i1" if option.highest <= LARGEST["i1"] else "i4", 0, option.codes, house=True, later=later)


def agree(s: Any, config: Any) -> None:
    """Write every option that the rules read into a state."""
    for name, option in house_options(config).items():
        setattr(s, name, option.code(getattr(config, name)))


@dataclass(frozen=True)
class Options:
    """What a configuration of options can do; its subclass is a frozen dataclass of fields as above."""

    def __post_init__(self) -> None:
        for name, option in options_of(self).items():
            value = plain(getattr(self, name))
            if not option.allows(value):
                raise ConfigError(refusal(name, value, option))
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, **options: Any) -> Self:
        """A configuration from options by name.

        UnknownOption for one that does not exist, ConfigError for a value not allowed.
        """
        allowed = [field.name for field in fields(cls)]
        for name in options:
            if name not in allowed:
                hint = did_you_mean(name, allowed)
                raise UnknownOption(f"unknown option {name!r}; allowed are {', '.join(allowed)}{hint}")
        return cls(**options)

    @classmethod
    def problem(cls, **options: Any) -> ConfigError | None:
        """Return what `of` would raise for these options; None where they can be."""
        try:
            cls.of(**options)
        except ConfigError as problem:
            return problem
        return None

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as they travel in records, checkpoints and saved states."""
        return {f.name: getattr(self, f.name) for f in fields(self)}
