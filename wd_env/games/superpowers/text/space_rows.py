"""The board as JSON data: one row for each space, as front-ends list it."""

from typing import Any

from wd_env.games.superpowers.board.board_model import Board
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import LANDS, NEUTRAL
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.picture.map_plan import NEUTRAL_TITLE, SEA_TITLE
from wd_env.games.superpowers.text.table_lines import current_space_text


def space_rows(table: Any) -> list[dict[str, Any]]:
    """Return number, id, title, group, seat, number of units, units, cargo and text of each space, lands first.

    The seat is the power that holds a land, or that has most ships in a zone; None for a neutral land and a zone
    without ships. Units aboard ships count. Units and cargo are by power and kind. The
    text names holder, buildings and units.
    """
    board, pieces, rows = board_of(table.game), table.board, []
    for number, (index, space) in enumerate(board.spaces.items(), 1):
        units, cargo = pieces.pieces(space.id), pieces.cargo(space.id)
        counts = {power: sum(kinds.values()) for power, kinds in units.items()}
        rows.append(
            {
                "number": number,
                "id": space.id,
                "title": space.title,
                "group": group_of(board, index),
                "seat": _holder(table.state, counts, index),
                "armies": sum(counts.values()) + sum(sum(kinds.values()) for kinds in cargo.values()),
                "units": units,
                "cargo": cargo,
                "text": current_space_text(table, index),
            }
        )
    return rows


def group_of(board: Board, index: int) -> str:
    """Return the title of the power whose colour a land has, or of the other lands, or of the zones."""
    if index >= LANDS:
        return SEA_TITLE
    home = board.lands[index].home
    return NEUTRAL_TITLE if home == NEUTRAL else board.powers[home].title


def _holder(s: Any, counts: dict[str, int], index: int) -> int | None:
    if index < LANDS:
        return None if s.holder[index] == NEUTRAL else int(s.holder[index])
    return POWER_IDS.index(max(counts, key=lambda power: counts[power])) if counts else None


def space_key(board: Board, action: str) -> str | None:
    """Return the key of the space that an action names, such as `country 7`; None if it names none."""
    return f"country {list(board.index).index(action) + 1}" if action in board.index else None
