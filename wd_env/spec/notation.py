"""Actions and outcomes as ordered texts, from which indices, masks and tables derive."""

import hashlib
import operator
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from wd_env.errors import MAX_COMPARED_CHARS, IllegalAction, quoted


def closest_texts(text: object, known: Sequence[str]) -> str:
    """Return a suggestion with the known texts that are most similar to an unknown one."""
    compared = text[:MAX_COMPARED_CHARS] if isinstance(text, str) else quoted(text)
    return f"expected, for example, {', '.join(get_close_matches(compared, known, cutoff=0))}"


def as_int(value: Any) -> int | None:
    """Return an integer of Python or NumPy as an int, and None for a boolean or any other value."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:  # arrays have `__index__`, too
        return None


class TextIndex:
    """An ordered list of distinct texts, numbered from 0."""

    def __init__(self, name: str, texts: tuple[str, ...]) -> None:
        if len(set(texts)) != len(texts):
            raise ValueError(f"two rows of {name} share a text")
        self.name = name
        self.texts = texts
        self._index = {text: i for i, text in enumerate(texts)}
        self.hash = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def text(self, index: int) -> str:
        """Return the text of an index.

        Raises:
            IllegalAction: If the index is out of range.
        """
        position = as_int(index)
        if position is None or not 0 <= position < len(self.texts):
            raise IllegalAction(f"{self.name}: expected 0 to {len(self.texts) - 1}, got {quoted(index)}")
        return self.texts[position]

    def index(self, text: str) -> int:
        """Return the index of a text.

        Raises:
            IllegalAction: If the text is unknown.
        """
        if not isinstance(text, str) or text not in self._index:
            raise IllegalAction(f"unknown {self.name} {quoted(text)}; {closest_texts(text, self.texts)}")
        return self._index[text]
