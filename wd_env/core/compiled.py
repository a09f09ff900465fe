"""The rules compiled: copies of plain functions in one flat namespace behind one cached entry (Numba).

Importing this module imports Numba; nothing is compiled before the first call.
"""

import hashlib
import inspect
import logging
import os
import threading
from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types

from wd_env.core import bits, defaults, kernel, lean, linking, rng
from wd_env.core.spec import GameSpec

CHECKED = os.environ.get("WD_CHECKED", "0") == "1"  # array bounds checked, no disk cache
OPTIONS = {"_nrt": False, "nogil": True, "error_model": "numpy", "boundscheck": CHECKED}
INTEGERS = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)

NATIVE = {"narrow": lean.narrow, "word_of_flags": lean.word_of_flags, "count_ones": lean.count_ones}
MAKERS = (bits, lean, linking)  # they have a say in what the compiled code is

PATIENCE = 1.5  # seconds that a call may take unannounced; code that is compiled already is loaded in less
SAYING = "compiling the rules of %s: up to half a minute, now and after each change of the rules"

Compiler = Callable[[Callable[..., Any]], Any]

log = logging.getLogger(__name__)


def _bare(function: Callable[..., Any]) -> Any:
    """For the processor, without wrappers for calls from Python."""
    bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    rule = numba.njit(function, pipeline_class=linking.RuleCompiler, **bare, **OPTIONS)
    template = rule.get_call_template

    def leaned(args: Any, kws: Any) -> Any:
        return template(tuple(lean.lean(arg, CHECKED) for arg in args), kws)

    rule.get_call_template = leaned
    return rule


def namespace(
    modules: tuple[ModuleType, ...], compile_one: Compiler = _bare, native: Mapping[str, Any] = NATIVE
) -> dict[str, Any]:
    """Every constant, table and rule by name; each rule's copy sees only this namespace.

    `compile_one` compiles for where they will run, and `native` is what `bits` is there.
    A module lists in `INSTEAD` the rules of modules before it that it takes the place of, and one that `FILLS_GAPS`
    gives only those that are missing; else names are unique.
    """
    # the name of a real module: the compiler imports it when it loads from its cache
    space: dict[str, Any] = {"__name__": __name__, "__builtins__": __builtins__}
    rules: dict[str, FunctionType] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                if name in rules and getattr(module, "FILLS_GAPS", False):
                    continue
                if name in rules and name not in getattr(module, "INSTEAD", ()):
                    raise NameError(f"two rules are called {name}")
                rules[name] = value
            elif isinstance(value, int):
                if space.setdefault(name, value) != value:
                    raise NameError(f"two numbers are called {name}: {space[name]} and {value}")
            elif isinstance(value, tuple) and value and isinstance(value[0], int):
                space[name] = np.array(value, np.int64)  # frozen into the compiled code
    for name, rule in rules.items():
        space[name] = _widened(compile_one(FunctionType(rule.__code__, space, name)))
    for name, function in native.items():
        space[name] = compile_one(function) if isinstance(function, FunctionType) else function
    return space


def _widened(rule: Any) -> Any:
    """The same, compiled only once: every int argument is int64."""
    template = rule.get_call_template

    def widened(args: Any, kws: Any) -> Any:
        return template(tuple(types.int64 if isinstance(arg, INTEGERS) else arg for arg in args), kws)

    rule.get_call_template = widened
    return rule


def _tag(modules: tuple[ModuleType, ...], space: dict[str, Any]) -> str:
    """Changes with every source line and every number that the compiled code takes in.

    Numbers may come from modules that are not compiled, as the places of pieces in an observation do.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for module in (*modules, *MAKERS, inspect.getmodule(_tag)):
        assert module is not None
        digest.update(inspect.getsource(module).encode())
    for name, value in sorted(space.items()):
        if isinstance(value, int):
            digest.update(f"{name}={value};".encode())
        elif isinstance(value, np.ndarray):
            digest.update(f"{name}={value.tolist()};".encode())
    return digest.hexdigest()


@cache
def compile_entry(
    name: str, modules: tuple[ModuleType, ...], make: Callable[[str], FunctionType]
) -> Callable[..., Any]:
    """Compile what `make(tag)` returns, with every rule of the modules at hand; cached by sources and numbers."""
    space = namespace(modules)
    run = make(_tag(modules, space))
    run = FunctionType(run.__code__, space, f"{run.__name__}_{name}", None, run.__closure__)
    if not CHECKED:
        try:
            return _announced(name, numba.njit(run, cache=True, pipeline_class=linking.EntryCompiler, **OPTIONS))
        except RuntimeError as problem:  # a read-only installation without a home has no place for a cache
            log.warning("the rules are compiled anew in every process: %s", problem)
    return _announced(name, numba.njit(run, pipeline_class=linking.EntryCompiler, **OPTIONS))


def _announced(name: str, run: Any) -> Callable[..., Any]:
    """The same function; its first call says what is going on if it takes long, as only compiling does."""

    is_ready = False

    def call(*args: Any) -> Any:
        nonlocal is_ready
        if is_ready:
            return run(*args)
        timer = threading.Timer(PATIENCE, log.warning, [SAYING, name])
        timer.daemon = True
        timer.start()
        try:
            result = run(*args)
        finally:
            timer.cancel()
        is_ready = True
        return result

    call.compiled = run  # type: ignore[attr-defined]
    return call


def entry(game: GameSpec) -> Callable[..., Any]:
    """`kernel.make_run`'s entry for this game, compiled; the same object in the whole process."""
    return compile_entry(game.name, (*game.modules, defaults, bits, rng, kernel), kernel.make_run)
