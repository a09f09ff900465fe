"""The bundled board, and the tables that the rules read of it as constants."""

from wd_env.games.superpowers.board.board_file import BUNDLED_BOARDS, load_board
from wd_env.games.superpowers.board.rule_tables import RuleTables, rule_tables

BOARD = load_board(BUNDLED_BOARDS[0])
TABLES: RuleTables = rule_tables(BOARD)
SPACE_IDS = TABLES.space_ids
