"""The games that can be played, one row each: what wins, with how many soldiers and players (ledger section 7)."""

from typing import NamedTuple

from wd_env.world_dominance.numbers import FIVE, TEN


class Variant(NamedTuple):
    """A row of the table of variants."""

    name: str
    set_cards: int  # FIVE: exactly five with the Strategic Point, or all ten; TEN: all ten only
    sets_to_win: int  # sets of different continents (WD-276, WD-278, WD-290)
    start_soldiers: int  # for each player (WD-279, WD-291, WD-293, AMB-139)
    fewest_players: int
    most_players: int
    stacking: bool  # five cards with their Strategic Point leave the play (WD-281, WD-285)
    antarctica_counts: bool  # its five cards are one of the sets (WD-197 to WD-199)
    antarctica_bonus: int  # soldiers for completing it (WD-198, AMB-101)
    continent_bonus: int  # soldiers for each completed ten-card continent (WD-292)


ROWS = (
    Variant("five_card", FIVE, 1, 10, 2, 5, False, True, 0, 0),
    Variant("multi_five", FIVE, 2, 15, 2, 4, True, True, 0, 0),
    Variant("multi_five", FIVE, 3, 20, 2, 4, True, True, 0, 0),
    Variant("ten_card", TEN, 1, 15, 2, 5, True, False, 5, 0),
    Variant("two_set", TEN, 2, 20, 2, 5, True, True, 5, 3),
    Variant("three_set", TEN, 3, 30, 3, 3, True, True, 5, 3),
    Variant("four_set", TEN, 4, 30, 3, 3, True, True, 5, 3),
)
VARIANTS = tuple(dict.fromkeys(row.name for row in ROWS))


def rows_of(variant: str) -> tuple[Variant, ...]:
    """The rows of this name, the usual goal first."""
    return tuple(row for row in ROWS if row.name == variant)
