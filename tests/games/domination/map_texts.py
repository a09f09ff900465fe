"""Map and deck files for tests: a small valid one, large random ones, and the messages about them."""

import math
import random
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

import pytest

from wd_env.errors import DataError
from wd_env.games.domination.maps.map_catalogue import Map, load_map

SMALL = """\
; six countries in a ring
name Small world
ver 2

[files]
pic small.png
crd small.cards

[continents]
North 2 red
South 3 #00ff80

[countries]
1 Ash 1 10 10
2 Birch 1 60 10
3 Cedar_Hill 1 90 60
4 Douglas 2 60 110
5 Elm-Wood 2 10 110
6 Fir 2 0 60

[borders]
1 2 6
2 1 3
3 2 4
4 3 5
5 4 6
6 5 1
"""
SMALL_DECK = """\
[cards]
Infantry 1
Cavalry 2
Cannon 3
Infantry 4
Cavalry 5
Cannon 6
wildcard

[missions]
0 0 0 1 2 0 Hold North and South
0 4 2 0 0 0 Hold four countries
2 3 1 0 0 0 Remove PLAYER2
"""
WITH_A_VOID = re.sub(r"(\n[456] \S+) 2 ", r"\1 3 ", SMALL.replace("South 3", "Void 9 red\nSouth 3"))


def write(folder: Path, text: str | bytes = SMALL, deck: str | bytes | None = SMALL_DECK) -> Path:
    """Write a map file to this folder, with its deck file if there is one, and return its path."""
    for name, content in (("small.cards", deck), ("small.map", text)):
        if content is not None:
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode("iso-8859-1"))
    return folder / "small.map"


def changed(old: str, new: str, text: str = SMALL) -> str:
    assert old in text
    return text.replace(old, new, 1)


def shipped(name: str) -> str:
    return (files("wd_env.games.domination") / "data" / name).read_text("iso-8859-1")


def refusal(path: Path, **options: object) -> str:
    """Return the error message about a map, from the file name on: one line that names a file of its folder."""
    with pytest.raises(DataError) as refused:
        load_map(path, **options)  # type: ignore[arg-type]  # options of a test
    message = str(refused.value)
    assert message.startswith(f"{path.parent}/")
    assert "\n" not in message
    return message.removeprefix(f"{path.parent}/")


def notes(found: Map, path: Path) -> list[str]:
    """Return the notes on a map, from the file name on."""
    return [note.removeprefix(f"{path.parent}/") for note in found.warnings]


def borders(found: Map) -> set[tuple[int, int]]:
    """Return every directed border, with the numbers of the file."""
    return {(start + 1, end + 1) for start, end in found.border_pairs}


TWELVE = 12, 20, 3  # for `generated`: several tests share this map, so it is compiled once


def generated(countries: int, ways: int, groups: int, seed: int = 0) -> str:
    """Return the text of a connected map: random coordinates, and the shortest borders between them."""
    rng = random.Random(seed)
    places = [(rng.randrange(1200), rng.randrange(800)) for _ in range(countries)]
    pairs = sorted(
        ((one, other) for other in range(countries) for one in range(other)),
        key=lambda pair: math.dist(places[pair[0]], places[pair[1]]),
    )
    tree = _spanning(pairs, countries)
    in_tree = set(tree)
    chosen = [*tree, *[pair for pair in pairs if pair not in in_tree][: ways - len(tree)]]
    near = [sorted({*_ends(chosen, country)}) for country in range(countries)]
    lines = ["name Generated", "[continents]", *(f"Group_{g} {g % 7} any" for g in range(groups)), "[countries]"]
    lines += [f"{c + 1} Country_{c} {c * groups // countries + 1} {x} {y}" for c, (x, y) in enumerate(places)]
    lines += ["[borders]", *(" ".join(str(n + 1) for n in (c, *ends)) for c, ends in enumerate(near))]
    return "\n".join(lines) + "\n"


def _spanning(pairs: Iterable[tuple[int, int]], countries: int) -> list[tuple[int, int]]:
    piece = list(range(countries))
    tree = []
    for one, other in pairs:
        if piece[one] != piece[other]:
            tree.append((one, other))
            joined = piece[other]
            piece = [piece[one] if mark == joined else mark for mark in piece]
    return tree


def _ends(pairs: Iterable[tuple[int, int]], country: int) -> list[int]:
    return [other if one == country else one for one, other in pairs if country in (one, other)]


def drawn(borders: Sequence[Iterable[int]], groups: Sequence[int] | None = None, bonus: int = 2) -> str:
    """Return the text of a map from the neighbours of each country, from 0, and their groups, by default the first."""
    of = list(groups or [0] * len(borders))
    lines = [
        "name Drawn",
        "[continents]",
        *(f"Group_{group} {bonus} any" for group in range(max(of) + 1)),
        "[countries]",
    ]
    lines += [f"{country + 1} Country_{country} {group + 1} 0 0" for country, group in enumerate(of)]
    near = (" ".join(str(end + 1) for end in (country, *ends)) for country, ends in enumerate(borders))
    return "\n".join([*lines, "[borders]", *near]) + "\n"


def chain(countries: int) -> list[list[int]]:
    """Return the neighbours of countries in a row, which have the longest paths."""
    return [[end for end in (at - 1, at + 1) if 0 <= end < countries] for at in range(countries)]


def ring(countries: int) -> list[list[int]]:
    return [[(at - 1) % countries, (at + 1) % countries] for at in range(countries)]


def star(countries: int) -> list[list[int]]:
    """Return a map in which all others are neighbours of the first country only."""
    return [[*range(1, countries)], *[[0]] * (countries - 1)]


def clique(countries: int) -> list[list[int]]:
    return [[end for end in range(countries) if end != at] for at in range(countries)]


def islands(count: int, size: int) -> list[list[int]]:
    """Return cliques in a row, each joined to the next by one border."""
    near = [[at - at % size + end for end in range(size) if end != at % size] for at in range(count * size)]
    for first in range(size - 1, count * size - 1, size):
        near[first].append(first + 1)
        near[first + 1].append(first)
    return near


def one_way(countries: int) -> list[list[int]]:
    """Return a ring whose borders lead in only one direction."""
    return [[(at + 1) % countries] for at in range(countries)]
