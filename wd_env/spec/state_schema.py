"""A state declared once: dtype of records, class of states, JSON and docs derive from one list of fields."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import StateError, listed, quoted

# Signed, because the compiler would turn sums of unsigned and signed ints into floats; yet never negative.
MAX_ELEMENT = {"i1": 2**7 - 1, "i2": 2**15 - 1, "i4": 2**31 - 1}
SAVED_KEYS = ("schema", "fields")  # keys of a state in JSON


@dataclass(frozen=True)
class Field:
    """A field of a state: element type, length (0 for a scalar) and meaning, with the unit."""

    name: str
    element: str
    length: int
    description: str
    private: bool = False  # known to some seats only
    constant: bool = False  # fixed when the game begins
    by: str = ""  # index of a list: "seat", "player" or another word of the game; a length does not imply it
    added_later: bool = (
        False  # 0 is what held before there was such an option; then the digest of the rules leaves it out
    )

    def __post_init__(self) -> None:
        if self.element not in MAX_ELEMENT or not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            raise ValueError(f"field {self.name!r} of type {self.element!r} cannot be declared")

    def zero(self) -> Any:
        """Return the initial value, 0 or a list of zeros."""
        return [0] * self.length if self.length else 0


class GameState:
    """The fields of a state as ints and lists; each schema has a subclass with slots."""

    __slots__ = ()
    schema: "StateSchema"

    def __init__(self) -> None:
        for field in self.schema.fields:
            setattr(self, field.name, field.zero())

    def copy(self) -> "GameState":
        """Return an equal state that shares no list with this one."""
        other = object.__new__(type(self))
        for field in self.schema.fields:
            value = getattr(self, field.name)
            setattr(other, field.name, value[:] if field.length else value)
        return other

    def to_record(self) -> Any:
        """Return the state as a NumPy record.

        Raises:
            OverflowError: If a value is out of the range of its field.
        """
        record = np.zeros(1, self.schema.dtype)
        for field in self.schema.fields:
            record[field.name] = getattr(self, field.name)
        return record[0]

    def to_bytes(self) -> bytes:
        """Return canonical bytes, which are equal for equal states."""
        return bytes(self.to_record().tobytes())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameState) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())


class StateSchema:
    """The fields of the state of a game in order; constant fields are last."""

    def __init__(self, name: str, fields: tuple[Field, ...]) -> None:
        if len({field.name for field in fields}) != len(fields):
            raise ValueError(f"two fields of {name} share a name")
        self.name = name
        self.fields = fields
        self.by_name = {field.name: field for field in fields}
        self.dtype = np.dtype(
            [(f.name, "<" + f.element, (f.length,)) if f.length else (f.name, "<" + f.element) for f in fields],
            align=True,
        )
        self.state_class: type[GameState] = type(
            "State", (GameState,), {"__slots__": tuple(self.by_name), "schema": self}
        )
        declared = ";".join(f"{f.name}:{f.element}:{f.length}" for f in fields)
        self.hash = hashlib.sha256(f"{name};{declared}".encode()).hexdigest()[:16]

    @property
    def size(self) -> int:
        """Size of a record in bytes."""
        return self.dtype.itemsize

    def from_record(self, record: Any) -> GameState:
        """Return the state of a record."""
        state = object.__new__(self.state_class)
        for field in self.fields:
            value = record[field.name]
            setattr(state, field.name, value.tolist() if field.length else int(value))
        return state

    def from_records(self, records: NDArray[Any]) -> Iterator[GameState]:
        """Yield the state of each record, faster than `from_record`."""
        names = [field.name for field in self.fields]
        for values in zip(*(records[name].tolist() for name in names), strict=True):
            state = object.__new__(self.state_class)
            for name, value in zip(names, values, strict=True):
                setattr(state, name, value)
            yield state

    @cached_property
    def constant_bytes(self) -> NDArray[np.bool_]:
        """The bytes of a record that never change in a game, bool[size]: constant fields, and padding."""
        constant = np.ones(self.size, np.bool_)
        for field in self.fields:
            element, start = self.dtype.fields[field.name][:2]  # type: ignore[index]  # it has fields
            constant[start : start + element.itemsize] = field.constant
        return constant

    def to_json(self, state: GameState) -> dict[str, Any]:
        """Return the fields by name and the hash of the schema; `from_json` is the inverse."""
        values = {f.name: list(getattr(state, f.name)) if f.length else getattr(state, f.name) for f in self.fields}
        return {"schema": self.hash, "fields": values}

    def from_json(self, data: object) -> GameState:
        """Return the state of the data of `to_json`.

        Raises:
            StateError: If the schema differs, a field is missing or a value is out of range.
        """
        if not isinstance(data, Mapping) or data.get("schema") != self.hash:
            result = data.get("schema") if isinstance(data, Mapping) else type(data).__name__
            raise StateError(
                f"schema of the state: expected {self.hash!r} of this version of {self.name}, got {quoted(result)}"
            )
        if len(data) != len(SAVED_KEYS):
            raise StateError(f"state: expected only {' and '.join(SAVED_KEYS)}, got {listed(data)}")
        values = data.get("fields")
        if not isinstance(values, Mapping) or values.keys() != self.by_name.keys():
            result = (
                listed(sorted(values.keys() ^ self.by_name.keys(), key=str))
                if isinstance(values, Mapping)
                else quoted(values)
            )
            raise StateError(f"the state's fields differ from the schema of {self.name}: {result}")
        state = object.__new__(self.state_class)
        for field in self.fields:
            setattr(state, field.name, _checked(field, values[field.name]))
        return state


def _checked(field: Field, value: object) -> Any:
    high = MAX_ELEMENT[field.element]
    elements = value if field.length else [value]
    if not isinstance(elements, list) or (field.length and len(elements) != field.length):
        raise StateError(f"field {field.name!r}: expected {field.length} integers, got {quoted(value)}")
    for element in elements:
        if type(element) is not int or not 0 <= element <= high:
            raise StateError(f"field {field.name!r}: expected an integer from 0 to {high}, got {quoted(element)}")
    return list(elements) if field.length else elements[0]
