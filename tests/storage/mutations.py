"""Untrusted files: valid ones with a few changes of characters or values."""

import json
import random
from typing import Any

UNEXPECTED_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 127, 128, 255, 2**31, 2**64, 10**19, 0.5, 1.0, -0.0, 1e308, "", "x", "\x1b[31m",
    "\ud800", "..", "/dev/zero", "0", [], [[]], {}, {"": {}}, {"name": "a", "sha256": "0" * 64}, [0] * 70, ["roll"] * 3,
)  # fmt: skip


def changed_values(value: Any, rng: random.Random, changes: int = 1) -> Any:
    """Return the JSON value with some of its contents replaced, removed, added or exchanged."""
    copy = json.loads(json.dumps(value))
    for _ in range(changes):
        entry = _random_entry(copy, rng)
        if entry is None:
            return rng.choice(UNEXPECTED_VALUES)
        container, key = entry
        change = rng.randrange(4)
        if change == 0 and isinstance(container, dict):
            container[rng.choice(("x", "", "version", "\x1b]0;", key + "s"))] = rng.choice(UNEXPECTED_VALUES)
        elif change == 1:
            del container[key]
        elif change == 2 and type(container[key]) is int:
            container[key] += rng.choice((-1, 1, 7, 64))
        else:
            container[key] = json.loads(json.dumps(rng.choice(UNEXPECTED_VALUES)))
    return copy


def _random_entry(value: Any, rng: random.Random) -> tuple[Any, Any] | None:
    """Return a list or object within the value, or the value itself, with one of its keys; None if it is empty."""
    entry = None
    while isinstance(value, dict | list) and value:
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        entry, value = (value, key), value[key]
        if rng.random() < 0.2:
            break
    return entry


def changed_text(text: bytes, rng: random.Random, changes: int = 1) -> bytes:
    """Return the bytes with some of them replaced, removed or duplicated."""
    content = bytearray(text)
    for _ in range(changes):
        at = rng.randrange(len(content))
        length = rng.choice((1, 1, 1, 2, 9))
        replacement = rng.choice(
            (b"", bytes([rng.randrange(256)]), content[at : at + length] * 2, b"[" * 40, b"9" * 30)
        )
        content[at : at + length] = replacement
    return bytes(content)
