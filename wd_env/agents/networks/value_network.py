"""Value networks in NumPy, which estimate the probability of winning from an observation, and their files.

The format is that of `wd_env/storage/tensor_file.py`, with the suffix `.wdvalue`. Loading an untrusted file runs no
code: it returns the saved network or raises a CheckpointError that names the difference.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.files.bot_file import check_game
from wd_env.agents.files.bot_file_checks import check_fields, check_kind, check_tensors, load_tensors, read_provenance
from wd_env.agents.files.bot_file_header import GameIdentity, Provenance, game_fingerprint
from wd_env.errors import CheckpointError, quoted
from wd_env.storage import tensor_file

FILE_KIND = "wd_env value network"
FORMAT_VERSION = 1
MAX_UNITS = 1024  # units of a layer
LAYERS = ("first", "second", "last")
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class ValueNetwork:
    """Two hidden ReLU layers between an observation and the logit of winning, in float32.

    Attributes:
        weights: `first.weight` [first, size], `first.bias` [first], `second.weight` [second, first], `second.bias`
            [second], `last.weight` [1, second] and `last.bias` [1]; `size` is that of the observation.
    """

    weights: Mapping[str, Floats]

    @property
    def first(self) -> int:
        """Return the number of units of the first hidden layer."""
        return len(self.weights["first.bias"])

    @property
    def second(self) -> int:
        """Return the number of units of the second hidden layer."""
        return len(self.weights["second.bias"])

    def logits(self, observations: NDArray[np.int8]) -> Floats:
        """Compute the logits of winning, float32[k], from observations int8[k, size]."""
        units = observations.astype(np.float32)
        for layer in LAYERS:
            units = units @ self.weights[f"{layer}.weight"].T + self.weights[f"{layer}.bias"]
            if layer != LAYERS[-1]:
                units = np.maximum(units, 0)
        logits: Floats = units[:, 0]
        return logits

    def values(self, observations: NDArray[np.int8]) -> Floats:
        """Compute the probabilities of winning, float32[k] from 0 to 1, from observations int8[k, size]."""
        return (1 / (1 + np.exp(-self.logits(observations)))).astype(np.float32)

    @cached_property
    def input_indices(self) -> NDArray[np.int64]:
        """Return the indices of observation values with a weight, int64[r] from 0 to size - 1."""
        return np.flatnonzero(self.weights["first.weight"].any(axis=0)).astype(np.int64)

    @cached_property
    def packed(self) -> Floats:
        """Return all weights in one array, as compiled code reads them; first weights only of `input_indices`."""
        weights = {**self.weights, "first.weight": self.weights["first.weight"][:, self.input_indices]}
        items = [weights[f"{layer}.{item}"].T.ravel() for layer in LAYERS for item in ("weight", "bias")]
        return np.ascontiguousarray(np.concatenate(items), np.float32)


@dataclass(frozen=True)
class ValueFileHeader:
    """The game that a value network fits, and the shape of the network."""

    game: str
    version: int
    actions_hash: str
    layout_hash: str
    rules_hash: str  # for information
    observation_size: int
    actions: int
    first: int  # units of the first hidden layer
    second: int  # units of the second one
    provenance: Provenance

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape of every tensor, by name."""
        dims = {"first": (self.first, self.observation_size), "second": (self.second, self.first)}
        dims["last"] = 1, self.second
        weights = {f"{layer}.weight": shape for layer, shape in dims.items()}
        return weights | {f"{layer}.bias": shape[:1] for layer, shape in dims.items()}


def save_value(path: str | Path, network: ValueNetwork, game: GameIdentity, provenance: Provenance) -> Path:
    """Write a value network atomically.

    Args:
        path: File to write.
        network: The network.
        game: Game of the network.
        provenance: Origin of the network.

    Returns:
        Path of the file.

    Raises:
        CheckpointError: If the shapes do not fit the game, or a weight is not finite.
    """
    path = Path(path)
    meta = ValueFileHeader(**game_fingerprint(game), first=network.first, second=network.second, provenance=provenance)
    check_tensors(path, network.weights, meta.shapes)
    tensor_file.write_tensor_file(
        path, {"kind": FILE_KIND, "kind_version": FORMAT_VERSION, **asdict(meta)}, network.weights
    )
    return path


def load_value(path: str | Path, game: GameIdentity) -> tuple[ValueNetwork, ValueFileHeader]:
    """Load a value network.

    Args:
        path: File to read.
        game: Game of the network.

    Returns:
        The network, and the header of the file.

    Raises:
        CheckpointError: If the file is not a valid value network of this game.
    """
    verified = tensor_file.read_verified(path)
    header, path = verified.header, verified.path
    check_kind(path, header, FILE_KIND, "value network", FORMAT_VERSION)
    check_fields(path, ValueFileHeader, header, "")
    header["provenance"] = read_provenance(path, header)
    meta = ValueFileHeader(**header)
    check_game(path, vars(meta), game)
    for layer in ("first", "second"):
        units = getattr(meta, layer)
        if not 1 <= units <= MAX_UNITS:
            raise CheckpointError(f"{path}: expected 1 to {MAX_UNITS} units in the {layer} layer, got {quoted(units)}")
    return ValueNetwork(load_tensors(verified, meta.shapes)), meta
