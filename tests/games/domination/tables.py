"""Helpers that play actions and outcomes at tables made by `position`."""

from wd_env.games.domination.position import position as table_at
from wd_env.games.domination.table import DominationTable

__all__ = ["asked", "play", "possible", "table_at"]


def play(table: DominationTable, *texts: str) -> DominationTable:
    """Play these actions and outcomes, one after another."""
    for text in texts:
        table.play(text)
    return table


def asked(table: DominationTable) -> tuple[str, int]:
    """Return the current node and its seat."""
    return table.node.name, table.seat


def possible(table: DominationTable) -> list[str]:
    """Return the legal actions, or the outcomes that are still possible."""
    return list(table.chance_weights() or table.legal_texts())
