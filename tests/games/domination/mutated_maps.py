"""Randomly changed map and deck files: each either loads or is rejected with a one-line error, within a time limit.

python -m tests.games.domination.mutated_maps [--files 10000] [--seed 0]
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.games.domination.map_texts import SMALL, SMALL_DECK, generated, shipped, write
from tests.storage.mutations import changed_text
from wd_env.errors import DataError
from wd_env.games.domination.maps.map_catalogue import Map, load_map

FILES = 10_000
MAX_SECONDS = 1.0  # seconds of processor time for a file
ODD_WORDS = (
    b"", b"0", b"-1", b"7", b"256", b"257", b"99999999999", b"1e3", b"0x10", b"*", b"[", b"]", b"[borders]", b"[cards]",
    b"crd", b"..", b"/dev/zero", b"wildcard", b"Infantry", b"\xef\xbb\xbf", b"\x00", b"\x1b[31m", b"\xa0", b"; x",
    b"\r", b"9" * 5000, b"1 " * 900,
)  # fmt: skip


@dataclass
class LoadResults:
    """Counts of the results."""

    loaded: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0  # seconds of processor time


def mutated(text: bytes, rng: random.Random) -> bytes:
    """Return the file with one to three changes of letters, words or lines."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice((_letters, _word, _lines))(text, rng)
    return text


def _letters(text: bytes, rng: random.Random) -> bytes:
    return changed_text(text, rng) if text else text


def _word(text: bytes, rng: random.Random) -> bytes:
    words = text.split(b" ")
    words[rng.randrange(len(words))] = rng.choice((*ODD_WORDS, rng.choice(words)))
    return b" ".join(words)


def _lines(text: bytes, rng: random.Random) -> bytes:
    lines = text.split(b"\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    change = rng.randrange(4)
    if change == 0:
        del lines[at]
    elif change == 1:
        lines.insert(to, lines[at])
    elif change == 2:
        lines[at], lines[to] = lines[to], lines[at]
    else:
        lines[at:at] = [lines[at]] * rng.choice((10, 300))
    return b"\n".join(lines)


def valid_files() -> list[tuple[bytes, bytes]]:
    """Return valid maps with their decks."""
    classic = (shipped("classic.map").replace("classic.cards", "small.cards"), shipped("classic.cards"))
    large = (generated(180, 410, 18), SMALL_DECK)
    texts = [(SMALL, SMALL_DECK), classic, large]
    return [(text.encode("iso-8859-1"), deck.encode("iso-8859-1")) for text, deck in texts]


def read_mutated(files: int, seed: int, folder: Path) -> LoadResults:
    """Write `files` changed files one after another into a folder and load each, leniently or strictly."""
    results, rng, valid = LoadResults(), random.Random(seed), valid_files()
    for _ in range(files):
        text, deck = rng.choice(valid)
        which = rng.randrange(3)
        path = write(folder, mutated(text, rng) if which != 1 else text, mutated(deck, rng) if which else deck)
        start = time.process_time()
        try:
            check(load_map(path, strict=rng.random() < 0.5, symmetrise=rng.random() < 0.5))
            results.loaded += 1
        except DataError as exc:
            check_error(str(exc), folder)
            results.rejected[kind_of(str(exc))] += 1
        results.longest = max(results.longest, time.process_time() - start)
    return results


def check(loaded: Map) -> None:
    """Check that a loaded map has everything that rules and images require."""
    countries = len(loaded.countries)
    assert 5 <= countries <= 256
    assert len(loaded.borders) == countries
    for start, ends in enumerate(loaded.borders):
        assert len(set(ends)) == len(ends)
        assert start not in ends
        assert all(0 <= end < countries for end in ends)
    assert all(0 <= country.group < len(loaded.groups) for country in loaded.countries)
    assert all(card.country < countries for card in loaded.deck.cards)
    assert all(group.bonus == 0 for group, size in zip(loaded.groups, loaded.sizes, strict=True) if not size)
    titles = (loaded.name, *(c.title for c in loaded.countries), *(g.title for g in loaded.groups), *loaded.warnings)
    assert all(title.isprintable() for title in titles)


def check_error(message: str, folder: Path) -> None:
    """Check that an error message is one line that names the file."""
    assert message.startswith(str(folder))
    assert message.isprintable()
    assert len(message) <= 500


def kind_of(message: str) -> str:
    """Return the subject of an error message, without numbers and quotations."""
    return message.partition("found ")[2].partition(", allowed")[0].split("'")[0].strip("0123456789- ")


def main() -> None:
    """Load the requested number of files and print the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = read_mutated(args.files, args.seed, Path(folder))
    for kind, times in results.rejected.most_common(12):
        print(f"{times:7} rejected: {kind}")
    counts = f"{results.loaded} loaded, {sum(results.rejected.values())} rejected, 0 crashed"
    print(f"{args.files} files: {counts}; the longest took {results.longest:.3f} s")
    if results.longest > MAX_SECONDS:
        raise SystemExit(f"processor time: expected at most {MAX_SECONDS} s per file, got {results.longest:.3f} s")


if __name__ == "__main__":
    main()
