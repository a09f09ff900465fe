"""The bundled board as constants, for rules and for modules that do not depend on a board file.

Tuples serve the interpreted rules, which need plain integers. Flat tuples are indexed as
`BALL[(radius * SPACES + space) * WORDS + word]`.
"""

from wd_env.games.superpowers.board.board_file import load_board
from wd_env.games.superpowers.board.board_model import NEUTRAL, POWERS
from wd_env.games.superpowers.board.space_sets import BoardTables, board_tables

BOARD = load_board()
TABLES: BoardTables = board_tables(BOARD)
SPACE_IDS = tuple(space.id for space in BOARD.spaces.values())
POWER_IDS = tuple(power.id for power in BOARD.powers)

HOME = tuple(land.home for land in BOARD.lands)  # per land, a power or NEUTRAL
VALUE = tuple(land.value for land in BOARD.lands)
CAPITAL = tuple(power.capital for power in BOARD.powers)
PORT = tuple(power.port for power in BOARD.powers)
LANDS_OF = tuple(len(BOARD.lands_of(power)) for power in range(POWERS))
NEUTRAL_LANDS = BOARD.lands_of(NEUTRAL)
GARRISON_INFANTRY = tuple(land.garrison.infantry for land in BOARD.lands)
GARRISON_FIGHTERS = tuple(land.garrison.fighters for land in BOARD.lands)
GARRISON_DEFENCE = tuple(land.garrison.infantry_defence for land in BOARD.lands)

NEAR_LAND: tuple[int, ...] = tuple(TABLES.near_land.ravel().tolist())  # [space][word]
NEAR_SEA: tuple[int, ...] = tuple(TABLES.near_sea.ravel().tolist())  # [space][word], without canals
BALL: tuple[int, ...] = tuple(TABLES.ball.ravel().tolist())  # [radius 0 to 8][space][word]
COAST_LINKS = tuple((land, zone) for land, fields in enumerate(BOARD.lands) for zone in fields.near_sea)
