"""Functions that run right after a library is imported, without importing the library now."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType


def after_import(library: str, function: str) -> None:
    """Call a function once a library is imported: now if it is already, otherwise right after its import.

    Args:
        library: Name of a module.
        function: Import path of a function without arguments, `module:name`.
    """
    if library in sys.modules:
        _call(function)
    else:
        sys.meta_path.insert(0, _Finder(library, function))


def _call(function: str) -> None:
    module, _, name = function.partition(":")
    getattr(import_module(module), name)()


class _Finder(MetaPathFinder):
    """Finds one library as the other finders do, and calls a function after its code has run."""

    def __init__(self, library: str, function: str) -> None:
        self._library, self._function = library, function

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._library:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            _call(self._function)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
