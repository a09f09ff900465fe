"""Lines of text about spaces, powers and the order in progress."""

from collections.abc import Mapping
from typing import Any

from wd_env.games.superpowers.definitions.actions import BOX_NAMES, KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import (
    BOXES,
    CARGO_KINDS,
    LAND_KINDS,
    LANDS,
    NEUTRAL,
    NO_KIND,
    NOWHERE,
    POWERS,
    SEA_KINDS,
    TECHNOLOGIES,
    WAR,
    ZONES,
)
from wd_env.games.superpowers.game_board import tables_of
from wd_env.games.superpowers.named_counts import TECHNOLOGY_NAMES, counts_text

RELATION_NAMES = ("war", "peace", "alliance")


def space_text(shared: Mapping[str, Any], space: int) -> str:
    """Return the holder of a land, and the units of each power in a space."""
    parts = []
    if space < LANDS:
        holder = shared["holder"][space]
        parts.append("neutral" if holder == NEUTRAL else f"of {POWER_IDS[holder]}")
        if shared["damage"][space]:
            parts.append("damaged")
        stacks: list[tuple[list[int], tuple[int, ...], int, int, str]] = [
            (shared["land_units"], LAND_KINDS, LANDS, space, "")
        ]
    else:
        zone = space - LANDS
        stacks = [
            (shared["sea_units"], SEA_KINDS, ZONES, zone, ""),
            (shared["cargo"], CARGO_KINDS, ZONES, zone, "aboard "),
        ]
    for power, name in enumerate(POWER_IDS):
        for units, kinds, length, index, verb in stacks:
            counts = [units[(power * len(kinds) + row) * length + index] for row in range(len(kinds))]
            if any(counts):
                units_text = " ".join(
                    f"{KIND_NAMES[kind]}{count}" for kind, count in zip(kinds, counts, strict=True) if count
                )
                parts.append(f"{name} {verb}{units_text}")
    return ", ".join(parts)


def order_words(table: Any) -> list[str]:
    """Return the words of the current order."""
    s, space_ids = table.state, tables_of(table.game).space_ids
    words = []
    if s.target != NOWHERE:
        words.append(f"target {space_ids[s.target]}")
        force = " ".join(f"{KIND_NAMES[kind]}{count}" for kind, count in enumerate(s.engaged) if count)
        words.append(f"with {force or 'nothing yet'}")
    if s.guns:
        words.append(f"fire R{s.guns}")
    if any(s.paratroopers):
        words.append(f"drop I{sum(s.paratroopers)}")
    if s.origin != NOWHERE:
        words.append(f"from {space_ids[s.origin]}")
    if s.kind != NO_KIND:
        words.append(f"{KIND_NAMES[s.kind]}{s.amount}")
    return [f"order: {', '.join(words)}"] if words else []


def treaty_lines(table: Any) -> list[str]:
    """Return a line with all treaties, such as `treaties: us-la alliance`; none in games without treaties."""
    s = table.state
    if not s.treaties:
        return []
    pairs = [(one, other) for one in range(POWERS) for other in range(one + 1, POWERS)]
    treaties = [
        f"{POWER_IDS[one]}-{POWER_IDS[other]} {RELATION_NAMES[s.relation[one * POWERS + other]]}"
        for one, other in pairs
        if s.in_play[one] and s.in_play[other] and s.relation[one * POWERS + other] != WAR
    ]
    return [f"treaties: {', '.join(treaties) or 'none'}"]


def damage_lines(table: Any) -> list[str]:
    """Return a line with the lands whose complex is damaged, and one for each super battleship with upgrades."""
    s, space_ids = table.state, tables_of(table.game).space_ids
    damaged = [space_ids[land] for land in range(LANDS) if s.damage[land]]
    lines = [f"damaged complexes: {', '.join(damaged)}"] if damaged else []
    for power, name in enumerate(POWER_IDS):
        boxes = counts_text(BOX_NAMES, s.boxes[power * BOXES : (power + 1) * BOXES])
        if boxes:
            lines.append(f"super battleship of {name}: {boxes}, {s.super_damage[power]} hit points lost")
    return lines


def technology_lines(table: Any) -> list[str]:
    """Return a line for each power with upgrades or technologies, such as `us: railway, economy 2`."""
    s, lines = table.state, []
    for power, name in enumerate(POWER_IDS):
        technologies = counts_text(TECHNOLOGY_NAMES, s.technology[power * TECHNOLOGIES : (power + 1) * TECHNOLOGIES])
        owned = [word for word, has in (("railway", s.railway), ("anti-ballistics", s.anti_ballistics)) if has[power]]
        owned += [technologies] if technologies else []
        if owned:
            lines.append(f"{name} has {', '.join(owned)}")
    return lines


def stack_lines(table: Any) -> list[str]:
    """Return a line for each power with its units, and one with the neutral lands."""
    s, tables = table.state, tables_of(table.game)
    lines = []
    for power in range(POWERS):
        name = POWER_IDS[power]
        stacks_text = []
        for space in tables.board.index:
            here = {**table.board.pieces(space)}.get(name, {})
            cargo = table.board.cargo(space).get(name, {})
            if here or cargo:
                units = " ".join(f"{kind}{count}" for kind, count in here.items())
                hold = " ".join(f"{kind}{count}" for kind, count in cargo.items())
                stacks_text.append(f"{space} {units}{f' aboard {hold}' if hold else ''}")
        if stacks_text:
            lines.append(f"{name}: {', '.join(stacks_text)}")
    neutral = [land for land in range(len(tables.board.lands)) if s.holder[land] == NEUTRAL]
    special = [
        f"{tables.space_ids[land]} I{tables.garrison_infantry[land]} F{tables.garrison_fighters[land]}"
        for land in neutral
        if tables.garrison_fighters[land]
    ]
    if neutral:
        examples = f", including {', '.join(special)}" if special else ""
        lines.append(f"neutral: {len(neutral)} of {len(tables.board.lands)} lands{examples}")
    return lines
