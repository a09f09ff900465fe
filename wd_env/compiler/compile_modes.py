"""The two modes of compilation: all rules linked to one program, or each compiled by Numba alone (portable).

The linked mode uses Numba internals (`pointer_types`, `llvm_linking`), which change between versions. The portable mode
uses only Numba's documented interface; its games are bit-identical and several times slower. `WD_PORTABLE=1` selects
it; a process falls back to it, with one warning, if its version of Numba does not support the linked mode.
"""

import logging
import os
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from wd_env.dependencies import missing_extra_error
from wd_env.errors import exception_text
from wd_env.kernels import bits

try:
    import numba
    import numpy as np
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

PORTABLE = os.environ.get("WD_PORTABLE", "0") == "1"
CHECKED = os.environ.get("WD_CHECKED", "0") == "1"  # with array bounds checks and without the disk cache

Options = dict[str, bool | str]

OPTIONS: Options = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKED}
RULE_OPTIONS: Options = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}  # without wrappers for calls from Python

FALLBACK_WARNING = (
    "numba %s does not support the linked mode of compilation (%s): rules are compiled in the portable mode, whose "
    "games are identical and several times slower; WD_PORTABLE=1 selects it without this warning"
)

log = logging.getLogger(__name__)


def narrow(value: int) -> Any:
    """Return the value as a byte; the compiled form of `bits.narrow`."""
    return np.int8(value)


# The replacements of `bits` in the portable mode.
_PORTABLE_BITS = {"nonzero_word": bits.nonzero_word, "equal_word": bits.equal_word, "count_ones": bits.count_ones}
NATIVE = MappingProxyType({"narrow": narrow, **_PORTABLE_BITS})
PLANE_FUNCTIONS = ("sum_planes", "sum_weighted_planes", "mark_equal", "add_to_flagged")  # of `vector_planes`


class CompileMode(NamedTuple):
    """A mode of compilation; `sources` are the modules that affect the compiled code."""

    name: str
    duration: str  # time to compile a game, as text
    compile_rule: Callable[[Callable[..., Any]], Any]  # compiles functions that only compiled code calls
    compile_loop: Callable[[Callable[..., Any], bool], Any]  # compiles a function for Python, cached on disk or not
    native: Mapping[str, Any]
    sources: tuple[ModuleType, ...]


_misfits: list[str] = []  # reasons for the fallback of this process


def mode() -> CompileMode:
    """Return the mode in which this process compiles."""
    if PORTABLE or _misfits:
        return portable()
    try:
        return linked()
    except Exception as exc:  # noqa: BLE001 changed internals of Numba can raise anything
        fall_back(exc)
        return portable()


def fall_back(exc: Exception) -> None:
    """Use the portable mode from now on, and log the reason once."""
    if not _misfits:
        reason = exception_text(exc)
        _misfits.append(reason)
        log.warning(FALLBACK_WARNING, numba.__version__, reason)


@cache
def linked() -> CompileMode:
    """Return the linked mode; ImportError, AttributeError or another error if Numba does not support it."""
    from wd_env.compiler import llvm_linking, pointer_types, vector_planes

    llvm_linking.check_numba()
    native = NATIVE | {name: getattr(pointer_types, name) for name in _PORTABLE_BITS}
    native |= {name: getattr(vector_planes, name) for name in PLANE_FUNCTIONS}
    sources = bits, pointer_types, vector_planes, llvm_linking
    rule, entry = llvm_linking.make_compilers(OPTIONS, RULE_OPTIONS)
    return CompileMode("linked", "up to two minutes, more on a busy machine", rule, entry, native, sources)


@cache
def portable() -> CompileMode:
    """Return the portable mode, which any version of Numba supports."""
    rule_options = OPTIONS | _wrapper_options()

    def rule(function: Callable[..., Any]) -> Any:
        return numba.njit(function, **rule_options)

    def entry(function: Callable[..., Any], cached: bool) -> Any:
        return numba.njit(function, cache=cached, **OPTIONS)

    return CompileMode("portable", "some minutes", rule, entry, NATIVE, (bits,))


def _wrapper_options() -> Options:
    """Return undocumented options that reduce compile time by a third, if Numba knows them."""

    def nothing() -> None: ...

    try:
        numba.njit(nothing, **RULE_OPTIONS).compile(())
    except Exception:  # noqa: BLE001 the options are undocumented
        return {}
    return RULE_OPTIONS
