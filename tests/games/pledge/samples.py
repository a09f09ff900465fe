"""Samples of the toy game for the programs and tests of `tests/games/`."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.games.samples import Kind, Samples
from tests.toy_game import CARDS, EVEN, FACES, GAME_OVER, NO_PLEDGE, SEATS
from wd_env.registry import GameEntry

ROW = GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")
PAIRS_ROW = GameEntry("pledge_in_pairs", "Pledge in pairs", "tests.toy_game:PAIRS")
MOST_THROWS = 40


def draw_options(_kind: Kind, rng: random.Random, number: int) -> dict[str, Any]:
    """Return default options with a maximum number of throws, or a random limit and maximum."""
    if number == 0:
        return {"max_throws": MOST_THROWS}
    return {"limit": rng.randint(6, 60), "max_throws": rng.randint(1, MOST_THROWS)}


def resample_hidden(s: Any, me: int, rng: random.Random) -> None:
    """Resample the cards and pledges of other players."""
    own = [s.card[seat] for seat in range(s.seats) if s.owner[seat] == s.owner[me]]
    left = [card for card in range(1, CARDS + 1) if card not in own]
    rng.shuffle(left)
    for seat in range(s.seats):
        is_own = s.owner[seat] == s.owner[me]
        if not is_own and s.card[seat] > 0:
            s.card[seat] = left.pop()
        if not is_own and s.pledge[seat] != NO_PLEDGE:
            s.pledge[seat] = rng.randint(0, EVEN)


def find_broken(s: Any) -> str:
    """Return the broken invariants of points, dice, cards, players who are out and winners."""
    dealt = [card for card in s.card if card]
    out = [seat for seat in range(s.seats) if s.points[seat] > s.limit]
    staying = [s.owner[seat] for seat in range(s.seats) if seat not in out]
    checks = {
        "points are those of the dice": sum(s.points) == s.thrown and s.throws <= s.thrown <= FACES * s.throws,
        "no two seats have the same card": len(set(dealt)) == len(dealt),
        "a seat over the limit is out": s.in_play == [int(n < s.seats and n not in out) for n in range(len(s.points))],
        "only a game that is over has winners": s.node == GAME_OVER or not any(s.won),
        "a seat that is out has not won": not any(
            s.won[player] for player in range(s.players) if player not in staying
        ),
    }
    return "; ".join(sentence for sentence, holds in checks.items() if not holds)


SAMPLES = Samples(
    ROW,
    tuple(Kind("pledge", players) for players in (2, SEATS)),
    draw_options,
    resample_hidden,
    Path(__file__).with_name("golden_pledge"),
    find_broken=find_broken,
)
IN_PAIRS = replace(SAMPLES, row=PAIRS_ROW, kinds=tuple(Kind("pairs", players) for players in (2, SEATS)))
