"""The report of `wd map`: properties, powers, lands, zones and canals of a board."""

from collections.abc import Mapping
from dataclasses import dataclass

from wd_env.games.superpowers.board.board_file import load_board
from wd_env.games.superpowers.board.board_model import NEUTRAL, Board, Land, Zone
from wd_env.spec.game_tools import NAMED_VALUES, MapReader, ReportTable


@dataclass(frozen=True)
class BoardOptions:
    """The options of a report: none."""


@dataclass(frozen=True)
class BoardReport:
    """The report of a board."""

    board: Board

    def report_tables(self) -> Mapping[str, ReportTable]:
        """Return the tables by title; canals only if there are any."""
        tables = {"Board": self._summary(), "Powers": self._powers(), "Lands": self._lands(), "Zones": self._zones()}
        return tables | ({"Canals": self._canals()} if self.board.canals else {})

    def draw(self) -> bytes:
        """Return the picture of the board as a PNG; MissingExtra if pygame (extra `render`) is not installed."""
        from wd_env.games.superpowers.picture.draw import draw_board
        from wd_env.rendering.canvas import png

        return png(draw_board(self.board))

    def _summary(self) -> ReportTable:
        board = self.board
        land_borders = sum(len(land.near_land) for land in board.lands) // 2
        sea_borders = sum(len(zone.near_sea) for zone in board.zones) // 2
        return ReportTable(
            NAMED_VALUES,
            (
                ("title", board.title),
                ("lands", len(board.lands)),
                ("neutral lands", len(board.lands_of(NEUTRAL))),
                ("zones", len(board.zones)),
                ("borders between lands", land_borders),
                ("borders between zones", sea_borders),
                ("coasts", sum(len(land.near_sea) for land in board.lands)),
                ("land bridges", len(board.bridges)),
                ("canals", len(board.canals)),
                ("digest", board.digest),
            ),
        )

    def _powers(self) -> ReportTable:
        rows = [
            (
                power.id,
                power.title,
                power.colour,
                self._name(power.capital),
                self._name(power.port),
                len(self.board.lands_of(number)),
            )
            for number, power in enumerate(self.board.powers)
        ]
        return ReportTable(("id", "title", "colour", "capital", "port", "lands"), tuple(rows), numeric_columns=(5,))

    def _lands(self) -> ReportTable:
        head = ("id", "home", "value", "garrison", "land", "sea")
        rows = [
            (land.id, self._home(land), land.value, _garrison(land), *self._neighbours(land))
            for land in self.board.lands
        ]
        return ReportTable(head, tuple(rows), numeric_columns=(2,))

    def _zones(self) -> ReportTable:
        rows = [(zone.id, *reversed(self._neighbours(zone))) for zone in self.board.zones]
        return ReportTable(("id", "sea", "coast"), tuple(rows))

    def _canals(self) -> ReportTable:
        rows = [
            (canal.title, ", ".join(map(self._name, canal.zones)), ", ".join(map(self._name, canal.lands)))
            for canal in self.board.canals
        ]
        return ReportTable(("title", "zones", "lands"), tuple(rows))

    def _name(self, space: int) -> str:
        return self.board.spaces[space].id

    def _home(self, land: Land) -> str:
        return "neutral" if land.home == NEUTRAL else self.board.powers[land.home].id

    def _neighbours(self, space: Land | Zone) -> tuple[str, str]:
        return ", ".join(map(self._name, space.near_land)), ", ".join(map(self._name, space.near_sea))


def _garrison(land: Land) -> str:
    """Return the units that defend the land while it is neutral, and the face with which infantry hits."""
    units = f"I{land.garrison.infantry}" + f" F{land.garrison.fighters}" * (land.garrison.fighters > 0)
    return f"{units}, hits up to {land.garrison.infantry_defence}"


def read(source: str, _options: BoardOptions) -> BoardReport:
    """Read a board file or the bundled board; raises the same errors as `load_board`."""
    return BoardReport(load_board(source))


MAP_READER = MapReader(BoardOptions, read)
