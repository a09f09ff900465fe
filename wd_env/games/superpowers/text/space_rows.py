"""The board as JSON data: one row for each space, as front-ends list it."""

from typing import Any

from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import LANDS, NEUTRAL
from wd_env.games.superpowers.picture.map_plan import NEUTRAL_TITLE, SEA_TITLE

SPACE_NUMBERS = {space: number for number, space in enumerate(SPACE_IDS, 1)}


def space_rows(table: Any) -> list[dict[str, Any]]:
    """Return number, id, title, group, seat, number of units, units and cargo of each space, lands first.

    The seat is the power that holds a land, or that has most ships in a zone; None for a neutral land and a zone
    without ships. Units aboard ships count. Units and cargo are by power and kind.
    """
    board, rows = table.board, []
    for index, space in BOARD.spaces.items():
        units, cargo = board.pieces(space.id), board.cargo(space.id)
        counts = {power: sum(kinds.values()) for power, kinds in units.items()}
        rows.append(
            {
                "number": index + 1,
                "id": space.id,
                "title": space.title,
                "group": group_of(index),
                "seat": _holder(table.state, counts, index),
                "armies": sum(counts.values()) + sum(sum(kinds.values()) for kinds in cargo.values()),
                "units": units,
                "cargo": cargo,
            }
        )
    return rows


def group_of(index: int) -> str:
    """Return the title of the power whose colour a land has, or of the other lands, or of the zones."""
    if index >= LANDS:
        return SEA_TITLE
    home = BOARD.lands[index].home
    return NEUTRAL_TITLE if home == NEUTRAL else BOARD.powers[home].title


def _holder(s: Any, counts: dict[str, int], index: int) -> int | None:
    if index < LANDS:
        return None if s.holder[index] == NEUTRAL else int(s.holder[index])
    return POWER_IDS.index(max(counts, key=lambda power: counts[power])) if counts else None


def space_key(action: str) -> str | None:
    """Return the key of the space that an action names, such as `country 7`; None if it names none."""
    return f"country {SPACE_NUMBERS[action]}" if action in SPACE_NUMBERS else None
