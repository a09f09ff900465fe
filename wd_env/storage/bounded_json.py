"""Text that comes from outside: JSON held to bounds before anything is built from it."""

import json
import math
import re
from functools import partial
from itertools import accumulate
from typing import Any

from wd_env.errors import StateError, WdError
from wd_env.storage.atomic_files import MAX_BYTES

MAX_DEPTH = 32  # arrays and objects inside each other
MAX_DIGITS = 20  # of a whole number; 2**64 has twenty

# Whole strings, so that brackets in them are no nesting, and whatever else is no bracket.
_NON_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[^"\[\]{}]++', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # of a pair of surrogates, or alone
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1, '"': 0}  # a string that does not end leaves its beginning


def read_json(
    text: str | bytes,
    subject: str,
    error: type[WdError] = StateError,
    *,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    max_digits: int = MAX_DIGITS,
) -> Any:
    """Read one JSON value that a stranger may have written; `what` names it in errors ("the position").

    Raises `error` for text over `max_bytes` bytes, arrays and objects more than `max_depth` deep, whole numbers of
    more than `max_digits` digits, a key that occurs twice in an object, NaN, infinite and too large numbers, bytes
    that are no UTF-8, a lone surrogate (half a character, which no file takes) and whatever else is no JSON.
    """
    if len(text) > max_bytes:
        raise error(f"{subject} has {len(text)} bytes; allowed are at most {max_bytes}")
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        _check_depth(decoded, max_depth)
        hooks: dict[str, Any] = {"parse_float": _finite, "parse_constant": _finite}
        if _has_long_number(decoded, max_digits):  # a hook for whole numbers costs more than all other reading
            hooks["parse_int"] = partial(_bounded_int, max_digits)
        found = json.loads(decoded, object_pairs_hook=_unique_keys, **hooks)
        if not decoded.isascii() or _SURROGATE.search(decoded):
            _check_surrogates(found)
        return found
    except (ValueError, RecursionError) as problem:
        reason = f"{problem.reason} at byte {problem.start}" if isinstance(problem, UnicodeDecodeError) else problem
        raise error(f"{subject} is no JSON that can be read: {reason}") from None


def _check_depth(text: str, most: int) -> None:
    steps = map(_STEPS.__getitem__, _NON_BRACKETS.sub("", text))
    if max(accumulate(steps), default=0) > most:
        raise ValueError(f"more than {most} arrays and objects lie inside each other")


def _check_surrogates(found: Any) -> None:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as problem:
        half = f"\\u{ord(problem.object[problem.start]):04x}"
        raise ValueError(f"{half} is half a character; allowed are whole ones") from None


def _has_long_number(text: str, most: int) -> bool:
    return re.search(f"[0-9]{{{most + 1}}}", text) is not None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key[:40]!r} occurs twice in one object")
        found[key] = value
    return found


def _bounded_int(most: int, digits: str) -> int:
    if len(digits.lstrip("-")) > most:
        raise ValueError(f"a whole number has {len(digits.lstrip('-'))} digits; allowed are at most {most}")
    return int(digits)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is not a finite number")
    return number
