"""An independent checker of decisions in battles, purchases, and the cargo of voyages.

Like `order_checker` it works with sets and plain counts, and shares no code with the rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from tests.games.superpowers.order_position import (
    AIR,
    COAST,
    HOLD,
    LANDS,
    MOVES,
    PLACES,
    ROLLS_IN_ATTACK,
    SEA_NEAR,
    SHIPS,
    ZONES,
    Part,
    Position,
)

BOOK = {"I": 5, "T": 5, "F": 10, "B": 15, "TR": 10, "SU": 10, "CV": 15, "BB": 15, "N": 20}
ONLINE = BOOK | {"I": 3, "TR": 8, "SU": 8, "CV": 12}
BUILDING = 15
NEVER_LOST = ("N", "D")
STRONG = ("T", "F", "B")  # attackers that hit at two or more
WEAK = ("I", "T", "L")  # land units that hit at two or less in defence; a ruler is one of them (R36)
Stack = Mapping[str, int]


@dataclass
class Battle:
    """A battle in progress.

    Attributes:
        target: The space.
        attackers: Units of the attack with their origins; landed units have the origin "".
        defenders: Units that can still be lost, by power in the order in which powers lose them.
        inspired: Whether a ruler outside its capital is among the defenders.
        due: Hits that the defenders have not taken yet.
        ships_only: Whether the next hit can destroy only ships.
    """

    target: str
    attackers: list[Part]
    defenders: Mapping[str, Stack] = field(default_factory=dict)
    inspired: bool = False
    due: int = 0
    ships_only: bool = False

    @property
    def counts(self) -> Counter[str]:
        """Return the attackers by kind."""
        found = Counter[str]()
        for _, kind, number in self.attackers:
            found[kind] += number
        return found

    @property
    def left(self) -> int:
        """Return the number of remaining defenders."""
        return sum(sum(stack.values()) for stack in self.defenders.values())

    def fighting(self) -> int:
        """Return the number of attackers that fight: on land neither transports nor missiles do."""
        idle = ("N", "TR") if self.target in LANDS else ("N",)
        return sum(number for kind, number in self.counts.items() if kind not in idle)


def is_encirclement(battle: Battle) -> bool:
    """Return whether all defenders are weak and at most half the number of strong attackers.

    See SP-082, SP-087, SP-088.
    """
    kinds = {kind for stack in battle.defenders.values() for kind, number in stack.items() if number}
    if battle.target in ZONES or not kinds <= set(WEAK) or (battle.inspired and kinds & {"I", "T"}):
        return False
    counts = battle.counts
    strong = sum(counts[kind] for kind in STRONG) + (counts["I"] if counts["G"] else 0)
    return strong >= 2 * battle.left


def press(battle: Battle, encircles: bool) -> Iterator[str]:
    """Yield the decisions between two rounds (SP-050, SP-173, Q26)."""
    landed = sum(number for start, kind, number in battle.attackers if not start and kind not in ("N", "TR"))
    may_retreat = battle.fighting() > landed
    counts = battle.counts
    can_hit = any(counts[kind] for kind in ROLLS_IN_ATTACK) or (encircles and is_encirclement(battle))
    if can_hit or not may_retreat:
        yield "press"
    if may_retreat:
        yield "retreat"
    if battle.fighting() > counts["F"] + counts["B"]:
        for start, kind, number in battle.attackers:
            if kind in ("F", "B") and number:
                yield f"leave {kind} {MOVES[kind] - AIR[start][battle.target]}"


def losses(battle: Battle) -> set[str]:
    """Return the kinds of attackers that a hit can destroy (SP-047, SP-216)."""
    kinds = {kind for kind, number in battle.counts.items() if number and kind not in NEVER_LOST}
    return {f"one {kind}" for kind in kinds if kind in SHIPS or not battle.ships_only}


def gifts(battle: Battle, is_missile: bool) -> set[str]:
    """Return the kinds that the first power with units may give up (SP-047, R11, Q25)."""
    for stack in battle.defenders.values():
        kinds = {kind for kind, number in stack.items() if number and (kind in SHIPS or not battle.ships_only)}
        if is_missile and kinds - {"G", "L"}:
            kinds -= {"G", "L"}
        if kinds:
            return {f"one {kind}" for kind in kinds}
    return set()


def exits(position: Position, battle: Battle, hostile: Iterable[str], is_attacker: bool) -> set[str]:
    """Return the zones to which a submarine can leave (SP-224).

    Args:
        position: The position.
        battle: The battle.
        hostile: Zones with ships of enemies of its owner.
        is_attacker: Whether it is one of the attackers, who may pass open canals.
    """
    near = position.sea_near()[battle.target] if is_attacker else _without_canals(battle.target)
    return set(near) - set(hostile)


def _without_canals(zone: str) -> set[str]:
    return {near for near in SEA_NEAR[zone] if AIR[zone][near] == 1}


def submarines(battle: Battle, zones: set[str], is_attacker: bool) -> Iterator[str]:
    """Yield the decisions for a submarine (SP-223, SP-225, R37, R44)."""
    yield "yes"
    if zones and (is_attacker or battle.left > battle.due):
        yield "no"
    counts = battle.counts
    if not is_attacker and counts["F"] + counts["B"] and not any(counts[kind] for kind in SHIPS):
        yield "dive"


def purchases(credit: int, prices: Mapping[str, int], has_base: bool, has_port: bool) -> Iterator[str]:
    """Yield the units that can be bought (SP-025, Q40)."""
    for kind, price in prices.items():
        lots = credit // price
        if has_base and (has_port or kind not in SHIPS):
            amounts = {"all": lots} | ({"one": 1} if lots > 1 else {}) | ({"half": lots // 2} if lots > 3 else {})
            yield from (f"{name} {kind}" for name, amount in amounts.items() if amount > 0)


def buildings(
    complexes: Mapping[str, int], centres: Mapping[str, int], held: set[str], home: str
) -> dict[str, set[str]]:
    """Return where complexes and centres may be built (SP-164, SP-167, SP-168, R41).

    Args:
        complexes: Production complexes by land.
        centres: Economic centres by land.
        held: Lands held since the turn began.
        home: The original capital of the power.
    """
    return {
        "buy complex": {land for land in held if not complexes[land]},
        "buy centre": {land for land in held if centres[land] < (2 if land == home else 1)},
    }


def may_build_port(position: Position, bases: set[str]) -> bool:
    """Return whether there is a zone where ships can be placed (SP-104)."""
    return any(not position.is_hostile(zone) for land in bases for zone in COAST[land])


def along(aboard: Stack, named: Stack, sailing: int, staying: int) -> dict[str, int]:
    """Return how many more units of each kind can join a voyage, and under "go" whether none must (design 5.2).

    Args:
        aboard: Cargo in the zone.
        named: Cargo that joins already.
        sailing: Transports that sail.
        staying: Transports that stay.
    """
    left = {kind: aboard.get(kind, 0) - named.get(kind, 0) for kind in PLACES}
    found = {"go": int(_places(left) <= HOLD * staying)}
    for kind in PLACES:
        most = 0
        for number in range(1, left[kind] + 1):
            goes = Counter(named) + Counter({kind: number})
            rest = Counter(left) - Counter({kind: number})
            if not PLACES[kind] or (sailing and _can_complete(goes, rest, HOLD * sailing, HOLD * staying)):
                most = number
        found[kind] = most
    return found


def _places(stack: Stack) -> int:
    return sum(PLACES[kind] * number for kind, number in stack.items())


def _can_complete(goes: Stack, rest: Stack, sailing: int, staying: int) -> bool:
    """Return whether more of the rest can join so that the cargo of both parts fits."""
    units = [kind for kind in PLACES if PLACES[kind]]
    for numbers in product(*(range(rest.get(kind, 0) + 1) for kind in units)):
        more = sum(PLACES[kind] * number for kind, number in zip(units, numbers, strict=True))
        if _places(goes) + more <= sailing and _places(rest) - more <= staying:
            return True
    return False


def ranked(decider: str, order: Sequence[str]) -> list[str]:
    """Return the powers clockwise, from the one that decides (R11)."""
    at = order.index(decider)
    return [*order[at:], *order[:at]]
