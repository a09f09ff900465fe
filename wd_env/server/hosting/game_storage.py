"""Games on disk. Events are written before they are announced; files include secrets and are private to the owner.

A file begins with a line of JSON for the whole game; each further line adds one step, so that saving takes the same
time at any length of the game. An incomplete last line was never announced and is ignored.
"""

import contextlib
import json
import logging
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from wd_env.errors import ConfigError, StateError, WdError
from wd_env.server.hosting.hosted_game import HostedGame, TableSettings
from wd_env.server.hosting.seat_secrets import Participants
from wd_env.server.limits import ServerLimits
from wd_env.session.players import HUMAN
from wd_env.session.referee import SteppedReferee
from wd_env.storage.atomic_files import PRIVATE, read_text, remove_temporary_files, write_atomic
from wd_env.storage.bounded_json import read_json
from wd_env.table.game_record import GameRecord, RecordLine

fcntl: Any = import_module("fcntl") if find_spec("fcntl") else None  # Windows has none: folders are not locked there

SUFFIX = ".wdgame"
FORMAT = "wd_env game 1"
PRIVATE_FOLDER = 0o700
MAX_STEP_BYTES = 256 * 2**10  # bytes of steps after which the file is rewritten, unless the game itself is longer
MAX_REMEMBERED_PLAYS = 256  # entries whose ids are stored, so that a repeated one counts once

log = logging.getLogger(__name__)


@dataclass
class _FileContents:
    """The content of the file of a game."""

    size: int  # bytes of the complete lines
    max_size: int  # bytes after which it is rewritten
    lines: int
    undos: int
    alerts: int
    plays: set[str]
    players: tuple[str, ...]


