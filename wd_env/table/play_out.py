"""Play a table to its end."""

from collections.abc import Sequence
from typing import Any

from wd_env.table.game_table import Table


def play_out(table: Table[Any], bots: Sequence[Any]) -> None:
    """Play a table to its end.

    Args:
        table: The table.
        bots: One bot per player, an object with `choose(view) -> int`.
    """
    while not table.is_terminal:
        seat = table.seat
        table.play(bots[table.player].choose(table.view(seat)), seat=seat)
