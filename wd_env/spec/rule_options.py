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
from wd_env.spec.state_schema import MAX_ELEMENT, Field

METADATA_KEY = "option"  # of a field's metadata


@dataclass(frozen=True)
class IntOption:
    """A whole number from `low` to `high`; or None, which the rules take for 0."""

    low: int
    high: int
    allows_none: bool = False
    names = ()

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return f"whole numbers {self.low}..{self.high}" + " or None" * self.allows_none

    def allows(self, value: Any) -> bool:
        """True for what may be given."""
        return (value is None and self.allows_none) or (type(value) is int and self.low <= value <= self.high)

    def code(self, value: Any) -> int:
        """The number the rules take."""
        return value or 0

    @property
    def max_code(self) -> int:
        """The highest number the rules may meet."""
        return self.high

    @property
    def code_meanings(self) -> str:
        """What the numbers mean, in words."""
        return f"{self.low}..{self.high}" + ", or 0 for none" * self.allows_none


@dataclass(frozen=True)
class ChoiceOption:
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
    def max_code(self) -> int:
        """The highest number the rules may meet."""
        return len(self.names) - 1

    @property
    def code_meanings(self) -> str:
        """What the numbers mean, in words."""
        return ", ".join(f"{code} {name}" for code, name in enumerate(self.names))


@dataclass(frozen=True)
class BoolOption:
    """True or False; or None, which the rules take for 0."""

    allows_none: bool = False
    names = ()
    code_meanings = "1 when it is agreed"
    max_code = 1

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return "True, False and None" if self.allows_none else "True and False"

    def allows(self, value: Any) -> bool:
        """True for what may be given."""
        return isinstance(value, bool) or (value is None and self.allows_none)

    def code(self, value: Any) -> int:
        """The number the rules take."""
        return int(value or 0)


@dataclass(frozen=True)
class PathOption:
    """The path of a file, or a name that stands for a shipped one; with `none` also None, for the shipped one."""

    names: tuple[str, ...] = ()
    allows_none: bool = False

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return ", ".join((*self.names, "the path of a file")) + " or None" * self.allows_none

    def allows(self, value: Any) -> bool:
        """True for what may be given; whether the file is there shows when it is read."""
        return isinstance(value, str) or (value is None and self.allows_none)


@dataclass(frozen=True)
class TextOption:
    """A text that the configuration of a game reads itself, such as teams; the rules take what it makes of it."""

    allowed: str
    names = ()

    def allows(self, value: Any) -> bool:
        """True for a text; whether it can be read shows when the configuration reads it."""
        return isinstance(value, str)


Option = IntOption | ChoiceOption | BoolOption | PathOption | TextOption


def to_python_scalar(value: Any) -> Any:
    """Return a number, flag or text of NumPy's as Python's own, and anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def int_option(default: int | None, low: int, high: int, *, in_state: bool = True, allows_none: bool = False) -> Any:
    """Declare a field for a whole number; None is allowed if it is the default, or with `allows_none`."""
    return _field(default, IntOption(low, high, allows_none or default is None), in_state)


def choice_option(default: str, names: tuple[str, ...], *, in_state: bool = True, added_later: bool = False) -> Any:
    """A field for one of these names; the default of one that is `later` than others is the first (`Field.later`)."""
    return _field(default, ChoiceOption(names), in_state, added_later)


def bool_option(default: bool | None, *, in_state: bool = True) -> Any:
    """A field for True or False; None is allowed where it is the default."""
    return _field(default, BoolOption(default is None), in_state)


def path_option(default: str | None, *names: str) -> Any:
    """A field for a file; the rules read it from the tables it fills."""
    return _field(default, PathOption(names, default is None), in_state=False)


def text_option(default: str, allowed: str) -> Any:
    """A field for a text that the configuration reads itself; `allowed` says in words what it may be."""
    return _field(default, TextOption(allowed), in_state=False)


def _field(default: Any, option: Option, in_state: bool, added_later: bool = False) -> Any:
    return field(default=default, metadata={METADATA_KEY: option, "in_state": in_state, "added_later": added_later})


def options_of(config: Any) -> Mapping[str, Option]:
    """What each field of a configuration, or of its class, may be."""
    return _declared_by(config if isinstance(config, type) else type(config))[0]


@cache
def _declared_by(kind: type) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """All options of a class of configurations, and those that the rules read; every new table asks for both."""
    found = {f.name: f for f in fields(kind) if METADATA_KEY in f.metadata}
    every = {name: f.metadata[METADATA_KEY] for name, f in found.items()}
    return MappingProxyType(every), MappingProxyType({n: every[n] for n, f in found.items() if f.metadata["in_state"]})


def descriptions_of(config: type) -> dict[str, str]:
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


def invalid_value_text(name: str, value: Any, option: Option) -> str:
    """Return the words that refuse a value: its name, the value and what is allowed."""
    return f"{name} is {value!r}; allowed are {option.allowed}{did_you_mean(value, option.names)}"


def state_options(config: Any) -> Mapping[str, IntOption | ChoiceOption | BoolOption]:
    """Those which the rules read from the state."""
    return _declared_by(config if isinstance(config, type) else type(config))[1]


def state_option_fields(config: Any) -> tuple[Field, ...]:
    """Their fields of the state; ConfigError for an option with numbers that no field holds."""
    later = {f.name for f in fields(config) if f.metadata.get("added_later")}
    return tuple(_state_option_field(name, option, name in later) for name, option in state_options(config).items())


def _state_option_field(name: str, option: IntOption | ChoiceOption | BoolOption, added_later: bool) -> Field:
    lowest = option.low if isinstance(option, IntOption) else 0
    if lowest < 0 or option.max_code > MAX_ELEMENT["i4"]:
        raise ConfigError(f"{name} may be {lowest}..{option.max_code}; allowed in a state are 0..{MAX_ELEMENT['i4']}")
    return Field(
        name,
        "i1" if option.max_code <= MAX_ELEMENT["i1"] else "i4",
        0,
        option.code_meanings,
        constant=True,
        added_later=added_later,
    )


def apply_config(s: Any, config: Any) -> None:
    """Write every option that the rules read into a state."""
    for name, option in state_options(config).items():
        setattr(s, name, option.code(getattr(config, name)))


@dataclass(frozen=True)
class GameConfig:
    """What a configuration of options can do; its subclass is a frozen dataclass of fields as above."""

    def __post_init__(self) -> None:
        for name, option in options_of(self).items():
            value = to_python_scalar(getattr(self, name))
            if not option.allows(value):
                raise ConfigError(invalid_value_text(name, value, option))
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
    def config_error(cls, **options: Any) -> ConfigError | None:
        """Return what `of` would raise for these options; None where they can be."""
        try:
            cls.of(**options)
        except ConfigError as problem:
            return problem
        return None

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as they travel in records, checkpoints and saved states."""
        return {f.name: getattr(self, f.name) for f in fields(self)}
