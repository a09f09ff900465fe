"""The content of an image of a game: the map, holders, and public values of seats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wd_env.games.domination.definitions.decision_codes import CAPITAL
from wd_env.games.domination.definitions.rule_constants import NOBODY, NOWHERE
from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.text.seat_names import NUMBERED, SeatNames

FREE = -1  # holder of an unclaimed country


@dataclass(frozen=True)
class SeatScene:
    """The public values of a seat."""

    name: str
    countries: int
    armies: int
    cards: int
    is_in_play: bool = True
    is_on_turn: bool = False
    has_won: bool = False


@dataclass(frozen=True)
class Scene:
    """A map and its holders."""

    map: Map
    holders: Sequence[int] | None = None  # seat of each country, below 0 if unclaimed; None for a map without a game
    armies: Sequence[int] | None = None
    heading: str = ""
    seats: Sequence[SeatScene] = ()
    capitals: frozenset[int] = frozenset()  # countries

    @property
    def title(self) -> str:
        """Return the heading, or else the name of the map."""
        return self.heading or self.map.name


def scene_of(table: Any, names: SeatNames = NUMBERED) -> Scene:
    """Return the scene of a table of `Domination`, with public information only."""
    s, board = table.state, table.config.load()
    count = len(board.countries)
    holders = [FREE if seat == NOBODY else int(seat) for seat in s.holder[:count]]
    armies = [int(number) for number in s.armies[:count]]
    chosen = [int(place) for place in s.capital[: s.seats] if place != NOWHERE]
    return Scene(
        board,
        holders,
        armies,
        f"{board.name}, round {s.round + 1}",
        [_seat_of(table, seat, holders, armies, names) for seat in range(s.seats)],
        frozenset() if s.node == CAPITAL else frozenset(chosen),
    )


def _seat_of(table: Any, seat: int, holders: Sequence[int], armies: Sequence[int], names: SeatNames) -> SeatScene:
    s = table.state
    held = [number for number, holder in zip(armies, holders, strict=True) if holder == seat]
    return SeatScene(
        names.seat(seat),
        len(held),
        sum(held),
        int(s.hand_size[seat]),
        bool(s.in_play[seat]),
        bool(s.turn == seat and not table.is_terminal),
        bool(s.won[s.owner[seat]]),
    )
