"""Fields of a state as text: their names, values and changes."""

from typing import Any

from wd_env.text.line_width import WIDTH

MAX_CHANGES = 8  # of a long list that are shown one by one
ON_REQUEST = "`t lists`, or lists=True, prints them"  # at the table, and in a program


def readable_name(name: str) -> str:
    """Return the name of a field or a node for people."""
    return name.replace("_", " ")


def value_text(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def is_long(value: Any) -> bool:
    """Return whether a value is a list that needs more than one line."""
    return isinstance(value, list) and len(value_text(value)) > WIDTH


def short_value_text(value: Any) -> str:
    return f"has {len(value)} numbers ({ON_REQUEST})" if is_long(value) else value_text(value)


def change_text(old: Any, new: Any) -> str:
    """Return a number with its change, or a list; of a long list only the changed items with their indices, from 0."""
    if not isinstance(new, list):
        return f"{new} ({new - old:+d})"
    if not is_long(new):
        return value_text(new)
    changed = [index for index, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    text = ", ".join(f"{index}: {new[index]} ({new[index] - old[index]:+d})" for index in changed[:MAX_CHANGES])
    return text if len(changed) <= MAX_CHANGES else f"{text} and {len(changed) - MAX_CHANGES} more"
