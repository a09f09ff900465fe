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

from wd_env.agents.bot_file_mismatch import misfit
from wd_env.agents.numpy_network import Architecture, Network
from wd_env.dependencies import versions_of
from wd_env.errors import CheckpointError, ConfigError, listed, quoted, visible
from wd_env.spec.observation_layout import Pointer
from wd_env.storage import tensor_file

KIND = "wd_env bot"
VERSION = 1
EPOCH = "1970-01-01"
BOT_FILE = "bot.wdbot"  # a run's folder stands for this file in it
WEIGHT_BYTES = np.dtype(np.float32).itemsize
LATER: dict[str, Any] = {"value_hidden": None, "reads_mask": False, "things": []}  # that a file may lack, and is then
Shapes = Mapping[str, tuple[int, ...]]  # of tensors, by name
MOST_LISTED = 2**16  # bytes of names and shapes of tensors; each takes about a hundred
PACKAGES = ("numpy", "torch", "stable-baselines3", "sb3-contrib", "numba", "gymnasium", "pettingzoo")


class Layout(Protocol):
    """The named pieces of an observation."""

    @property
    def size(self) -> int: ...


class Game(Protocol):
    """What a checkpoint must know of a game; `wd_env.spec.game_spec.GameSpec` has it all."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def actions(self) -> Sized: ...
    @property
    def layout(self) -> Layout: ...
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
class BotMeta:
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
    def of(cls, game: Game, architecture: Architecture, provenance: Provenance) -> "BotMeta":
        """Describe a network of this shape for this game."""
        return cls(**identity(game), architecture=architecture, provenance=provenance)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape that every tensor must have, by name."""
        return self.architecture.shapes(self.observation_size, self.actions)


def provenance_now(
    config: dict[str, Any], rules: dict[str, Any], results: dict[str, Any], seed: int, decisions: int
) -> Provenance:
    """Return a provenance with today's date and the versions of the packages that matter."""
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    return Provenance(config, rules, results, seed, decisions, versions_of(PACKAGES), date)


def save_bot(path: str | Path, weights: Mapping[str, np.ndarray], meta: BotMeta) -> Path:
    """Write float32 tensors with their description, completely or not at all; return the path of the file.

    Raises CheckpointError where tensors and description disagree or a weight is not finite.
    """
    path = bot_path(path)
    check_tensors(path, weights, meta.shapes)
    tensor_file.write(path, {"kind": KIND, "kind_version": VERSION, **_header(meta)}, weights)
    return path


def _header(meta: BotMeta) -> dict[str, Any]:
    """Describe a bot as JSON data, without the later fields where it does not need them: so older readers take it."""
    header = asdict(meta)
    architecture: dict[str, Any] = header["architecture"]
    for name, default in LATER.items():
        if architecture[name] == (tuple(default) if isinstance(default, list) else default):
            del architecture[name]
    return header


def load_bot(path: str | Path, game: Game) -> tuple[Network, BotMeta]:
    """Load a network and its description; CheckpointError if the file is not a sound bot for this game."""
    sealed = tensor_file.read_sealed(bot_path(path))
    meta = _read_meta(sealed.path, sealed.header)
    check_game(sealed.path, vars(meta), game)
    _check_planes(sealed.path, meta, game)
    tensors = tensors_of(sealed, meta.shapes)
    return Network(meta.architecture, tensors, game.pointers), meta


def bot_path(path: str | Path) -> Path:
    """Return the file of a bot: the path itself, or `bot.wdbot` in the folder of a run."""
    path = Path(path)
    return path / BOT_FILE if path.is_dir() else path


def identity(game: Game) -> dict[str, Any]:
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


def _refuse(path: Path, why: str) -> NoReturn:
    raise CheckpointError(f"{path} {why}") from None


def check_game(path: Path, found: Mapping[str, Any], game: Game) -> None:
    """CheckpointError unless a description is of this game; other rules under the same layouts are no reason."""
    if differing := misfit(found, identity(game), found["provenance"].rules, game):
        _refuse(path, differing)


def _check_planes(path: Path, meta: BotMeta, game: Game) -> None:
    if meta.architecture.planes and meta.architecture.planes != tuple(len(p.places) for p in game.pointers):
        _refuse(path, f"reads planes {meta.architecture.planes}, which this game does not have")
    if meta.architecture.things and meta.architecture.things != tuple(p.things for p in game.pointers):
        _refuse(path, f"names {quoted(meta.architecture.things)} things, which this game does not have")


