"""The contents of an image: the board, its owners, the stacks, and the public values of each power."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wd_env.games.superpowers.board.board_model import Board


@dataclass(frozen=True)
class PowerScene:
    """The public values of one power."""

    title: str
    production: int
    capitals: int
    lands: int
    is_in_play: bool = True
    is_on_turn: bool = False
    has_won: bool = False


@dataclass(frozen=True)
class Scene:
    """A board with its owners and stacks.

    Attributes:
        board: The board.
        owners: Power that owns each land, or NEUTRAL; None for the start of a game of all powers.
        stacks: Texts such as `I3 T2` by space and power.
        complexes: Lands with a production complex.
        centres: Number of economic centres by land.
        captured: Lands that were taken in this round.
        heading: Text above the board; by default the title of the board.
        powers: One row for each power, or none.
    """

    board: Board
    owners: Sequence[int] | None = None
    stacks: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    complexes: frozenset[int] = frozenset()
    centres: Mapping[int, int] = field(default_factory=dict)
    captured: frozenset[int] = frozenset()
    heading: str = ""
    powers: Sequence[PowerScene] = ()

    def owner(self, land: int) -> int:
        """Return the power that owns a land, or NEUTRAL."""
        return self.board.lands[land].home if self.owners is None else int(self.owners[land])
