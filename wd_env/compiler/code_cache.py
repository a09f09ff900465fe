"""Numba's disk cache of compiled code with checksums: a corrupt entry is deleted and compiled again.

Each file ends with the SHA-256 of its content, and nothing is read from an incomplete file. This protects against
accidents only: the files are pickles and machine code, so whoever can write into their folder can run code as you.
"""

import contextlib
import hashlib
import logging
from collections.abc import Iterator
from glob import escape
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from numba.core.caching import FunctionCache, IndexDataCacheFile

from wd_env.compiler.numba_internals import missing_members
from wd_env.errors import exception_text

DIGEST_BYTES = hashlib.sha256().digest_size

log = logging.getLogger(__name__)


class _VerifiedCacheFile(IndexDataCacheFile):  # type: ignore[misc]
    """The index and data files of one function."""

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BinaryIO]:
        content = BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(content.getvalue() + hashlib.sha256(content.getvalue()).digest())

    def _load_index(self) -> Any:
        _check_digest(Path(self._index_path))
        return super()._load_index()

    def _load_data(self, name: str) -> Any:
        _check_digest(Path(self._data_path(name)))
        return super()._load_data(name)


def _check_digest(path: Path) -> None:
    """Raise ValueError if a file does not have its checksum; a missing file is fine."""
    with contextlib.suppress(FileNotFoundError):
        full = path.read_bytes()
        if hashlib.sha256(full[:-DIGEST_BYTES]).digest() != full[-DIGEST_BYTES:]:
            raise ValueError(f"{path.name} is not complete")


def _delete_entry(index: Path) -> None:
    """Remove the index and all data files of a function, as far as permitted."""
    for path in (index, *index.parent.glob(f"{escape(index.stem)}.*.nbc")):
        with contextlib.suppress(OSError):
            path.unlink()


class CachedCode(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, with checksums; RuntimeError without a folder for it."""

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)
        impl: Any = self._impl
        self._cache_file: Any = _VerifiedCacheFile(
            self._cache_path, impl.filename_base, impl.locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code compiled for these types, or None without a valid entry."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as exc:  # noqa: BLE001 a corrupt file can raise anything
            log.warning("compiling again, because the cache %s is corrupt: %s", self._cache_path, exception_text(exc))
            _delete_entry(Path(self._cache_file._index_path))
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the code compiled for these types, if possible."""
        try:
            super().save_overload(sig, data)
        except Exception as exc:  # noqa: BLE001 games do not need the cache
            log.warning("cannot save compiled code in %s: %s", self._cache_path, exception_text(exc))


def use_verified_cache(run: Any) -> None:
    """Make a function use the cache with checksums, or Numba's own cache if its interface has changed."""
    if not missing_members(_VerifiedCacheFile, CachedCode) and isinstance(getattr(run, "_cache", None), FunctionCache):
        run._cache = CachedCode(run.py_func)
