"""Export the layouts of a game as JSON, for programs that read bot files without this package."""

import json
from pathlib import Path
from typing import Any

from wd_env.agents.files.bot_file_header import GameIdentity, game_fingerprint
from wd_env.errors import WriteError
from wd_env.storage import atomic_files


def layout_data(game: GameIdentity) -> dict[str, Any]:
    """Return names, hashes and sizes of a game, and its pointers as lists (see `Pointer`)."""
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
    """Write `layout_data` to a file atomically; WriteError if it cannot be written."""
    try:
        atomic_files.write_atomic(Path(path), json.dumps(layout_data(game)).encode() + b"\n")
    except OSError as error:
        raise WriteError(f"{path}: cannot be written: {error.strerror or error}") from None
