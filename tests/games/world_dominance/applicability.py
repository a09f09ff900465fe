"""Settings in which each clause of the rules holds, and in which its sentences are therefore played.

`applicability.toml` describes them. Each sentence gets a few settings in which every number of players, every seat,
every variant and every rotation of the continents occurs. The name of the sentence decides how they are combined, so
that the sentences of a clause together cover many pairs.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import pytest

from tests.games.world_dominance.samples import BOOK
from tests.games.world_dominance.settings import CONTINENTS, VARIANTS, Setting

HERE = Path(__file__).parent
CARD = re.compile(r"test_m\d\d_")  # a sentence about a Manoeuvre Card

FEW = 3  # a clause with at most `FEW` sentences plays each of them from every seat of every table
EVERYWHERE, UNPLAYED, AS_WRITTEN, NEW_GAME = "everywhere", "unplayed", "as_written", "new_game"
THEIR_ALLY, OWN_ALLY = "their_ally", "own_ally"
OWN_REGIONS, OWN_SEATS, IN_A_ROW, OTHERS_OUT = "own_regions", "own_seats", "in_a_row", "others_out"
PLAYERS = {"2": (2,), "3": (3,), "4": (4,), "5": (5,), "2-3": (2, 3), "2-4": (2, 3, 4), "3+": (3, 4, 5), "4+": (4, 5)}
PLAYED_BY = {  # numbers of players of each variant (WD-276, WD-293, WD-294)
    "five_card": (2, 3, 4, 5),
    "two_fives": (2, 3, 4),
    "three_fives": (2, 3, 4),
    "ten_card": (2, 3, 4, 5),
    "two_set": (2, 3, 4, 5),
    "three_set": (3,),
    "four_set": (3,),
    THEIR_ALLY: (2,),
    OWN_ALLY: (2,),
}
GROUPS = {
    "fives": ("two_fives", "three_fives"),
    "tens": ("ten_card", "two_set", "three_set", "four_set", THEIR_ALLY, OWN_ALLY),
    "ally": (THEIR_ALLY, OWN_ALLY),
}


class Where(NamedTuple):
    """Numbers of players, variants, whether any seat and continent will do, and where bystanders may sit."""

    players: frozenset[int] = frozenset(range(2, 6))
    variants: frozenset[str] = frozenset(PLAYED_BY)
    any_seat: bool = True
    any_region: bool = True
    in_a_row: bool = False
    others_out: bool = False
    is_played: bool = True

    def and_in(self, other: "Where") -> "Where":
        """Return the settings that both allow."""
        return Where(
            self.players & other.players,
            self.variants & other.variants,
            self.any_seat and other.any_seat,
            self.any_region and other.any_region,
            self.in_a_row or other.in_a_row,
            self.others_out or other.others_out,
            self.is_played and other.is_played,
        )


def where(words: str) -> Where:
    """Parse the words of a row; raise KeyError if one is unknown."""
    players: set[int] = set()
    variants: set[str] = set()
    without: set[str] = set()
    flags = {EVERYWHERE, UNPLAYED, AS_WRITTEN, NEW_GAME, OWN_REGIONS, OWN_SEATS, IN_A_ROW, OTHERS_OUT}
    for word in words.split():
        if word in PLAYERS:
            players |= {*PLAYERS[word]}
        elif word.startswith("-"):
            without |= {*GROUPS.get(word[1:], (word[1:],))}
        elif word not in flags:
            variants |= {*GROUPS.get(word, (word,))}
    if not (variants | without) <= {*PLAYED_BY}:
        raise KeyError(f"unknown word in {words!r}")
    said = {*words.split()}
    return Where(
        frozenset(players or range(2, 6)),
        frozenset((variants or {*PLAYED_BY}) - without),
        OWN_SEATS not in said,
        OWN_REGIONS not in said,
        IN_A_ROW in said,
        OTHERS_OUT in said,
        not said & {UNPLAYED, AS_WRITTEN, NEW_GAME},
    )


@cache
def rows() -> dict[int, str]:
    """Return the words of each clause."""
    table = tomllib.loads((HERE / "applicability.toml").read_text("utf-8"))
    return {int(number): words for group in table["clauses"].values() for number, words in group.items()}


class Limit(NamedTuple):
    """Sentences that hold in fewer settings than their clause because of how they are written."""

    why: str
    words: str
    tests: list[str]


@cache
def limits() -> tuple[Limit, ...]:
    """Return the limits of single sentences, in order."""
    table = tomllib.loads((HERE / "applicability.toml").read_text("utf-8"))
    return tuple(Limit(**row) for row in table["limit"])


@cache
def limits_of(test: str) -> tuple[Limit, ...]:
    """Return the limits of one sentence."""
    return tuple(limit for limit in limits() if test in limit.tests)


@cache
def sentences() -> dict[str, list[str]]:
    """Return the rule tests by name, each with the words of the new games in which it runs."""
    found = {}
    for path in (HERE / "rules").glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found[node.name] = [word for mark in node.decorator_list for word in _new_game_words(mark)]
    return found


def _new_game_words(mark: ast.expr) -> list[str]:
    """Return the words of `@new_games("...")`, or an empty list for another mark."""
    if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == new_games.__name__:
        return [str(ast.literal_eval(mark.args[0]))]
    return []


@cache
def of_clause(number: int) -> list[str]:
    """Return the sentences of a clause."""
    prefix = f"{BOOK.named}{number:03d}_"
    return [name for name in sentences() if name.startswith(prefix)]


def where_played(test: str) -> Where:
    """Return where a sentence is played in addition to its own table.

    It is played nowhere else if it is not a sentence, or if it tries every game itself.
    """
    if sentences().get(test):
        return where(AS_WRITTEN)
    if test.startswith(BOOK.named):
        whole = where(rows()[int(test.split("_")[2])])
    elif CARD.match(test):
        whole = where(EVERYWHERE)
    else:
        return where(AS_WRITTEN)
    for limit in limits_of(test):
        whole = whole.and_in(where(limit.words))
    return whole


def tables(at: Where) -> list[tuple[int, str]]:
    """Return every number of players with every variant that allows it."""
    pairs = [(players, variant) for variant in PLAYED_BY for players in PLAYED_BY[variant]]
    return [pair for pair in pairs if pair[1] in at.variants and (pair[0] in at.players or has_more(at, pair[1]))]


def has_more(at: Where, variant: str) -> bool:
    """Return whether two players with Allies fit: they are three or four pieces."""
    return variant in GROUPS["ally"] and bool(at.players & {3, 4})


def new_games(words: str) -> pytest.MarkDecorator:
    """Run a test that starts a game, with `players` and the options of a variant, in every game of these words."""
    games = [(players, variant) for players, variant in tables(where(words)) if variant != OWN_ALLY]
    cases = [pytest.param(players, VARIANTS[variant], id=f"{players}p-{variant}") for players, variant in games]
    return pytest.mark.parametrize(("players", "options"), cases)


@cache
def settings_of(test: str) -> list[Setting]:
    """Return the settings for the sentence of this test function, without its own table."""
    is_rare = test.startswith(BOOK.named) and len(of_clause(int(test.split("_")[2]))) <= FEW
    return settings(where_played(test), crc32(test.encode()), is_rare)


def settings(at: Where, salt: int, every_seat: bool) -> list[Setting]:
    """Return a few settings that contain every value at least once; the salt decides how they are combined."""
    if not at.is_played:
        return []
    turns = len(CONTINENTS) - 1 if at.any_region else 0
    seated = list(_seated(tables(at), at.any_seat, salt, every_seat))
    listed = []
    for number in range(max(len(seated), turns)):
        turned = 1 + (salt + number) % turns if turns else 0
        between = not at.in_a_row and (salt + number) % 2 == 1
        listed.append(Setting(*seated[number % len(seated)], turned, at.others_out, between))
    return listed


def _seated(
    pairs: list[tuple[int, str]], any_seat: bool, salt: int, every_seat: bool
) -> Iterator[tuple[int, int, str]]:
    """Yield every number of players, every seat of the largest table or of all, and every variant.

    Few of them are repeated.
    """
    most = max(players for players, _ in pairs)
    unused = {variant for _, variant in pairs}
    for players in sorted({players for players, _ in pairs}, reverse=True):
        is_whole = any_seat and (every_seat or players == most)
        for place in range(players) if is_whole else (salt % players,):
            fitting = [variant for size, variant in pairs if size == players]
            variant = _drawn([variant for variant in fitting if variant in unused] or fitting, salt + place)
            unused -= {variant}
            yield players, place * any_seat, variant
    for place, variant in enumerate(sorted(unused)):
        players = _drawn([size for size, name in pairs if name == variant], salt + place)
        yield players, (salt + place) % players * any_seat, variant


def _drawn(values: list[Any], number: int) -> Any:
    return values[number % len(values)]
