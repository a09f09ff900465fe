"""The common border sets of the bundled classic map (ledger 2.3).

Results of other projects use 83 borders, those of the program 82; reports should name the set.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from wd_env.games.domination.maps.map_file import Borders

Border = tuple[int, int]  # two countries, by their numbers in the file; in both directions

BUNDLED_MAPS = ("classic",)
EAST_AFRICA_TO_MIDDLE_EAST: Border = (24, 31)
ICELAND_TO_SCANDINAVIA: Border = (14, 15)
SCANDINAVIA_TO_GREAT_BRITAIN: Border = (15, 17)


@dataclass(frozen=True)
class BorderSet:
    """The differences of a set from the file."""

    title: str
    added: tuple[Border, ...] = ()
    removed: tuple[Border, ...] = ()


BORDER_SETS: Mapping[str, BorderSet] = MappingProxyType(
    {
        "domination82": BorderSet("the program's default map"),
        "modern83": BorderSet("the usual board", added=(EAST_AFRICA_TO_MIDDLE_EAST,)),
        "legacy81": BorderSet(
            "an older map of the program",
            added=(EAST_AFRICA_TO_MIDDLE_EAST,),
            removed=(ICELAND_TO_SCANDINAVIA, SCANDINAVIA_TO_GREAT_BRITAIN),
        ),
    }
)
DEFAULT_BORDERS = next(iter(BORDER_SETS))


def apply_border_set(borders: Borders, chosen: BorderSet) -> Borders:
    """Return these borders with the changes of a set, each country's in ascending order."""
    ends = [list(neighbours) for neighbours in borders]
    for pairs, change in ((chosen.added, list.append), (chosen.removed, list.remove)):
        for one, other in pairs:
            change(ends[one - 1], other - 1)
            change(ends[other - 1], one - 1)
    return tuple(tuple(sorted(neighbours)) for neighbours in ends)
