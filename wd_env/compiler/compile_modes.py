"""The two modes of compiling: all rules linked into one program, or each by Numba alone (portable).

The linked mode builds on inner parts of Numba (`lean.py`, `linking.py`), which change between versions. The portable
mode asks for nothing but what Numba's manual promises and plays the same games bit for bit, several times slower.
`WD_PORTABLE=1` asks for it; where this Numba does not fit the linked mode, a process falls back to it and says so once.
"""

import logging
import os
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from wd_env.dependencies import missing_extra_error
from wd_env.errors import shortened, visible
from wd_env.kernels import bits

try:
    import numba
    import numpy as np
except ModuleNotFoundError as problem:
    raise missing_extra_error(problem) from None

PORTABLE = os.environ.get("WD_PORTABLE", "0") == "1"
CHECKED = os.environ.get("WD_CHECKED", "0") == "1"  # array bounds checked, no disk cache

Options = dict[str, bool | str]

OPTIONS: Options = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKED}
RULE_OPTIONS: Options = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}  # compiled without wrappers for calls from Python
MAX_ERROR_CHARS = 200  # characters of what did not fit

FALLBACK_WARNING = (
    "numba %s does not fit the linked mode of compiling (%s): rules are compiled in the portable mode, which plays the "
    "same games several times slower; WD_PORTABLE=1 asks for it without this warning"
)

log = logging.getLogger(__name__)


def narrow(number: int) -> Any:
    """`bits.narrow`, compiled."""
    return np.int8(number)


# What `bits` is where Numba compiles it without our help.
_PORTABLE_BITS = {"nonzero_word": bits.nonzero_word, "equal_word": bits.equal_word, "count_ones": bits.count_ones}
NATIVE = MappingProxyType({"narrow": narrow, **_PORTABLE_BITS})


class CompileMode(NamedTuple):
    """A way to compile; `sources` are the modules that have a say in what the compiled code is."""

    name: str
    duration: str  # how long compiling a game takes, in words
    compile_rule: Callable[[Callable[..., Any]], Any]  # compiles what only compiled code calls
    compile_loop: Callable[[Callable[..., Any], bool], Any]  # compiles what Python calls, and keeps it on disk or not
    native: Mapping[str, Any]
    sources: tuple[ModuleType, ...]


_misfits: list[str] = []  # why this process has fallen back


def mode() -> CompileMode:
    """Return the mode in which this process compiles from now on."""
    if PORTABLE or _misfits:
        return portable()
    try:
        return linked()
    except Exception as problem:  # noqa: BLE001 whatever has become of Numba's inner parts
        fall_back(problem)
        return portable()


def fall_back(problem: Exception) -> None:
    """Compile in portable mode from now on, and say why; once in a process."""
    if not _misfits:
        _misfits.append(visible(shortened(f"{type(problem).__name__}: {problem}", MAX_ERROR_CHARS)))
        log.warning(FALLBACK_WARNING, numba.__version__, _misfits[0])


@cache
def linked() -> CompileMode:
    """Return the linked mode; ImportError, AttributeError or worse where this Numba does not fit it."""
    from wd_env.compiler import llvm_linking, pointer_types

    llvm_linking.check_numba()
    native = NATIVE | {name: getattr(pointer_types, name) for name in _PORTABLE_BITS}
    rule, entry = llvm_linking.make_compilers(OPTIONS, RULE_OPTIONS)
    return CompileMode("linked", "up to half a minute", rule, entry, native, (bits, pointer_types, llvm_linking))


@cache
def portable() -> CompileMode:
    """Return the mode that any Numba has."""
    rule_options = OPTIONS | _wrapper_options()

    def rule(function: Callable[..., Any]) -> Any:
        return numba.njit(function, **rule_options)

    def entry(function: Callable[..., Any], kept: bool) -> Any:
        return numba.njit(function, cache=kept, **OPTIONS)

    return CompileMode("portable", "a minute or two", rule, entry, NATIVE, (bits,))


def _wrapper_options() -> Options:
    """What makes Numba compile rules in two thirds of the time, if it knows the words."""

    def nothing() -> None: ...

    try:
        numba.njit(nothing, **RULE_OPTIONS).compile(())
    except Exception:  # noqa: BLE001 the words are in no manual
        return {}
    return RULE_OPTIONS
