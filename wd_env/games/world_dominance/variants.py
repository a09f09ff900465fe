"""The variants of the game: winning condition, soldiers and players (ledger section 7)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from wd_env.games.world_dominance.definitions.rule_constants import FIVE, TEN


class Variant(NamedTuple):
    """A variant of the game."""

    name: str
    set_cards: int  # FIVE: five with the Strategic Point, or all ten; TEN: only all ten
    sets_to_win: int  # sets of different continents (WD-276, WD-278, WD-290)
    start_soldiers: int  # per player (WD-279, WD-291, WD-293, AMB-139)
    min_players: int
    max_players: int
    stacking: bool  # whether five cards with their Strategic Point are Stacked (WD-281, WD-285)
    antarctica_counts: bool  # whether its five cards are one of the sets (WD-197 to WD-199)
    antarctica_bonus: int  # soldiers for completing it (WD-198, AMB-101)
    continent_bonus: int  # soldiers for each completed ten-card continent (WD-292)
    allies: int = 0  # further pieces that each player may call into play (WD-294, AMB-149)

    def options(self, players: int) -> dict[str, Any]:
        """Return the options of a configuration with this variant and number of players."""
        return {"variant": self.name, "sets_to_win": self.sets_to_win, "num_players": players}

    @property
    def title(self) -> str:
        """The name, with the goal if a variant has several: `multi_five, 3 sets`."""
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
    """Return the rows of this name, the default goal first."""
    return tuple(row for row in VARIANT_ROWS if row.name == variant)


def all_tables() -> Iterator[tuple[Variant, int]]:
    """Yield every variant with each of its numbers of players."""
    for row in VARIANT_ROWS:
        yield from ((row, players) for players in range(row.min_players, row.max_players + 1))
