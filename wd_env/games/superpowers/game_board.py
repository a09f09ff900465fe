"""The board of a game."""

from wd_env.games.superpowers.board.board_model import Board
from wd_env.games.superpowers.board.rule_tables import RuleTables
from wd_env.games.superpowers.definitions import board_constants
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.module_copies import module_of


def tables_of(game: GameSpec) -> RuleTables:
    """Return the tables of the board of a game."""
    tables: RuleTables = module_of(game, board_constants).TABLES
    return tables


def board_of(game: GameSpec) -> Board:
    """Return the board of a game."""
    return tables_of(game).board
