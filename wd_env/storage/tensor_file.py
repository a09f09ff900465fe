"""The file format of bots and snapshots: a JSON header and tensors with a checksum, without code.

Layout, all numbers little-endian: magic (8 bytes), format version (u32), length of the header (u32), length
of the payload (u64), header (UTF-8 JSON object), payload (safetensors), SHA-256 of all preceding bytes.
The checksum detects accidental damage; it does not authenticate the author of the file.
"""

import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from wd_env.dependencies import missing_extra_error
from wd_env.errors import CheckpointError, WriteError, listed
from wd_env.storage import atomic_files
from wd_env.storage.bounded_json import read_json

try:
    import safetensors.numpy
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

MAGIC = b"\x89wd_env\n"  # the first byte is not text, so that programs do not treat the file as text
FORMAT = 1
MAX_BYTES = 256 * 2**20  # maximum size of an untrusted file
MAX_HEADER_BYTES = 2**20  # the header of a bot has a few thousand bytes
MAX_DIGITS = 40  # of an integer in the header: the state of a random generator has 128 bits
PREFIX = struct.Struct("<8sIIQ")
DIGEST_BYTES = hashlib.sha256().digest_size
ZIP_MAGIC = b"PK\x03\x04"
LISTING_LENGTH = struct.Struct("<Q")  # of the JSON list of tensors, with which a safetensors file begins
METADATA = "__metadata__"  # a key of safetensors, which `write_tensor_file` never writes
MAX_LISTING_BYTES = 2**23  # a tensor takes about a hundred bytes, and a snapshot may have a few thousand tensors

Header = dict[str, Any]
Tensors = dict[str, np.ndarray]


def write_tensor_file(path: str | Path, header: Mapping[str, Any], tensors: Mapping[str, np.ndarray]) -> None:
    """Write a header and tensors to a file atomically.

    Args:
        path: File to write.
        header: JSON data with str keys, without NaN.
        tensors: Arrays of bool, integers or finite floats, by name.

    Raises:
        CheckpointError: If the header or a tensor cannot be saved, for example because a number is not finite.
        WriteError: If the file cannot be written. The old file is then unchanged.
    """
    path = Path(path)
    _check_finite(path, tensors)
    text = _to_json(path, header)
    # safetensors writes the memory of an array: elements in any order except C order would be read in another order.
    payload = safetensors.numpy.save({name: np.asarray(array, order="C") for name, array in tensors.items()})
    _check_lengths(path, len(text), payload)
    data = PREFIX.pack(MAGIC, FORMAT, len(text), len(payload)) + text + payload
    try:
        atomic_files.write_atomic(path, data + hashlib.sha256(data).digest())
    except OSError as error:
        raise WriteError(f"{path}: cannot be written: {error.strerror or error}") from None


@dataclass(frozen=True)
class VerifiedFile:
    """A file whose checksum is correct.

    Attributes:
        path: The file.
        header: Its JSON header.
        payload: The tensors as safetensors bytes, not parsed yet.
    """

    path: Path
    header: Header
    payload: bytes

    def tensors(self) -> Tensors:
        """Parse the tensors.

        Returns:
            The arrays by name.

        Raises:
            CheckpointError: If the payload is not valid or a number is not finite.
        """
        _check_listing(self.path, self.payload)
        try:
            tensors: Tensors = safetensors.numpy.load(self.payload)
        except Exception as error:  # noqa: BLE001 - the parser is not ours and may raise any exception
            _raise_error(self.path, f"expected valid tensors, got an error: {error}")
        _check_finite(self.path, tensors)
        return tensors


def read_tensor_file(path: str | Path, max_bytes: int = MAX_BYTES) -> tuple[Header, Tensors]:
    """Read the header and tensors of a file, without running any code from it.

    Args:
        path: File to read.
        max_bytes: Maximum size of the file.

    Returns:
        The header, and the arrays by name.

    Raises:
        CheckpointError: If the file cannot be read, is too long, damaged or not of this format.
    """
    verified_file = read_verified(path, max_bytes)
    return verified_file.header, verified_file.tensors()


