"""Bot files: the weights of a trained bot, with a description of what they were trained for and how.

The format is that of `wd_env/storage/tensor_file.py`, with the suffix `.wdbot`. Loading an untrusted file runs no code:
it returns the saved network or raises a CheckpointError that names the difference.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from wd_env.agents.files.bot_file_checks import (
    check_fields,
    check_kind,
    check_tensors,
    load_tensors,
    raise_file_error,
    read_provenance,
)
from wd_env.agents.files.bot_file_header import BotFileHeader, GameIdentity, game_fingerprint
from wd_env.agents.files.bot_file_mismatch import describe_mismatch
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.errors import ConfigError, quoted
from wd_env.storage import tensor_file

FILE_KIND = "wd_env bot"
FORMAT_VERSION = 1
BOT_FILE_NAME = "bot.wdbot"  # the bot file in the folder of a run
OPTIONAL_FIELDS: dict[str, Any] = {
    "value_hidden": None,
    "uses_mask": False,
    "item_counts": [],
    "input_clip": 0.0,
    "recurrent_units": 0,
}  # that a file may lack, and is then


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


def check_game(path: Path, header: Mapping[str, Any], game: GameIdentity) -> None:
    """Raise CheckpointError if a header is not of this game. Other rules with the same layouts are allowed."""
    if differing := describe_mismatch(header, game_fingerprint(game), header["provenance"].rules, game):
        raise_file_error(path, differing)


def _check_planes(path: Path, header: BotFileHeader, game: GameIdentity) -> None:
    if header.architecture.planes and header.architecture.planes != tuple(
        len(p.feature_indices) for p in game.pointers
    ):
        raise_file_error(path, f"planes: expected those of this game, got {header.architecture.planes}")
    if header.architecture.item_counts and header.architecture.item_counts != tuple(p.num_items for p in game.pointers):
        raise_file_error(
            path, f"item_counts: expected those of this game, got {quoted(header.architecture.item_counts)}"
        )


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
            raise_file_error(path, f"{name}: expected positive integers, got {quoted(values)}")
        header["architecture"][name] = tuple(values)
    try:
        header["architecture"] = Architecture(**header["architecture"])
    except ConfigError as error:
        raise_file_error(path, f"architecture: {error}")
    header["provenance"] = read_provenance(path, header)
    return BotFileHeader(**header)
