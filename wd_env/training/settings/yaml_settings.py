"""Settings in YAML files, with strict types as in JSON: a string is not a number, and 1 is not true."""

import dataclasses
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml

from wd_env.errors import ConfigError, quoted
from wd_env.options import from_json
from wd_env.storage.atomic_files import read_text

Settings = TypeVar("Settings")
MAX_BYTES = 2**15  # of a file of settings; the bundled ones have four thousand
MAX_DEPTH = 16  # lists and mappings inside each other
MAX_SCALAR_CHARS = 1000  # of one value
BASE_KEY = "base"  # key with the name of the file that this one overrides
MAX_BASES = 4  # in a chain of files
REPLACED_KEYS = ("weights",)  # mappings that are replaced, not merged, because a missing name has a meaning
MERGE_TAG = "tag:yaml.org,2002:merge"  # the key `<<`
TEXT_TAG, FLOAT_TAG = "tag:yaml.org,2002:str", "tag:yaml.org,2002:float"


class _Loader(yaml.SafeLoader):
    """A loader that reads 1e-3 as a number, as YAML 1.2 does; PyYAML reads it as a text."""


_Loader.add_implicit_resolver(FLOAT_TAG, re.compile(r"[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$"), list("-+0123456789"))


def from_yaml(cls: type[Settings], path: str | Path, defaults: Mapping[str, Any] | None = None) -> Settings:
    """Read settings from a YAML file.

    Args:
        cls: The dataclass of the settings.
        path: The file. Its key `base` names a file in the same folder, whose settings it overrides; that file may have
            a base too.
        defaults: Settings that replace the defaults of the dataclass.

    Raises:
        ConfigError: If the file or a value is invalid; the message names file, key and allowed values.
    """
    result = _read_with_bases(path)
    try:
        return build(cls, _merge(defaults, result) if defaults and isinstance(result, Mapping) else result)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from None


def _read(path: str | Path) -> Any:
    text = read_text(path, MAX_BYTES, ConfigError)
    try:
        _check_nodes(text)
        loader = _Loader(text)
        node = loader.get_single_node()
        _reject_duplicate_keys(node, "")
        return {} if node is None else loader.construct_document(node) or {}
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # dates and digits raise bare ValueErrors
        raise ConfigError(f"{path}: {error}") from None


def _read_with_bases(path: str | Path) -> Any:
    """Read a file and its bases; raise ConfigError if there are more than MAX_BASES, such as in a cycle."""
    files = [_read(path)]
    file = Path(path)
    while isinstance(files[-1], Mapping) and BASE_KEY in files[-1]:
        if len(files) > MAX_BASES:
            raise ConfigError(f"{path}: expected at most {MAX_BASES} files below each other by {BASE_KEY}, got more")
        file = _base_path(file, files[-1][BASE_KEY])
        files.append(_read(file))
    merged = files[-1]
    for result in reversed(files[:-1]):
        merged = _merge(merged, {key: value for key, value in result.items() if key != BASE_KEY})
    return merged


def _base_path(path: Path, name: Any) -> Path:
    if not isinstance(name, str) or Path(name).name != name:
        raise ConfigError(f"{path}: {BASE_KEY}: expected the name of a file in the same folder, got {quoted(name)}")
    return path.parent / name


def _merge(base: Any, override: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the settings of the base with those of `override` merged into them, mapping by mapping."""
    merged = dict(base) if isinstance(base, Mapping) else {}
    for key, value in override.items():
        is_deeper = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping) and key not in REPLACED_KEYS
        merged[key] = _merge(merged[key], value) if is_deeper else value
    return merged


def _check_nodes(text: str) -> None:
    """Raise ConfigError if YAML has what settings never need: aliases, deep nesting, very long values."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        at = "" if event.start_mark is None else f"in line {event.start_mark.line + 1}"
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            raise ConfigError(f"{at}: expected no anchors and aliases, got {quoted(event.anchor)}")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise ConfigError(f"{at}: expected at most {MAX_DEPTH} nested lists and mappings, got more")
        if isinstance(event, yaml.ScalarEvent) and not event.value.isprintable():
            raise ConfigError(f"{at}: expected text without control characters, got {quoted(event.value)}")
        if isinstance(event, yaml.ScalarEvent) and len(event.value) > MAX_SCALAR_CHARS:
            raise ConfigError(f"{at}: expected at most {MAX_SCALAR_CHARS} characters, got {len(event.value)}")


def build(cls: type[Settings], data: Any) -> Settings:
    """Return the settings of a mapping; missing ones have their defaults.

    Raises:
        ConfigError: If a value is not allowed.
        UnknownOption: If a setting is unknown.
    """
    return from_json(cls, json.dumps(data, default=str))


def to_json_data(settings: Any) -> dict[str, Any]:
    """Return the settings as JSON data; `build` reads them back."""
    from pydantic_core import to_jsonable_python

    data: dict[str, Any] = to_jsonable_python(dataclasses.asdict(settings))
    return data


def _reject_duplicate_keys(node: yaml.Node | None, prefix: str) -> None:
    """Raise ConfigError if a key is duplicated, of which YAML would use the last one, or is the merge key `<<`."""
    if isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            _reject_duplicate_keys(value, f"{prefix.removesuffix('.')}[{index}].")
    if not isinstance(node, yaml.MappingNode):
        return
    obs: set[str] = set()
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):  # rejected on loading
            continue
        if key.tag not in (TEXT_TAG, MERGE_TAG):
            raise ConfigError(f"key {prefix}{key.value}: expected text")
        if key.value in obs or key.tag == MERGE_TAG:
            raise ConfigError(
                f"key {prefix}{key.value} "
                f"{'is duplicated' if key.value in obs else 'is a merge key, which is not supported'}"
            )
        obs.add(key.value)
        _reject_duplicate_keys(value, f"{prefix}{key.value}.")
