"""The values of a board and their limits."""

from dataclasses import dataclass
from functools import cached_property

POWERS = 8
NEUTRAL = 8  # the home of a land that belongs to no power
MAX_LANDS, MAX_ZONES = 79, 66
SPACES = MAX_LANDS + MAX_ZONES  # lands are spaces 0 to 78, zones are spaces 79 to 144
MIN_LANDS, MIN_ZONES = 2 * POWERS, POWERS
MAX_NEIGHBOURS = 12  # of one space, in one list
MAX_LAND_NEIGHBOURS = 10  # of a land, by land
MAX_BRIDGES, MAX_CANALS, MAX_CANAL_LANDS = 16, 4, 4
STARTING_VALUE = 20  # sum over the lands of a power (SP-248)
MAX_GARRISON = 99


@dataclass(frozen=True)
class Garrison:
    """The units that defend a neutral land."""

    infantry: int
    fighters: int
    infantry_defence: int  # an infantry hits with a die of at most this


@dataclass(frozen=True)
class Power:
    """A superpower."""

    id: str
    title: str
    colour: str
    capital: int  # a land
    port: int  # the zone where its first ships start by default, a space


@dataclass(frozen=True)
class Space:
    """A land or a sea zone. Neighbours are spaces in ascending order."""

    id: str
    title: str
    aliases: tuple[str, ...]
    near_land: tuple[int, ...]
    near_sea: tuple[int, ...]
    place: tuple[int, int]  # of its label, in thousandths of the width and height of the picture


@dataclass(frozen=True)
class Land(Space):
    """A land territory. `near_sea` are the zones at its coast."""

    home: int  # the power that owns it at the start, or NEUTRAL
    value: int  # industrial credits of the printed income model
    is_capital: bool
    garrison: Garrison


@dataclass(frozen=True)
class Zone(Space):
    """A sea zone. `near_land` are the lands at its coast."""


@dataclass(frozen=True)
class Canal:
    """Two zones that are adjacent for ships of a power with permission from the owner of one of the lands."""

    title: str
    zones: tuple[int, int]
    lands: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """A board that has been checked.

    Lands have the spaces 0, 1, ... and zones have the spaces 79, 80, ..., both in the order of the file. A smaller
    board leaves the last lands and the last zones unused.

    Attributes:
        title: Title in the file.
        wraps: Whether the right edge joins the left edge.
        powers: The eight powers, in the order of the file.
        lands: 16 to 79 lands.
        zones: 8 to 66 sea zones.
        bridges: Pairs of lands whose border is a land bridge. The pairs are also in `near_land`.
        canals: Up to 4 canals. The pairs of zones are also in `near_sea`.
        digest: SHA-256 of all that the rules read, in 64 hexadecimal digits.
    """

    title: str
    wraps: bool
    powers: tuple[Power, ...]
    lands: tuple[Land, ...]
    zones: tuple[Zone, ...]
    bridges: tuple[tuple[int, int], ...]
    canals: tuple[Canal, ...]
    digest: str

    @cached_property
    def spaces(self) -> dict[int, Land | Zone]:
        """The lands and zones by space."""
        return dict(enumerate(self.lands)) | dict(enumerate(self.zones, MAX_LANDS))

    @cached_property
    def index(self) -> dict[str, int]:
        """The space of each id."""
        return {space.id: number for number, space in self.spaces.items()}

    @cached_property
    def power_index(self) -> dict[str, int]:
        """The number of each power by id."""
        return {power.id: number for number, power in enumerate(self.powers)}

    def lands_of(self, power: int) -> tuple[int, ...]:
        """Return the original lands of a power, or the neutral lands for NEUTRAL."""
        return tuple(number for number, land in enumerate(self.lands) if land.home == power)
