"""What rules need of the bundled board beside `board/bundled_board.py`."""

from wd_env.games.superpowers.board.bundled_board import BOARD, COAST_LINKS, TABLES
from wd_env.games.superpowers.definitions.rule_constants import LANDS, MAX_BLITZ_NEIGHBOURS, NOWHERE, ZONES

NO_LINK = len(COAST_LINKS)
_LINK_OF = {(land, zone - LANDS): link for link, (land, zone) in enumerate(COAST_LINKS)}
AIR_DISTANCE = tuple(TABLES.air_distance.ravel().tolist())  # [space][space]
LINK = tuple(_LINK_OF.get((land, zone), NO_LINK) for zone in range(ZONES) for land in range(LANDS))  # [zone][land]
BLITZ_NEIGHBOUR = tuple(  # [land][number of the neighbour], NOWHERE after the last
    space
    for land in BOARD.lands
    for space in (*land.near_land, *(NOWHERE,) * (MAX_BLITZ_NEIGHBOURS - len(land.near_land)))
)
CANAL_ZONES = tuple(zone for canal in BOARD.canals for zone in canal.zones)  # two spaces each
CANAL_LANDS = tuple(
    land for canal in BOARD.canals for land in (*canal.lands, *(NOWHERE,) * (4 - len(canal.lands)))
)  # four each
CANALS = len(BOARD.canals)
