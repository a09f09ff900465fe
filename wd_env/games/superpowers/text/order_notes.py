"""Note for a person before an attack: its odds if the attacker fights to the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from wd_env.errors import ConfigError
from wd_env.games.superpowers.battle_odds import NO, YES, OddsOptions, odds
from wd_env.games.superpowers.battle_rules import USUAL_DEFENCE
from wd_env.games.superpowers.definitions.actions import BOX_NAMES, KIND_NAMES, LAUNCH, POWER_IDS, RAID
from wd_env.games.superpowers.definitions.rule_constants import (
    ARTILLERY,
    BOX_HIT_POINT,
    BOXES,
    CARGO_KINDS,
    CARGO_ROWS,
    GENERAL,
    LANDS,
    NEUTRAL,
    NOWHERE,
    SUPER_BATTLESHIP,
    TECHNOLOGIES,
    ZONES,
)
from wd_env.games.superpowers.game_board import tables_of
from wd_env.games.superpowers.named_counts import TECHNOLOGY_NAMES, counts_text
from wd_env.games.superpowers.rules.friends import is_ally, is_enemy
from wd_env.games.superpowers.text.table_lines import garrison, space_title
from wd_env.games.superpowers.text.unit_words import codes_text, count_text, units_text

GO = "go"
PARATROOPERS = "P"  # in odds, infantry that bombers drop
Pieces = Mapping[str, Mapping[str, int]]  # by power and kind


def attack_note(table: Any, actions: Sequence[str]) -> str:
    """Return the odds of an attack, such as `2 tanks against 3 infantry units, fought to the end: taken 94.7%, ...`.

    Args:
        table: The table before the order. It is not changed.
        actions: The actions of the order; without `go` at its end the note is empty.

    Returns:
        One line; empty for an order that is not an attack, and for a battle that has no odds.
    """
    if not actions or actions[-1] != GO:
        return ""
    trial = table.copy()
    for action in actions[:-1]:
        trial.play(action)
    s, tables = trial.state, tables_of(table.game)
    if s.target == NOWHERE or s.mode in (LAUNCH, RAID) or s.engaged[ARTILLERY]:
        return ""
    attackers = _attackers(s)
    is_neutral = s.target < LANDS and s.holder[s.target] == NEUTRAL
    owners = [] if is_neutral else _attacked(trial)
    defence_technologies = {_technologies(s, power) for power in owners} or {""}
    if len(defence_technologies) > 1 or _rides_along(s, owners):  # the odds know one defending power
        return ""
    pieces = trial.board.pieces(tables.space_ids[s.target])
    defenders = garrison(tables, s.target) if is_neutral else _defenders(pieces, owners)
    if not any(defenders.values()):
        return f"{space_title(table, s.target)} is empty: it is taken without a battle"
    has_general = s.general_bonus and s.engaged[GENERAL]
    options = OddsOptions(
        encircle=NO if trial.config.encircle == "off" else YES,
        encircle_counts_ad=trial.config.encircle_counts_ad,
        infantry_defence=tables.garrison_defence[s.target] if is_neutral else USUAL_DEFENCE,
        ad_mode=trial.config.ad_mode,
        capital=any("L" in pieces[POWER_IDS[power]] and tables.capital[power] == s.target for power in owners),
        attack_boxes=_boxes(s, s.turn) if s.engaged[SUPER_BATTLESHIP] else "",
        defence_boxes=_boxes(s, _owner_of(pieces, owners, "SB")) if defenders.get("SB") else "",
        tech=trial.config.tech,
        attack_technologies=_technologies(s, s.turn),
        defence_technologies=defence_technologies.pop(),
        general_bonus=trial.config.general_bonus,
        attack_power=POWER_IDS[s.turn] if has_general else "",
        defence_power=POWER_IDS[_owner_of(pieces, owners, "G")] if s.general_bonus and defenders.get("G") else "",
        neutral=is_neutral,
    )
    try:
        battle_odds = odds(codes_text(attackers), codes_text(defenders), options)
    except ConfigError:
        return ""
    chances = ", ".join(f"{name} {float(chance):.1%}" for name, chance in battle_odds.summary)
    jumping = attackers.pop(PARATROOPERS)
    jump = f", {count_text('I', jumping)} dropped by bombers" if jumping else ""
    return f"{units_text(attackers)}{jump} against {units_text(defenders)}, fought to the end: {chances}"


def _boxes(s: Any, power: int) -> str:
    """Return the boxes of a ship, without the hit points that it has lost."""
    counts = list(s.boxes[power * BOXES : (power + 1) * BOXES])
    counts[BOX_HIT_POINT] -= s.super_damage[power]
    return counts_text(BOX_NAMES, counts)


def _technologies(s: Any, power: int) -> str:
    return counts_text(TECHNOLOGY_NAMES, s.technology[power * TECHNOLOGIES : (power + 1) * TECHNOLOGIES])


def _owner_of(pieces: Pieces, owners: Sequence[int], kind: str) -> int:
    return next(power for power in owners if kind in pieces[POWER_IDS[power]])


def _attackers(s: Any) -> dict[str, int]:
    """Return the units that fight, with the artillery that fires and the infantry that jumps."""
    counts = {kind: int(count) for kind, count in zip(KIND_NAMES, s.engaged, strict=True) if kind != "D"}
    jumping = sum(s.paratroopers)
    return counts | {"I": counts["I"] - jumping, "R": int(s.guns), PARATROOPERS: jumping}


def _attacked(trial: Any) -> list[int]:
    """Return the powers that are attacked; at sea, partners only if the zone has no enemies (ruling 26)."""
    s = trial.state
    there = [POWER_IDS.index(power) for power in trial.board.pieces(tables_of(trial.game).space_ids[s.target])]
    enemies = [power for power in there if is_enemy(s, s.turn, power)]
    if s.target < LANDS:
        return [power for power in there if power in enemies or power == s.holder[s.target]]
    return enemies or [power for power in there if not is_ally(s, s.turn, power)]


def _rides_along(s: Any, owners: Sequence[int]) -> bool:
    """Return whether ships in a sea battle carry air defence or a general, which the odds do not support."""
    return s.target >= LANDS and any(
        s.cargo[(power * CARGO_ROWS + row) * ZONES + s.target - LANDS]
        for power in owners
        for row, kind in enumerate(CARGO_KINDS)
        if KIND_NAMES[kind] in ("D", "G")
    )


def _defenders(pieces: Pieces, owners: Sequence[int]) -> dict[str, int]:
    counts = dict.fromkeys(KIND_NAMES, 0)
    for power in owners:
        for kind, count in pieces[POWER_IDS[power]].items():
            counts[kind] += count
    return counts
