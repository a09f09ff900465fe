"""Reader of board files: TOML files with one table `[[board]]` of powers, lands, zones and canals."""

import hashlib
import json
import os
import re
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from wd_env.games.superpowers.board.board_checks import check_graph, check_powers, refuse
from wd_env.games.superpowers.board.board_model import (
    MAX_BRIDGES,
    MAX_CANAL_LANDS,
    MAX_CANALS,
    MAX_GARRISON,
    MAX_LAND_NEIGHBOURS,
    MAX_LANDS,
    MAX_NEIGHBOURS,
    MAX_ZONES,
    MIN_LANDS,
    MIN_ZONES,
    NEUTRAL,
    POWERS,
    STARTING_VALUE,
    Board,
    Canal,
    Garrison,
    Land,
    Power,
    Zone,
)
from wd_env.games.superpowers.definitions.actions import MODES, POWER_IDS
from wd_env.storage.toml_rows import DataRow, load_data, read_rows

PACKAGE = "wd_env.games.superpowers"
BUNDLED_BOARDS = ("world",)
BUNDLED_FILE = "board.toml"
NEUTRAL_HOME = "neutral"
ORDER_WORDS = ("attack", "move", "buy", "place", "from", "to", "through", "with", "in", "at", "aboard")
RESERVED_IDS = (NEUTRAL_HOME, *MODES, *ORDER_WORDS)
ID_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,29}")
MAX_TITLE_CHARS = 30
MAX_ALIASES = 4
INFANTRY_DEFENCE, MAX_DEFENCE = 2, 6
EDGE = 1000  # of a coordinate

COLOURS = ("blue", "gray", "brown", "red", "green", "yellow", "violet", "orange")


def load_board(source: str | os.PathLike[str] = BUNDLED_BOARDS[0]) -> Board:
    """Return the board of a file, or the bundled board by its name.

    Raises:
        DataError: If the file cannot be read, or if its board cannot be played; the message names file, row, field,
            value and what is allowed.
    """
    return load_data(_read_board, PACKAGE, BUNDLED_FILE, None if source in BUNDLED_BOARDS else Path(source))


def _read_board(source: Traversable) -> Board:
    (row,) = read_rows(source, "board", 1, 1)
    land_rows, zone_rows = _counted(row, "land", MIN_LANDS, MAX_LANDS), _counted(row, "zone", MIN_ZONES, MAX_ZONES)
    power_rows = _counted(row, "power", POWERS, POWERS)
    power_index = _power_index(power_rows)
    index = _index(land_rows, power_index)
    index |= _index(zone_rows, power_index | index, MAX_LANDS)
    garrisons = _garrison(row, "garrison", INFANTRY_DEFENCE), _garrison(row, "capital_garrison", INFANTRY_DEFENCE)
    lands = tuple(_land(land, index, power_index, garrisons) for land in land_rows)
    zones = tuple(_zone(zone, index) for zone in zone_rows)
    check_graph(land_rows, zone_rows, lands, zones)
    capitals = check_powers(power_rows, land_rows, lands)
    powers = tuple(_power(power, capital, lands, index) for power, capital in zip(power_rows, capitals, strict=True))
    bridges = tuple(_bridge(bridge, index, lands) for bridge in _rows(row, "bridge", MAX_BRIDGES))
    canals = tuple(_canal(canal, index, zones) for canal in _rows(row, "canal", MAX_CANALS))
    title, wraps = row.text("title", MAX_TITLE_CHARS), row.flag("wraps")
    row.close()
    return Board(title, wraps, powers, lands, zones, bridges, canals, _digest(powers, lands, zones, canals))


def _counted(row: DataRow, field: str, min_rows: int, max_rows: int) -> list[DataRow]:
    values = row.values.get(field)
    count = len(values) if isinstance(values, list) else 0
    if not min_rows <= count <= max_rows:
        allowed = f"{min_rows} to {max_rows} rows" if min_rows < max_rows else f"{max_rows} rows"
        refuse(row, field, f"{count} rows", allowed)
    return row.rows(field, max_rows)


def _rows(row: DataRow, field: str, max_rows: int) -> list[DataRow]:
    return row.rows(field, max_rows) if row.has(field) else []


def _index(rows: Sequence[DataRow], taken: dict[str, int], first: int = 0) -> dict[str, int]:
    """Return the number of each id."""
    index: dict[str, int] = {}
    for number, row in enumerate(rows, first):
        name = row.text("id")
        if not ID_PATTERN.fullmatch(name):
            row.raise_error("id", "1 to 30 small letters, digits and underscores, the first a letter")
        if name in index or name in taken or name in RESERVED_IDS:
            row.raise_error("id", "an id that nothing else has")
        index[name] = number
    return index


def _power_index(rows: Sequence[DataRow]) -> dict[str, int]:
    """Return the number of each power; the rules know the eight powers and their order."""
    for row, name in zip(rows, POWER_IDS, strict=True):
        if row.text("id") != name:
            row.raise_error("id", f"the ids {', '.join(POWER_IDS)} in this order")
    return {name: number for number, name in enumerate(POWER_IDS)}


