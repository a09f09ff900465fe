"""When a single table may play on the compiled rules: once they are there, and nobody ever waits for them.

The environment variable `WD_SINGLE` says how single games play: `auto` (the default) interprets until a thread beside
has loaded or compiled the rules, which it begins to do when a process has given `ACTIONS_BEFORE_COMPILING` answers;
`interpreted` never compiles; `compiled` compiles before the first answer. Games are the same bit for bit.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from wd_env.errors import ConfigError
from wd_env.spec.game_spec import GameSpec

if TYPE_CHECKING:
    from wd_env.table.compiled_backend import CompiledBackend

AUTO, INTERPRETED, COMPILED = MODES = ("auto", "interpreted", "compiled")
MODE_VARIABLE = "WD_SINGLE"
SWITCH_INTERVAL = 1e-4  # seconds until another thread may go on, while one is loading
ACTIONS_BEFORE_COMPILING = 1000  # a tenth of a second of play; a shorter use is over before the rules are loaded

log = logging.getLogger(__name__)

_actions = 0
# By name, or by game, for two maps are two games of one name; False while a thread is at work, and where it has failed.
_ready: dict[Hashable, bool] = {}
_default_intervals: list[float] = []  # seconds of a thread's turn as it was, once for each thread that is loading
_lock = threading.Lock()


def compiled_backend_for(game: GameSpec) -> "CompiledBackend | None":
    """Return a game on the compiled rules, or None while single games are interpreted; counts one answer.

    ConfigError for another value of `WD_SINGLE` than its three.
    """
    global _actions  # noqa: PLW0603 - of the process, as the compiled rules are
    _actions += 1
    mode = _mode()
    if mode == INTERPRETED or (mode == AUTO and not _is_worth_it()):
        return None
    if not is_ready(game.name, lambda: _warm(game), game):
        return None
    from wd_env.table.compiled_backend import CompiledBackend

    return CompiledBackend(game)


def is_ready(name: str, make: Callable[[], None], key: Hashable = None) -> bool:
    """Return whether `make` has been carried out, in a thread beside that the first call starts.

    It is carried out once for each `key`, the name where there is none. Nothing is with `WD_SINGLE=interpreted`. With
    `WD_SINGLE=compiled` it is carried out at once. Where it fails, one warning says why, and it stays False.
    """
    mode = _mode()
    if mode == INTERPRETED:
        return False
    key = name if key is None else key
    if mode == COMPILED and not _ready.get(key):
        make()
        _ready[key] = True
    elif key not in _ready:
        _make_in_background(name, make, key)
    return _ready[key]


def _mode() -> str:
    mode = os.environ.get(MODE_VARIABLE, AUTO)
    if mode not in MODES:
        raise ConfigError(f"{MODE_VARIABLE} is {mode!r}; allowed are {', '.join(MODES)}")
    return mode


def _is_worth_it() -> bool:
    """The process has played for a while, and there is a compiler that is not switched off."""
    is_on = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
    return _actions >= ACTIONS_BEFORE_COMPILING and is_on and find_spec("numba") is not None


def _make_in_background(name: str, make: Callable[[], None], key: Hashable) -> None:
    with _lock:
        if key not in _ready:
            _ready[key] = False
            # no daemon: native code that is compiling when the interpreter goes would crash it
            threading.Thread(target=_try, args=(name, make, key), name=f"compiling {name}").start()


def _try(name: str, make: Callable[[], None], key: Hashable) -> None:
    try:
        with _short_switch_interval():
            make()
        _ready[key] = True
    except Exception as problem:  # noqa: BLE001 - whatever it is, what is interpreted goes on
        log.warning("%s stays interpreted in single games: it cannot be compiled: %s", name, problem)


@contextmanager
def _short_switch_interval() -> Iterator[None]:
    """Let threads take turns more often while any of them loads.

    Whoever loads opens hundreds of files, and would wait after each for the full turn of a thread that plays on.
    """
    with _lock:
        _default_intervals.append(_default_intervals[0] if _default_intervals else sys.getswitchinterval())
        sys.setswitchinterval(min(_default_intervals[0], SWITCH_INTERVAL))
    try:
        yield
    finally:
        with _lock:
            usual = _default_intervals.pop()
            if not _default_intervals:
                sys.setswitchinterval(usual)


def _warm(game: GameSpec) -> None:
    from wd_env.table.compiled_backend import CompiledBackend

    CompiledBackend(game).warm()
