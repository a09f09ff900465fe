"""A value network: the odds that whoever sees a view wins, in NumPy alone, and its file.

The file is a container (`wd_env/storage/tensor_file.py`) with the suffix `.wdvalue`. Loading one from a stranger runs
no code; it gives the network that was saved, or one CheckpointError that says what differs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.bot_file import (
    GameIdentity,
    Provenance,
    check_fields,
    check_game,
    check_kind,
    check_tensors,
    game_fingerprint,
    load_tensors,
    read_provenance,
)
from wd_env.errors import CheckpointError, quoted
from wd_env.storage import tensor_file

FILE_KIND = "wd_env value network"
FORMAT_VERSION = 1
MAX_UNITS = 1024  # units of a layer
LAYERS = ("first", "second", "last")
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class ValueNetwork:
    """Two hidden layers of rectified units between a view and the logit of winning; float32 throughout.

    `weights` holds `first.weight` [first, size], `first.bias` [first], `second.weight` [second, first], `second.bias`
    [second], `last.weight` [1, second] and `last.bias` [1]; `size` is that of the observation.
    """

    weights: Mapping[str, Floats]

    @property
    def first(self) -> int:
        """Return the units of the first hidden layer."""
        return len(self.weights["first.bias"])

    @property
    def second(self) -> int:
        """Return the units of the second hidden layer."""
        return len(self.weights["second.bias"])

    def logits(self, observations: NDArray[np.int8]) -> Floats:
        """Compute the logit of winning, float32[k], of observations int8[k, size]."""
        units = observations.astype(np.float32)
        for layer in LAYERS:
            units = units @ self.weights[f"{layer}.weight"].T + self.weights[f"{layer}.bias"]
            if layer != LAYERS[-1]:
                units = np.maximum(units, 0)
        logits: Floats = units[:, 0]
        return logits

    def values(self, observations: NDArray[np.int8]) -> Floats:
        """Compute the odds of winning, float32[k] in 0..1, of observations int8[k, size]."""
        return (1 / (1 + np.exp(-self.logits(observations)))).astype(np.float32)

    @cached_property
    def input_indices(self) -> NDArray[np.int64]:
        """Return which numbers of a view have a weight, int64[r] in 0..size-1."""
        return np.flatnonzero(self.weights["first.weight"].any(axis=0)).astype(np.int64)

    @cached_property
    def packed(self) -> Floats:
        """All numbers in one array, as compiled code reads them (`search.leaf`): of a view those alone in `reads`."""
        weights = {**self.weights, "first.weight": self.weights["first.weight"][:, self.input_indices]}
        parts = [weights[f"{layer}.{part}"].T.ravel() for layer in LAYERS for part in ("weight", "bias")]
        return np.ascontiguousarray(np.concatenate(parts), np.float32)


@dataclass(frozen=True)
class ValueFileHeader:
    """What a value network fits, and its shape."""

    game: str
    version: int
    actions_hash: str
    layout_hash: str
    rules_hash: str  # kept for the record
    observation_size: int
    actions: int
    first: int  # units of the first hidden layer
    second: int  # units of the second one
    provenance: Provenance

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of every tensor, by name."""
        sides = {"first": (self.first, self.observation_size), "second": (self.second, self.first)}
        sides["last"] = 1, self.second
        weights = {f"{layer}.weight": shape for layer, shape in sides.items()}
        return weights | {f"{layer}.bias": shape[:1] for layer, shape in sides.items()}


def save_value(path: str | Path, network: ValueNetwork, game: GameIdentity, provenance: Provenance) -> Path:
    """Write a network with its description, completely or not at all; return the path of the file.

    Raises CheckpointError where its shapes are not those of the game or a weight is not finite.
    """
    path = Path(path)
    meta = ValueFileHeader(**game_fingerprint(game), first=network.first, second=network.second, provenance=provenance)
    check_tensors(path, network.weights, meta.shapes)
    tensor_file.write_tensor_file(
        path, {"kind": FILE_KIND, "kind_version": FORMAT_VERSION, **asdict(meta)}, network.weights
    )
    return path


def load_value(path: str | Path, game: GameIdentity) -> tuple[ValueNetwork, ValueFileHeader]:
    """Load a network and its description; CheckpointError if the file is not a sound one for this game."""
    sealed = tensor_file.read_verified(path)
    header, path = sealed.header, sealed.path
    check_kind(path, header, FILE_KIND, "value network", FORMAT_VERSION)
    check_fields(path, ValueFileHeader, header, "")
    header["provenance"] = read_provenance(path, header)
    meta = ValueFileHeader(**header)
    check_game(path, vars(meta), game)
    for layer in ("first", "second"):
        units = getattr(meta, layer)
        if not 1 <= units <= MAX_UNITS:
            raise CheckpointError(f"{path} has {quoted(units)} units in its {layer} layer; allowed are 1..{MAX_UNITS}")
    return ValueNetwork(load_tensors(sealed, meta.shapes)), meta
