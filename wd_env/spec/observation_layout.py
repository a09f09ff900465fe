"""What a seat sees, as a list of named pieces: one list writes the vector, names its slices and prints its table."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Feature:
    """A named stretch of the observation: its shape, the range of its numbers and what they mean."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    description: str

    @property
    def size(self) -> int:
        """Numbers in the piece."""
        size = 1
        for side in self.shape:
            size *= side
        return size


@dataclass(frozen=True)
class Pointer:
    """Actions that name things of one sort, and where the observation speaks of each: the same planes for all.

    Action `first_action + i` names thing i; plane p says of it what stands at `places[p][i]` of the observation.
    A network may weigh all things of a sort by the same small function of their planes.
    """

    name: str
    first_action: int
    feature_indices: tuple[tuple[int, ...], ...]

    @property
    def num_items(self) -> int:
        """How many things can be named."""
        return len(self.feature_indices[0])


class ObservationLayout:
    """The pieces of an observation in order; `size` int8 numbers in all."""

    def __init__(self, pieces: tuple[Feature, ...]) -> None:
        if len({piece.name for piece in pieces}) != len(pieces):
            raise ValueError("two pieces of the observation share a name")
        self.features = pieces
        self.starts: dict[str, int] = {}
        start = 0
        for piece in pieces:
            self.starts[piece.name] = start
            start += piece.size
        self.size = start
        self.by_name = {piece.name: piece for piece in pieces}
        declared = ";".join(f"{p.name}:{p.shape}:{p.low}:{p.high}" for p in pieces)
        self.hash = hashlib.sha256(declared.encode()).hexdigest()[:16]

    def bounds(self) -> tuple[list[int], list[int]]:
        """The least and the greatest number that each place of the observation can hold."""
        low = [piece.low for piece in self.features for _ in range(piece.size)]
        high = [piece.high for piece in self.features for _ in range(piece.size)]
        return low, high

    def slice(self, name: str) -> slice:
        """Where a piece lies in the vector; KeyError for an unknown name."""
        start = self.starts[name]
        return slice(start, start + self.by_name[name].size)
