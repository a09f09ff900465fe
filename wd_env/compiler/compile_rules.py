"""The rules compiled: copies of plain functions in one flat namespace behind one cached entry (Numba).

Importing this module imports Numba; nothing is compiled before the first call. How is said in `modes.py`, and what
becomes of it on disk in `keeping.py`.
"""

import hashlib
import inspect
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from wd_env.compiler import compile_modes
from wd_env.compiler.compile_modes import CHECKED, Mode
from wd_env.dependencies import missing
from wd_env.errors import ConfigError
from wd_env.kernels import bits, default_rules, game_loop, philox
from wd_env.spec.game_spec import GameSpec

try:
    import numba
    import numpy as np
    from numba import types
except ModuleNotFoundError as problem:
    raise missing(problem) from None

INTEGERS = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)
TAG_IN_NAME = 12  # characters of a tag by which files of compiled code are told apart

PATIENCE = 1.5  # seconds that compiling may take unannounced
SAYING = "compiling the rules of %s: %s, now and after each change of the rules"

Compiler = Callable[[Callable[..., Any]], Any]

log = logging.getLogger(__name__)


def namespace(modules: tuple[ModuleType, ...], compile_one: Compiler, native: Mapping[str, Any]) -> dict[str, Any]:
    """Every constant, table and rule by name, frozen into the code; each rule's copy sees only this namespace.

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
            elif isinstance(value, int | float):
                if not np.array_equal(space.setdefault(name, value), value):
                    raise NameError(f"two numbers are called {name}: {space[name]} and {value}")
            elif isinstance(value, tuple) and value and isinstance(value[0], int):
                table = np.array(value, np.int64)
                if not np.array_equal(space.setdefault(name, table), table):
                    raise NameError(f"two tables, or a table and a number, are called {name}")
    for name, rule in rules.items():
        space[name] = _widened(compile_one(FunctionType(rule.__code__, space, name)))
    for name, function in native.items():
        space[name] = compile_one(function) if isinstance(function, FunctionType) else function
    return space


def _widened(rule: Any) -> Any:
    """The same, compiled only once: every int argument is int64."""
    template = getattr(rule, "get_call_template", None)
    if template is None:  # another Numba; what is compiled for each type of int does the same
        return rule

    def widened(args: Any, kws: Any) -> Any:
        return template(tuple(types.int64 if isinstance(arg, INTEGERS) else arg for arg in args), kws)

    rule.get_call_template = widened
    return rule


def _tag(modules: tuple[ModuleType, ...], space: dict[str, Any], mode: Mode) -> str:
    """Changes with the mode, every source line and every number that the compiled code takes in.

    Numbers may come from modules that are not compiled, as the places of pieces in an observation do.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {mode.name}".encode())
    for module in (*modules, *mode.sources, compile_modes, inspect.getmodule(_tag)):
        assert module is not None
        digest.update(inspect.getsource(module).encode())
    for name, value in sorted(space.items()):
        if isinstance(value, int | float):
            digest.update(f"{name}={value};".encode())
        elif isinstance(value, np.ndarray):
            digest.update(f"{name}={value.tolist()};".encode())
    return digest.hexdigest()


@cache
def compile_entry(name: str, modules: tuple[ModuleType, ...], make: Callable[[str], FunctionType]) -> "Entry":
    """Compile what `make(tag)` returns, with every rule of the modules at hand; cached by sources and numbers.

    NameError when a name of the modules has two meanings, ConfigError when Numba is switched off.
    """
    if numba.config.DISABLE_JIT:
        raise ConfigError("NUMBA_DISABLE_JIT is set; allowed is a compiler that is on, since batches play compiled")
    return Entry(name, lambda mode: _made(name, modules, make, mode))


def _made(name: str, modules: tuple[ModuleType, ...], make: Callable[[str], FunctionType], mode: Mode) -> Any:
    """Numba's function, which is compiled when it is first given arguments."""
    space = namespace(modules, mode.rule, mode.native)
    tag = _tag(modules, space, mode)
    run = make(tag)
    run = FunctionType(run.__code__, space, f"{run.__name__}_{name}", None, run.__closure__)
    run.__qualname__ = f"{run.__name__}_{tag[:TAG_IN_NAME]}"  # files of its own: several trees may share a folder
    if CHECKED:
        return mode.entry(run, False)
    try:
        return _sealed(mode.entry(run, True))
    except RuntimeError as problem:  # a read-only installation without a home has no place for a cache
        log.warning("the rules are compiled anew in every process: %s", problem)
    return mode.entry(run, False)


def _sealed(run: Any) -> Any:
    """The same, kept on disk by `keeping.py`, or as this Numba does it where it has no such parts any more."""
    try:
        from wd_env.compiler.code_cache import keep_sealed
    except ImportError:
        return run
    keep_sealed(run)
    return run


class Entry:
    """A function that is compiled, or loaded from disk, when it is first called.

    `compiled` is Numba's function: in the linked mode, or in the portable one if the linked one fails.
    """

    def __init__(self, name: str, make: Callable[[Mode], Any]) -> None:
        self._name = name
        self._make = make
        self._mode = compile_modes.mode()
        self._is_ready = False
        self._readying = threading.Lock()
        self.compiled = make(self._mode)

    def __call__(self, *args: Any) -> Any:
        if not self._is_ready:
            self._get_ready(args)
        return self.compiled(*args)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Entry":
        return self  # whoever is copied goes on with the same code

    def _get_ready(self, args: tuple[Any, ...]) -> None:
        signature = tuple(map(numba.typeof, args))
        with self._readying:
            if self._is_ready:  # another thread was faster
                return
            try:
                self._compile(signature)
            except Exception as problem:
                if self._mode is compile_modes.portable():
                    raise
                compile_modes.fall_back(problem)
                self._mode = compile_modes.portable()
                self.compiled = self._make(self._mode)
                self._compile(signature)
            self._is_ready = True

    def _compile(self, signature: tuple[Any, ...]) -> None:
        with _announced(self._name, self._mode.lasts) as begin, _on_a_miss(self.compiled, begin):
            self.compiled.compile(signature)


@contextmanager
def _announced(name: str, lasts: str) -> Iterator[Callable[[], None]]:
    """Give what is called as compiling begins; it is told if it takes long."""
    timer = threading.Timer(PATIENCE, log.warning, [SAYING, name, lasts])
    timer.daemon = True
    try:
        yield timer.start
    finally:
        timer.cancel()


@contextmanager
def _on_a_miss(compiled: Any, begin: Callable[[], None]) -> Iterator[None]:
    """Call `begin` if the cache does not have what is asked for: loading may take long on a busy machine, too."""
    cache: Any = getattr(compiled, "_cache", None)
    if not hasattr(cache, "load_overload"):  # an inner part of Numba
        begin()
        yield
        return
    load = cache.load_overload

    def asked(*args: Any) -> Any:
        found = load(*args)
        if found is None:
            begin()
        return found

    cache.load_overload = asked
    try:
        yield
    finally:
        del cache.load_overload


def entry(game: GameSpec) -> Entry:
    """`kernel.make_run`'s entry for this game, compiled; the same object in the whole process."""
    return compile_entry(game.name, (*game.modules, default_rules, bits, philox, game_loop), game_loop.make_run)
