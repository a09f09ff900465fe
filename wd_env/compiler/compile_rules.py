"""Compile the rules: copies of plain functions in one flat namespace, behind one cached function (Numba).

Importing this module imports Numba; nothing is compiled before the first call. `compile_modes` has the modes of
compilation, `code_cache` the disk cache.
"""

import hashlib
import inspect
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from wd_env.compiler import compile_modes
from wd_env.compiler.compile_modes import CHECKED, CompileMode
from wd_env.dependencies import missing_extra_error
from wd_env.errors import ConfigError
from wd_env.kernels import bits, default_rules, game_loop, philox
from wd_env.spec.game_spec import GameSpec

try:
    import numba
    import numpy as np
    from numba import types
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

INTEGER_TYPES = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)
KEY_CHARS_IN_NAME = 12  # of the cache key, in the names of cache files

ANNOUNCE_AFTER = 1.5  # seconds after which compilation is announced
COMPILING_MESSAGE = "compiling the rules of %s: %s, once and after each change of the rules"

Compiler = Callable[[Callable[..., Any]], Any]

log = logging.getLogger(__name__)


def namespace(modules: tuple[ModuleType, ...], compile_one: Compiler, native: Mapping[str, Any]) -> dict[str, Any]:
    """Return every constant, table and rule by name; the copy of each rule uses only this namespace.

    `OVERRIDES` of a module lists the rules of earlier modules that it replaces. A module with `FILLS_GAPS` adds only
    rules that are missing. All other names must be unique.

    Args:
        modules: Rule modules.
        compile_one: Function that compiles a rule.
        native: Replacements of functions of `bits`.

    Raises:
        NameError: If two modules define the same name.
    """
    # the name of an existing module: Numba imports it when it loads from its cache
    space: dict[str, Any] = {"__name__": __name__, "__builtins__": __builtins__}
    rules: dict[str, FunctionType] = {}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                if name in rules and getattr(module, "FILLS_GAPS", False):
                    continue
                if name in rules and name not in getattr(module, "OVERRIDES", ()):
                    raise NameError(f"duplicate rule {name}")
                rules[name] = value
            elif isinstance(value, int | float):
                if not np.array_equal(space.setdefault(name, value), value):
                    raise NameError(f"duplicate constant {name}: {space[name]} and {value}")
            elif isinstance(value, tuple) and value and isinstance(value[0], int):
                table = np.array(value, np.int64)
                if not np.array_equal(space.setdefault(name, table), table):
                    raise NameError(f"duplicate table or constant {name}")
    for name, rule in rules.items():
        space[name] = _with_int64_arguments(compile_one(FunctionType(rule.__code__, space, name)))
    for name, function in native.items():
        space[name] = compile_one(function) if isinstance(function, FunctionType) else function
    return space


def _with_int64_arguments(rule: Any) -> Any:
    """Return the rule, compiled only once because every int argument is converted to int64."""
    template = getattr(rule, "get_call_template", None)
    if template is None:  # another version of Numba, which compiles for each int type instead
        return rule

    def widened(args: Any, kws: Any) -> Any:
        return template(tuple(types.int64 if isinstance(arg, INTEGER_TYPES) else arg for arg in args), kws)

    rule.get_call_template = widened
    return rule


