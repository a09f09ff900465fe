"""A JSON reader for untrusted text, with limits on length, depth and integers."""

import json
import math
import re
from functools import partial
from itertools import accumulate
from typing import Any

from wd_env.errors import StateError, WdError
from wd_env.storage.atomic_files import MAX_BYTES

MAX_DEPTH = 32  # nested arrays and objects
MAX_DIGITS = 20  # of an integer; 2**64 has twenty

# Match complete strings, so that brackets inside them are not counted as nesting, and all other text between brackets.
_NON_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[^"\[\]{}]++', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # of a surrogate pair, or a lone surrogate
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1, '"': 0}  # the pattern leaves the opening quote of an unclosed string


def read_json(
    text: str | bytes,
    subject: str,
    error: type[WdError] = StateError,
    *,
    max_bytes: int = MAX_BYTES,
    max_digits: int = MAX_DIGITS,
) -> Any:
    """Read one JSON value from untrusted text.

    Args:
        text: The JSON text; bytes must be UTF-8.
        subject: Name of the value in error messages, such as "the position".
        error: Class of the exception to raise.
        max_bytes: Maximum length of `text`.
        max_digits: Maximum number of digits of an integer.

    Returns:
        The value as `json.loads` returns it.

    Raises:
        error: If the text exceeds a limit or is not valid JSON. Duplicate keys, NaN, infinite numbers, floats out of
            range and lone surrogates are not valid either.
    """
    if len(text) > max_bytes:
        raise error(f"{subject}: expected at most {max_bytes} bytes, got {len(text)}")
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        _check_depth(decoded)
        hooks: dict[str, Any] = {"parse_float": _finite, "parse_constant": _finite}
        if _has_long_integer(decoded, max_digits):  # the hook is slow: it takes longer than all other parsing
            hooks["parse_int"] = partial(_bounded_int, max_digits)
        value = json.loads(decoded, object_pairs_hook=_unique_keys, **hooks)
        if not decoded.isascii() or _SURROGATE.search(decoded):
            _check_surrogates(value)
        return value
    except (ValueError, RecursionError) as exc:
        reason = f"{exc.reason} at byte {exc.start}" if isinstance(exc, UnicodeDecodeError) else exc
        raise error(f"{subject}: expected valid JSON, got an error: {reason}") from None


def _check_depth(text: str) -> None:
    steps = map(_STEPS.__getitem__, _NON_BRACKETS.sub("", text))
    if max(accumulate(steps), default=0) > MAX_DEPTH:
        raise ValueError(f"more than {MAX_DEPTH} nested arrays and objects")


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as exc:
        surrogate = f"\\u{ord(exc.object[exc.start]):04x}"
        raise ValueError(f"{surrogate} is a lone surrogate") from None


def _has_long_integer(text: str, max_digits: int) -> bool:
    return re.search(f"[0-9]{{{max_digits + 1}}}", text) is not None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            raise ValueError(f"duplicate key {key[:40]!r} in an object")
        fields[key] = value
    return fields


def _bounded_int(max_digits: int, digits: str) -> int:
    length = len(digits.lstrip("-"))
    if length > max_digits:
        raise ValueError(f"expected integers of at most {max_digits} digits, got one of {length}")
    return int(digits)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:40]} is not a finite number")
    return value
