"""Change modules of the package in memory: rewrite them at import, or replace the code of an imported function."""

import gc
import importlib
from collections.abc import Callable
from functools import cached_property
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.faults.mutations import Mutant, mutate


def module_of(path: str) -> str:
    """Return the module name of a file of the tree."""
    name = path.removesuffix(".py").replace("/", ".")
    return f"wd_env.{name}" if name.startswith(("agents.", "train.")) else name


# Rewriting modules at import


class _RewritingLoader(SourceFileLoader):
    """Loader that compiles the file as changed by `rewrite`, without saving bytecode."""

    rewrite: Callable[[str], Any]

    def get_code(self, fullname: str) -> CodeType:
        tree = self.rewrite(Path(self.path).read_text("utf-8"))
        return compile(tree, self.path, "exec", dont_inherit=True)


class RewritingFinder(MetaPathFinder):
    """Finder that uses the loader above for the modules to rewrite."""

    def __init__(self, rewrites: dict[str, Callable[[str], Any]]) -> None:
        self.rewrites = rewrites

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname not in self.rewrites:
            return None
        spec = PathFinder.find_spec(fullname, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _RewritingLoader(fullname, spec.origin)
        spec.loader.rewrite = self.rewrites[fullname]
        return spec


# Planting a mutant in an imported module


def plant(mutant: Mutant) -> None:
    """Replace the code of the mutant's function, wherever it is imported; LookupError if that is not possible."""
    module = importlib.import_module(module_of(mutant.path))
    tree = mutate(Path(str(module.__file__)).read_text("utf-8"), mutant)
    code = compile(tree, str(module.__file__), "exec", dont_inherit=True)
    target: Any = module
    for part in mutant.function.split("."):
        code = _code_in(code, part, _first_line(target, part))
        target = vars(target)[part]
        if not isinstance(target, type):
            break
    function = _function_in(target)
    if len(function.__code__.co_freevars) != len(code.co_freevars):
        raise LookupError(f"{mutant.function} has other closure variables than before")
    if _has_inner(function, mutant.function):
        raise LookupError(f"{mutant.function} exists already, inside a function that was called")
    function.__code__ = code


def _has_inner(function: FunctionType, name: str) -> bool:
    """Return whether `name` is an inner function that a call of `function` already made; it keeps its code."""
    if name == function.__code__.co_qualname:
        return False
    file = function.__code__.co_filename
    gc.unfreeze()  # the plugin freezes objects, and `get_objects` omits those
    codes = [found.__code__ for found in gc.get_objects() if isinstance(found, FunctionType)]
    return any(code.co_filename == file and code.co_qualname.replace(".<locals>", "") == name for code in codes)


def _code_in(code: CodeType, name: str, line: int | None) -> CodeType:
    matches = [inner for inner in code.co_consts if isinstance(inner, CodeType) and inner.co_name == name]
    if len(matches) > 1:  # a property and its setter
        matches = [inner for inner in matches if inner.co_firstlineno == line]
    if len(matches) != 1:
        raise LookupError(f"{name}: expected one definition, got {len(matches)}")
    return matches[0]


def _first_line(owner: Any, part: str) -> int | None:
    inner = vars(owner).get(part)
    return None if inner is None or isinstance(inner, type) else _function_in(inner).__code__.co_firstlineno


def _function_in(target: Any) -> FunctionType:
    """Return the function inside its decorators."""
    for _ in range(8):
        if isinstance(target, FunctionType) and not hasattr(target, "__wrapped__"):
            return target
        if isinstance(target, property):
            target = target.fget
        elif isinstance(target, cached_property):
            target = target.func
        else:
            target = getattr(target, "__wrapped__", None) or getattr(target, "__func__", None)
    raise LookupError(f"no function in {target!r}")
