"""A cache of values built from files, which rebuilds a value when one of its files has changed."""

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Generic, TypeVar

from wd_env.errors import WdError

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

Stamps = dict[str, tuple[int, int]]  # by path: modification time in nanoseconds, and size in bytes
MAX_VALUES = 64  # a limit, because a server may offer many maps


class FileCache(Generic[K, V]):
    """A cache of the latest values by key, each with the stamps of its files.

    A value is unchanged if its files are removed or damaged, because games in progress need it.

    Args:
        make: Function that builds the value of a key and returns it with the paths of its files.
    """

    def __init__(self, make: Callable[[K], tuple[V, Iterable[str]]]) -> None:
        self._make = make
        self._values: dict[K, tuple[V, Stamps]] = {}

    def get(self, key: K) -> V:
        """Return the value of a key, rebuilt if the time or size of a file has changed.

        Raises:
            WdError: If `make` fails and no earlier value is cached.
        """
        cached = self._values.get(key)
        if cached is not None and _stamps(cached[1]) == cached[1]:
            return cached[0]
        try:
            value, paths = self._make(key)
        except WdError:
            if cached is None:
                raise
            return cached[0]
        while len(self._values) >= MAX_VALUES:
            self._values.pop(next(iter(self._values)), None)
        self._values[key] = value, _stamps(paths)
        return value


def _stamps(paths: Iterable[str]) -> Stamps:
    stamps = {}
    for path in paths:
        try:
            status = Path(path).stat()
        except (OSError, ValueError):
            stamps[path] = (-1, -1)
        else:
            stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps
