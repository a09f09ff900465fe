"""Plain data into frozen dataclasses, strictly: what is unknown or of a wrong type is refused by name."""

import dataclasses
import math
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

import yaml

from wd_env.core.errors import ConfigError

Settings = TypeVar("Settings")


def from_yaml(cls: type[Settings], path: str | Path) -> Settings:
    """The dataclass with what the YAML file overrides; ConfigError names file, key and what is allowed."""
    try:
        text = Path(path).read_text("utf-8")
        _refuse_repeated_keys(yaml.compose(text, Loader=yaml.SafeLoader), "")
        return build(cls, yaml.safe_load(text) or {})
    except OSError as error:
        reason = error.strerror or str(error)
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # dates and digits raise bare ValueErrors
        reason = str(error)
    raise ConfigError(" ".join(f"{path}: {reason}".split()))


def build(cls: type[Settings], found: Any, prefix: str = "") -> Settings:
    """The dataclass from a mapping of its fields, nested ones likewise; absent fields keep their defaults."""
    if not isinstance(found, Mapping):
        _refuse(prefix.removesuffix(".") or "settings", found, "a mapping of keys")
    declared = typing.get_type_hints(cls)
    for key in found:
        if key not in declared:
            raise ConfigError(f"unknown key {prefix}{key}, allowed: {', '.join(prefix + k for k in declared)}")
    return cls(**{key: _convert(value, declared[key], prefix + key) for key, value in found.items()})


def plain(settings: Any) -> dict[str, Any]:
    """The resolved settings as JSON has them: tuples become lists; `build` reads them back."""
    return {key: _listed(value) for key, value in dataclasses.asdict(settings).items()}


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _listed(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _convert(value: Any, kind: Any, name: str) -> Any:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return build(kind, value, f"{name}.")
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        return _sequence(value, inner[0], name)
    if origin is dict:
        return _mapping(value, inner[1], name)
    if origin is Literal:
        return value if value in inner else _refuse(name, value, " or ".join(inner))
    if origin in (types.UnionType, typing.Union):
        return _one_of(value, inner, name)
    return _scalar(value, kind, name)


def _sequence(value: Any, kind: Any, name: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        _refuse(name, value, f"a list of {_words(kind)}")
    return tuple(_convert(item, kind, f"{name}[{place}]") for place, item in enumerate(value))


def _mapping(value: Any, kind: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        _refuse(name, value, f"a mapping of names to {_words(kind)}")
    return {key: _convert(item, kind, f"{name}.{key}") for key, item in value.items()}


def _one_of(value: Any, kinds: tuple[Any, ...], name: str) -> Any:
    for kind in kinds:
        if type(value) is kind:
            return value
    for kind in kinds:
        try:
            return _convert(value, kind, name)
        except ConfigError:
            continue
    return _refuse(name, value, " or ".join(_words(kind) for kind in kinds))


def _scalar(value: Any, kind: type, name: str) -> Any:
    if kind is float and type(value) in (int, float, str):
        return _number(value, name)
    if type(value) is not kind:  # a bool is no int here
        _refuse(name, value, _words(kind))
    return value


def _number(value: int | float | str, name: str) -> float:
    """A finite float; PyYAML gives 1e-3 and 3e-4 as text, for want of a dot."""
    try:
        number = float(value)
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        _refuse(name, value, "a finite number")
    return number


def _words(kind: Any) -> str:
    words = {int: "a whole number", float: "a number", str: "text", bool: "true or false", type(None): "null"}
    return words.get(kind, str(kind))


def _refuse(name: str, value: Any, allowed: str) -> NoReturn:
    raise ConfigError(" ".join(f"{name} is {value!r}, it must be {allowed}".split()))


def _refuse_repeated_keys(node: yaml.Node | None, prefix: str) -> None:
    """YAML keeps the last of two equal keys in silence; a typing slip must not."""
    if not isinstance(node, yaml.MappingNode):
        return
    seen: set[str] = set()
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):  # refused on loading
            continue
        if key.value in seen:
            raise ConfigError(f"key {prefix}{key.value} stands twice")
        seen.add(key.value)
        _refuse_repeated_keys(value, f"{prefix}{key.value}.")
