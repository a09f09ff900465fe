"""The decorator of classes that declare options, and the check of their values."""

from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, TypeVar, dataclass_transform

import numpy as np

from wd_env.errors import ConfigError
from wd_env.options.option import Convert, _options_of
from wd_env.options.option_errors import invalid_value_text, unknown_option_error

CONFIG = {"extra": "forbid", "strict": True, "allow_inf_nan": False}  # of pydantic
Class = TypeVar("Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(Field,))
def options(cls: Class) -> Class:
    """Make a frozen dataclass of a class that declares options.

    Its constructor takes scalars of NumPy like those of Python.

    Args:
        cls: Class with an annotation and a description for each option.

    Returns:
        The dataclass.

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
            raise unknown_option_error([name], cls)
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
    """Return a scalar of NumPy as Python's own, and any other value unchanged.

    Args:
        value: Any value.
    """
    return value.item() if isinstance(value, np.generic) else value
