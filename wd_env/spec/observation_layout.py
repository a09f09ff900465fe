"""The observation of a seat as a list of named features, from which the vector, its slices and its table derive."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Feature:
    """A named part of the observation with its shape, range and meaning."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    description: str

    @property
    def size(self) -> int:
        """Number of values."""
        size = 1
        for dim in self.shape:
            size *= dim
        return size


@dataclass(frozen=True)
class Pointer:
    """Actions that name items of one kind, and the values of the observation that describe each item.

    Action `first_action + i` names item i. Its values in the observation are `obs[feature_indices[p][i]]` for each p. A
    network can score all items of a kind by the same small function of these values.
    """

    name: str
    first_action: int
    feature_indices: tuple[tuple[int, ...], ...]

    @property
    def num_items(self) -> int:
        """Number of items."""
        return len(self.feature_indices[0])


class ObservationLayout:
    """The features of an observation in order, with `size` int8 values."""

    def __init__(self, features: tuple[Feature, ...]) -> None:
        if len({feature.name for feature in features}) != len(features):
            raise ValueError("two pieces of the observation share a name")
        self.features = features
        self.starts: dict[str, int] = {}
        start = 0
        for feature in features:
            self.starts[feature.name] = start
            start += feature.size
        self.size = start
        self.by_name = {feature.name: feature for feature in features}
        declared = ";".join(f"{p.name}:{p.shape}:{p.low}:{p.high}" for p in features)
        self.hash = hashlib.sha256(declared.encode()).hexdigest()[:16]

    def bounds(self) -> tuple[list[int], list[int]]:
        """Return the minimum and the maximum of each value of the observation."""
        low = [feature.low for feature in self.features for _ in range(feature.size)]
        high = [feature.high for feature in self.features for _ in range(feature.size)]
        return low, high

    def max_abs(self) -> list[int]:
        """Return the largest absolute value that each number of the observation can have, at least 1."""
        return [max(1, abs(feature.low), abs(feature.high)) for feature in self.features for _ in range(feature.size)]

    def slice(self, name: str) -> slice:
        """Return the slice of a feature in the observation.

        Raises:
            KeyError: If the name is unknown.
        """
        start = self.starts[name]
        return slice(start, start + self.by_name[name].size)
