"""Who sits around a table and where its chance comes from, as the notes of a record tell it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wd_env.agents.agent_registry import roster_of
from wd_env.errors import StateError, quoted
from wd_env.seeding import check_seed
from wd_env.session.players import HUMAN, names_of
from wd_env.table.game_record import Record
from wd_env.table.game_table import ASKED, SAMPLED


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# What the notes of a record say of a round.
_NOTES: dict[str, Callable[[object], bool]] = {
    "seats": _is_texts,
    "names": _is_texts,
    "luck": lambda value: value in (ASKED, SAMPLED),
    "seed": lambda value: type(value) is int,
}


@dataclass(frozen=True)
class Round:
    """Who sits around the table and where chance comes from."""

    players: tuple[str, ...]  # of each player: HUMAN or a bot
    names: tuple[str, ...]  # of each player, or none
    luck: str  # ASKED: it falls on the real table; SAMPLED: the engine's
    seed: int  # of the engine's chance and of the bots

    @property
    def people(self) -> list[int]:
        """The players that are people."""
        return [player for player, kind in enumerate(self.players) if kind == HUMAN]


def round_of(record: Record, config: Any, players: Sequence[str], named: Sequence[str]) -> Round:
    """Who plays on, from what the record says; a record of another command is played on by people."""
    notes = record.notes or {
        "seats": [HUMAN] * config.num_players,
        "names": [],
        "luck": ASKED,
        "seed": check_seed(None),
    }
    for name, is_such in _NOTES.items():
        if not is_such(value := notes.get(name)):
            raise StateError(f"the record's note of {name} is {quoted(value)}; allowed is one that `wd table` wrote")
    seats = list(players or notes["seats"])
    known = roster_of(record.game)
    for name in () if players else seats:
        if name not in (HUMAN, *known, *named):
            allowed = f"{HUMAN}, {', '.join(known)} and files that --seats names"
            raise StateError(f"the record has the bot {quoted(name)} at the table; allowed are {allowed}")
    names = names_of(",".join(notes["names"]), notes["seats"])
    return Round(tuple(seats), names, notes["luck"], check_seed(notes["seed"]))
