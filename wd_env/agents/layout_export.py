"""What a game's bots read and answer, as JSON data: all that a reader of bot files needs beside such a file."""

import json
from pathlib import Path
from typing import Any

from wd_env.agents.bot_file import GameIdentity, game_fingerprint
from wd_env.errors import WriteError
from wd_env.storage import atomic_files


def layout_data(game: GameIdentity) -> dict[str, Any]:
    """Return names, hashes and sizes of a game, and its pointers as lists; see `core.layout.Pointer`."""
    pointers = [
        {
            "name": pointer.name,
            "first_action": pointer.first_action,
            "places": [list(row) for row in pointer.feature_indices],
        }
        for pointer in game.pointers
    ]
    return {**game_fingerprint(game), "pointers": pointers}


def write_layout(path: str | Path, game: GameIdentity) -> None:
    """Write that as a file, completely or not at all; WriteError when the disk refuses."""
    try:
        atomic_files.write_atomic(Path(path), json.dumps(layout_data(game)).encode() + b"\n")
    except OSError as error:
        raise WriteError(f"{path}: cannot be written: {error.strerror or error}") from None
