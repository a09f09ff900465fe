"""Decide when single games switch to the compiled rules.

The environment variable `WD_SINGLE` selects the mode; games are bit-identical in all three:

- `auto` (default): interpret the rules. After `ACTIONS_BEFORE_COMPILING` actions in this process, a background thread
  loads or compiles them, and games switch as soon as it has finished. Play never waits for it.
- `interpreted`: never compile.
- `compiled`: compile before the first action.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from wd_env.dependencies import is_installed
from wd_env.errors import ConfigError
from wd_env.spec.game_spec import GameSpec

if TYPE_CHECKING:
    from wd_env.table.compiled_backend import CompiledBackend

AUTO, INTERPRETED, COMPILED = MODES = ("auto", "interpreted", "compiled")
MODE_VARIABLE = "WD_SINGLE"
SWITCH_INTERVAL = 1e-4  # seconds until another thread may run, while one is loading
ACTIONS_BEFORE_COMPILING = 1000  # a tenth of a second; a shorter use ends before the rules are loaded

log = logging.getLogger(__name__)

_actions = 0
# By name, or by game if several games share a name, as maps do; False while a thread works and if it has failed.
_ready: dict[Hashable, bool] = {}
_default_intervals: list[float] = []  # seconds, once for each thread that is loading
_lock = threading.Lock()


def compiled_backend_for(game: GameSpec) -> "CompiledBackend | None":
    """Count one action and return a compiled backend, or None while single games are interpreted.

    Raises:
        ConfigError: If `WD_SINGLE` has another value than its three.
    """
    global _actions  # noqa: PLW0603 - counts for the process, like the compiled rules
    _actions += 1
    if not is_ready(game.name, lambda: _warm(game), game):
        return None
    from wd_env.table.compiled_backend import CompiledBackend

    return CompiledBackend(game)


def is_ready(name: str, make: Callable[[], None], key: Hashable = None) -> bool:
    """Return whether `make` has finished, which a background thread runs once the process has played for a while.

    With `WD_SINGLE=compiled`, `make` runs in the call itself; with `WD_SINGLE=interpreted` it never runs. If it fails,
    one warning says why, and the result stays False.

    Args:
        name: Name of what is made, for the warning.
        make: Function that loads or compiles.
        key: What is made once; by default the name.
    """
    mode = _mode()
    if mode == INTERPRETED:
        return False
    key = name if key is None else key
    if mode == COMPILED and not _ready.get(key):
        make()
        _ready[key] = True
    elif key not in _ready:
        if not _should_compile():
            return False
        _make_in_background(name, make, key)
    return _ready[key]


def _mode() -> str:
    mode = os.environ.get(MODE_VARIABLE, AUTO)
    if mode not in MODES:
        raise ConfigError(f"{MODE_VARIABLE}: expected {', '.join(MODES)}, got {mode!r}")
    return mode


def _should_compile() -> bool:
    """Return whether the process has played for a while, and a compiler is installed and enabled."""
    if _actions < ACTIONS_BEFORE_COMPILING:
        return False
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and _has_numba()


@cache
def _has_numba() -> bool:
    return is_installed("numba")


def _make_in_background(name: str, make: Callable[[], None], key: Hashable) -> None:
    with _lock:
        if key not in _ready:
            _ready[key] = False
            # not a daemon: native code that is compiling would crash when the interpreter ends
            threading.Thread(target=_try, args=(name, make, key), name=f"compiling {name}").start()


def _try(name: str, make: Callable[[], None], key: Hashable) -> None:
    try:
        with _short_switch_interval():
            make()
        _ready[key] = True
    except Exception as exc:  # noqa: BLE001 - whatever it is, interpreted games continue
        log.warning("%s stays interpreted in single games: it cannot be compiled: %s", name, exc)


@contextmanager
def _short_switch_interval() -> Iterator[None]:
    """Let threads take turns more often while any of them loads.

    A loading thread opens hundreds of files, and would wait after each for the full turn of a thread that plays.
    """
    with _lock:
        _default_intervals.append(_default_intervals[0] if _default_intervals else sys.getswitchinterval())
        sys.setswitchinterval(min(_default_intervals[0], SWITCH_INTERVAL))
    try:
        yield
    finally:
        with _lock:
            interval = _default_intervals.pop()
            if not _default_intervals:
                sys.setswitchinterval(interval)


def _warm(game: GameSpec) -> None:
    from wd_env.table.compiled_backend import CompiledBackend

    CompiledBackend(game).warm()
