"""Bot files: the weights of a trained bot, with a description of what they were trained for and how.

The format is that of `wd_env/storage/tensor_file.py`, with the suffix `.wdbot`. Loading an untrusted file runs no code:
it returns the saved network or raises a CheckpointError that names the difference.
"""

import datetime
import math
from collections.abc import Mapping, Sequence, Sized
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn, Protocol, get_args

import numpy as np

from wd_env.agents.bot_file_mismatch import describe_mismatch
from wd_env.agents.numpy_network import Architecture, Network
from wd_env.dependencies import versions_of
from wd_env.errors import CheckpointError, ConfigError, listed, quoted, visible
from wd_env.spec.observation_layout import Pointer
from wd_env.storage import tensor_file

FILE_KIND = "wd_env bot"
FORMAT_VERSION = 1
EPOCH = "1970-01-01"
BOT_FILE_NAME = "bot.wdbot"  # the bot file in the folder of a run
WEIGHT_BYTES = np.dtype(np.float32).itemsize
OPTIONAL_FIELDS: dict[str, Any] = {
    "value_hidden": None,
    "uses_mask": False,
    "item_counts": [],
    "input_clip": 0.0,
    "recurrent_units": 0,
}  # that a file may lack, and is then
Shapes = Mapping[str, tuple[int, ...]]  # of tensors, by name
MAX_INDEX_BYTES = 2**16  # bytes of names and shapes of tensors; each takes about a hundred
RECORDED_PACKAGES = ("numpy", "torch", "stable-baselines3", "sb3-contrib", "numba", "gymnasium", "pettingzoo")


class LayoutProtocol(Protocol):
    """The named features of an observation."""

    @property
    def size(self) -> int: ...


class GameIdentity(Protocol):
    """The properties of a game that determine whether a network fits it; `GameSpec` has all of them."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def actions(self) -> Sized: ...
    @property
    def layout(self) -> LayoutProtocol: ...
    @property
    def pointers(self) -> Sequence[Pointer]: ...
    @property
    def actions_hash(self) -> str: ...
    @property
    def layout_hash(self) -> str: ...
    @property
    def rules_hash(self) -> str: ...


@dataclass(frozen=True)
class Provenance:
    """The origin of a bot, for information only: nothing depends on it.

    Attributes:
        config: All training settings.
        rules: The rule options of the training.
        results: Evaluations, with intervals.
        seed: Seed of the training.
        decisions: Number of decisions of the learner.
        packages: Versions, by name.
        date: ISO 8601, UTC.
    """

    config: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    decisions: int = 0
    packages: dict[str, str] = field(default_factory=dict)
    date: str = ""


@dataclass(frozen=True)
class BotFileHeader:
    """The properties of a game that a bot fits, and the shape of its network.

    Attributes:
        game: Name of the game.
        version: Version of the game.
        actions_hash: Digest of the actions.
        layout_hash: Digest of the observation layout.
        rules_hash: For information: a bot can play other rules if the layouts are the same.
        observation_size: Length of observations, O.
        actions: Number of actions, A.
        architecture: Shape of the network.
        provenance: Origin of the bot.
    """

    game: str
    version: int
    actions_hash: str
    layout_hash: str
    rules_hash: str
    observation_size: int
    actions: int
    architecture: Architecture
    provenance: Provenance

    @classmethod
    def for_game(cls, game: GameIdentity, architecture: Architecture, provenance: Provenance) -> "BotFileHeader":
        """Return the header of a network of this shape for this game."""
        return cls(**game_fingerprint(game), architecture=architecture, provenance=provenance)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape that every tensor must have, by name."""
        return self.architecture.shapes(self.observation_size, self.actions)


def current_provenance(
    config: dict[str, Any], rules: dict[str, Any], results: dict[str, Any], seed: int, decisions: int
) -> Provenance:
    """Return a provenance with the current date and the versions of the recorded packages.

    Args:
        config: All training settings.
        rules: Rule options of the training.
        results: Evaluations, with intervals.
        seed: Seed of the training.
        decisions: Number of decisions of the learner.
    """
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return Provenance(config, rules, results, seed, decisions, versions_of(RECORDED_PACKAGES), date)


