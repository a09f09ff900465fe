"""Maps that come with the program and maps of its community, in your own folder, which WD_MAPS names.

None of them is in this repository, because their licences are unknown. Without the folder these tests are skipped.
"""

import os
from pathlib import Path

import pytest

from wd_env.games.domination.maps.map_catalogue import Map, load_map

FOLDER = os.environ.get("WD_MAPS", "")

# By file: countries, groups, borders, one-way borders; and, if the deck is known, its cards by symbol, its missions.
KNOWN: dict[str, tuple[tuple[int, ...], tuple[int, ...] | None]] = {
    "luca": ((42, 6, 82, 0), (14, 14, 14, 2, 14)),
    "risk": ((42, 6, 81, 0), (14, 14, 14, 2, 14)),
    "world": ((42, 6, 82, 0), (14, 14, 14, 2, 14)),
    "geoscape": ((42, 6, 82, 0), (14, 14, 14, 2, 14)),
    "sersom": ((42, 6, 81, 0), (14, 14, 14, 2, 14)),
    "teg": ((50, 6, 89, 0), (14, 14, 14, 2, 14)),
    "ameroki": ((42, 6, 72, 0), (13, 14, 15, 66, 0)),
    "eurasien": ((52, 5, 109, 0), (13, 13, 12, 28, 0)),
    "lotr": ((64, 9, 102, 0), (22, 21, 21, 2, 0)),
    "RiskEurope": ((46, 9, 89, 0), (15, 16, 15, 2, 19)),
    "roman_empire": ((44, 6, 84, 0), (14, 15, 15, 2, 27)),
    "tube": ((61, 1, 86, 0), (20, 20, 20, 2, 0)),
    "uk": ((75, 6, 164, 0), (20, 20, 20, 2, 0)),
    "bigeurope": ((180, 18, 410, 0), (60, 60, 60, 0, 0)),
    "europass": ((110, 7, 239, 0), None),
    "france": ((96, 22, 240, 0), None),
    "sudamerica": ((90, 13, 221, 0), None),
    "Hawaii": ((70, 5, 130, 0), None),
    "artic": ((54, 6, 102, 10), None),
    "solar": ((52, 10, 101, 0), None),
    "austria": ((52, 9, 119, 0), None),
    "spain": ((52, 19, 121, 0), None),
    "google": ((37, 5, 78, 1), (20, 17, 25, 16, 0)),
    "canada": ((31, 6, 55, 0), None),
    "swiss": ((27, 6, 57, 0), None),
    "europe": ((24, 4, 45, 0), (8, 8, 8, 4, 0)),
    "estonia": ((15, 4, 29, 0), None),
    "UnisannioWar": ((8, 1, 12, 0), (0, 0, 0, 0, 0)),
}


def sizes(found: Map) -> tuple[int, ...]:
    """Return the numbers of countries, groups, borders and one-way borders."""
    ways = set(found.border_pairs)
    one_way = sum((end, start) not in ways for start, end in ways)
    return len(found.countries), len(found.groups), (len(ways) - one_way) // 2, one_way


def path_of(name: str) -> Path:
    return Path(FOLDER) / f"{name}.map"


THERE = [name for name in KNOWN if FOLDER and path_of(name).exists()]


@pytest.mark.parametrize("name", THERE)
def test_a_community_map_has_the_known_counts(name):
    assert sizes(load_map(path_of(name))) == KNOWN[name][0]


@pytest.mark.parametrize("name", [name for name in THERE if KNOWN[name][1]])
def test_a_community_deck_has_the_known_counts(name):
    found = load_map(path_of(name))
    if any("one is generated" in note for note in found.warnings):
        pytest.skip(f"the folder lacks the deck of {name}.map")
    assert (*found.deck.counts, len(found.deck.missions)) == KNOWN[name][1]
