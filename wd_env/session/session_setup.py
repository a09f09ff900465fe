"""Players and source of chance of a session, as stored in the notes of its record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wd_env.agents.agent_registry import builtin_bots
from wd_env.errors import StateError, quoted
from wd_env.seeding import check_seed
from wd_env.session.players import HUMAN, parse_names
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.table.game_record import GameRecord


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


# Checks of the notes in a record, which may come from another program.
_NOTE_CHECKS: dict[str, Callable[[object], bool]] = {
    "seats": _is_texts,
    "names": _is_texts,
    "chance": lambda value: value in (EXPLICIT, SAMPLED),
    "seed": lambda value: type(value) is int,
}


@dataclass(frozen=True)
class SessionSetup:
    """Players and source of chance of a session.

    Attributes:
        players: HUMAN or a bot, for each player.
        names: Name of each player, or none.
        chance: EXPLICIT if people enter the outcomes of the physical board, SAMPLED if the engine draws them.
        seed: Seed of the engine's chance and of the bots.
    """

    players: tuple[str, ...]
    names: tuple[str, ...]
    chance: str
    seed: int

    @property
    def humans(self) -> list[int]:
        """Return the players who are people."""
        return [player for player, kind in enumerate(self.players) if kind == HUMAN]

    def notes(self) -> dict[str, Any]:
        """Return the notes of a record, which `setup_from_record` reads."""
        return {"seats": list(self.players), "names": list(self.names), "chance": self.chance, "seed": self.seed}


def setup_from_record(
    record: GameRecord, config: Any, players: Sequence[str], allowed_bots: Sequence[str]
) -> SessionSetup:
    """Make the setup with which a recorded game continues.

    Args:
        record: Record; without notes, as other commands write it, people play all seats.
        config: Configuration of its game.
        players: HUMAN or a bot for each player, instead of those in the record.
        allowed_bots: Bots that the record may name, in addition to the bundled ones.

    Raises:
        StateError: If a note is invalid, or the record names a bot that is not allowed.
        ConfigError: If the recorded names are invalid.
    """
    notes = record.notes or {
        "seats": [HUMAN] * config.num_players,
        "names": [],
        "chance": EXPLICIT,
        "seed": check_seed(None),
    }
    for name in _NOTE_CHECKS:
        _check_record_value(name, notes.get(name))
    seats = list(players or notes["seats"])
    known = builtin_bots(record.game)
    for name in () if players else seats:
        if name not in (HUMAN, *known, *allowed_bots):
            allowed = f"{HUMAN}, {', '.join(known)} or a file that --seats names"
            raise StateError(f"seats of the record: expected {allowed}, got {quoted(name)}")
    names = parse_names(",".join(notes["names"]), notes["seats"])
    return SessionSetup(tuple(seats), names, notes["chance"], check_seed(notes["seed"]))


def recorded_names(record: GameRecord, num_players: int) -> tuple[str, ...]:
    """Return the names of the players in a record, or none.

    Args:
        record: Record of a game.
        num_players: Number of players of its game.

    Raises:
        StateError: If they are not texts.
        ConfigError: If there is not one valid name for each player.
    """
    names = record.notes.get("names", [])
    _check_record_value("names", names)
    return parse_names(",".join(names), [HUMAN] * num_players)


def _check_record_value(name: str, value: object) -> None:
    if not _NOTE_CHECKS[name](value):
        raise StateError(f"record note {name}: expected a value that `wd table` writes, got {quoted(value)}")
