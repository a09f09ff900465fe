"""Checks of a board as a whole: borders, capitals and starting values."""

from collections.abc import Sequence
from typing import NoReturn

from wd_env.errors import DataError, quoted
from wd_env.games.superpowers.board.board_model import MAX_LANDS, POWERS, STARTING_VALUE, Land, Zone
from wd_env.storage.toml_rows import DataRow


def refuse(row: DataRow, field: str, problem: object, allowed: str) -> NoReturn:
    """Raise a DataError that names the part of a field that is not allowed."""
    raise DataError(f"{row.file}: {row}, field {field}: found {quoted(problem)}, allowed: {allowed}")


def check_graph(
    land_rows: Sequence[DataRow], zone_rows: Sequence[DataRow], lands: Sequence[Land], zones: Sequence[Zone]
) -> None:
    """Check that every border leads both ways, and that planes reach every space.

    Raises:
        DataError: If a border has no border back, or if a space has no connection to the others.
    """
    spaces: dict[int, Land | Zone] = dict(enumerate(lands)) | dict(enumerate(zones, MAX_LANDS))
    rows = dict(enumerate(land_rows)) | dict(enumerate(zone_rows, MAX_LANDS))
    for number, space in spaces.items():
        for field, neighbours in (("land", space.near_land), ("sea", space.near_sea)):
            for neighbour in neighbours:
                back = spaces[neighbour].near_land if number < MAX_LANDS else spaces[neighbour].near_sea
                if number not in back:
                    name = "coast" if field == "land" and number >= MAX_LANDS else field
                    refuse(rows[number], name, spaces[neighbour].id, "borders that the other space lists too")
    reached, waiting = {0}, [0]
    while waiting:
        here = spaces[waiting.pop()]
        unreached = {*here.near_land, *here.near_sea} - reached
        reached |= unreached
        waiting += unreached
    for number, space in spaces.items():
        if number not in reached:
            refuse(rows[number], "id", space.id, f"spaces that borders join to {lands[0].id}")


def check_powers(power_rows: Sequence[DataRow], land_rows: Sequence[DataRow], lands: Sequence[Land]) -> list[int]:
    """Check the capitals and the sums of the starting values.

    Returns:
        The capital of each power.

    Raises:
        DataError: If a power has no capital or two, if a neutral land is a capital, or if the values of the lands of
            a power do not sum to 20.
    """
    capitals = []
    for number, land in enumerate(lands):
        if land.is_capital and land.home == POWERS:
            refuse(land_rows[number], "capital", True, "capitals of powers only")
    for power, row in enumerate(power_rows):
        name = row.values["id"]
        own = [number for number, land in enumerate(lands) if land.home == power]
        own_capitals = [number for number in own if lands[number].is_capital]
        if len(own_capitals) != 1:
            allowed = f"one land with capital = true and home = {quoted(name)}"
            refuse(row, "id", name, f"{allowed}; there are {len(own_capitals)}")
        value = sum(lands[number].value for number in own)
        if value != STARTING_VALUE:
            refuse(row, "id", name, f"lands whose values sum to {STARTING_VALUE}; the sum is {value}")
        capitals += own_capitals
    return capitals