def save_bot(path: str | Path, weights: Mapping[str, np.ndarray], header: BotFileHeader) -> Path:
    """Write a bot file atomically.

    Args:
        path: File, or folder in which `bot.wdbot` is written.
        weights: float32 tensors by name, of the shapes `header.shapes`.
        header: Description of the bot.

    Returns:
        Path of the file.

    Raises:
        CheckpointError: If the tensors do not fit the header, or a weight is not finite.
    """
    path = bot_path(path)
    check_tensors(path, weights, header.shapes)
    tensor_file.write_tensor_file(
        path, {"kind": FILE_KIND, "kind_version": FORMAT_VERSION, **_header_json(header)}, weights
    )
    return path


def _header_json(meta: BotFileHeader) -> dict[str, Any]:
    """Return the header as JSON data. Fields that were added later are left out if they have their defaults."""
    header = asdict(meta)
    architecture: dict[str, Any] = header["architecture"]
    for name, default in OPTIONAL_FIELDS.items():
        if architecture[name] == (tuple(default) if isinstance(default, list) else default):
            del architecture[name]
    return header


def load_bot(path: str | Path, game: GameIdentity) -> tuple[Network, BotFileHeader]:
    """Load a bot file.

    Args:
        path: File, or folder of a run.
        game: Game that the bot is to play.

    Returns:
        The network, and the header of the file.

    Raises:
        CheckpointError: If the file is not a valid bot file for this game.
    """
    verified = tensor_file.read_verified(bot_path(path))
    meta = _read_header(verified.path, verified.header)
    check_game(verified.path, vars(meta), game)
    _check_planes(verified.path, meta, game)
    tensors = load_tensors(verified, meta.shapes)
    return Network(meta.architecture, tensors, game.pointers), meta


def bot_path(path: str | Path) -> Path:
    """Return the bot file of a path.

    Args:
        path: A bot file, or a run folder, which has the file `bot.wdbot`.
    """
    path = Path(path)
    return path / BOT_FILE_NAME if path.is_dir() else path


def game_fingerprint(game: GameIdentity) -> dict[str, Any]:
    """Return the header fields that determine whether a network fits a game."""
    return {
        "game": game.name,
        "version": game.version,
        "actions_hash": game.actions_hash,
        "layout_hash": game.layout_hash,
        "rules_hash": game.rules_hash,
        "observation_size": game.layout.size,
        "actions": len(game.actions),
    }


def _raise_error(path: Path, reason: str) -> NoReturn:
    raise CheckpointError(f"{path}: {reason}") from None


def check_game(path: Path, header: Mapping[str, Any], game: GameIdentity) -> None:
    """Raise CheckpointError if a header is not of this game. Other rules with the same layouts are allowed."""
    if differing := describe_mismatch(header, game_fingerprint(game), header["provenance"].rules, game):
        _raise_error(path, differing)


def _check_planes(path: Path, header: BotFileHeader, game: GameIdentity) -> None:
    if header.architecture.planes and header.architecture.planes != tuple(
        len(p.feature_indices) for p in game.pointers
    ):
        _raise_error(path, f"planes: expected those of this game, got {header.architecture.planes}")
    if header.architecture.item_counts and header.architecture.item_counts != tuple(p.num_items for p in game.pointers):
        _raise_error(path, f"item_counts: expected those of this game, got {quoted(header.architecture.item_counts)}")


def load_tensors(file: tensor_file.VerifiedFile, shapes: Shapes) -> tensor_file.Tensors:
    """Return the tensors of a file; CheckpointError unless they are float32 and have exactly these names and shapes."""
    maximum = sum(WEIGHT_BYTES * math.prod(shape) for shape in shapes.values()) + MAX_INDEX_BYTES
    if len(file.payload) > maximum:
        _raise_error(
            file.path, f"tensors: expected at most {maximum} bytes for its architecture, got {len(file.payload)}"
        )
    tensors = file.tensors()
    check_tensors(file.path, tensors, shapes)
    return tensors


def check_kind(path: Path, header: dict[str, Any], expected: str, subject: str, expected_version: int) -> None:
    """Remove kind and version from a header; CheckpointError if they are not as expected."""
    kind, version = header.pop("kind", None), header.pop("kind_version", None)
    if kind != expected:
        _raise_error(path, f"kind: expected {expected!r}, that of a {subject}, got {quoted(kind)}")
    if version != expected_version or type(version) is not int:
        _raise_error(path, f"format of the {subject}: expected {expected_version}, got {quoted(version)}")


