"""A trained bot as a file: weights, what they were trained for, and how.

The file is a container (`wd_env/storage/tensor_file.py`) with the suffix `.wdbot`. Loading one from a stranger runs
no code; it gives the network that was saved, or one CheckpointError that says what differs.
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
BOT_FILE_NAME = "bot.wdbot"  # a run's folder stands for this file in it
WEIGHT_BYTES = np.dtype(np.float32).itemsize
OPTIONAL_FIELDS: dict[str, Any] = {
    "value_hidden": None,
    "uses_mask": False,
    "item_counts": [],
}  # that a file may lack, and is then
Shapes = Mapping[str, tuple[int, ...]]  # of tensors, by name
MAX_INDEX_BYTES = 2**16  # bytes of names and shapes of tensors; each takes about a hundred
RECORDED_PACKAGES = ("numpy", "torch", "stable-baselines3", "sb3-contrib", "numba", "gymnasium", "pettingzoo")


class LayoutProtocol(Protocol):
    """The named pieces of an observation."""

    @property
    def size(self) -> int: ...


class GameIdentity(Protocol):
    """What a checkpoint must know of a game; `wd_env.spec.game_spec.GameSpec` has it all."""

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
    """Where a bot comes from; told to whoever asks, never trusted."""

    config: dict[str, Any] = field(default_factory=dict)  # the resolved training settings
    rules: dict[str, Any] = field(default_factory=dict)  # the house rules it was trained under
    results: dict[str, Any] = field(default_factory=dict)  # its evaluations, with intervals
    seed: int = 0
    decisions: int = 0  # learner's decisions up to this bot
    packages: dict[str, str] = field(default_factory=dict)  # versions, by name
    date: str = ""  # ISO 8601, UTC


@dataclass(frozen=True)
class BotFileHeader:
    """What a bot fits: the game with its action and observation layouts, and the shape of its network."""

    game: str
    version: int
    actions_hash: str
    layout_hash: str
    rules_hash: str  # kept for the record; other rules under the same layouts are no reason to refuse
    observation_size: int  # O
    actions: int  # A
    architecture: Architecture
    provenance: Provenance

    @classmethod
    def for_game(cls, game: GameIdentity, architecture: Architecture, provenance: Provenance) -> "BotFileHeader":
        """Describe a network of this shape for this game."""
        return cls(**game_fingerprint(game), architecture=architecture, provenance=provenance)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape that every tensor must have, by name."""
        return self.architecture.shapes(self.observation_size, self.actions)


def current_provenance(
    config: dict[str, Any], rules: dict[str, Any], results: dict[str, Any], seed: int, decisions: int
) -> Provenance:
    """Return a provenance with today's date and the versions of the packages that matter."""
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return Provenance(config, rules, results, seed, decisions, versions_of(RECORDED_PACKAGES), date)


def save_bot(path: str | Path, weights: Mapping[str, np.ndarray], header: BotFileHeader) -> Path:
    """Write float32 tensors with their description, completely or not at all; return the path of the file.

    Raises CheckpointError where tensors and description disagree or a weight is not finite.
    """
    path = bot_path(path)
    check_tensors(path, weights, header.shapes)
    tensor_file.write_tensor_file(
        path, {"kind": FILE_KIND, "kind_version": FORMAT_VERSION, **_header_json(header)}, weights
    )
    return path


def _header_json(meta: BotFileHeader) -> dict[str, Any]:
    """Describe a bot as JSON data, without the later fields where it does not need them: so older readers take it."""
    header = asdict(meta)
    architecture: dict[str, Any] = header["architecture"]
    for name, default in OPTIONAL_FIELDS.items():
        if architecture[name] == (tuple(default) if isinstance(default, list) else default):
            del architecture[name]
    return header


def load_bot(path: str | Path, game: GameIdentity) -> tuple[Network, BotFileHeader]:
    """Load a network and its description; CheckpointError if the file is not a sound bot for this game."""
    sealed = tensor_file.read_verified(bot_path(path))
    meta = _read_header(sealed.path, sealed.header)
    check_game(sealed.path, vars(meta), game)
    _check_planes(sealed.path, meta, game)
    tensors = load_tensors(sealed, meta.shapes)
    return Network(meta.architecture, tensors, game.pointers), meta


def bot_path(path: str | Path) -> Path:
    """Return the file of a bot: the path itself, or `bot.wdbot` in the folder of a run."""
    path = Path(path)
    return path / BOT_FILE_NAME if path.is_dir() else path


def game_fingerprint(game: GameIdentity) -> dict[str, Any]:
    """Return what tells whether a network fits a game, as the fields of its description."""
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
    raise CheckpointError(f"{path} {reason}") from None


def check_game(path: Path, header: Mapping[str, Any], game: GameIdentity) -> None:
    """CheckpointError unless a description is of this game; other rules under the same layouts are no reason."""
    if differing := describe_mismatch(header, game_fingerprint(game), header["provenance"].rules, game):
        _raise_error(path, differing)


def _check_planes(path: Path, header: BotFileHeader, game: GameIdentity) -> None:
    if header.architecture.planes and header.architecture.planes != tuple(
        len(p.feature_indices) for p in game.pointers
    ):
        _raise_error(path, f"reads planes {header.architecture.planes}, which this game does not have")
    if header.architecture.item_counts and header.architecture.item_counts != tuple(p.num_items for p in game.pointers):
        _raise_error(path, f"names {quoted(header.architecture.item_counts)} things, which this game does not have")


