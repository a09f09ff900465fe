"""Text that comes from outside: JSON held to bounds before anything is built from it."""

import json
import math
import re
from functools import partial
from itertools import accumulate
from typing import Any

from wd_env.errors import StateError, WdError
from wd_env.storage.atomic_files import MOST_BYTES

MOST_DEPTH = 32  # arrays and objects inside each other
MOST_DIGITS = 20  # of a whole number; 2**64 has twenty

# Whole strings, so that brackets in them are no nesting, and whatever else is no bracket.
_NO_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[^"\[\]{}]++', re.DOTALL)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of a pair of surrogates, or alone
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1, '"': 0}  # a string that does not end leaves its beginning


def read_json(
    text: str | bytes,
    what: str,
    error: type[WdError] = StateError,
    *,
    most_bytes: int = MOST_BYTES,
    most_depth: int = MOST_DEPTH,
    most_digits: int = MOST_DIGITS,
) -> Any:
    """Read one JSON value that a stranger may have written; `what` names it in errors ("the position").

    Raises `error` for text over `most_bytes` bytes, arrays and objects more than `most_depth` deep, whole numbers of
    more than `most_digits` digits, a key that occurs twice in an object, NaN, infinite and too large numbers, bytes
    that are no UTF-8, a lone surrogate (half a character, which no file takes) and whatever else is no JSON.
    """
    if len(text) > most_bytes:
        raise error(f"{what} has {len(text)} bytes; allowed are at most {most_bytes}")
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        _check_depth(decoded, most_depth)
        hooks: dict[str, Any] = {"parse_float": _finite, "parse_constant": _finite}
        if _has_long_number(decoded, most_digits):  # a hook for whole numbers costs more than all other reading
            hooks["parse_int"] = partial(_whole, most_digits)
        found = json.loads(decoded, object_pairs_hook=_unique_keys, **hooks)
        if not decoded.isascii() or _HALF.search(decoded):
            _check_whole(found)
        return found
    except (ValueError, RecursionError) as problem:
        reason = f"{problem.reason} at byte {problem.start}" if isinstance(problem, UnicodeDecodeError) else problem
        raise error(f"{what} is no JSON that can be read: {reason}") from None


def _check_depth(text: str, most: int) -> None:
    steps = map(_STEPS.__getitem__, _NO_BRACKETS.sub("", text))
    if max(accumulate(steps), default=0) > most:
        raise ValueError(f"more than {most} arrays and objects lie inside each other")


def _check_whole(found: Any) -> None:
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


def _whole(most: int, digits: str) -> int:
    if len(digits.lstrip("-")) > most:
        raise ValueError(f"a whole number has {len(digits.lstrip('-'))} digits; allowed are at most {most}")
    return int(digits)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is not a finite number")
    return number
