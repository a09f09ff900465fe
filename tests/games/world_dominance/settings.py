"""Settings of a sentence of the rules: the number of players, the variant, the seat and the mapping of continents."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.games.world_dominance.data_files import BOARD, PACK, shipped
from wd_env.games.world_dominance.cards.card_data import CARD_REGIONS
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES
from wd_env.games.world_dominance.definitions.names import (
    AFRICA,
    ASIA,
    AUSTRALASIA,
    EUROPE,
    NORTH_AMERICA,
    REGION_NAMES,
    SOUTH_AMERICA,
)

VARIANTS: dict[str, dict[str, Any]] = {  # the word of the table, and the options
    "five_card": {"variant": "five_card"},
    "two_fives": {"variant": "multi_five", "sets_to_win": 2},
    "three_fives": {"variant": "multi_five", "sets_to_win": 3},
    "ten_card": {"variant": "ten_card"},
    "two_set": {"variant": "two_set"},
    "three_set": {"variant": "three_set"},
    "four_set": {"variant": "four_set"},
    "their_ally": {"variant": "ally"},  # the third player of the sentence is the Ally of the second
    "own_ally": {"variant": "ally"},  # or of the first
}
# In order around the board, with opposites (WD-058) three apart, so that a rotation keeps opposites.
CONTINENTS = (NORTH_AMERICA, SOUTH_AMERICA, AFRICA, AUSTRALASIA, ASIA, EUROPE)


class Setting(NamedTuple):
    """A table like that of the sentence, with other players, seats and continents, in another variant."""

    players: int
    first: int  # seat of the sentence's first player, or the player in the Ally game
    variant: str  # a key of VARIANTS
    turned: int = 0  # places by which the continents are rotated, 0 to 5
    others_out: bool = False  # players that the sentence does not mention went out before
    between: bool = False  # they sit between the sentence's first and second player, not after the last

    def __str__(self) -> str:
        """Return the name of the setting as a test case: `5p-seat2-ten_card-turned1`."""
        others = "-others_out" * self.others_out + "-between" * self.between
        return f"{self.players}p-seat{self.first}-{self.variant}-turned{self.turned}{others}"


def turned_region(region: int, places: int) -> int:
    """Return the continent `places` further; Antarctica stays Antarctica."""
    if region not in CONTINENTS:
        return region
    return CONTINENTS[(CONTINENTS.index(region) + places) % len(CONTINENTS)]


@cache
def turned_titles(places: int) -> dict[str, str]:
    """Return, by title, the card at the same place in the continent `places` further."""
    blocks: dict[int, list[str]] = {region: [] for region in range(len(REGION_NAMES))}
    for title, region in zip(CARD_TITLES, CARD_REGIONS, strict=True):
        blocks[region].append(title)
    pairs = [(block, blocks[turned_region(region, places)]) for region, block in blocks.items()]
    return {title: other for block, others in pairs for title, other in zip(block, others, strict=True)}


@cache
def turned_names(places: int) -> dict[str, str]:
    """Return, by name, the continent `places` further."""
    return {name: REGION_NAMES[turned_region(region, places)] for region, name in enumerate(REGION_NAMES)}


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="turned-")


@cache
def turned_files(places: int) -> dict[str, str]:
    """Return options for data files in which every continent has the spaces, prices, kinds and images of another one.

    The other two spaces of an Airspace are unchanged. The Continent Spaces are those of the continent `places` further.
    Each card keeps its title and takes the rest from the card at the same place of the continent `places` back.
    """
    if places == 0:
        return {}
    folder = Path(_folder().name)
    board, pack = folder / f"{places}_{BOARD}", folder / f"{places}_{PACK}"
    board.write_text(_turned_board(places), "utf-8")
    pack.write_text(_turned_pack(places), "utf-8")
    return {"board": str(board), "continent_cards": str(pack)}


def _turned_board(places: int) -> str:
    rows = shipped(BOARD).split("[[space]]\n")
    return "[[space]]\n".join(_turned_space(row, places) for row in rows)


def _turned_space(row: str, places: int) -> str:
    if 'kind = "continent"' not in row:
        return row
    for name, other in turned_names(places).items():
        if f'region = "{name}"' in row:
            return row.replace(f'region = "{name}"', f'region = "{other}"')
    return row


def _turned_pack(places: int) -> str:
    """Return the pack with the rows of each continent moved as a block; titles and continents are unchanged."""
    _, *rows = shipped(PACK).split("[[card]]\n")
    by_title = dict(zip(CARD_TITLES, rows, strict=True))
    origin = {other: title for title, other in turned_titles(places).items()}
    names = turned_names(places)
    text = ""
    for title, region in zip(CARD_TITLES, CARD_REGIONS, strict=True):
        row, old = by_title[origin[title]], next(o for o, n in names.items() if n == REGION_NAMES[region])
        row = row.replace(f'title = "{origin[title]}"', f'title = "{title}"')
        text += "[[card]]\n" + row.replace(f'continent = "{old}"', f'continent = "{REGION_NAMES[region]}"')
    return text
