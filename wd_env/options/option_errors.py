"""Errors of one line for values that are not allowed."""

import typing
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from wd_env.errors import ConfigError, UnknownOption, WdError, did_you_mean, listed, quoted

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails
from wd_env.options.option import Option, option_of, union_members

UNKNOWN_ERRORS = ("unexpected_keyword_argument", "unexpected_positional_argument")


def config_error(exc: "ValidationError", cls: type) -> WdError:
    """Return the error of one line for what pydantic found first."""
    error = exc.errors(include_url=False)[0]
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, WdError):
        return cause
    path, option, owner = _locate(error, cls)
    key = ".".join(path)
    if error["type"] in UNKNOWN_ERRORS:
        return unknown_option_error(path, owner)
    if error["type"] in ("missing", "missing_argument"):
        return ConfigError(f"{key}: expected {option.allowed}, got nothing")
    return ConfigError(invalid_value_text(key or "the value", error["input"], option))


def unknown_option_error(path: list[str], owner: type) -> UnknownOption:
    prefix, name = path[:-1], path[-1]
    known = {field.name: ".".join([*prefix, field.name]) for field in fields(owner)}
    close = did_you_mean(name, known)
    if prefix:
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
                owner = next(kind for kind in union_members(hint) if is_dataclass(kind))  # type: ignore[assignment]
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
    """Return the error message for a value that is not allowed.

    Args:
        name: Name of the option.
        value: The value.
        option: What the option may be.
    """
    return f"{name}: expected {option.allowed}, got {quoted(value)}{did_you_mean(value, option.names)}"
