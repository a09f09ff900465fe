"""Lines of text about spaces, powers and the order in progress."""

from collections.abc import Mapping
from typing import Any

from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.board_constants import GARRISON_FIGHTERS, GARRISON_INFANTRY
from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_KINDS,
    LAND_KINDS,
    LANDS,
    NEUTRAL,
    NO_KIND,
    NOWHERE,
    POWERS,
    SEA_KINDS,
    SPACES,
    ZONES,
)


def space_text(shared: Mapping[str, Any], space: int) -> str:
    """Return the holder of a land, and the units of each power in a space."""
    parts = []
    if space < LANDS:
        holder = shared["holder"][space]
        parts.append("neutral" if holder == NEUTRAL else f"of {POWER_IDS[holder]}")
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
                told = " ".join(
                    f"{KIND_NAMES[kind]}{count}" for kind, count in zip(kinds, counts, strict=True) if count
                )
                parts.append(f"{name} {verb}{told}")
    return ", ".join(parts)


def order_words(s: Any) -> list[str]:
    """Return the words of the order that is being given."""
    words = []
    if s.target != NOWHERE:
        words.append(f"target {SPACE_IDS[s.target]}")
        force = " ".join(f"{KIND_NAMES[kind]}{count}" for kind, count in enumerate(s.engaged) if count)
        words.append(f"with {force or 'nothing yet'}")
    if s.origin != NOWHERE:
        words.append(f"from {SPACE_IDS[s.origin]}")
    if s.kind != NO_KIND:
        words.append(f"{KIND_NAMES[s.kind]}{s.amount}")
    return [f"order: {', '.join(words)}"] if words else []


def stack_lines(table: Any) -> list[str]:
    """Return a line for each power with its units, and one with the lands that are neutral."""
    s = table.state
    lines = []
    for power in range(POWERS):
        name = POWER_IDS[power]
        found = []
        for space in range(SPACES):
            here = {**table.board.pieces(SPACE_IDS[space])}.get(name, {})
            cargo = table.board.cargo(SPACE_IDS[space]).get(name, {})
            if here or cargo:
                units = " ".join(f"{kind}{count}" for kind, count in here.items())
                hold = " ".join(f"{kind}{count}" for kind, count in cargo.items())
                found.append(f"{SPACE_IDS[space]} {units}{f' aboard {hold}' if hold else ''}")
        if found:
            lines.append(f"{name}: {', '.join(found)}")
    neutral = [land for land in range(LANDS) if s.holder[land] == NEUTRAL]
    special = [
        f"{SPACE_IDS[land]} I{GARRISON_INFANTRY[land]} F{GARRISON_FIGHTERS[land]}"
        for land in neutral
        if GARRISON_FIGHTERS[land]
    ]
    if neutral:
        told = f", among them {', '.join(special)}" if special else ""
        lines.append(f"neutral: {len(neutral)} of {len(BOARD.lands)} lands{told}")
    return lines