def load_tensors(file: tensor_file.VerifiedFile, shapes: Shapes) -> tensor_file.Tensors:
    """Build the tensors of a file; CheckpointError unless they are float32 ones of these shapes and no more."""
    most = sum(WEIGHT_BYTES * math.prod(shape) for shape in shapes.values()) + MAX_INDEX_BYTES
    if len(file.payload) > most:
        _raise_error(file.path, f"has {len(file.payload)} bytes of tensors; its architecture has at most {most}")
    tensors = file.tensors()
    check_tensors(file.path, tensors, shapes)
    return tensors


def check_kind(path: Path, header: dict[str, Any], expected: str, subject: str, expected_version: int) -> None:
    """Take kind and version of a file out of its header; CheckpointError for another one than is wanted."""
    kind, version = header.pop("kind", None), header.pop("kind_version", None)
    if kind != expected:
        _raise_error(path, f"is of kind {quoted(kind)}, a {subject} has {expected!r}")
    if version != expected_version or type(version) is not int:
        _raise_error(path, f"has {subject} format {quoted(version)}, this version reads {expected_version}")


def read_provenance(path: Path, header: dict[str, Any]) -> Provenance:
    """Read where a network comes from; CheckpointError for another form."""
    check_fields(path, Provenance, header["provenance"], "provenance.")
    found = Provenance(**_escaped(header["provenance"]))
    _check_provenance(path, found)
    return found


def _check_provenance(path: Path, provenance: Provenance) -> None:
    """CheckpointError for versions that are no text, a date that is none and a count below 0."""
    if not all(isinstance(version, str) for version in provenance.packages.values()):
        _raise_error(
            path, f"has provenance.packages {quoted(provenance.packages)}; allowed are versions as text, by name"
        )
    for name, number in (("seed", provenance.seed), ("decisions", provenance.decisions)):
        if number < 0:
            _raise_error(path, f"has provenance.{name} {number}; allowed are whole numbers from 0")
    try:
        datetime.datetime.fromisoformat(provenance.date or EPOCH)
    except ValueError:
        _raise_error(path, f"has provenance.date {quoted(provenance.date)}; allowed is a date of ISO 8601, or none")


def _read_header(path: Path, header: dict[str, Any]) -> BotFileHeader:
    check_kind(path, header, FILE_KIND, "bot", FORMAT_VERSION)
    check_fields(path, BotFileHeader, header, "")
    header["architecture"] = OPTIONAL_FIELDS | header["architecture"]
    check_fields(path, Architecture, header["architecture"], "architecture.")
    for name in ("hidden", "planes", "value_hidden", "item_counts"):
        numbers = header["architecture"][name]
        if numbers is None:
            continue
        if not all(type(number) is int and number > 0 for number in numbers):
            _raise_error(path, f"has {name} {quoted(numbers)}, they must be positive whole numbers")
        header["architecture"][name] = tuple(numbers)
    try:
        header["architecture"] = Architecture(**header["architecture"])
    except ConfigError as error:
        _raise_error(path, f"describes no network: {error}")
    header["provenance"] = read_provenance(path, header)
    return BotFileHeader(**header)


JSON_TYPES = {tuple: list, Architecture: dict, Provenance: dict}


def check_fields(path: Path, header_type: type, header: dict[str, Any], prefix: str) -> None:
    """CheckpointError unless a header has exactly the fields of the dataclass, each of the type it declares."""
    wanted = {entry.name: _json_types(entry.type) for entry in fields(header_type)}
    if header.keys() != wanted.keys():
        odd = listed(prefix + name for name in sorted(header.keys() ^ wanted.keys()))
        _raise_error(path, f"has a header with missing or unknown fields: {odd}")
    for name, kinds in wanted.items():
        if type(header[name]) not in kinds:  # a bool is no int here
            allowed = kinds[0].__name__
            _raise_error(path, f"has {prefix}{name} {quoted(header[name])} in its header, it must be of type {allowed}")


def _json_types(declared: Any) -> list[type]:
    """The types that JSON data of a declared one has, the most usual first."""
    if isinstance(declared, UnionType):
        return [kind for part in get_args(declared) for kind in _json_types(part)]
    kind: type = getattr(declared, "__origin__", declared)
    return [JSON_TYPES.get(kind, kind)]


def _escaped(value: Any) -> Any:
    """What a stranger wrote of a bot, such that whoever prints it tells no terminal what to do."""
    if isinstance(value, dict):
        return {visible(name): _escaped(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_escaped(inner) for inner in value]
    return visible(value) if isinstance(value, str) else value


def check_tensors(path: Path, tensors: Mapping[str, np.ndarray], shapes: Shapes) -> None:
    """CheckpointError unless these are float32 tensors of these names and shapes."""
    if tensors.keys() != shapes.keys():
        odd = listed(sorted(tensors.keys() ^ shapes.keys()))
        _raise_error(path, f"has missing or unknown tensors: {odd}")
    for name, shape in shapes.items():
        found = tensors[name]
        if found.shape != shape or found.dtype != np.float32:
            _raise_error(path, f"has tensor {name} {found.dtype}{found.shape}, it must be float32{shape}")
