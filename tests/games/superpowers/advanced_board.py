"""A state of the advanced rules in plain terms, for the independent checker of orders."""

from dataclasses import replace
from typing import Any

from tests.games.superpowers.order_position import LANDS, NOTHING, POWERS, SPACES, ZONES
from tests.games.superpowers.state_reader import LAND_IDS, read
from wd_env.games.superpowers.game import GAME

AIR_POWER, WARHEADS, TORPEDOES, TACTICAL = 0, 1, 2, 5
WAR, PEACE, ALLIED, NEUTRAL = 0, 1, 2, 8
TURN_ORDER = ("us", "la", "eu", "ac", "rr", "mef", "cfe", "ie")
FIRST_LIMITED, GRACE = 6, 5
PASSIVE = ("N", "D")  # these hold no land
MODES = {GAME.actions.index(name): name for name in ("raid", "missile", "rush")}


class Board:
    """A state in plain terms: the position of the power on turn, relations, and the order in progress."""

    def __init__(self, s: Any) -> None:
        self.s, self.turn, self.power = s, s.turn, POWERS[s.turn]
        position, self.parts = read(s)
        enemies = {POWERS[power] for power in range(8) if self.relation(power) == WAR and s.in_play[power]}
        hostile = {zone for zone in ZONES if any(set(position.units.get(zone, {}).get(e, ())) - {"F"} for e in enemies)}
        self.position = replace(position, _hostile=frozenset(hostile), _near={})
        self.mode = MODES.get(s.mode, "assault")
        self.target = SPACES[s.target] if s.target < len(SPACES) else ""
        self.secure = self.position.secure_lands()

    def relation(self, power: int, other: int | None = None) -> int:
        """Return the relation of a power with another, by default with the power on turn."""
        return int(self.s.relation[power * 8 + (self.turn if other is None else other)])

    def level(self, category: int, power: int | None = None) -> int:
        """Return the technologies of a category that have an effect (ledger 1.4)."""
        if self.s.tech == 1 and category != WARHEADS:  # the book has neither rocketry nor heavy bombers
            return 0
        return int(self.s.technology[(self.turn if power is None else power) * 6 + category])

    def named(self, origin: str, kind: str) -> int:
        """Return how many units of a stack are already part of the order."""
        return sum(number for start, unit, number in self.parts if (start, unit) == (origin, kind))

    def engaged(self, kind: str) -> int:
        return sum(number for _, unit, number in self.parts if unit == kind)

    def amounts(self, stack: int) -> dict[str, int]:
        """Return the number of units in one, half and all of a stack, without amounts that are not legal."""
        found = {"one": 1} if stack > 1 else {}
        found |= {"half": stack // 2} if stack > 3 else {}
        return found | ({"all": stack} if stack > 0 else {})

    def holder(self, land: str) -> int:
        return int(self.s.holder[LAND_IDS.index(land)])

    def defends(self, power: int, land: str) -> bool:
        """Return whether units of a power would fight for a land (R12, R13)."""
        holder = self.holder(land)
        if power == holder:
            return True
        is_friend = holder != NEUTRAL and (self.relation(power, holder) == ALLIED or self.s.leaving[power] == 1)
        return self.relation(power) == WAR and power != self.turn and is_friend

    def guns(self, land: str) -> int:
        """Return the air defence of the defenders of a land."""
        stacks_there = self.position.units.get(land, {})
        return sum(stacks_there.get(POWERS[p], NOTHING)["D"] for p in range(8) if self.defends(p, land))

    def defenders(self, kind: str) -> int:
        there = self.position.units.get(self.target, {})
        powers = [p for p in range(8) if (self.target in LANDS and self.defends(p, self.target))]
        if self.target in ZONES:
            powers = [p for p in range(8) if self.relation(p) == WAR and self.s.in_play[p]]
        return sum(there.get(POWERS[p], NOTHING)[kind] for p in powers)


def is_garrisoned(board: Board, land: str) -> bool:
    """Return whether units would fight for a land (SP-056, SP-070, Q36)."""
    if board.holder(land) == NEUTRAL:
        return True
    there = board.position.units.get(land, {})
    powers = [power for power in range(8) if board.s.in_play[power] and board.defends(power, land)]
    return any(n for p in powers for kind, n in there.get(POWERS[p], NOTHING).items() if kind not in PASSIVE)


def may_attack(board: Board, space: str) -> bool:
    """Return whether a space may be attacked with any units (SP-038, SP-060, SP-198, R12)."""
    s, there = board.s, board.position.powers_in(space)
    if space in board.position.attacked:
        return False
    friends = {POWERS[p] for p in range(8) if s.in_play[p] and board.relation(p) == ALLIED}
    others = {POWERS[p] for p in range(8) if s.in_play[p] and p != board.turn and board.relation(p) != ALLIED}
    if space in ZONES:
        return s.round > GRACE and bool(there & others) and not there & (friends - {board.power})
    holder = board.holder(space)
    if holder == NEUTRAL:
        return True
    if s.round <= GRACE or POWERS[holder] not in others:
        return False
    return not (there & friends if s.treaties else set())


def is_active(board: Board, power: int) -> bool:
    return bool(board.s.in_play[power] == 1 and board.s.surrendered[power] == 0)
