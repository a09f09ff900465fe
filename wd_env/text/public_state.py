"""The public fields of a state, by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wd_env.errors import WrongSeat
from wd_env.spec.state_contract import PLAYER_AXIS, PLAYER_FIELDS, SCALAR_FIELDS, SEAT_AXIS, SEAT_FIELDS
from wd_env.spec.state_schema import Field
from wd_env.table.game_table import Table

CORE_FIELDS = {*SCALAR_FIELDS, *SEAT_FIELDS, *PLAYER_FIELDS}  # fields of the core, which are shown as text


@dataclass(frozen=True)
class PublicState:
    """The public fields of a state by name: those of the table, and those with one value per seat."""

    shared: dict[str, Any]
    by_seat: dict[int, dict[str, int]]
    in_play: list[int]  # by seat
    has_won: list[int]  # by seat

    @classmethod
    def of(cls, table: Table) -> "PublicState":
        """Copy the public fields of this table."""
        s, public_fields = table.state, list(_public(table))
        return cls(
            {
                field.name: _copied(getattr(s, field.name))
                for field in public_fields
                if field.by not in (SEAT_AXIS, PLAYER_AXIS)
            },
            {seat: dict(_of_seat(s, seat, public_fields)) for seat in range(s.seats)},
            list(s.in_play[: s.seats]),
            [int(s.won[s.owner[seat]] and s.home_seat[s.owner[seat]] == seat) for seat in range(s.seats)],
        )


def check_viewer(table: Table, viewer: int | None) -> None:
    """Raise WrongSeat if the viewer is not a seat of this table."""
    if viewer is not None and not 0 <= viewer < table.state.seats:
        raise WrongSeat(f"seat: expected 0 to {table.state.seats - 1}, got {viewer}")


def _public(table: Table) -> Iterator[Field]:
    for field in table.game.schema.fields:
        if not (field.private or field.constant or field.name in CORE_FIELDS):
            yield field


def _of_seat(s: Any, seat: int, public_fields: list[Field]) -> Iterator[tuple[str, int]]:
    """Yield the values of a seat and of its player; player fields are shown at the player's home seat."""
    for field in public_fields:
        if field.by == SEAT_AXIS:
            yield field.name, int(getattr(s, field.name)[seat])
        elif field.by == PLAYER_AXIS and seat in s.home_seat[: s.players]:
            yield field.name, int(getattr(s, field.name)[s.home_seat.index(seat)])


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else int(value)