def read_provenance(path: Path, header: dict[str, Any]) -> Provenance:
    """Read the provenance of a header; CheckpointError if it is invalid."""
    check_fields(path, Provenance, header["provenance"], "provenance.")
    result = Provenance(**_escaped(header["provenance"]))
    _check_provenance(path, result)
    return result


def _check_provenance(path: Path, provenance: Provenance) -> None:
    """Raise CheckpointError if versions or date are not text, or a count is negative."""
    if not all(isinstance(version, str) for version in provenance.packages.values()):
        _raise_error(
            path, f"provenance.packages: expected versions as text, by name, got {quoted(provenance.packages)}"
        )
    for name, value in (("seed", provenance.seed), ("decisions", provenance.decisions)):
        if value < 0:
            _raise_error(path, f"provenance.{name}: expected an integer from 0, got {value}")
    try:
        datetime.datetime.fromisoformat(provenance.date or EPOCH)
    except ValueError:
        _raise_error(path, f"provenance.date: expected an ISO 8601 date or '', got {quoted(provenance.date)}")


def _read_header(path: Path, header: dict[str, Any]) -> BotFileHeader:
    check_kind(path, header, FILE_KIND, "bot", FORMAT_VERSION)
    check_fields(path, BotFileHeader, header, "")
    header["architecture"] = OPTIONAL_FIELDS | header["architecture"]
    check_fields(path, Architecture, header["architecture"], "architecture.")
    for name in ("hidden", "planes", "value_hidden", "item_counts"):
        values = header["architecture"][name]
        if values is None:
            continue
        if not all(type(value) is int and value > 0 for value in values):
            _raise_error(path, f"{name}: expected positive integers, got {quoted(values)}")
        header["architecture"][name] = tuple(values)
    try:
        header["architecture"] = Architecture(**header["architecture"])
    except ConfigError as error:
        _raise_error(path, f"architecture: {error}")
    header["provenance"] = read_provenance(path, header)
    return BotFileHeader(**header)


JSON_TYPES = {tuple: list, Architecture: dict, Provenance: dict}


def check_fields(path: Path, header_type: type, header: dict[str, Any], prefix: str) -> None:
    """Raise CheckpointError unless a header has exactly the fields of the dataclass, of the declared types."""
    expected = {entry.name: _json_types(entry.type) for entry in fields(header_type)}
    if header.keys() != expected.keys():
        odd = listed(prefix + name for name in sorted(header.keys() ^ expected.keys()))
        _raise_error(path, f"header: missing or unknown fields: {odd}")
    for name, types in expected.items():
        if type(header[name]) not in types:  # `isinstance` would accept a bool as an int
            allowed = types[0].__name__
            _raise_error(path, f"{prefix}{name}: expected type {allowed}, got {quoted(header[name])}")


def _json_types(declared: Any) -> list[type]:
    """Return the types that a value of a declared type has in JSON data, the most common first."""
    if isinstance(declared, UnionType):
        return [kind for item in get_args(declared) for kind in _json_types(item)]
    kind: type = getattr(declared, "__origin__", declared)
    return [JSON_TYPES.get(kind, kind)]


def _escaped(value: Any) -> Any:
    """Escape control characters in untrusted text, so that it is safe to print."""
    if isinstance(value, dict):
        return {visible(name): _escaped(nested) for name, nested in value.items()}
    if isinstance(value, list):
        return [_escaped(nested) for nested in value]
    return visible(value) if isinstance(value, str) else value


def check_tensors(path: Path, tensors: Mapping[str, np.ndarray], shapes: Shapes) -> None:
    """Raise CheckpointError unless the tensors are float32 and have exactly these names and shapes."""
    if tensors.keys() != shapes.keys():
        odd = listed(sorted(tensors.keys() ^ shapes.keys()))
        _raise_error(path, f"tensors: missing or unknown: {odd}")
    for name, shape in shapes.items():
        result = tensors[name]
        if result.shape != shape or result.dtype != np.float32:
            _raise_error(path, f"tensor {name}: expected float32{shape}, got {result.dtype}{result.shape}")