def tensors_of(sealed: tensor_file.Sealed, shapes: Shapes) -> tensor_file.Tensors:
    """Build the tensors of a file; CheckpointError unless they are float32 ones of these shapes and no more."""
    most = sum(WEIGHT_BYTES * math.prod(shape) for shape in shapes.values()) + MOST_LISTED
    if len(sealed.payload) > most:
        _refuse(sealed.path, f"has {len(sealed.payload)} bytes of tensors; its architecture has at most {most}")
    tensors = sealed.tensors()
    check_tensors(sealed.path, tensors, shapes)
    return tensors


def check_kind(path: Path, header: dict[str, Any], wanted: str, what: str, wanted_version: int) -> None:
    """Take kind and version of a file out of its header; CheckpointError for another one than is wanted."""
    kind, version = header.pop("kind", None), header.pop("kind_version", None)
    if kind != wanted:
        _refuse(path, f"is of kind {quoted(kind)}, a {what} has {wanted!r}")
    if version != wanted_version or type(version) is not int:
        _refuse(path, f"has {what} format {quoted(version)}, this version reads {wanted_version}")


def provenance_of(path: Path, header: dict[str, Any]) -> Provenance:
    """Read where a network comes from; CheckpointError for another form."""
    check_fields(path, Provenance, header["provenance"], "provenance.")
    found = Provenance(**_shown(header["provenance"]))
    _check_provenance(path, found)
    return found


def _check_provenance(path: Path, found: Provenance) -> None:
    """CheckpointError for versions that are no text, a date that is none and a count below 0."""
    if not all(isinstance(version, str) for version in found.packages.values()):
        _refuse(path, f"has provenance.packages {quoted(found.packages)}; allowed are versions as text, by name")
    for name, number in (("seed", found.seed), ("decisions", found.decisions)):
        if number < 0:
            _refuse(path, f"has provenance.{name} {number}; allowed are whole numbers from 0")
    try:
        datetime.datetime.fromisoformat(found.date or EPOCH)
    except ValueError:
        _refuse(path, f"has provenance.date {quoted(found.date)}; allowed is a date of ISO 8601, or none")


def _read_meta(path: Path, header: dict[str, Any]) -> BotMeta:
    check_kind(path, header, KIND, "bot", VERSION)
    check_fields(path, BotMeta, header, "")
    header["architecture"] = LATER | header["architecture"]
    check_fields(path, Architecture, header["architecture"], "architecture.")
    for name in ("hidden", "planes", "value_hidden", "things"):
        numbers = header["architecture"][name]
        if numbers is None:
            continue
        if not all(type(number) is int and number > 0 for number in numbers):
            _refuse(path, f"has {name} {quoted(numbers)}, they must be positive whole numbers")
        header["architecture"][name] = tuple(numbers)
    try:
        header["architecture"] = Architecture(**header["architecture"])
    except ConfigError as error:
        _refuse(path, f"describes no network: {error}")
    header["provenance"] = provenance_of(path, header)
    return BotMeta(**header)


JSON_TYPES = {tuple: list, Architecture: dict, Provenance: dict}


def check_fields(path: Path, what: type, found: dict[str, Any], prefix: str) -> None:
    """CheckpointError unless a header has exactly the fields of the dataclass, each of the type it declares."""
    wanted = {entry.name: _plain(entry.type) for entry in fields(what)}
    if found.keys() != wanted.keys():
        odd = listed(prefix + name for name in sorted(found.keys() ^ wanted.keys()))
        _refuse(path, f"has a header with missing or unknown fields: {odd}")
    for name, kinds in wanted.items():
        if type(found[name]) not in kinds:  # a bool is no int here
            allowed = kinds[0].__name__
            _refuse(path, f"has {prefix}{name} {quoted(found[name])} in its header, it must be of type {allowed}")


def _plain(declared: Any) -> list[type]:
    """The types that JSON data of a declared one has, the most usual first."""
    if isinstance(declared, UnionType):
        return [kind for part in get_args(declared) for kind in _plain(part)]
    kind: type = getattr(declared, "__origin__", declared)
    return [JSON_TYPES.get(kind, kind)]


def _shown(value: Any) -> Any:
    """What a stranger wrote of a bot, such that whoever prints it tells no terminal what to do."""
    if isinstance(value, dict):
        return {visible(name): _shown(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_shown(inner) for inner in value]
    return visible(value) if isinstance(value, str) else value


def check_tensors(path: Path, tensors: Mapping[str, np.ndarray], shapes: Shapes) -> None:
    """CheckpointError unless these are float32 tensors of these names and shapes."""
    if tensors.keys() != shapes.keys():
        odd = listed(sorted(tensors.keys() ^ shapes.keys()))
        _refuse(path, f"has missing or unknown tensors: {odd}")
    for name, shape in shapes.items():
        found = tensors[name]
        if found.shape != shape or found.dtype != np.float32:
            _refuse(path, f"has tensor {name} {found.dtype}{found.shape}, it must be float32{shape}")