def _cache_key(modules: tuple[ModuleType, ...], space: dict[str, Any], mode: CompileMode) -> str:
    """Return a digest of the mode, and of all source lines and numbers that the compiled code depends on.

    Numbers may come from modules that are not compiled, such as indices of observation features. Bytecode is included
    because a file may have been edited since it was imported.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {mode.name}".encode())
    for module in (*modules, *mode.sources, compile_modes, inspect.getmodule(_cache_key)):
        assert module is not None
        digest.update(inspect.getsource(module).encode())
    for compile_rule in (
        value for module in modules for value in vars(module).values() if isinstance(value, FunctionType)
    ):
        code = compile_rule.__code__
        values = [value for value in code.co_consts if not isinstance(value, CodeType)]  # code prints its address
        digest.update(f"{compile_rule.__name__} {code.co_code.hex()} {code.co_names} {values};".encode())
    for name, value in sorted(space.items()):
        if isinstance(value, int | float):
            digest.update(f"{name}={value};".encode())
        elif isinstance(value, np.ndarray):
            digest.update(f"{name}={value.tolist()};".encode())
    return digest.hexdigest()


@cache
def compile_lazily(name: str, modules: tuple[ModuleType, ...], make: Callable[[str], FunctionType]) -> "LazyCompiled":
    """Compile what `make(cache_key)` returns with all rules of the modules, at the first call; cached on disk.

    Args:
        name: Name of the game, for messages.
        modules: Rule modules.
        make: Function that returns the function to compile.

    Raises:
        NameError: If two modules define the same name.
        ConfigError: If Numba is disabled.
    """
    if numba.config.DISABLE_JIT:
        raise ConfigError("NUMBA_DISABLE_JIT is set, but batches need compiled rules; unset it")
    return LazyCompiled(name, lambda mode: _make_compiled(name, modules, make, mode))


def _make_compiled(
    name: str, modules: tuple[ModuleType, ...], make: Callable[[str], FunctionType], mode: CompileMode
) -> Any:
    """Return Numba's function, which is compiled at its first call."""
    space = namespace(modules, mode.compile_rule, mode.native)
    cache_key = _cache_key(modules, space, mode)
    run = make(cache_key)
    run = FunctionType(run.__code__, space, f"{run.__name__}_{name}", None, run.__closure__)
    run.__qualname__ = f"{run.__name__}_{cache_key[:KEY_CHARS_IN_NAME]}"  # separate files, if checkouts share a folder
    if CHECKED:
        return mode.compile_loop(run, False)
    try:
        return _with_verified_cache(mode.compile_loop(run, True))
    except RuntimeError as exc:  # a read-only installation without a home folder has no place for a cache
        log.warning("the rules are compiled in every process, for lack of a cache: %s", exc)
    return mode.compile_loop(run, False)


def _with_verified_cache(run: Any) -> Any:
    """Return the function with the cache of `code_cache`, or Numba's own cache if its interface has changed."""
    try:
        from wd_env.compiler.code_cache import use_verified_cache
    except ImportError:
        return run
    use_verified_cache(run)
    return run


class LazyCompiled:
    """A function that is compiled, or loaded from disk, when it is first called.

    `compiled` is Numba's function: in the linked mode, or in the portable one if linking fails.
    """

    def __init__(self, name: str, make: Callable[[CompileMode], Any]) -> None:
        self._name = name
        self._make = make
        self._mode = compile_modes.mode()
        self._is_ready = False
        self._lock = threading.Lock()
        self.compiled = make(self._mode)

    def __call__(self, *args: Any) -> Any:
        if not self._is_ready:
            self._prepare(args)
        return self.compiled(*args)

    def __deepcopy__(self, memo: dict[int, Any]) -> "LazyCompiled":
        return self  # copies share the code

    def _prepare(self, args: tuple[Any, ...]) -> None:
        signature = tuple(map(numba.typeof, args))
        with self._lock:
            if self._is_ready:  # another thread was faster
                return
            try:
                self._compile(signature)
            except Exception as exc:
                if self._mode is compile_modes.portable():
                    raise
                compile_modes.fall_back(exc)
                self._mode = compile_modes.portable()
                self.compiled = self._make(self._mode)
                self._compile(signature)
            self._is_ready = True

    def _compile(self, signature: tuple[Any, ...]) -> None:
        with _announce_if_slow(self._name, self._mode.duration) as start, _call_on_cache_miss(self.compiled, start):
            self.compiled.compile(signature)


@contextmanager
def _announce_if_slow(name: str, duration: str) -> Iterator[Callable[[], None]]:
    """Yield a function to call when compilation starts; it is announced if it takes long."""
    timer = threading.Timer(ANNOUNCE_AFTER, log.warning, [COMPILING_MESSAGE, name, duration])
    timer.daemon = True
    try:
        yield timer.start
    finally:
        timer.cancel()


@contextmanager
def _call_on_cache_miss(compiled: Any, on_miss: Callable[[], None]) -> Iterator[None]:
    """Call `on_miss` if the cache has no entry; loading may also take long on a busy machine."""
    cache: Any = getattr(compiled, "_cache", None)
    if not hasattr(cache, "load_overload"):  # an internal of Numba
        on_miss()
        yield
        return
    load = cache.load_overload

    def call(*args: Any) -> Any:
        result = load(*args)
        if result is None:
            on_miss()
        return result

    cache.load_overload = call
    try:
        yield
    finally:
        del cache.load_overload


def compiled_loop(game: GameSpec) -> LazyCompiled:
    """Return the kernel of `game_loop.make_run` for this game, compiled; one object per process."""
    return compile_lazily(game.name, (*game.modules, default_rules, bits, philox, game_loop), game_loop.make_run)
