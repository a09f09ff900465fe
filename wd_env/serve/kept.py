"""Games on disk: each is written whole before anything is told of it, secrets included, for its owner's eyes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wd_env.core.errors import ConfigError, StateError
from wd_env.core.files import PRIVATE, read_text, remove_leftovers, write_whole
from wd_env.core.outside import read_json
from wd_env.core.record import Record
from wd_env.serve.game import Game, Manners
from wd_env.serve.seating import Seating
from wd_env.sitting.referee import StepReferee

SUFFIX = ".wdgame"
FORMAT = "wd_env game 1"


def file_of(folder: Path, game_id: str) -> Path:
    """Return the file of a game; the id is one that the server has made."""
    return folder / f"{game_id}{SUFFIX}"


def check_folder(folder: Path) -> None:
    """Make the folder; ConfigError where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ConfigError(f"{folder} is no folder for games: {problem.strerror or problem}") from None


def write(folder: Path, game: Game) -> None:
    """Keep a game; OSError where the disk refuses, and what was kept before is as it was."""
    write_whole(file_of(folder, game.id), json.dumps(_data(game)), mode=PRIVATE)


def forget(folder: Path, game_id: str) -> None:
    """Remove a game."""
    file_of(folder, game_id).unlink(missing_ok=True)


def read_all(folder: Path, bots: tuple[str, ...], files: Sequence[str] = ()) -> list[Game]:
    """Return every game that is kept in a folder; StateError for a file that holds none."""
    games = []
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        remove_leftovers(file)
        games.append(_read(file, bots, files))
    return games


def _data(game: Game) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "id": game.id,
        "secrets": game.seating.secrets,
        "watch": game.seating.watch,
        "nonce": game.nonce,
        "take_back": game.manners.take_back,
        "is_open": game.manners.is_open,
        "advice": game.manners.advice,
        "pace_ms": game.manners.pace_ms,
        "backs": game.backs,
        "notices": game.notices,
        "handed": list(game.handed.items()),
        "answered": {key: list(known) for key, known in game.answered.items()},
        "record": game.referee.record().dumps(),
    }


def _read(file: Path, bots: tuple[str, ...], files: Sequence[str]) -> Game:
    data = read_json(read_text(file), f"{file}: the game")
    try:
        if data["format"] != FORMAT or file.name != f"{data['id']}{SUFFIX}":
            raise StateError(f"{file}: holds no game of this format; allowed is {FORMAT!r} under its own name")
        referee = StepReferee.of_record(Record.loads(data["record"]), files=files, named=bots, bots={})
        at = referee.round
        seating = Seating(list(at.players), list(at.names), list(data["secrets"]), data["watch"])
        manners = Manners(data["take_back"], data["is_open"], data["advice"], data["pace_ms"])
        answered = {key: (digest, line, branch) for key, (digest, line, branch) in data["answered"].items()}
        backs, notices = list(data["backs"]), list(data["notices"])
        handed = dict(data["handed"])
        return Game(data["id"], referee, seating, manners, data["nonce"], backs, notices, answered, handed)
    except (KeyError, TypeError, ValueError) as problem:
        if isinstance(problem, StateError):
            raise StateError(f"{file}: {problem}") from None
        raise StateError(f"{file}: is no game as this server keeps them") from None
