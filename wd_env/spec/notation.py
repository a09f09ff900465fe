"""Actions and outcomes written once, as rows: number, text, mask and table all derive from them."""

import hashlib
import operator
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Any

from wd_env.errors import MAX_COMPARED_CHARS, IllegalAction, quoted


def closest_texts(text: object, known: Sequence[str]) -> str:
    """For who wrote a word that is none of many known ones: those most like it."""
    compared = text[:MAX_COMPARED_CHARS] if isinstance(text, str) else quoted(text)
    return f"allowed are, among others, {', '.join(get_close_matches(compared, known, cutoff=0))}"


def as_int(value: Any) -> int | None:
    """Return the whole number that a value is, Python's or NumPy's; None for a truth value and for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array says only when it is asked that it is none
        return None


class TextIndex:
    """An ordered list of distinct texts; the place of a text is its number."""

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
        """The text of a row; IllegalAction when there is no such row."""
        number = as_int(index)
        if number is None or not 0 <= number < len(self.texts):
            raise IllegalAction(f"{quoted(index)} is no {self.name}; allowed are 0..{len(self.texts) - 1}")
        return self.texts[number]

    def index(self, text: str) -> int:
        """The row of a text; IllegalAction when there is none."""
        if not isinstance(text, str) or text not in self._index:
            raise IllegalAction(f"{quoted(text)} is no {self.name}; {closest_texts(text, self.texts)}")
        return self._index[text]
