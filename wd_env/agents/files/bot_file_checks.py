"""Checks of headers and tensors of untrusted bot and value files."""

import datetime
import math
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn, get_args

import numpy as np

from wd_env.agents.files.bot_file_header import Provenance
from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import CheckpointError, listed, quoted, visible
from wd_env.storage import tensor_file

EPOCH = "1970-01-01"
WEIGHT_BYTES = np.dtype(np.float32).itemsize
Shapes = Mapping[str, tuple[int, ...]]  # of tensors, by name
MAX_INDEX_BYTES = 2**16  # bytes of names and shapes of tensors; each takes about a hundred


def raise_file_error(path: Path, reason: str) -> NoReturn:
    raise CheckpointError(f"{path}: {reason}") from None


def load_tensors(file: tensor_file.VerifiedFile, shapes: Shapes) -> tensor_file.Tensors:
    """Return the tensors of a file; CheckpointError unless they are float32 and have exactly these names and shapes."""
    maximum = sum(WEIGHT_BYTES * math.prod(shape) for shape in shapes.values()) + MAX_INDEX_BYTES
    if len(file.payload) > maximum:
        raise_file_error(
            file.path, f"tensors: expected at most {maximum} bytes for its architecture, got {len(file.payload)}"
        )
    tensors = file.tensors()
    check_tensors(file.path, tensors, shapes)
    return tensors


def check_kind(path: Path, header: dict[str, Any], expected: str, subject: str, expected_version: int) -> None:
    """Remove kind and version from a header; CheckpointError if they are not as expected."""
    kind, version = header.pop("kind", None), header.pop("kind_version", None)
    if kind != expected:
        raise_file_error(path, f"kind: expected {expected!r}, that of a {subject}, got {quoted(kind)}")
    if version != expected_version or type(version) is not int:
        raise_file_error(path, f"format of the {subject}: expected {expected_version}, got {quoted(version)}")


def read_provenance(path: Path, header: dict[str, Any]) -> Provenance:
    """Read the provenance of a header; CheckpointError if it is invalid."""
    check_fields(path, Provenance, header["provenance"], "provenance.")
    result = Provenance(**escaped_texts(header["provenance"]))
    _check_provenance(path, result)
    return result


def _check_provenance(path: Path, provenance: Provenance) -> None:
    """Raise CheckpointError if versions or date are not text, or a count is negative."""
    if not all(isinstance(version, str) for version in provenance.packages.values()):
        raise_file_error(
            path, f"provenance.packages: expected versions as text, by name, got {quoted(provenance.packages)}"
        )
    for name, value in (("seed", provenance.seed), ("decisions", provenance.decisions)):
        if value < 0:
            raise_file_error(path, f"provenance.{name}: expected an integer from 0, got {value}")
    try:
        datetime.datetime.fromisoformat(provenance.date or EPOCH)
    except ValueError:
        raise_file_error(path, f"provenance.date: expected an ISO 8601 date or '', got {quoted(provenance.date)}")


JSON_TYPES = {tuple: list, Architecture: dict, Provenance: dict}


def check_fields(path: Path, header_type: type, header: dict[str, Any], prefix: str) -> None:
    """Raise CheckpointError unless a header has exactly the fields of the dataclass, of the declared types."""
    expected = {entry.name: _json_types(entry.type) for entry in fields(header_type)}
    if header.keys() != expected.keys():
        odd = listed(prefix + name for name in sorted(header.keys() ^ expected.keys()))
        raise_file_error(path, f"header: missing or unknown fields: {odd}")
    for name, types in expected.items():
        if type(header[name]) not in types:  # `isinstance` would accept a bool as an int
            allowed = types[0].__name__
            raise_file_error(path, f"{prefix}{name}: expected type {allowed}, got {quoted(header[name])}")


def _json_types(declared: Any) -> list[type]:
    """Return the types that a value of a declared type has in JSON data, the most common first."""
    if isinstance(declared, UnionType):
        return [kind for item in get_args(declared) for kind in _json_types(item)]
    kind: type = getattr(declared, "__origin__", declared)
    return [JSON_TYPES.get(kind, kind)]


def escaped_texts(value: Any) -> Any:
    """Escape control characters in untrusted text, so that it is safe to print."""
    if isinstance(value, dict):
        return {visible(name): escaped_texts(nested) for name, nested in value.items()}
    if isinstance(value, list):
        return [escaped_texts(nested) for nested in value]
    return visible(value) if isinstance(value, str) else value


def check_tensors(path: Path, tensors: Mapping[str, np.ndarray], shapes: Shapes) -> None:
    """Raise CheckpointError unless the tensors are float32 and have exactly these names and shapes."""
    if tensors.keys() != shapes.keys():
        odd = listed(sorted(tensors.keys() ^ shapes.keys()))
        raise_file_error(path, f"tensors: missing or unknown: {odd}")
    for name, shape in shapes.items():
        result = tensors[name]
        if result.shape != shape or result.dtype != np.float32:
            raise_file_error(path, f"tensor {name}: expected float32{shape}, got {result.dtype}{result.shape}")
