"""The board of a table of Superpowers."""

from typing import Any

from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.games.superpowers.board.board_model import Board
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.decision_codes import DEAL_NATION, NATION, PICK_FIRST
from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_KINDS,
    CARGO_ROWS,
    LAND_KINDS,
    LAND_ROWS,
    LANDS,
    NEUTRAL,
    NOWHERE,
    POWERS,
    SEA_KINDS,
    SEA_ROWS,
    ZONES,
)
from wd_env.games.superpowers.game_board import board_of
from wd_env.spec.game_hooks import GameHooks
from wd_env.table.game_table import Table

ENDINGS = (None, "capitals", "survival", "limit")
Counts = dict[str, int]


def space_index(board: Board, name: str) -> int:
    """Return the space of a board with this id.

    Raises:
        ConfigError: If there is none.
    """
    if name not in board.index:
        raise ConfigError(f"space {quoted(name)} is not on the board{did_you_mean(name, tuple(board.index))}")
    return board.index[name]


def is_picking(s: Any) -> bool:
    """Return whether nations are still picked or dealt, so that seats are players and not powers."""
    return s.node in (PICK_FIRST, NATION, DEAL_NATION)


class SuperpowersBoard:
    """The position of a game; powers and spaces are given by their ids on the board."""

    def __init__(self, table: Table[Any]) -> None:
        self._table = table
        self._board = board_of(table.game)

    def pieces(self, space: str) -> dict[str, Counts]:
        """Return the units in a space, without cargo, by power and kind.

        Raises:
            ConfigError: If the space does not exist.
        """
        index, s = space_index(self._board, space), self._table.state
        if index < LANDS:
            return self._counts(s.land_units, LAND_KINDS, LAND_ROWS, LANDS, index)
        return self._counts(s.sea_units, SEA_KINDS, SEA_ROWS, ZONES, index - LANDS)

    def cargo(self, zone: str) -> dict[str, Counts]:
        """Return the units aboard ships in a zone by power and kind; empty for a land.

        Raises:
            ConfigError: If the space does not exist.
        """
        index = space_index(self._board, zone)
        if index < LANDS:
            return {}
        return self._counts(self._table.state.cargo, CARGO_KINDS, CARGO_ROWS, ZONES, index - LANDS)

    @staticmethod
    def _counts(units: list[int], kinds: tuple[int, ...], rows: int, spaces: int, index: int) -> dict[str, Counts]:
        number_by_kind = {}
        for power in range(POWERS):
            counts = {
                KIND_NAMES[kinds[row]]: count
                for row in range(rows)
                if (count := units[(power * rows + row) * spaces + index])
            }
            if counts:
                number_by_kind[POWER_IDS[power]] = counts
        return number_by_kind

    @property
    def holders(self) -> dict[str, str | None]:
        """Power that holds each land; None for a neutral land."""
        return {
            land.id: None if power == NEUTRAL else POWER_IDS[power]
            for land, power in zip(self._board.lands, self._table.state.holder, strict=False)
        }

    @property
    def money(self) -> int:
        """Credit left of the power on turn."""
        return self._table.state.credit  # type: ignore[no-any-return]

    @property
    def production(self) -> dict[str, int]:
        """The production chart by power in play."""
        return {
            name: self._table.state.production[i] for i, name in enumerate(POWER_IDS) if self._table.state.in_play[i]
        }

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._table.state.round  # type: ignore[no-any-return]

    @property
    def capitals(self) -> dict[str, str | None]:
        """The capital of each power in play; None for a power without one."""
        s = self._table.state
        return {
            name: None if s.capital[i] == NOWHERE else self._board.spaces[s.capital[i]].id
            for i, name in enumerate(POWER_IDS)
            if s.in_play[i]
        }

    @property
    def nations(self) -> dict[str, int]:
        """The player of each power in play."""
        return {name: self._table.state.owner[i] for i, name in enumerate(POWER_IDS) if self._table.state.in_play[i]}

    @property
    def ended_by(self) -> str | None:
        """How the game ended: `capitals`, `survival`, `limit` or `cut`; None during the game."""
        return "cut" if self._table.is_terminal and self._table.is_truncated else ENDINGS[self._table.state.ended_by]


HOOKS = GameHooks(board=SuperpowersBoard)
