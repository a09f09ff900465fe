"""Values that are made from files, and made again once one of the files has changed."""

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Generic, TypeVar

from wd_env.errors import WdError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

Stamps = dict[str, tuple[int, int]]  # by path: time of the last change in nanoseconds, and size in bytes
MAX_VALUES = 64  # a server may offer many maps


class FileCache(Generic[K, V]):
    """The latest values by key, each with the stamps of its files.

    A value stays as it is if its files are gone or broken: games that are being played need it.

    Args:
        make: Makes the value of a key and names the files that it comes from.
    """

    def __init__(self, make: Callable[[K], tuple[V, Iterable[str]]]) -> None:
        self._make = make
        self._values: dict[K, tuple[V, Stamps]] = {}

    def get(self, key: K) -> V:
        """Return the value of a key, made again if a file has another time or size than before.

        Raises:
            DataError: If the value is not there yet, and a file cannot be read.
        """
        kept = self._values.get(key)
        if kept is not None and _stamps(kept[1]) == kept[1]:
            return kept[0]
        try:
            value, paths = self._make(key)
        except WdError:
            if kept is None:
                raise
            return kept[0]
        while len(self._values) >= MAX_VALUES:
            self._values.pop(next(iter(self._values)), None)
        self._values[key] = value, _stamps(paths)
        return value


def _stamps(paths: Iterable[str]) -> Stamps:
    found = {}
    for path in paths:
        try:
            status = Path(path).stat()
        except (OSError, ValueError):
            found[path] = (-1, -1)
        else:
            found[path] = (status.st_mtime_ns, status.st_size)
    return found
