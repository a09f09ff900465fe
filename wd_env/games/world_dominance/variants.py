"""The games that can be played, one row each: what wins, with how many soldiers and players (ledger section 7)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from wd_env.games.world_dominance.definitions.rule_constants import FIVE, TEN


class Variant(NamedTuple):
    """A row of the table of variants."""

    name: str
    set_cards: int  # FIVE: exactly five with the Strategic Point, or all ten; TEN: all ten only
    sets_to_win: int  # sets of different continents (WD-276, WD-278, WD-290)
    start_soldiers: int  # for each player (WD-279, WD-291, WD-293, AMB-139)
    min_players: int
    max_players: int
    stacking: bool  # five cards with their Strategic Point leave the play (WD-281, WD-285)
    antarctica_counts: bool  # its five cards are one of the sets (WD-197 to WD-199)
    antarctica_bonus: int  # soldiers for completing it (WD-198, AMB-101)
    continent_bonus: int  # soldiers for each completed ten-card continent (WD-292)
    allies: int = 0  # pieces that each player may call into play besides the own one (WD-294, AMB-149)

    def options(self, players: int) -> dict[str, Any]:
        """The options of a configuration that tell this row, for so many players."""
        return {"variant": self.name, "sets_to_win": self.sets_to_win, "num_players": players}

    @property
    def title(self) -> str:
        """The name, with the goal where a variant has several: `multi_five, 3 sets`."""
        return self.name if len(rows_of(self.name)) == 1 else f"{self.name}, {self.sets_to_win} sets"


VARIANT_ROWS = (
    Variant("five_card", FIVE, 1, 10, 2, 5, False, True, 0, 0),
    Variant("multi_five", FIVE, 2, 15, 2, 4, True, True, 0, 0),
    Variant("multi_five", FIVE, 3, 20, 2, 4, True, True, 0, 0),
    Variant("ten_card", TEN, 1, 15, 2, 5, True, False, 5, 0),
    Variant("two_set", TEN, 2, 20, 2, 5, True, True, 5, 3),
    Variant("three_set", TEN, 3, 30, 3, 3, True, True, 5, 3),
    Variant("four_set", TEN, 4, 30, 3, 3, True, True, 5, 3),
    Variant("ally", TEN, 1, 15, 2, 2, True, False, 5, 0, allies=1),
)
VARIANTS = tuple(dict.fromkeys(row.name for row in VARIANT_ROWS))


def rows_of(variant: str) -> tuple[Variant, ...]:
    """The rows of this name, the usual goal first."""
    return tuple(row for row in VARIANT_ROWS if row.name == variant)


def all_tables() -> Iterator[tuple[Variant, int]]:
    """Every row with each number of players it is for."""
    for row in VARIANT_ROWS:
        yield from ((row, players) for players in range(row.min_players, row.max_players + 1))
