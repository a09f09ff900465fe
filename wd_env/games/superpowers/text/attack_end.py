"""The closing sentence of an attack that did not succeed."""

from collections.abc import Mapping
from typing import Any

from wd_env.games.superpowers.definitions.actions import LAUNCH, RAID
from wd_env.games.superpowers.definitions.rule_constants import LANDS, NOWHERE, POWERS, SEA_KINDS, ZONES
from wd_env.games.superpowers.rules import friends
from wd_env.games.superpowers.text.table_lines import space_title
from wd_env.spec.module_copies import module_of


def failed_attack_text(table: Any, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Describe the end of a battle that did not take its target.

    Args:
        table: The table after the line.
        before: Public fields of the state before the line, by name.
        now: Public fields of the state after the line, by name.

    Returns:
        A sentence without a full stop; empty if the line ended no battle or the target was taken.
    """
    target = before["target"]
    was_fighting = target != NOWHERE and before["attacked"][target] and before["mode"] not in (RAID, LAUNCH)
    if not was_fighting or now["target"] == target or _is_won(table, before, now):
        return ""
    is_retreat = table.lines[-1].text == "retreat"
    beginning = "the attackers retreat from" if is_retreat else "the attack ends in"
    return f"{beginning} {space_title(table, target)}, which was not {'taken' if target < LANDS else 'won'}"


def _is_won(table: Any, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Return whether the attacked land has a new holder, or no enemy has ships in the attacked zone."""
    target, attacker = before["target"], before["turn"]
    if target < LANDS:
        return bool(now["holder"][target] != before["holder"][target])
    is_enemy = module_of(table.game, friends).is_enemy
    ships = now["sea_units"]
    return not any(
        ships[(power * len(SEA_KINDS) + row) * ZONES + target - LANDS]
        for power in range(POWERS)
        if is_enemy(table.state, attacker, power)
        for row in range(len(SEA_KINDS))
    )
