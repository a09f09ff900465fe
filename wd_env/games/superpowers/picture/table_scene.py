"""The scene of a table: the board and the public values of each power."""

from collections import defaultdict
from typing import Any

from wd_env.games.superpowers.board.board_model import MAX_LANDS, MAX_ZONES, POWERS
from wd_env.games.superpowers.definitions.actions import KIND_NAMES
from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_KINDS,
    CARGO_ROWS,
    LAND_KINDS,
    LAND_ROWS,
    NOBODY,
    SEA_KINDS,
    SEA_ROWS,
)
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.picture.board_scene import PowerScene, Scene
from wd_env.games.superpowers.table_board import is_picking

Stacks = dict[int, dict[int, str]]


def scene_of(table: Any) -> Scene:
    """Return the scene of a table of Superpowers, which hides nothing."""
    s = table.state
    board = board_of(table.game)
    owners = [int(power) for power in s.holder[: len(board.lands)]]
    return Scene(
        board,
        owners,
        stacks_of(s),
        frozenset(land for land, count in enumerate(s.complexes) if count),
        {land: int(count) for land, count in enumerate(s.centres) if count},
        frozenset(land for land, flag in enumerate(s.captured) if flag),
        "Nations are picked" if is_picking(s) else f"Round {s.round}",
        [_power_of(table, power, owners) for power in range(POWERS)],
    )


def stacks_of(s: Any) -> Stacks:
    """Return the units of each power in each space as text, such as `I3 T2`; cargo is in brackets."""
    stacks: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for power in range(POWERS):
        for land in range(MAX_LANDS):
            if text := _stack(s.land_units, power, LAND_ROWS, MAX_LANDS, land, LAND_KINDS):
                stacks[land][power] = text
        for zone in range(MAX_ZONES):
            ships = _stack(s.sea_units, power, SEA_ROWS, MAX_ZONES, zone, SEA_KINDS)
            cargo = _stack(s.cargo, power, CARGO_ROWS, MAX_ZONES, zone, CARGO_KINDS)
            if ships or cargo:
                stacks[MAX_LANDS + zone][power] = f"{ships} [{cargo}]" if cargo else ships
    return dict(stacks)


def _stack(units: Any, power: int, rows: int, length: int, place: int, kinds: tuple[int, ...]) -> str:
    counts = {kind: int(units[(power * rows + row) * length + place]) for row, kind in enumerate(kinds)}
    return " ".join(f"{KIND_NAMES[kind]}{counts[kind]}" for kind in sorted(counts) if counts[kind])


def _power_of(table: Any, power: int, owners: list[int]) -> PowerScene:
    s, board = table.state, board_of(table.game)
    player, title = s.nation_of[power], board.powers[power].title
    is_in_play = player != NOBODY if is_picking(s) else bool(s.in_play[power])
    return PowerScene(
        f"{title} (player {player})" if is_in_play else title,
        int(s.production[power]),
        sum(owners[other.capital] == power for other in board.powers),
        owners.count(power),
        is_in_play,
        bool(is_in_play and s.turn == power and not table.is_terminal),
        bool(is_in_play and s.won[s.owner[power]]),
    )
