"""Options from JSON and from texts."""

import contextlib
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from wd_env.options.option import Convert, Kind, Option, options_of
from wd_env.options.option_errors import config_error

Options = TypeVar("Options")


def from_json(cls: type[Options], text: str | bytes) -> Options:
    """Read options from a JSON object.

    Args:
        cls: Class of the options.
        text: The JSON text.

    Returns:
        An instance of the class.

    Raises:
        ConfigError: If a value is not allowed or an option is unknown.
    """
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(cls).validate_json(text)
    except ValidationError as exc:
        raise config_error(exc, cls) from None


def from_strings(cls: type[Options], texts: Mapping[str, str]) -> Options:
    """Read options from texts.

    Args:
        cls: Class of the options.
        texts: Text of each option by its name.

    Returns:
        An instance of the class.

    Raises:
        ConfigError: If a value is not allowed or an option is unknown.
    """
    declared = options_of(cls)
    return cls(**{name: read_text(declared[name], text) if name in declared else text for name, text in texts.items()})


def read_text(option: Option, text: str) -> Any:
    """Return the value that a text means for an option; any other text is returned unchanged.

    Args:
        option: What the option may be.
        text: The text.
    """
    if option.nullable and text.lower() in NONE_TEXTS:
        return None
    if any(isinstance(mark, Convert) for mark in option.marks) or option.kind not in READERS:
        return text
    try:
        return READERS[option.kind](text)
    except (ValueError, KeyError):
        return read_scalar(text)


def read_scalar(text: str) -> bool | int | float | str:
    """Return the boolean or finite number that a text is, and any other text unchanged.

    Args:
        text: The text.
    """
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
