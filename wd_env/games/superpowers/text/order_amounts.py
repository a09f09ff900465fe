"""The number of units that an action of an order chooses, such as 3 for `half I` of 7 infantry units."""

from collections.abc import Callable
from typing import Any

from wd_env.games.superpowers.board.units import Unit, price_list
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, SHARE_NAMES
from wd_env.games.superpowers.definitions.rule_constants import ARTILLERY_ROW, CARGO_ROW, INFANTRY_ROW, LANDS
from wd_env.games.superpowers.rules import attack_order, movement, purchase, stock, voyage, voyage_cargo
from wd_env.games.superpowers.rules.sets import share_amount
from wd_env.spec.module_copies import module_of

WAYS = {"fire": ("R", ARTILLERY_ROW), "drop": ("I", INFANTRY_ROW)}  # kind that joins without walking in, and its row


def unit_of(table: Any, code: str) -> Unit:
    """Return a kind of units with its price at this table."""
    return next(unit for unit in price_list(table.config.price_list) if unit.code == code)


def chosen_units(table: Any, action: str) -> tuple[str, int]:
    """Return the code and the number of the units that an action chooses.

    Args:
        table: The table, at the decision of the action.
        action: A legal action, such as `all T` or `fire half`.

    Returns:
        Code and number; an empty code for an action that chooses no units. Of a purchase the number of lots.
    """
    first, _, rest = action.partition(" ")
    s = table.state
    if first in WAYS and rest in SHARE_NAMES:
        kind, row = WAYS[first]
        count = int(module_of(table.game, stock).ready_on_land(s, row, s.origin))
        return kind, int(share_amount(SHARE_NAMES.index(rest), count))
    if first not in SHARE_NAMES or rest not in KIND_NAMES:
        return "", 0
    stack = STACKS.get(table.node.name)
    count = stack(table, KIND_NAMES.index(rest)) if stack else 1  # elsewhere units are chosen one by one
    return rest, int(share_amount(SHARE_NAMES.index(first), count))


def _bonus_lots(table: Any, kind: int) -> int:
    s = table.state
    return int(s.bonus[s.seat] // module_of(table.game, purchase).price_of(s, kind))


def _cargo_left(table: Any, kind: int) -> int:
    s = table.state
    return int(module_of(table.game, voyage_cargo).left_behind(s, CARGO_ROW[kind], s.origin - LANDS))


# by decision: the units of a kind that can be chosen, or the lots that can be bought
STACKS: dict[str, Callable[[Any, int], int]] = {
    "buy": lambda table, kind: int(module_of(table.game, purchase).lots_of(table.state, kind)),
    "bonus": _bonus_lots,
    "attack_what": lambda table, kind: int(module_of(table.game, attack_order).stack_to_join(table.state, kind)),
    "sail_what": lambda table, kind: int(module_of(table.game, voyage).voyage_stack(table.state, kind)),
    "sail_cargo": _cargo_left,
    "move_what": lambda table, kind: int(module_of(table.game, movement).stack_to_move(table.state, kind)),
    "place_what": lambda table, kind: int(table.state.deck[kind]),
}
