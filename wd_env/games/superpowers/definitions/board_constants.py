"""The bundled board as the rules read it: its tables, and what they need beside."""

from wd_env.games.superpowers.board.bundled_board import (
    BALL,
    BOARD,
    CAPITAL,
    GARRISON_DEFENCE,
    GARRISON_FIGHTERS,
    GARRISON_INFANTRY,
    HOME,
    LANDS_OF,
    NEAR_LAND,
    NEAR_SEA,
    SPACE_IDS,
    TABLES,
)
from wd_env.games.superpowers.board.bundled_board import (
    COAST_LINKS as COAST_PAIRS,
)
from wd_env.games.superpowers.board.bundled_board import (
    PORT as DEFAULT_PORT,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    CANAL_LAND_LIMIT,
    LANDS,
    MAX_BLITZ_NEIGHBOURS,
    NOWHERE,
    ZONES,
)

__all__ = [
    "AIR_DISTANCE",
    "BALL",
    "BLITZ_NEIGHBOUR",
    "CANALS",
    "CANAL_LANDS",
    "CANAL_ZONES",
    "CAPITAL",
    "DEFAULT_PORT",
    "GARRISON_DEFENCE",
    "GARRISON_FIGHTERS",
    "GARRISON_INFANTRY",
    "HOME",
    "LANDS_OF",
    "LINK",
    "NEAR_LAND",
    "NEAR_SEA",
    "NO_LINK",
    "SPACE_IDS",
]

NO_LINK = len(COAST_PAIRS)
_LINK_OF = {(land, zone - LANDS): link for link, (land, zone) in enumerate(COAST_PAIRS)}
AIR_DISTANCE = tuple(TABLES.air_distance.ravel().tolist())  # [space][space]
LINK = tuple(_LINK_OF.get((land, zone), NO_LINK) for zone in range(ZONES) for land in range(LANDS))  # [zone][land]
BLITZ_NEIGHBOUR = tuple(  # [land][number of the neighbour], NOWHERE after the last
    space
    for land in BOARD.lands
    for space in (*land.near_land, *(NOWHERE,) * (MAX_BLITZ_NEIGHBOURS - len(land.near_land)))
)
CANAL_ZONES = tuple(zone for canal in BOARD.canals for zone in canal.zones)  # two spaces each
CANAL_LANDS = tuple(
    land for canal in BOARD.canals for land in (*canal.lands, *(NOWHERE,) * (CANAL_LAND_LIMIT - len(canal.lands)))
)  # four each
CANALS = len(BOARD.canals)
