"""What a game's bots read and answer, as JSON data: all that a reader of bot files needs beside such a file."""

import json
from pathlib import Path
from typing import Any

from wd_env.agents.bot_file import Game, identity
from wd_env.errors import NotWritten
from wd_env.storage import atomic_files


def layout_data(game: Game) -> dict[str, Any]:
    """Return names, hashes and sizes of a game, and its pointers as lists; see `core.layout.Pointer`."""
    pointers = [
        {"name": pointer.name, "first_action": pointer.first_action, "places": [list(row) for row in pointer.places]}
        for pointer in game.pointers
    ]
    return {**identity(game), "pointers": pointers}


def write_layout(path: str | Path, game: Game) -> None:
    """Write that as a file, completely or not at all; NotWritten when the disk refuses."""
    try:
        atomic_files.write_whole(Path(path), json.dumps(layout_data(game)).encode() + b"\n")
    except OSError as error:
        raise NotWritten(f"{path}: cannot be written: {error.strerror or error}") from None
