"""Files as a stranger may write them: sound ones with a few changes, of letters or of values."""

import json
import random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 127, 128, 255, 2**31, 2**64, 10**19, 0.5, 1.0, -0.0, 1e308, "", "x", "\x1b[31m",
    "\ud800", "..", "/dev/zero", "0", [], [[]], {}, {"": {}}, {"name": "a", "sha256": "0" * 64}, [0] * 70, ["roll"] * 3,
)  # fmt: skip


def changed_values(value: Any, luck: random.Random, changes: int = 1) -> Any:
    """The same JSON value with some of what is in it replaced, left out, added or exchanged."""
    copy = json.loads(json.dumps(value))
    for _ in range(changes):
        place = _any_place(copy, luck)
        if place is None:
            return luck.choice(ODD)
        inside, key = place
        deed = luck.randrange(4)
        if deed == 0 and isinstance(inside, dict):
            inside[luck.choice(("x", "", "version", "\x1b]0;", key + "s"))] = luck.choice(ODD)
        elif deed == 1:
            del inside[key]
        elif deed == 2 and type(inside[key]) is int:
            inside[key] += luck.choice((-1, 1, 7, 64))
        else:
            inside[key] = json.loads(json.dumps(luck.choice(ODD)))
    return copy


def _any_place(value: Any, luck: random.Random) -> tuple[Any, Any] | None:
    """A list or object within the value, or the value itself, and a key of it; None where nothing can be changed."""
    found = None
    while isinstance(value, dict | list) and value:
        key = luck.choice(list(value)) if isinstance(value, dict) else luck.randrange(len(value))
        found, value = (value, key), value[key]
        if luck.random() < 0.2:
            break
    return found


def changed_text(text: bytes, luck: random.Random, changes: int = 1) -> bytes:
    """The same bytes with some of them replaced, left out or doubled."""
    content = bytearray(text)
    for _ in range(changes):
        at = luck.randrange(len(content))
        length = luck.choice((1, 1, 1, 2, 9))
        piece = luck.choice((b"", bytes([luck.randrange(256)]), content[at : at + length] * 2, b"[" * 40, b"9" * 30))
        content[at : at + length] = piece
    return bytes(content)