class GameFolder:
    """The games of one server on disk, in a folder that no other process uses."""

    def __init__(self, path: Path, bots: Sequence[str], files: Sequence[str], limits: ServerLimits) -> None:
        """Open a folder; ConfigError if that is impossible, or another server uses it."""
        self._path, self._bots, self._files, self._limits = path, tuple(bots), files, limits
        self._contents: dict[str, _FileContents] = {}
        self._lock = _lock_folder(path)
        self._last_used: dict[str, float] = {}  # the games on disk, with the time of their last use
        for file in sorted(path.glob(f"*{SUFFIX}")):
            remove_temporary_files(file)
            try:
                self._check(file)
                self._last_used[file.stem] = file.stat().st_mtime
            except (WdError, OSError) as exc:
                log.warning("%s is set aside: %s", file.name, exc)

    def __contains__(self, game_id: object) -> bool:
        return game_id in self._last_used

    def __len__(self) -> int:
        return len(self._last_used)

    def read(self, game_id: str) -> HostedGame:
        """Read a game; StateError if the file is invalid."""
        return _load_game(self._file(game_id), self._bots, self._files)

    def write(self, game: HostedGame) -> None:
        """Save the changes of a game; OSError if that fails, and the file is unchanged then."""
        known = self._contents.get(game.id)
        if known is None or known.size > known.max_size:
            data = json.dumps(_game_data(game)).encode() + b"\n"
            write_atomic(self._file(game.id), data, mode=PRIVATE)
            size = len(data)
            maximum = size + max(size, MAX_STEP_BYTES)
        else:
            data = json.dumps(_step_data(game, known)).encode() + b"\n"
            _append(self._file(game.id), data, known.size)
            size, maximum = known.size + len(data), known.max_size
        self._contents[game.id] = _FileContents(
            size,
            maximum,
            len(game.lines),
            game.undo_count,
            len(game.alerts),
            set(game.plays),
            game.referee.setup.players,
        )
        self._last_used[game.id] = time.time()

    def unload(self, game: HostedGame) -> None:
        """Record that a game is no longer in memory; its file stays."""
        self._contents.pop(game.id, None)
        self._last_used[game.id] = time.time()

    def delete(self, game_id: str) -> None:
        """Delete a game that is not in memory; if that fails, its file stays and a later server finds it."""
        self._last_used.pop(game_id, None)
        try:
            self._file(game_id).unlink(missing_ok=True)
        except OSError as exc:
            log.warning("%s cannot be removed: %s", self._file(game_id).name, exc.strerror)

    def skip(self, game_id: str, exc: Exception) -> None:
        """Ignore a file with a game that cannot be played here."""
        log.warning("%s is set aside: %s", self._file(game_id).name, exc)
        self._last_used.pop(game_id, None)

    def idle_games(self, active: Sequence[str]) -> list[str]:
        """Return the games that are not active and were not used for too long."""
        end = time.time() - self._limits.idle
        return [game_id for game_id, last_used in self._last_used.items() if last_used < end and game_id not in active]

    def close(self) -> None:
        """Release the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _file(self, game_id: str) -> Path:
        return self._path / f"{game_id}{SUFFIX}"

    def _check(self, file: Path) -> None:
        """Raise StateError if a file is invalid, or its game has a bot that this server does not have."""
        record, _ = _read_file(file)
        seats = record.notes.get("seats")
        for name in seats if isinstance(seats, list) else ():
            if name not in (HUMAN, *self._bots):
                raise StateError(f"unknown bot {name!r} in the game; expected {', '.join(self._bots)}")


def _lock_folder(path: Path) -> int | None:
    """Create and lock a folder, and return its descriptor.

    The folder itself is locked, so that no lock file is left and a read-only disk does no harm.
    """
    try:
        path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        if fcntl is None:
            return None
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as exc:
        raise ConfigError(f"{path}: expected a folder for games: {exc.strerror or exc}") from None
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as exc:
        os.close(folder)
        if isinstance(exc, BlockingIOError):
            raise ConfigError(f"{path} is used by another server; each server needs its own folder") from None
        raise ConfigError(f"{path} cannot be locked: {exc.strerror or exc}") from None
    return folder


def _append(file: Path, data: bytes, size: int) -> None:
    """Append after the first `size` bytes and flush; OSError if that fails, and the file is unchanged then."""
    descriptor = os.open(file, os.O_WRONLY)
    try:
        if os.fstat(descriptor).st_size != size:  # left by a failed write
            os.ftruncate(descriptor, size)
        try:
            done = 0
            while done < len(data):
                done += os.pwrite(descriptor, data[done:], size + done)
            os.fsync(descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def _game_data(game: HostedGame) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "id": game.id,
        "secrets": game.participants.secrets,
        "spectator_secret": game.participants.spectator_secret,
        "nonce": game.nonce,
        "undo": game.settings.undo,
        "is_open": game.settings.is_open,
        "advice": game.settings.advice,
        "delay_ms": game.settings.delay_ms,
        "undos": game.undos,
        "alerts": game.alerts,
        "handovers": list(game.handovers.items()),
        "plays": {key: list(known) for key, known in game.plays.items()},
        "record": game.referee.record().dumps(),
    }


def _step_data(game: HostedGame, known: _FileContents) -> dict[str, Any]:
    """Return what is new in a game since it was written."""
    to = min([known.lines, *game.undos[known.undos :]])
    step: dict[str, Any] = {"to": to, "lines": [str(line) for line in game.lines[to:]]}
    if game.undo_count > known.undos:
        step["undos"] = game.undos[known.undos :]
    if len(game.alerts) > known.alerts:
        step["alerts"] = game.alerts[known.alerts :]
    if new := {key: list(game.plays[key]) for key in game.plays if key not in known.plays}:
        step["plays"] = new
    if game.referee.setup.players != known.players:
        step |= {"seats": list(game.referee.setup.players), "handovers": list(game.handovers.items())}
    return step


def _read_file(file: Path) -> tuple[GameRecord, dict[str, Any]]:
    """Return the record of a game and all other data, with all steps; StateError if the file is invalid."""
    first, *steps = read_text(file).split("\n")
    try:
        data = read_json(first, f"{file}: the game")
        if data["format"] != FORMAT or file.name != f"{data['id']}{SUFFIX}":
            raise StateError(f"{file}: expected a game of format {FORMAT!r} under its own name")
        record = GameRecord.loads(data["record"])
        lines, notes = list(record.lines), dict(record.notes)
        data["plays"] = dict(data["plays"])
        for text in steps[:-1]:
            step = read_json(text, f"{file}: a step of the game")
            lines[step["to"] :] = map(RecordLine.parse, step["lines"])
            data["undos"] += step.get("undos", [])
            data["alerts"] += step.get("alerts", [])
            data["plays"] |= step.get("plays", {})
            data["handovers"] = step.get("handovers", data["handovers"])
            notes["seats"] = step.get("seats", notes["seats"])
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        if isinstance(exc, StateError):
            raise StateError(f"{file}: {exc}") from None
        raise StateError(f"{file}: expected a game as this server saves them") from None
    return replace(record, lines=tuple(lines), notes=notes), data


def _load_game(file: Path, bots: tuple[str, ...], files: Sequence[str]) -> HostedGame:
    record, data = _read_file(file)
    try:
        referee = SteppedReferee.from_record(record, files=files, allowed_bots=bots, bots={})
        at = referee.setup
        participants = Participants(list(at.players), list(at.names), list(data["secrets"]), data["spectator_secret"])
        settings = TableSettings(data["undo"], data["is_open"], data["advice"], data["delay_ms"])
        last = list(data["plays"].items())[-MAX_REMEMBERED_PLAYS:]
        plays = {key: (digest, line, undo_count) for key, (digest, line, undo_count) in last}
        undos, alerts = list(data["undos"]), list(data["alerts"])
        handed = dict(data["handovers"])
        return HostedGame(data["id"], referee, participants, settings, data["nonce"], undos, alerts, plays, handed)
    except (KeyError, TypeError, ValueError, WdError) as exc:
        if isinstance(exc, WdError):
            raise StateError(f"{file}: {exc}") from None
        raise StateError(f"{file}: expected a game as this server saves them") from None
