"""One file for everything that is saved: a JSON header and tensors under one checksum, and never any code.

Layout, all numbers little-endian: magic (8 bytes), format number (u32), length of the header (u32), length
of the payload (u64), header (UTF-8 JSON object), payload (safetensors), SHA-256 over everything before it.
The checksum is for accidents; it does not say who wrote the file.
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
except ModuleNotFoundError as problem:
    raise missing_extra_error(problem) from None

MAGIC = b"\x89wd_env\n"  # the first byte is not text, so that nothing takes the file for text
FORMAT = 1
MAX_BYTES = 256 * 2**20  # what a stranger may make us read
MAX_HEADER_BYTES = 2**20  # bytes of the header; that of a bot has some thousand
MAX_DIGITS = 40  # of a whole number in it: the state of a generator has 128 bits
PREFIX = struct.Struct("<8sIIQ")
DIGEST_BYTES = hashlib.sha256().digest_size
ZIP_MAGIC = b"PK\x03\x04"
LISTING_LENGTH = struct.Struct("<Q")  # of what safetensors says of the tensors, before their numbers
METADATA = "__metadata__"  # of safetensors, which we never write
MAX_LISTING_BYTES = 2**23  # bytes of that; a tensor takes about a hundred, and a snapshot may have some thousand

Header = dict[str, Any]
Tensors = dict[str, np.ndarray]


def write_tensor_file(path: str | Path, header: Mapping[str, Any], tensors: Mapping[str, np.ndarray]) -> None:
    """Save header and tensors so that a kill at any moment leaves the complete old file or the complete new one.

    `header` is plain JSON (str keys, no NaN), `tensors` are arrays of bool, ints or finite floats. Raises
    CheckpointError when a number is not finite or the disk refuses; the old file is then untouched.
    """
    path = Path(path)
    _check_finite(path, tensors)
    text = _to_json(path, header)
    # safetensors writes memory as it lies: anything but C order would come back shuffled
    payload = safetensors.numpy.save({name: np.asarray(array, order="C") for name, array in tensors.items()})
    _check_lengths(path, len(text), payload)
    data = PREFIX.pack(MAGIC, FORMAT, len(text), len(payload)) + text + payload
    try:
        atomic_files.write_atomic(path, data + hashlib.sha256(data).digest())
    except OSError as error:
        raise WriteError(f"{path}: cannot be written: {error.strerror or error}") from None


@dataclass(frozen=True)
class VerifiedFile:
    """A whole and undamaged file: its header, and the tensors as bytes of which nothing has been built yet."""

    path: Path
    header: Header
    payload: bytes

    def tensors(self) -> Tensors:
        """Build the tensors by name; CheckpointError for bytes that are none and for numbers that are not finite."""
        _check_listing(self.path, self.payload)
        try:
            tensors: Tensors = safetensors.numpy.load(self.payload)
        except Exception as error:  # noqa: BLE001 - a foreign parser may raise anything
            _raise_error(self.path, f"holds no valid tensors: {error}")
        _check_finite(self.path, tensors)
        return tensors


def read_tensor_file(path: str | Path, max_bytes: int = MAX_BYTES) -> tuple[Header, Tensors]:
    """Read header and tensors of a file; CheckpointError for whatever is not exactly such a file.

    Never runs code from the file and never reads more than `max_bytes` bytes of it.
    """
    sealed = read_verified(path, max_bytes)
    return sealed.header, sealed.tensors()


def read_verified(path: str | Path, max_bytes: int = MAX_BYTES) -> VerifiedFile:
    """Read a file without building its tensors, for callers that check the header and the size of the rest first."""
    path = Path(path)
    text, payload = _split_verified(path, atomic_files.read_bytes(path, max_bytes, CheckpointError))
    _check_lengths(path, len(text), payload)
    header = read_json(text, f"{path}: the header", CheckpointError, max_bytes=MAX_HEADER_BYTES, max_digits=MAX_DIGITS)
    if not isinstance(header, dict):
        _raise_error(path, f"has a {type(header).__name__} for a header, it must be an object")
    return VerifiedFile(path, header, payload)


def _raise_error(path: Path, why: str) -> NoReturn:
    raise CheckpointError(f"{path}: {why}") from None


def _split_verified(path: Path, data: bytes) -> tuple[bytes, bytes]:
    """The header's text and the payload of a whole file, undamaged."""
    _check_magic(path, data)
    if len(data) < PREFIX.size:
        _raise_error(path, "is cut off within its first bytes")
    _, version, header_length, payload_length = PREFIX.unpack_from(data)
    if version != FORMAT:
        _raise_error(path, f"has file format {version}, this version reads {FORMAT}")
    expected = PREFIX.size + header_length + payload_length + DIGEST_BYTES
    if len(data) != expected:
        _raise_error(path, f"is damaged: {len(data)} bytes where its lengths say {expected}")
    whole, digest = memoryview(data)[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    if hashlib.sha256(whole).digest() != digest:
        _raise_error(path, "is damaged: its checksum does not fit its content")
    header, payload = whole[PREFIX.size :][:header_length], whole[PREFIX.size + header_length :]
    return bytes(header), bytes(payload)


def _check_magic(path: Path, data: bytes) -> None:
    if data.startswith(ZIP_MAGIC):
        _raise_error(path, "is a zip archive as Stable-Baselines3 and torch write it, which may run code on loading")
    if not data.startswith(MAGIC):
        _raise_error(path, f"is not a file of wd_env: it starts with {data[: len(MAGIC)]!r}, not {MAGIC!r}")


def _check_listing(path: Path, payload: bytes) -> None:
    """CheckpointError for a list of tensors that is no JSON object or has anything beside tensors."""
    length = LISTING_LENGTH.unpack_from(payload)[0] if len(payload) >= LISTING_LENGTH.size else 0
    text = payload[LISTING_LENGTH.size :][:length]
    listing = read_json(text, f"{path}: the list of tensors", CheckpointError, max_bytes=MAX_LISTING_BYTES)
    if not isinstance(listing, dict) or METADATA in listing:
        found = METADATA if isinstance(listing, dict) else type(listing).__name__
        _raise_error(path, f"has {found} in its list of tensors; allowed are tensors alone")


def _check_lengths(path: Path, header: int, payload: bytes) -> None:
    """CheckpointError for a header, or a list of tensors, that would take much more to read than it is long."""
    tensors = LISTING_LENGTH.unpack_from(payload)[0] if len(payload) >= LISTING_LENGTH.size else 0
    for what, length, most in (("header", header, MAX_HEADER_BYTES), ("list of tensors", tensors, MAX_LISTING_BYTES)):
        if length > most:
            _raise_error(path, f"has a {what} of {length} bytes; allowed are at most {most}")


def _to_json(path: Path, header: Mapping[str, Any]) -> bytes:
    try:
        text = json.dumps(header, allow_nan=False, sort_keys=True, separators=(",", ":"))
        json.dumps(header, ensure_ascii=False).encode()  # half a character would be read by nobody
    except ValueError as error:
        _raise_error(path, f"the header cannot be saved: {error}")
    return text.encode()


def _check_finite(path: Path, tensors: Mapping[str, np.ndarray]) -> None:
    for name, array in tensors.items():
        if array.dtype.kind not in "biuf":
            _raise_error(path, f"tensor {listed([name])} has dtype {array.dtype}, only bool, ints and floats are kept")
        if not np.isfinite(array).all():
            _raise_error(path, f"tensor {listed([name])} holds NaN or infinite numbers")
