"""Answers with the luck beside them, at tables that are written in a line by `position`."""

from wd_env.games.domination.position import position as table_at
from wd_env.games.domination.table import DominationTable

__all__ = ["asked", "play", "possible", "table_at"]


def play(table: DominationTable, *texts: str) -> DominationTable:
    """Give these answers of seats and of luck, one after another."""
    for text in texts:
        table.play(text)
    return table


def asked(table: DominationTable) -> tuple[str, int]:
    """The open question and its seat."""
    return table.node.name, table.seat


def possible(table: DominationTable) -> list[str]:
    """What can be answered now: options, or what chance has left whatever it is offered."""
    return list(table.chance_weights() or table.legal_texts())
