"""Names of seats in sentences: `seat 2`, or the name of its player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wd_env.errors import ConfigError, quoted


@dataclass(frozen=True)
class SeatNames:
    """The names of the seats of a table.

    Args:
        names: Name of each seat; empty if seats are numbered.
        players: Name of each player; empty if players are numbered.
    """

    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()

    def seat(self, seat: int) -> str:
        """Return the name of a seat: `Anna`, or `seat 2`."""
        return self.names[seat] if seat < len(self.names) else f"seat {seat}"

    def player(self, player: int) -> str:
        """Return the name of a player: `Anna`, or `player 2`."""
        return self.players[player] if player < len(self.players) else f"player {player}"

    def capitalized(self, seat: int) -> str:
        """Return the name of a seat at the beginning of a sentence: `Anna`, or `Seat 2`."""
        return self.names[seat] if seat < len(self.names) else f"Seat {seat}"

    def seats(self, seats: Sequence[int]) -> str:
        """Return the names of one seat or several: `Anna and Ben`, or `seats 0, 1 and 2`."""
        if len(seats) == 1:
            return self.seat(seats[0])
        text = [self.seat(seat) if self.names else str(seat) for seat in seats]
        return f"{'' if self.names else 'seats '}{', '.join(text[:-1])} and {text[-1]}"

    def listed(self, seats: Sequence[int]) -> str:
        """Return what may be typed for these seats, comma-separated: `Anna, Ben`, or `0, 1`."""
        return ", ".join(self.names[seat] if self.names else str(seat) for seat in seats)

    def find(self, text: str, num_seats: int) -> int:
        """Return the seat of a number, a name or the beginning of a name.

        Args:
            text: What was typed.
            num_seats: Number of seats of the table.

        Raises:
            ConfigError: If no seat or several seats match.
        """
        typed = text.casefold().strip()
        called = {seat: self.seat(seat).casefold() for seat in range(num_seats)}
        exact = [seat for seat, name in called.items() if typed in (name, str(seat))]
        # the name of a player may follow the seat, as in `Russian Republic (Anna)`
        start = [seat for seat, name in called.items() if typed and (name.startswith(typed) or f"({typed}" in name)]
        result = exact or start
        if len(result) != 1:
            allowed = ", ".join(self.seat(seat) for seat in called)
            raise ConfigError(f"unknown seat {quoted(text)}; expected {allowed}")
        return result[0]


NUMBERED = SeatNames()


def name_seats(table: Any, player_names: Sequence[str]) -> SeatNames:
    """Return the names of the seats of a table.

    Args:
        table: Table of the game.
        player_names: Name of each player.

    Returns:
        The player's name for a home seat. Any other seat of the player is `Anna's ally`, or `Anna's ally 1` and
        `Anna's ally 2` if there are several.
    """
    owners = [table.state.owner[seat] for seat in range(table.state.seats)]
    is_home = [table.home_seat(player) == seat for seat, player in enumerate(owners)]
    texts = []
    for seat, player in enumerate(owners):
        allies = [other for other, owner in enumerate(owners) if owner == player and not is_home[other]]
        suffix = f" {allies.index(seat) + 1}" if len(allies) > 1 and seat in allies else ""
        texts.append(player_names[player] if is_home[seat] else f"{player_names[player]}'s ally{suffix}")
    return SeatNames(tuple(texts), tuple(player_names))


def shared_seat_lines(table: Any, names: SeatNames) -> list[str]:
    """Return a line for each player with several seats in play, such as `Anna plays seats 0 and 2`."""
    s, lines = table.state, []
    for player in range(table.players):
        seats = [seat for seat in range(s.seats) if s.in_play[seat] and s.owner[seat] == player]
        lines += [f"{names.player(player)} plays {names.seats(seats)}"] if len(seats) > 1 else []
    return lines
