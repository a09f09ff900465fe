"""Plain data into frozen dataclasses, strictly: what is unknown or of a wrong type is refused by name."""

import dataclasses
import math
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

import yaml

from wd_env.errors import ConfigError, did_you_mean, listed, quoted
from wd_env.storage.atomic_files import read_text

Settings = TypeVar("Settings")

MAX_BYTES = 2**15  # of a file of settings; ours have four thousand
MAX_DEPTH = 16  # lists and mappings inside each other
MAX_SCALAR_CHARS = 1000  # letters of one value
BASE_KEY = "base"  # the key of a file of settings that names the file it overrides
REPLACED_KEYS = ("weights",)  # mappings that are replaced, for a name that is left out means something
MERGE_TAG = "tag:yaml.org,2002:merge"  # the key `<<`


def from_yaml(cls: type[Settings], path: str | Path, defaults: Mapping[str, Any] | None = None) -> Settings:
    """Build the dataclass with what the YAML file overrides; ConfigError names file, key and what is allowed.

    A key `base` names a file beside it, whose settings it overrides in turn; that one has no base of its own. `usual`
    are settings in the place of the defaults.
    """
    found = _read(path)
    if isinstance(found, Mapping) and BASE_KEY in found:
        found = _merge(
            _read(_base_path(Path(path), found[BASE_KEY])), {k: v for k, v in found.items() if k != BASE_KEY}
        )
    try:
        return build(cls, _merge(defaults, found) if defaults and isinstance(found, Mapping) else found)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def _read(path: str | Path) -> Any:
    text = read_text(path, MAX_BYTES, ConfigError)
    try:
        _check_nodes(text)
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        _reject_duplicate_keys(node, "")
        return {} if node is None else loader.construct_document(node) or {}
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # dates and digits raise bare ValueErrors
        raise ConfigError(f"{path}: {error}") from None


def _base_path(path: Path, name: Any) -> Path:
    if not isinstance(name, str) or Path(name).name != name:
        raise ConfigError(f"{path}: {BASE_KEY} is {quoted(name)}, it must be the name of a file in the same folder")
    return path.parent / name


def _merge(base: Any, override: Mapping[Any, Any]) -> dict[Any, Any]:
    """The settings of the base with those of the other on top, mapping by mapping."""
    merged = dict(base) if isinstance(base, Mapping) else {}
    for key, value in override.items():
        is_deeper = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping) and key not in REPLACED_KEYS
        merged[key] = _merge(merged[key], value) if is_deeper else value
    return merged


def _check_nodes(text: str) -> None:
    """ConfigError for what settings never have and strangers may write: aliases, deep nesting, very long words."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        at = "" if event.start_mark is None else f"in line {event.start_mark.line + 1}"
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            raise ConfigError(f"{at} stands an anchor or an alias, {quoted(event.anchor)}; settings have none")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise ConfigError(f"{at} lie more than {MAX_DEPTH} lists and mappings inside each other")
        if isinstance(event, yaml.ScalarEvent) and len(event.value) > MAX_SCALAR_CHARS:
            raise ConfigError(f"{at} stands a value of {len(event.value)} letters; allowed are {MAX_SCALAR_CHARS}")


def build(cls: type[Settings], data: Any, prefix: str = "") -> Settings:
    """The dataclass from a mapping of its fields, nested ones likewise; absent fields keep their defaults."""
    if not isinstance(data, Mapping):
        _raise_error(prefix.removesuffix(".") or "settings", data, "a mapping of keys")
    declared = typing.get_type_hints(cls)
    for key in data:
        if key not in declared:
            allowed, hint = ", ".join(prefix + name for name in declared), did_you_mean(key, declared)
            raise ConfigError(f"unknown key {prefix}{_format_key(key)}, allowed: {allowed}{hint}")
    return cls(**{key: _convert(value, declared[key], prefix + key) for key, value in data.items()})


def to_json_data(settings: Any) -> dict[str, Any]:
    """The resolved settings as JSON has them: tuples become lists; `build` reads them back."""
    return {key: _to_lists(value) for key, value in dataclasses.asdict(settings).items()}


def _to_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _to_lists(inner) for key, inner in value.items()}
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
        return value if value in inner else _raise_error(name, value, " or ".join(inner) + did_you_mean(value, inner))
    if origin in (types.UnionType, typing.Union):
        return _convert_union(value, inner, name)
    return _scalar(value, kind, name)


def _sequence(value: Any, kind: Any, name: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        _raise_error(name, value, f"a list of {_describe_type(kind)}")
    return tuple(_convert(item, kind, f"{name}[{place}]") for place, item in enumerate(value))


def _mapping(value: Any, kind: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        _raise_error(name, value, f"a mapping of names to {_describe_type(kind)}")
    return {key: _convert(item, kind, f"{name}.{key}") for key, item in value.items()}


def _convert_union(value: Any, kinds: tuple[Any, ...], name: str) -> Any:
    for kind in kinds:
        if type(value) is kind:
            return value
    for kind in kinds:
        try:
            return _convert(value, kind, name)
        except ConfigError:
            continue
    return _raise_error(name, value, " or ".join(_describe_type(kind) for kind in kinds))


def _scalar(value: Any, kind: type, name: str) -> Any:
    if kind is float and type(value) in (int, float, str):
        return _parse_float(value, name)
    if type(value) is not kind:  # a bool is no int here
        _raise_error(name, value, _describe_type(kind))
    if isinstance(value, str) and not value.isprintable():
        _raise_error(name, value, "text without control characters")
    return value


def _parse_float(value: int | float | str, name: str) -> float:
    """A finite float; PyYAML gives 1e-3 and 3e-4 as text, for want of a dot."""
    try:
        number = float(value)
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        _raise_error(name, value, "a finite number")
    return number


def _describe_type(kind: Any) -> str:
    words = {int: "a whole number", float: "a number", str: "text", bool: "true or false", type(None): "null"}
    return words.get(kind, str(kind))


def _raise_error(name: str, value: Any, expected: str) -> NoReturn:
    raise ConfigError(f"{name} is {quoted(value)}, it must be {expected}")


def _format_key(key: Any) -> str:
    """A key as it stands in the file, unless it is long."""
    return listed([key]) if isinstance(key, str | int) and not isinstance(key, bool) else quoted(key)


def _reject_duplicate_keys(node: yaml.Node | None, prefix: str) -> None:
    """YAML keeps the last of two equal keys in silence, and `<<` adds keys to others; a typing slip must not."""
    if isinstance(node, yaml.SequenceNode):
        for place, value in enumerate(node.value):
            _reject_duplicate_keys(value, f"{prefix.removesuffix('.')}[{place}].")
    if not isinstance(node, yaml.MappingNode):
        return
    seen: set[str] = set()
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):  # refused on loading
            continue
        if key.value in seen or key.tag == MERGE_TAG:
            raise ConfigError(f"key {prefix}{key.value} {'stands twice' if key.value in seen else 'adds other keys'}")
        seen.add(key.value)
        _reject_duplicate_keys(value, f"{prefix}{key.value}.")
