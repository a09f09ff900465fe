"""Names of powers with their players, and why each player has how many powers."""

from typing import Any

from wd_env.games.superpowers.config import MIN_PLAYERS
from wd_env.games.superpowers.definitions.rule_constants import PLAYERS_WITH_ALLIES, POWERS
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.table_board import is_picking
from wd_env.games.superpowers.text.unit_words import joined
from wd_env.text.seat_names import NUMBERED, SeatNames


def power_title(table: Any, power: int) -> str:
    """Return the title of a power, such as `Russian Republic`."""
    return board_of(table.game).powers[power].title


def seat_name(table: Any, seat: int, names: SeatNames = NUMBERED) -> str:
    """Return a power with its player, `Russian Republic (Anna)`; before nations are picked only the player."""
    if names.names:
        return names.seat(seat)
    return names.player(seat) if is_picking(table.state) else played_power(table, seat, names)


def played_power(table: Any, power: int, names: SeatNames) -> str:
    """Return a power with its player, such as `Russian Republic (Anna)`."""
    return f"{power_title(table, power)} ({names.player(table.state.owner[power])})"


def role_lines(table: Any, names: SeatNames = NUMBERED) -> list[str]:
    """Return how many powers each player has, with the reason, and the teams.

    Args:
        table: The table.
        names: Names of seats and players.
    """
    players, teams = table.players, table.config.team_numbers()
    verb = "plays" if not is_picking(table.state) else "gets" if table.config.setup == "deal" else "picks"
    if players == MIN_PLAYERS:
        lines = [f"There are two players, so each {verb} two powers."]
    elif players == PLAYERS_WITH_ALLIES:
        allies = joined([names.player(player) for player in range(players) if teams.count(teams[player]) > 1])
        return [f"There are three players, so {names.player(0)} {verb} two powers; {allies} are allies."]
    else:
        lines = [f"Each of the {players} players {verb} one power."]
    if len(set(teams)) < players:
        members = [
            joined([names.player(player) for player in range(players) if teams[player] == team])
            for team in sorted(set(teams))
        ]
        lines.append(f"Teams: {'; '.join(members)}.")
    return lines


def player_lines(table: Any, names: SeatNames) -> list[str]:
    """Return a line for each player with the powers that it has picked or plays."""
    s, lines = table.state, []
    for player in range(table.players):
        titles = [power_title(table, power) for power in range(POWERS) if s.nation_of[power] == player]
        if titles:
            lines.append(f"{names.player(player)}: {joined(titles)}")
    return lines
