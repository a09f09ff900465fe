"""The constants of the rules that depend on the board, for the bundled board; `board.rule_tables` describes them.

A game on another board has a copy of this module and of the rules with the tables of that board.
"""

from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS, TABLES

__all__ = ["BOARD", "SPACE_IDS"]

HOME = TABLES.home
CAPITAL = TABLES.capital
DEFAULT_PORT = TABLES.default_port
LANDS_OF = TABLES.lands_of
PRINTED_VALUE = TABLES.printed_value
GARRISON_INFANTRY = TABLES.garrison_infantry
GARRISON_FIGHTERS = TABLES.garrison_fighters
GARRISON_DEFENCE = TABLES.garrison_defence
NEAR_LAND = TABLES.near_land
NEAR_SEA = TABLES.near_sea
BALL = TABLES.ball
AIR_DISTANCE = TABLES.air_distance
COAST_LINKS = TABLES.coast_links
LINK = TABLES.link
NO_LINK = TABLES.no_link
BLITZ_NEIGHBOUR = TABLES.blitz_neighbour
CANALS = TABLES.canals
CANAL_ZONES = TABLES.canal_zones
CANAL_LANDS = TABLES.canal_lands
