"""The tables of a board as the rules read them: flat tuples of plain integers."""

from dataclasses import dataclass, fields
from typing import Any

from wd_env.games.superpowers.board.board_model import (
    MAX_CANAL_LANDS,
    MAX_LAND_NEIGHBOURS,
    MAX_LANDS,
    MAX_ZONES,
    NEUTRAL,
    POWERS,
    SPACES,
    Board,
    Garrison,
)
from wd_env.games.superpowers.board.space_sets import board_tables

NOWHERE = SPACES  # in place of a space
MIN_COAST_LINKS = 107  # of a state, so that smaller boards have states of one size
NO_GARRISON = Garrison(0, 0, 0)

Row = tuple[int, ...]


@dataclass(frozen=True)
class RuleTables:
    """The constants of the rules that depend on the board; each has the name of its field in capitals.

    A land that the board does not have is neutral, without a garrison and without neighbours.

    Attributes:
        board: The board.
        space_ids: The id of each of the 145 spaces; `no land 40` for one that the board does not have.
        home: By land, the power that owns it at the start, or NEUTRAL.
        capital: By power, its capital at the start.
        default_port: By power, the zone where its first ships are dealt.
        lands_of: By power, the number of its lands at the start.
        printed_value: By land, its credits in the income model `printed`.
        garrison_infantry: By land, infantry of a neutral land.
        garrison_fighters: By land, fighters of a neutral land.
        garrison_defence: By land, the highest face with which such an infantry hits.
        near_land: By space and word, the set of lands next to it.
        near_sea: By space and word, the set of zones next to it, without the canals.
        ball: By radius from 0 to 8, space and word, the set of spaces within that many borders for planes.
        air_distance: By space and space, borders that a plane crosses; 127 if there is none.
        coast_pairs: Each land with each zone at its coast.
        coast_links: Number of places for these pairs in a state, at least 107.
        link: By zone and land, the number of the pair, or `no_link`.
        no_link: In place of the number of a pair.
        blitz_neighbour: By land and number of the neighbour, the neighbour by land, NOWHERE after the last.
        canals: Number of canals.
        canal_zones: Two zones of each canal; NOWHERE on a board without canals.
        canal_lands: Four lands of each canal, filled up with NOWHERE.
    """

    board: Board
    space_ids: tuple[str, ...]
    home: Row
    capital: Row
    default_port: Row
    lands_of: Row
    printed_value: Row
    garrison_infantry: Row
    garrison_fighters: Row
    garrison_defence: Row
    near_land: Row
    near_sea: Row
    ball: Row
    air_distance: Row
    coast_pairs: tuple[tuple[int, int], ...]
    coast_links: int
    link: Row
    no_link: int
    blitz_neighbour: Row
    canals: int
    canal_zones: Row
    canal_lands: Row

    def constants(self) -> dict[str, Any]:
        """Return the tables by the names of the constants of the rules, and this object as `TABLES`."""
        return {"TABLES": self} | {field.name.upper(): getattr(self, field.name) for field in fields(self)}


def rule_tables(board: Board) -> RuleTables:
    """Compute the tables of a board."""
    sets = board_tables(board)
    lands = range(MAX_LANDS)
    garrisons = [board.lands[land].garrison if land < len(board.lands) else NO_GARRISON for land in lands]
    pairs = tuple((land, zone) for land, fields in enumerate(board.lands) for zone in fields.near_sea)
    links = {(land, zone - MAX_LANDS): link for link, (land, zone) in enumerate(pairs)}
    return RuleTables(
        board=board,
        space_ids=_space_ids(board),
        home=tuple(board.lands[land].home if land < len(board.lands) else NEUTRAL for land in lands),
        capital=tuple(power.capital for power in board.powers),
        default_port=tuple(power.port for power in board.powers),
        lands_of=tuple(len(board.lands_of(power)) for power in range(POWERS)),
        printed_value=tuple(board.lands[land].value if land < len(board.lands) else 0 for land in lands),
        garrison_infantry=tuple(garrison.infantry for garrison in garrisons),
        garrison_fighters=tuple(garrison.fighters for garrison in garrisons),
        garrison_defence=tuple(garrison.infantry_defence for garrison in garrisons),
        near_land=tuple(sets.near_land.ravel().tolist()),
        near_sea=tuple(sets.near_sea.ravel().tolist()),
        ball=tuple(sets.ball.ravel().tolist()),
        air_distance=tuple(sets.air_distance.ravel().tolist()),
        coast_pairs=pairs,
        coast_links=max(MIN_COAST_LINKS, len(pairs)),
        link=tuple(links.get((land, zone), len(pairs)) for zone in range(MAX_ZONES) for land in lands),
        no_link=len(pairs),
        blitz_neighbour=tuple(
            space
            for land in lands
            for space in _filled(board.lands[land].near_land if land < len(board.lands) else (), MAX_LAND_NEIGHBOURS)
        ),
        canals=len(board.canals),
        canal_zones=tuple(zone for canal in board.canals for zone in canal.zones) or (NOWHERE,) * 2,
        canal_lands=tuple(land for canal in board.canals for land in _filled(canal.lands, MAX_CANAL_LANDS))
        or _filled((), MAX_CANAL_LANDS),
    )


def _space_ids(board: Board) -> tuple[str, ...]:
    unused = [*(f"no land {land + 1}" for land in range(MAX_LANDS)), *(f"no zone {z + 1}" for z in range(MAX_ZONES))]
    return tuple(board.spaces[space].id if space in board.spaces else unused[space] for space in range(SPACES))


def _filled(spaces: Row, length: int) -> Row:
    return (*spaces, *(NOWHERE,) * (length - len(spaces)))
