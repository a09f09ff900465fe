"""Exports of a package that are imported at first use (PEP 562)."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any


def lazy_exports(
    package: str, modules: Mapping[str, str], libraries: Mapping[str, str] = MappingProxyType({})
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Make `__getattr__`, `__dir__` and `__all__` for a package that imports its public names at first use.

    Args:
        package: Name of the package, its `__name__`.
        modules: Module that defines each public name, by the name; a module of the package has its own name.
        libraries: Library of an extra that a name needs; `dir` and `help` omit the name if it is not installed.

    Returns:
        The module functions `__getattr__` and `__dir__`, and the sorted list for `__all__`.
    """

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(modules[name])
        return module if modules[name] == f"{package}.{name}" else getattr(module, name)

    def available() -> list[str]:
        return [name for name in names if name not in libraries or find_spec(libraries[name])]

    names = sorted(modules)
    return get, available, names