def _spaces(
    row: DataRow,
    field: str,
    index: dict[str, int],
    kind: type[Land] | type[Zone],
    max_spaces: int = MAX_NEIGHBOURS,
) -> tuple[int, ...]:
    """Read a list of ids of lands or zones; without the field it is empty."""
    if not row.has(field):
        return ()
    names = row.texts(field, max_spaces)
    word = "land" if kind is Land else "zone"
    for name in names:
        if name not in index or (index[name] < MAX_LANDS) != (kind is Land):
            refuse(row, field, name, f"ids of {word}s of this file")
    if len(set(names)) < len(names) or row.values.get("id") in names:
        row.raise_error(field, f"different {word}s, without the {word} itself")
    return tuple(sorted(index[name] for name in names))


def _garrison(row: DataRow, field: str, defence: int) -> Garrison:
    infantry, fighters = row.integers(field, MAX_GARRISON, 2)
    return Garrison(infantry, fighters, defence)


def _land(row: DataRow, index: dict[str, int], powers: dict[str, int], garrisons: tuple[Garrison, Garrison]) -> Land:
    home = row.text("home")
    if home != NEUTRAL_HOME and home not in powers:
        row.raise_error("home", f"{NEUTRAL_HOME}, {', '.join(powers)}")
    is_capital = row.has("capital") and row.flag("capital")
    garrison = garrisons[is_capital]
    defence = row.integer("garrison_defence", MAX_DEFENCE) if row.has("garrison_defence") else INFANTRY_DEFENCE
    if row.has("garrison"):
        garrison = _garrison(row, "garrison", defence)
    land = Land(
        id=row.text("id"),
        title=row.text("title", MAX_TITLE_CHARS),
        aliases=_aliases(row),
        near_land=_spaces(row, "land", index, Land, MAX_LAND_NEIGHBOURS),
        near_sea=_spaces(row, "sea", index, Zone),
        place=_place(row),
        home=powers.get(home, NEUTRAL),
        value=row.integer("value", STARTING_VALUE),
        is_capital=is_capital,
        garrison=Garrison(garrison.infantry, garrison.fighters, defence),
    )
    row.close()
    return land


def _zone(row: DataRow, index: dict[str, int]) -> Zone:
    zone = Zone(
        id=row.text("id"),
        title=row.text("title", MAX_TITLE_CHARS),
        aliases=_aliases(row),
        near_land=_spaces(row, "coast", index, Land),
        near_sea=_spaces(row, "sea", index, Zone),
        place=_place(row),
    )
    row.close()
    return zone


def _aliases(row: DataRow) -> tuple[str, ...]:
    return tuple(row.texts("aliases", MAX_ALIASES)) if row.has("aliases") else ()


def _place(row: DataRow) -> tuple[int, int]:
    across, down = row.integers("place", EDGE, 2)
    return across, down


def _power(row: DataRow, capital: int, lands: Sequence[Land], index: dict[str, int]) -> Power:
    port = row.text("port")
    if index.get(port) not in lands[capital].near_sea:
        row.raise_error("port", f"a zone at the coast of the capital {lands[capital].id}")
    power = Power(
        row.text("id"), row.text("title", MAX_TITLE_CHARS), row.choice("colour", COLOURS), capital, index[port]
    )
    row.close()
    return power


def _bridge(row: DataRow, index: dict[str, int], lands: Sequence[Land]) -> tuple[int, int]:
    first, *others = _spaces(row, "between", index, Land)
    if len(others) != 1 or others[0] not in lands[first].near_land:
        row.raise_error("between", "two lands with a border")
    row.close()
    return first, others[0]


def _canal(row: DataRow, index: dict[str, int], zones: Sequence[Zone]) -> Canal:
    match _spaces(row, "between", index, Zone):
        case (first, second) if second in zones[first - MAX_LANDS].near_sea:
            coast = set(zones[first - MAX_LANDS].near_land) & set(zones[second - MAX_LANDS].near_land)
        case _:
            row.raise_error("between", "two zones with a border")
    lands = _spaces(row, "lands", index, Land)
    if not 1 <= len(lands) <= MAX_CANAL_LANDS or not coast.issuperset(lands):
        row.raise_error("lands", f"1 to {MAX_CANAL_LANDS} lands at the coast of both zones")
    canal = Canal(row.text("title", MAX_TITLE_CHARS), (first, second), lands)
    row.close()
    return canal


def _digest(powers: Sequence[Power], lands: Sequence[Land], zones: Sequence[Zone], canals: Sequence[Canal]) -> str:
    """Return the digest of all that the rules read; titles, colours and places are for people."""
    content = [
        [(power.id, power.capital, power.port) for power in powers],
        [(land.id, land.near_land, land.near_sea, land.home, land.value, vars(land.garrison)) for land in lands],
        [(zone.id, zone.near_land, zone.near_sea) for zone in zones],
        [(canal.zones, canal.lands) for canal in canals],
    ]
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()
