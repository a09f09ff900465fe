"""A map as one array of ints for compiled heuristics: a header with the start of each section, then the sections."""

from collections import deque
from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from wd_env.errors import ConfigError, StateError
from wd_env.games.domination.game import SPEC_FACTORY
from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.spec.game_spec import GameSpec

# Indices of the header: numbers of countries and groups, and starts of the sections.
COUNTRIES, GROUPS, BORDER_OFFSETS, BORDERS, BORDERS_INTO_OFFSETS, BORDERS_INTO, SIZES, GROUP_OF, BONUS, DISTANCES = (
    range(10)
)
HEADER_SIZE = 10
UNREACHED = 999  # distance to a country that no path reaches


def check_map(game: GameSpec) -> None:
    """Raise ConfigError if a game is not Domination on one map."""
    if game.factory is None or game.factory[0] != SPEC_FACTORY:  # instrumented games have the same factory
        raise ConfigError(f"game: expected a map of domination, got {game.name}")
    if game.factory[1].capacity is not None:
        raise ConfigError(f"capacity: expected None for this bot, got {game.factory[1].capacity}")


@cache
def map_array(game: GameSpec) -> tuple[int, ...]:
    """Return the array of the game's map.

    Raises:
        ConfigError: If the game is not Domination on one map.
        StateError: If the files of the map have changed since the game was made.
    """
    check_map(game)
    assert game.factory is not None
    board = game.factory[1].load()
    if board.digest != game.files_digest:  # other sizes would make compiled code exceed the arrays of the game
        raise StateError(f"the files of map {board.name} have changed since the game was made; make a new game")
    return pack_map(board)


def pack_map(board: Map) -> tuple[int, ...]:
    """Return the array of a map."""
    countries = range(len(board.countries))
    into = [[start for start in countries if end in board.borders[start]] for end in countries]
    items: tuple[Sequence[int], ...] = (
        *_concatenate(board.borders),
        *_concatenate(into),
        board.sizes,
        [country.group for country in board.countries],
        [group.bonus for group in board.groups],
        [far for start in countries for far in distances(board.borders, start)],
    )
    offsets = accumulate((len(item) for item in items[:-1]), initial=HEADER_SIZE)
    return (len(countries), len(board.groups), *offsets, *(value for item in items for value in item))


def _concatenate(lists: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return the start of each list, and all lists in one."""
    return [0, *accumulate(map(len, lists))], [value for each in lists for value in each]


def distances(borders: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the number of borders on the shortest path to each country, or UNREACHED."""
    far = [UNREACHED] * len(borders)
    far[start] = 0
    queue = deque([start])
    while queue:
        country = queue.popleft()
        for neighbour in borders[country]:
            if far[neighbour] == UNREACHED:
                far[neighbour] = far[country] + 1
                queue.append(neighbour)
    return far
