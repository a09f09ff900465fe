"""A map as one table of ints that compiled habits read: a head that says where each part begins, then the parts."""

from collections import deque
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from wd_env.errors import ConfigError, StateError
from wd_env.games.domination.game import SPEC_FACTORY
from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.spec.game_spec import GameSpec

# Places of the head: how many countries and groups, and where the parts begin.
COUNTRIES, GROUPS, BORDER_STARTS, BORDERS, BORDERS_INTO_STARTS, BORDERS_INTO, SIZES, GROUP_OF, BONUS, DISTANCES = range(
    10
)
HEADER_SIZE = 10
UNREACHED = 999  # borders on the way to a country to which there is none


def check_map(game: GameSpec) -> None:
    """Refuse by ConfigError a game without one map of Domination."""
    if game.factory is None or game.factory[0] != SPEC_FACTORY:  # a game with tallies is made there, too
        raise ConfigError(f"this bot cannot play {game.name}; allowed is domination, on any map")
    if game.factory[1].capacity is not None:
        raise ConfigError(
            f"this bot cannot play where capacity is {game.factory[1].capacity}; allowed is None, on any map"
        )


@cache
def map_array(game: GameSpec) -> tuple[int, ...]:
    """Return the table of the game's map.

    Raises:
        ConfigError: If the game is not Domination on one map.
        StateError: If the files of the map have changed since the game was made.
    """
    check_map(game)
    assert game.factory is not None
    board = game.factory[1].load()
    if board.digest != game.files_digest:  # its numbers would lead compiled code out of the arrays of the game
        raise StateError(f"the files of map {board.name} have changed; allowed is a new table of the map as it is now")
    return pack_map(board)


def pack_map(board: Map) -> tuple[int, ...]:
    """Return the table of a map."""
    countries = range(len(board.countries))
    into = [[start for start in countries if end in board.borders[start]] for end in countries]
    parts: tuple[Sequence[int], ...] = (
        *_concatenate(board.borders),
        *_concatenate(into),
        board.sizes,
        [country.group for country in board.countries],
        [group.bonus for group in board.groups],
        [far for start in countries for far in distances(board.borders, start)],
    )
    starts = accumulate((len(part) for part in parts[:-1]), initial=HEADER_SIZE)
    return (len(countries), len(board.groups), *starts, *(number for part in parts for number in part))


def _concatenate(lists: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Where each of the lists begins, and all of them one after another."""
    return [0, *accumulate(map(len, lists))], [number for each in lists for number in each]


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