def read_verified(path: str | Path, max_bytes: int = MAX_BYTES) -> VerifiedFile:
    """Read a file without parsing its tensors, so that the caller can check the header first.

    Args:
        path: File to read.
        max_bytes: Maximum size of the file.

    Raises:
        CheckpointError: If the file cannot be read, is too long, damaged or not of this format.
    """
    path = Path(path)
    text, payload = _split_verified(path, atomic_files.read_bytes(path, max_bytes, CheckpointError))
    _check_lengths(path, len(text), payload)
    header = read_json(text, f"{path}: the header", CheckpointError, max_bytes=MAX_HEADER_BYTES, max_digits=MAX_DIGITS)
    if not isinstance(header, dict):
        _raise_error(path, f"expected an object as header, got {type(header).__name__}")
    return VerifiedFile(path, header, payload)


def _raise_error(path: Path, reason: str) -> NoReturn:
    raise CheckpointError(f"{path}: {reason}") from None


def _split_verified(path: Path, data: bytes) -> tuple[bytes, bytes]:
    """Check lengths and checksum of a file and return the text of its header and its payload."""
    _check_magic(path, data)
    if len(data) < PREFIX.size:
        _raise_error(path, f"expected at least {PREFIX.size} bytes, got {len(data)}")
    _, version, header_length, payload_length = PREFIX.unpack_from(data)
    if version != FORMAT:
        _raise_error(path, f"expected file format {FORMAT}, got {version}")
    expected = PREFIX.size + header_length + payload_length + DIGEST_BYTES
    if len(data) != expected:
        _raise_error(path, f"is damaged: expected {expected} bytes by its prefix, got {len(data)}")
    content, digest = memoryview(data)[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        _raise_error(path, "is damaged: its checksum does not match its content")
    header, payload = content[PREFIX.size :][:header_length], content[PREFIX.size + header_length :]
    return bytes(header), bytes(payload)


def _check_magic(path: Path, data: bytes) -> None:
    if data.startswith(ZIP_MAGIC):
        _raise_error(path, "expected a wd_env file, got a zip archive (Stable-Baselines3, torch), which may run code")
    if not data.startswith(MAGIC):
        _raise_error(path, f"expected a wd_env file, which starts with {MAGIC!r}, got {data[: len(MAGIC)]!r}")


def _check_listing(path: Path, payload: bytes) -> None:
    """Raise CheckpointError unless the list of tensors is a JSON object that lists only tensors."""
    length = LISTING_LENGTH.unpack_from(payload)[0] if len(payload) >= LISTING_LENGTH.size else 0
    text = payload[LISTING_LENGTH.size :][:length]
    listing = read_json(text, f"{path}: the list of tensors", CheckpointError, max_bytes=MAX_LISTING_BYTES)
    if not isinstance(listing, dict) or METADATA in listing:
        content = METADATA if isinstance(listing, dict) else type(listing).__name__
        _raise_error(path, f"expected only tensors in the list of tensors, got {content}")


def _check_lengths(path: Path, header: int, payload: bytes) -> None:
    """Raise CheckpointError if the header or the list of tensors would take too much memory to parse."""
    tensors = LISTING_LENGTH.unpack_from(payload)[0] if len(payload) >= LISTING_LENGTH.size else 0
    limits = (("header", header, MAX_HEADER_BYTES), ("list of tensors", tensors, MAX_LISTING_BYTES))
    for name, length, max_length in limits:
        if length > max_length:
            _raise_error(path, f"expected a {name} of at most {max_length} bytes, got {length}")


def _to_json(path: Path, header: Mapping[str, Any]) -> bytes:
    try:
        text = json.dumps(header, allow_nan=False, sort_keys=True, separators=(",", ":"))
        json.dumps(header, ensure_ascii=False).encode()  # `read_json` rejects lone surrogates
    except ValueError as error:
        _raise_error(path, f"the header cannot be saved: {error}")
    return text.encode()


def _check_finite(path: Path, tensors: Mapping[str, np.ndarray]) -> None:
    for name, array in tensors.items():
        if array.dtype.kind not in "biuf":
            _raise_error(path, f"tensor {listed([name])}: expected dtype bool, integer or float, got {array.dtype}")
        if not np.isfinite(array).all():
            _raise_error(path, f"tensor {listed([name])}: expected finite numbers, got NaN or infinity")
