"""One file for everything that is saved: a JSON header and tensors under one checksum, and never any code.

Layout, all numbers little-endian: magic (8 bytes), format number (u32), length of the header (u32), length
of the payload (u64), header (UTF-8 JSON object), payload (safetensors), SHA-256 over everything before it.
The checksum is for accidents; it does not say who wrote the file.
"""

import contextlib
import hashlib
import json
import math
import os
import stat
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import numpy as np

from wd_env.core.errors import CheckpointError
from wd_env.core.extras import missing

try:
    import safetensors.numpy
except ModuleNotFoundError as problem:
    raise missing(problem) from None

MAGIC = b"\x89wd_env\n"  # the first byte is not text, so that nothing takes the file for text
FORMAT = 1
MAX_BYTES = 256 * 2**20  # what a stranger may make us read
PREFIX = struct.Struct("<8sIIQ")
DIGEST_BYTES = hashlib.sha256().digest_size
ZIP_MAGIC = b"PK\x03\x04"

Tensors = dict[str, np.ndarray]


def write(path: str | Path, header: Mapping[str, Any], tensors: Mapping[str, np.ndarray]) -> None:
    """Saves header and tensors so that a kill at any moment leaves the old file or the new one, whole.

    `header` is plain JSON (str keys, no NaN), `tensors` are arrays of bool, ints or finite floats. Raises
    CheckpointError when a number is not finite or the disk refuses; the old file is then untouched.
    """
    path = Path(path)
    _refuse_non_finite(path, tensors)
    text = _to_json(path, header)
    # safetensors writes memory as it lies: anything but C order would come back shuffled
    payload = safetensors.numpy.save({name: np.asarray(array, order="C") for name, array in tensors.items()})
    data = PREFIX.pack(MAGIC, FORMAT, len(text), len(payload)) + text + payload
    _replace(path, data + hashlib.sha256(data).digest())


def read(path: str | Path, max_bytes: int = MAX_BYTES) -> tuple[dict[str, Any], Tensors]:
    """The header and the tensors of a file, or CheckpointError for whatever is not exactly such a file.

    Never runs code from the file and never reads more than `max_bytes` bytes of it.
    """
    path = Path(path)
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            text, payload = _read_checked(path, file, max_bytes)
    except OSError as error:
        _refuse(path, f"cannot be read: {error.strerror or error}")
    header = _from_json(path, text)
    try:
        tensors = safetensors.numpy.load(payload)
    except Exception as error:  # noqa: BLE001 - a foreign parser may raise anything
        _refuse(path, f"holds no valid tensors: {error}")
    _refuse_non_finite(path, tensors)
    return header, tensors


def _open_without_waiting(name: str, flags: int) -> int:
    # a named pipe without a writer would keep us waiting for ever
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _refuse(path: Path, why: str) -> NoReturn:
    raise CheckpointError(" ".join(f"{path}: {why}".split())) from None


def _read_checked(path: Path, file: BinaryIO, max_bytes: int) -> tuple[bytes, bytes]:
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode):
        _refuse(path, "is not a regular file")
    if status.st_size > max_bytes:
        _refuse(path, f"has {status.st_size} bytes, at most {max_bytes} are read")
    prefix = file.read(PREFIX.size)
    _check_magic(path, prefix)
    if len(prefix) < PREFIX.size:
        _refuse(path, "is cut off within its first bytes")
    _, version, header_length, payload_length = PREFIX.unpack(prefix)
    if version != FORMAT:
        _refuse(path, f"has file format {version}, this version reads {FORMAT}")
    expected = PREFIX.size + header_length + payload_length + DIGEST_BYTES
    if status.st_size != expected:
        _refuse(path, f"is damaged: {status.st_size} bytes where its lengths say {expected}")
    text, payload, digest = (file.read(length) for length in (header_length, payload_length, DIGEST_BYTES))
    checksum = hashlib.sha256(prefix)
    checksum.update(text)
    checksum.update(payload)
    if checksum.digest() != digest:
        _refuse(path, "is damaged: its checksum does not fit its content")
    return text, payload


def _check_magic(path: Path, prefix: bytes) -> None:
    if prefix.startswith(ZIP_MAGIC):
        _refuse(path, "is a zip archive as Stable-Baselines3 and torch write it, which may run code on loading")
    if prefix[: len(MAGIC)] != MAGIC:
        _refuse(path, f"is not a file of wd_env: it starts with {prefix[: len(MAGIC)]!r}, not {MAGIC!r}")


def _to_json(path: Path, header: Mapping[str, Any]) -> bytes:
    try:
        text = json.dumps(header, allow_nan=False, sort_keys=True, separators=(",", ":"))
    except ValueError as error:
        _refuse(path, f"the header cannot be saved: {error}")
    return text.encode()


def _from_json(path: Path, text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text.decode(), object_pairs_hook=_unique_keys, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        _refuse(path, f"has a broken header: {error}")
    if not isinstance(header, dict):
        _refuse(path, f"has a {type(header).__name__} for a header, it must be an object")
    return header


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(f"a key stands twice among {sorted(key for key, _ in pairs)}")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a finite number")
    return number


def _refuse_non_finite(path: Path, tensors: Mapping[str, np.ndarray]) -> None:
    for name, array in tensors.items():
        if array.dtype.kind not in "biuf":
            _refuse(path, f"tensor {name} has dtype {array.dtype}, only bool, ints and floats are kept")
        if not np.isfinite(array).all():
            _refuse(path, f"tensor {name} holds NaN or infinite numbers")


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        _refuse(path, f"cannot be written: {error.strerror or error}")


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # Windows cannot open a folder, and needs no such call
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
