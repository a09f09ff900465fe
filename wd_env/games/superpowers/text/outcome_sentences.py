"""Outcomes of draws and dice as sentences for the history of a game."""

from typing import Any

from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import COLUMNS, GUN_ATTACK
from wd_env.games.superpowers.named_counts import TECHNOLOGY_NAMES
from wd_env.games.superpowers.rules.guided_hits import guided_dice_left
from wd_env.games.superpowers.text.power_names import played_power, power_title, seat_name
from wd_env.text.field_texts import readable_name
from wd_env.text.seat_names import SeatNames


def first_picker_text(outcome: str, names: SeatNames) -> str:
    """Return who picks first, from the outcome `player 1`."""
    return f"{names.player(int(outcome.rsplit(maxsplit=1)[-1]))} is first to get a nation"


def outcome_text(table: Any, outcome: str, names: SeatNames) -> str:
    """Return what was drawn or rolled.

    Args:
        table: The table, at the chance node of the outcome.
        outcome: Text of the outcome, such as `die 4` or `eu`.
        names: Names of seats and players.
    """
    node, last = table.node.name, outcome.rsplit(maxsplit=1)[-1]
    if node == "pick_first":
        return first_picker_text(outcome, names)
    if node == "deal_nation":
        return f"{power_title(table, POWER_IDS.index(outcome))} is dealt to {seat_name(table, table.seat, names)}"
    if node == "first_power":
        return f"{played_power(table, POWER_IDS.index(outcome), names)} has the first turn"
    if node == "research_die":
        return f"The technology die shows {last}: {TECHNOLOGY_NAMES[int(last) - 1]}"
    highest = _highest_hit(table.state, node)
    faces = "1" if highest == 1 else f"1 to {highest}"
    effect = f": {'a hit' if int(last) <= highest else 'no hit'} (hits on {faces})" if highest else ""
    return f"{readable_name(node).capitalize()} {last}{effect}"


def _highest_hit(s: Any, node: str) -> int:
    """Return the highest face that hits with the next die of a battle; 0 for other dice."""
    if node == "attack_die":
        if s.gun_dice:
            return GUN_ATTACK
        return 0 if guided_dice_left(s) else _column(s.dice)
    return _column(s.foe_dice) if node == "defence_die" else 0


def _column(dice: list[int]) -> int:
    """Return the highest column with dice left, which are rolled first; 0 if only submarines are left."""
    return next((column for column in range(COLUMNS - 1, 0, -1) if dice[column]), 0)
