"""A position of Superpowers in plain terms, for the independent checker of legal orders.

Powers, lands and zones have the ids of the board file; kinds of units have their short names such as `T`.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any

_FILE = tomllib.loads((resources.files("wd_env.games.superpowers") / "data" / "board.toml").read_text("utf-8"))
_BOARD = _FILE["board"][0]
LANDS: dict[str, dict[str, Any]] = {row["id"]: row for row in _BOARD["land"]}
ZONES: dict[str, dict[str, Any]] = {row["id"]: row for row in _BOARD["zone"]}
CANALS = [(frozenset(row["between"]), row["lands"]) for row in _BOARD["canal"]]
SPACES = (*LANDS, *ZONES)
POWERS = tuple(row["id"] for row in _BOARD["power"])
LAND_NEAR = {name: frozenset(row.get("land", ())) for name, row in LANDS.items()}
COAST = {name: frozenset(row.get("sea", ())) for name, row in LANDS.items()} | {
    name: frozenset(row.get("coast", ())) for name, row in ZONES.items()
}
SEA_NEAR = {name: frozenset(row.get("sea", ())) for name, row in ZONES.items()}
AIR_NEAR = {
    name: COAST[name]
    | LAND_NEAR.get(name, frozenset())
    | {zone for zone in SEA_NEAR.get(name, ()) if all({name, zone} != set(pair) for pair, _ in CANALS)}
    for name in SPACES
}
SHIPS = ("TR", "SU", "CV", "BB")
OCCUPIERS = ("I", "T", "G", "L")
WALKERS = (*OCCUPIERS, "N")
MOVES = {"I": 1, "T": 2, "G": 1, "L": 1, "N": 1, "F": 4, "B": 6, "TR": 2, "SU": 2, "CV": 2, "BB": 2}
ROLLS_IN_ATTACK = ("I", "T", "F", "B", "SU", "CV", "BB")
PLACES = {"I": 1, "T": 2, "N": 2, "G": 0, "L": 0}
HOLD, DECKS = 4, 2

NOTHING: Counter[str] = Counter()
NO_STACKS: dict[str, Counter[str]] = {}
Part = tuple[str, str, int]  # (from, unit, count)


def spread(start: str, near: Mapping[str, Iterable[str]], limit: int = 99) -> dict[str, int]:
    """Return the distance of every space within `limit` steps, by breadth-first search."""
    distances, queue = {start: 0}, [start]
    for space in queue:
        if distances[space] < limit:
            for neighbour in sorted(near.get(space, ())):
                if neighbour not in distances:
                    distances[neighbour] = distances[space] + 1
                    queue.append(neighbour)
    return distances


AIR = {name: spread(name, AIR_NEAR) for name in SPACES}


@dataclass
class Position:
    """What the legal orders of the power on turn depend on.

    Attributes:
        turn: The power on turn.
        round: Round, from 1.
        owner: Power that owns each land; a land that is left out is neutral.
        units: Units by space and power; in zones ships, and fighters on carriers.
        cargo: Units aboard by zone and power.
        spent: Units of the power on turn that cannot move any more, by space.
        half: Ships of the power on turn that sailed one zone, by zone.
        allies: Powers allied with the power on turn.
        out: Powers that play no longer, or never did.
        captured: Lands taken in this round.
        attacked: Spaces that the power on turn attacked without success, or that a missile closed.
        took: Whether the power on turn has taken a land in the limited round.
        lost: Powers that lost a land in the limited round.
        blitz: Tanks that may move further, by land, with the lands that they came from.
        aloft: Planes in the air: (kind, borders left, space).
        unloaded: Places unloaded this turn, by (zone, land).
        bridges: Loads that unused transports can bring ashore beyond one for each, by zone.
        tired: Transports that were used in combat and are not closed, in the movement step, by zone.
        closed: Transports that have unloaded, by zone.
        canals_for_allies: Whether allies of an owner may pass its canal.
        granted: Numbers of the canals that the holder of a land lets the power on turn pass.
        ferry: The last flight of bombers with units in the movement step: (from, to, places for infantry left).
        new_carriers: Carriers placed in this turn, by zone.
    """

    turn: str
    round: int = 8
    owner: dict[str, str] = field(default_factory=dict)
    units: dict[str, dict[str, Counter[str]]] = field(default_factory=dict)
    cargo: dict[str, dict[str, Counter[str]]] = field(default_factory=dict)
    spent: dict[str, Counter[str]] = field(default_factory=dict)
    half: dict[str, Counter[str]] = field(default_factory=dict)
    allies: frozenset[str] = frozenset()
    out: frozenset[str] = frozenset()
    captured: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()
    took: bool = False
    lost: frozenset[str] = frozenset()
    blitz: dict[str, Counter[str]] = field(default_factory=dict)
    aloft: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    unloaded: dict[tuple[str, str], int] = field(default_factory=dict)
    bridges: Counter[str] = field(default_factory=Counter)
    tired: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)
    canals_for_allies: bool = True
    granted: frozenset[int] = frozenset()
    ferry: tuple[str, str, int] = ("", "", 0)
    new_carriers: Counter[str] = field(default_factory=Counter)

    _near: dict[str | None, dict[str, set[str]]] | None = None
    _hostile: frozenset[str] | None = None
    _secure: frozenset[str] | None = None
    _ready: list[Part] | None = None

    def settle(self) -> "Position":
        """Return the position with cached values of what is read often; it must not change any more."""
        hostile, secure = frozenset(zone for zone in ZONES if self.is_hostile(zone)), self.secure_lands()
        return replace(self, _near={}, _hostile=hostile, _secure=secure, _ready=self.ready_units())

    def unsettled(self) -> "Position":
        """Return a copy whose units and used moves can be changed."""
        units = {space: {power: Counter(stack) for power, stack in s.items()} for space, s in self.units.items()}
        spent = {space: Counter(stack) for space, stack in self.spent.items()}
        half = {space: Counter(stack) for space, stack in self.half.items()}
        return replace(self, units=units, spent=spent, half=half, _near=None, _hostile=None, _secure=None, _ready=None)

    def count(self, space: str, kind: str, power: str | None = None) -> int:
        """Return the number of units of a power, by default of the power on turn."""
        stack = self.units.get(space, NO_STACKS).get(power or self.turn)
        return stack[kind] if stack else 0

    def ready(self, space: str, kind: str) -> int:
        """Return the number of units of the power on turn that may still move."""
        return self.count(space, kind) - self.spent.get(space, NOTHING)[kind]

    def ready_units(self) -> list[Part]:
        """Return all units of the power on turn that may still move, except cargo."""
        if self._ready is not None:
            return self._ready
        kinds = ((space, kind) for space in self.own_spaces() for kind in self.units[space][self.turn])
        return [(space, kind, number) for space, kind in kinds if (number := self.ready(space, kind)) > 0]

    def aboard(self, zone: str, kind: str) -> int:
        """Return the number of units of the power on turn in its hold in a zone."""
        return self.cargo.get(zone, NO_STACKS).get(self.turn, NOTHING)[kind]

    def own_spaces(self) -> set[str]:
        """Return the spaces with units of the power on turn."""
        return {space for space, stacks in self.units.items() if self.turn in stacks}

    @property
    def friends(self) -> frozenset[str]:
        """The power on turn and its allies."""
        return self.allies | {self.turn}

    def secure_lands(self) -> frozenset[str]:
        """Return the lands that units may enter and where planes may land (SP-057, SP-094, SP-096, SP-172)."""
        if self._secure is not None:
            return self._secure
        return frozenset(land for land, power in self.owner.items() if power in self.friends) - self.captured

    def powers_in(self, space: str) -> set[str]:
        """Return the powers with units in a space."""
        return {power for power, stack in self.units.get(space, {}).items() if sum(stack.values()) > 0}

    def is_hostile(self, zone: str) -> bool:
        """Return whether a zone has units of a power at war."""
        if self._hostile is not None:
            return zone in self._hostile
        return not self.powers_in(zone) <= self.friends

    def sea_near(self) -> dict[str, set[str]]:
        """Return for each zone the zones that a ship of the power on turn reaches in one move (SP-251 to SP-254)."""
        near = {zone: set(zones) for zone, zones in SEA_NEAR.items()}
        helpers = self.friends if self.canals_for_allies else {self.turn}
        for number, (pair, lands) in enumerate(CANALS):
            if number not in self.granted and not any(self.owner.get(land) in helpers for land in lands):
                first, second = pair
                near[first].discard(second)
                near[second].discard(first)
        return near

    def open_sea(self, goal: str | None = None) -> dict[str, set[str]]:
        """Return the sea graph for ships, without zones that have enemies, except the goal (Q31, R33)."""
        if self._near is not None and goal in self._near:
            return self._near[goal]
        near = {
            zone: {end for end in zones if end == goal or not self.is_hostile(end)}
            for zone, zones in self.sea_near().items()
        }
        if self._near is not None:
            self._near[goal] = near
        return near
