"""A map as one table of ints that compiled habits read: a head that says where each part begins, then the parts."""

from collections import deque
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from wd_env.core.errors import ConfigError
from wd_env.core.spec import GameSpec
from wd_env.domination.game import HERE
from wd_env.domination.maps import Map

# Places of the head: how many countries and groups, and where the parts begin.
COUNTRIES, GROUPS, WAYS_FROM, WAYS, MEMBERS_FROM, MEMBERS, GROUP_OF, BONUS, FAR = range(9)
HEAD = 9
UNREACHED = 999  # borders on the way to a country to which there is none


def check_map(game: GameSpec) -> None:
    """Refuse by ConfigError a game without one map of Domination."""
    if game.made_by is None or game.made_by[0] != HERE:  # a game with tallies is made there, too
        raise ConfigError(f"this bot cannot play {game.name}; allowed is domination, on any map")
    if game.made_by[1].room is not None:
        raise ConfigError(f"this bot cannot play where room is {game.made_by[1].room}; allowed is None, on any map")


@cache
def board_of(game: GameSpec) -> tuple[int, ...]:
    """Return the table of the game's map; ConfigError for another game."""
    check_map(game)
    assert game.made_by is not None
    return laid_out(game.made_by[1].load())


def laid_out(board: Map) -> tuple[int, ...]:
    """Return the table of a map."""
    groups = [country.group for country in board.countries]
    members = sorted(range(len(groups)), key=lambda country: (groups[country], country))
    parts: tuple[Sequence[int], ...] = (
        [0, *accumulate(len(ways) for ways in board.borders)],
        [end for _, end in board.ways],
        [0, *accumulate(board.sizes)],
        members,
        groups,
        [group.bonus for group in board.groups],
        [far for start in range(len(groups)) for far in distances(board.borders, start)],
    )
    starts = accumulate((len(part) for part in parts[:-1]), initial=HEAD)
    return (len(groups), len(board.groups), *starts, *(number for part in parts for number in part))


def distances(borders: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return how many borders must be crossed to each country, UNREACHED where none lead there."""
    far = [UNREACHED] * len(borders)
    far[start] = 0
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in borders[here]:
            if far[there] == UNREACHED:
                far[there] = far[here] + 1
                waiting.append(there)
    return far
