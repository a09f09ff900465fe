"""Who sits around a table and where its chance comes from, as the notes of a record tell it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wd_env.agents.agent_registry import builtin_bots
from wd_env.errors import StateError, quoted
from wd_env.seeding import check_seed
from wd_env.session.players import HUMAN, parse_names
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import EXPLICIT, SAMPLED


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# What the notes of a record say of a round.
_NOTE_CHECKS: dict[str, Callable[[object], bool]] = {
    "seats": _is_texts,
    "names": _is_texts,
    "chance": lambda value: value in (EXPLICIT, SAMPLED),
    "seed": lambda value: type(value) is int,
}


@dataclass(frozen=True)
class SessionSetup:
    """Who sits around the table and where chance comes from."""

    players: tuple[str, ...]  # of each player: HUMAN or a bot
    names: tuple[str, ...]  # of each player, or none
    chance: str  # EXPLICIT: people enter it from the physical board; SAMPLED: the engine samples it
    seed: int  # of the engine's chance and of the bots

    @property
    def humans(self) -> list[int]:
        """The players that are people."""
        return [player for player, kind in enumerate(self.players) if kind == HUMAN]


def setup_from_record(
    record: GameRecord, config: Any, players: Sequence[str], allowed_bots: Sequence[str]
) -> SessionSetup:
    """Who plays on, from what the record says; a record of another command is played on by people."""
    notes = record.notes or {
        "seats": [HUMAN] * config.num_players,
        "names": [],
        "chance": EXPLICIT,
        "seed": check_seed(None),
    }
    for name, is_such in _NOTE_CHECKS.items():
        if not is_such(value := notes.get(name)):
            raise StateError(f"the record's note of {name} is {quoted(value)}; allowed is one that `wd table` wrote")
    seats = list(players or notes["seats"])
    known = builtin_bots(record.game)
    for name in () if players else seats:
        if name not in (HUMAN, *known, *allowed_bots):
            allowed = f"{HUMAN}, {', '.join(known)} and files that --seats names"
            raise StateError(f"the record has the bot {quoted(name)} at the table; allowed are {allowed}")
    names = parse_names(",".join(notes["names"]), notes["seats"])
    return SessionSetup(tuple(seats), names, notes["chance"], check_seed(notes["seed"]))
