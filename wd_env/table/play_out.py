"""Play a table with bots."""

from collections.abc import Sequence
from typing import Any

from wd_env.table.game_table import Table
from wd_env.table.state_backend import PolicyOf


def play_out(table: Table[Any], bots: Sequence[Any]) -> None:
    """Play a table to its end.

    Args:
        table: The table.
        bots: One bot per player, an object with `choose(view) -> int`.
    """
    while not table.is_terminal:
        seat = table.seat
        table.play(bots[table.player].choose(table.view(seat)), seat=seat)


def play_policies(table: Table[Any], policy_of: PolicyOf) -> int:
    """Play actions of array policies with the compiled rules.

    It stops at a player without a policy and at the end, and does nothing while the rules are interpreted.

    Args:
        table: The table.
        policy_of: Returns the array policy of a player, or None; called at most once for each player.

    Returns:
        The number of actions played.

    Raises:
        IllegalAction: If a policy returns an illegal action; the actions before it have been played.
    """
    num_actions, illegal = table._backends.play_policies(policy_of)
    if illegal is not None:
        table.play(illegal, seat=table.seat)
    return num_actions


def prefer_compiled(table: Table[Any]) -> None:
    """Use the compiled rules for a table from now on if they are ready, until its state is accessed."""
    table._backends.prefer_compiled()
