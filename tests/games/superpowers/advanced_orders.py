"""An independent checker of the advanced orders, with sets and breadth-first search.

It shares no code with the rules.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.games.superpowers.order_position import (
    AIR,
    COAST,
    LAND_NEAR,
    LANDS,
    NOTHING,
    POWERS,
    SPACES,
    ZONES,
    spread,
)
from tests.games.superpowers.state_reader import CARGO_KINDS, KINDS, LAND_IDS, ZONE_IDS, read, stacks
from wd_env.games.superpowers.game import GAME

PRICES = {"I": 5, "T": 5, "R": 5, "D": 5, "F": 10, "B": 15, "N": 20}
ONLINE = {"I": 3}
SHIP_PRICE, RESEARCH, REPAIR, FREE = 15, 10, 15, 99
BOXES = {"hit point": 2, "attack die": 2, "defence die": 2, "air defence": 2, "attack 5": 1, "defence 5": 1}
AIR_POWER, WARHEADS, TORPEDOES, TACTICAL = 0, 1, 2, 5
WAR, PEACE, ALLIED, NEUTRAL = 0, 1, 2, 8
TURN_ORDER = ("us", "la", "eu", "ac", "rr", "mef", "cfe", "ie")
ALLIANCES = {2: 0, 4: 1, 5: 1, 6: 2, 7: 2, 8: 3}
FIRST_LIMITED, GRACE = 6, 5
PASSIVE = ("N", "D")  # hold no land
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
        if self.s.tech == 1 and category != WARHEADS:  # by the book rocketry, and heavy bombers
            return 0
        return int(self.s.technology[(self.turn if power is None else power) * 6 + category])

    def named(self, origin: str, kind: str) -> int:
        """Return how many units of a stack are in the order already."""
        return sum(number for start, unit, number in self.parts if (start, unit) == (origin, kind))

    def engaged(self, kind: str) -> int:
        return sum(number for _, unit, number in self.parts if unit == kind)

    def amounts(self, stack: int) -> dict[str, int]:
        """Return what one, half and all of a stack are, as far as they are offered."""
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
    """Return whether somebody fights for a land (SP-056, SP-070, Q36)."""
    if board.holder(land) == NEUTRAL:
        return True
    there = board.position.units.get(land, {})
    powers = [power for power in range(8) if board.s.in_play[power] and board.defends(power, land)]
    return any(n for p in powers for kind, n in there.get(POWERS[p], NOTHING).items() if kind not in PASSIVE)


def may_attack(board: Board, space: str) -> bool:
    """Return whether a space may be attacked, by whatever units (SP-038, SP-060, SP-198, R12)."""
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


def purchases(board: Board) -> Iterator[str]:
    """Yield what only the advanced rules sell (SP-107, SP-207, SP-211, SP-212, SP-270, SP-276, SP-294)."""
    s, own_turn = board.s, not board.s.joint_buying
    bases = {land for land, base in zip(LAND_IDS, s.base, strict=True) if base == 2}
    new = {land for land, power, x in zip(LAND_IDS, s.holder, s.complexes, strict=True) if power == s.turn and x}
    for kind in ("R", "D"):
        if bases or (kind == "D" and new):
            yield from (f"{share} {kind}" for share in board.amounts(s.credit // 5))
    at_sea = sum(stack["SB"] for stack in (u.get(board.power, NOTHING) for u in board.position.units.values()))
    bought = s.deck[KINDS.index("SB")] + s.joint_deck[s.turn * 16 + KINDS.index("SB")]
    if not at_sea + bought and s.credit >= SHIP_PRICE and any(COAST[land] for land in bases):
        yield "all SB"
    if own_turn and at_sea:
        yield "demote"
    if own_turn and s.credit >= RESEARCH:
        yield from (["buy railway"] if not s.railway[s.turn] else [])
        yield from (["buy anti-ballistics"] if not s.anti_ballistics[s.turn] else [])
        levels, most = s.technology[s.turn * 6 : s.turn * 6 + 6], 1 if s.tech == 1 else 3
        yield from (["research"] if s.tech != 2 and min(levels) < most else [])
    if own_turn and s.credit >= REPAIR and repairs(board):
        yield "repair"


def repairs(board: Board) -> set[str]:
    """Return damaged complexes of land held since the turn began, and the zone of a damaged ship at a port."""
    s = board.s
    found = {land for land, base, damage in zip(LAND_IDS, s.base, s.damage, strict=True) if base and damage}
    for zone in ZONES:
        if s.super_damage[s.turn] and board.position.count(zone, "SB") and COAST[zone] & board.secure:
            found.add(zone)
    return found


def boxes_left(board: Board) -> dict[str, int]:
    """Return how many boxes of each sort can still be bought (SP-208)."""
    s = board.s
    if s.credit < (3 if s.price_list else 5):
        return {}
    return {name: most - s.boxes[s.turn * 6 + number] for number, (name, most) in enumerate(BOXES.items())}


def has_complex_to_bomb(board: Board) -> bool:
    """Return whether a centre can be destroyed or the last complex damaged (SP-286 to SP-289)."""
    s, land = board.s, board.s.target
    total = s.complexes[land] + s.centres[land]
    return (s.centres[land] > 0 and total > 1) or (total > 0 and not s.damage[land])


def is_active(board: Board, power: int) -> bool:
    return bool(board.s.in_play[power] == 1 and board.s.surrendered[power] == 0)


def allies(board: Board, power: int) -> list[int]:
    """Return the allies of other players whom a power may leave (Q48, Q54, R56)."""
    s = board.s
    if not s.treaties or s.small[power]:
        return []
    others = [other for other in range(8) if other != power and is_active(board, other)]
    return [o for o in others if board.relation(power, o) == ALLIED and s.owner[o] != s.owner[power]]


def _now(s: Any, power: int) -> int:
    """Return the turn of a power in this round, as the state counts turns."""
    place = list(s.place_in_order)
    return int(8 * s.round + (place[power] - place[s.first]) % 8)


def has_lasted(board: Board, power: int, other: int) -> bool:
    """Return whether a relation is a full round old (SP-300, SP-305)."""
    return bool(_now(board.s, board.turn) - board.s.since[power * 8 + other] >= 8)


def partners(board: Board) -> list[int]:
    """Return whom the power on turn may offer the next treaty (SP-295 to SP-307)."""
    s, turn, found = board.s, board.turn, []
    for power in range(8) if s.treaties and s.round > 1 else ():
        if power == turn or not is_active(board, power) or not has_lasted(board, turn, power):
            continue
        may_ally = not s.small[turn] and not s.small[power] and ALLIANCES[s.players] > 0
        if board.relation(power) == WAR or (board.relation(power) == PEACE and may_ally):
            found.append(power)
    return found


def bonus_units(board: Board) -> Iterator[str]:
    """Yield the units that the rest of a bonus is enough for (SP-301)."""
    left = board.s.bonus[board.s.seat]
    for kind, price in (PRICES | (ONLINE if board.s.price_list else {})).items():
        yield from (f"{share} {kind}" for share in board.amounts(left // price))


def may_declare(board: Board) -> bool:
    """Return whether the allies of the power on turn may declare the small alliance (SP-312, SP-316)."""
    s, turn = board.s, board.turn
    if not s.small_alliance or any(s.small):
        return False
    side = [power for power in range(8) if s.in_play[power] and board.relation(power) == ALLIED]
    rest = [power for power in range(8) if is_active(board, power) and power not in side]
    pairs = [(one, two) for one in side for two in side if one < two]
    if turn not in side or len(side) != s.players // 2 or any(board.relation(*pair) != ALLIED for pair in pairs):
        return False
    if all(board.relation(one, two) == ALLIED for one in rest for two in rest if one != two):
        return True
    return all(has_lasted(board, *pair) for pair in pairs)


def raiders(board: Board, land: str) -> set[str]:
    """Return the lands from which bombers can raid a land and come back (SP-282, SP-290)."""
    s = board.s
    if land not in LANDS or s.round <= GRACE or board.holder(land) == NEUTRAL or not may_attack(board, land):
        return set()
    index = LAND_IDS.index(land)
    if not s.complexes[index] + s.centres[index] and board.guns(land) < 2:
        return set()
    return {origin for origin in _own_lands(board, "B") if _bombers_return(board, origin, land)}


def _own_lands(board: Board, kind: str) -> set[str]:
    """Return friendly lands with such units that can still move."""
    owners = board.position.owner
    return {
        land
        for land in LANDS.keys() & board.position.own_spaces()
        if owners.get(land) in board.position.friends and board.position.ready(land, kind) - board.named(land, kind) > 0
    }


def _bombers_return(board: Board, origin: str, land: str) -> bool:
    left = 6 + (2 if board.level(TACTICAL) else 0) - AIR[origin].get(land, FREE)
    return left >= 0 and any(AIR[land][end] <= left for end in board.secure if end in AIR[land])


def may_launch(board: Board, space: str) -> bool:
    """Return whether something can fire missiles at a space (SP-192, SP-281, Q37)."""
    if not may_attack(board, space) or (space in LANDS and not is_garrisoned(board, space)):
        return False
    distance = 2 + board.level(WARHEADS)
    if any(AIR[land].get(space, FREE) <= distance for land in _own_lands(board, "N")):
        return True
    return space in LANDS and any(_ships_to_fire(board, zone, kind) for zone in COAST[space] for kind in ("SU", "BB"))


def _ships_to_fire(board: Board, zone: str, kind: str) -> int:
    """Return the ships of a zone that can fire at land (ruling 30)."""
    if board.level(TORPEDOES) < 2:
        return 0
    ready, fired = board.position.ready(zone, kind), board.s.fired[ZONE_IDS.index(zone)]
    if kind == "BB":
        ready = min(ready, board.position.count(zone, "BB") - fired)
    return max(0, ready - board.named(zone, kind))


def launchers(board: Board, origin: str) -> Iterator[str]:
    """Yield what a space adds to an order to fire: missiles, or ships, but not both (ruling 30)."""
    if origin in LANDS:
        is_near = AIR[origin].get(board.target, FREE) <= 2 + board.level(WARHEADS)
        if is_near and not board.engaged("SU") + board.engaged("BB"):
            stack = board.position.ready(origin, "N") - board.named(origin, "N")
            yield from (f"{share} N" for share in board.amounts(stack))
    elif not board.engaged("N") and board.target in COAST[origin]:
        for kind in ("SU", "BB"):
            stack = board.position.ready(origin, kind) - board.named(origin, kind)
            able = _ships_to_fire(board, origin, kind)
            yield from (f"{share} {kind}" for share, number in board.amounts(stack).items() if number <= able)


def _carried(board: Board, land: str) -> int:
    return int(board.s.paratroopers[LAND_IDS.index(land)])


def _spotters_left(board: Board) -> int:
    """Return infantry and tanks that neither spot, nor support a bomber, nor jump (SP-134, SP-188)."""
    loads = sum(_carried(board, land) + -(-_carried(board, land) // 2) for land in LANDS)
    return int(board.s.engaged[0] + board.s.engaged[1] - board.s.guns - loads)


def _is_open(board: Board) -> bool:
    """Return whether guns fire and infantry jumps at all: somebody defends a land that no tank goes on into."""
    is_land = board.target in LANDS and board.mode in ("assault", "rush")
    return is_land and is_garrisoned(board, board.target) and board.target not in board.secure


def fires(board: Board, origin: str) -> Iterator[str]:
    """Yield how much artillery of a neighbour fires (SP-129, SP-134, SP-138)."""
    if origin in LANDS and _is_open(board) and board.target in LAND_NEAR[origin]:
        stack = board.position.ready(origin, "R") - board.named(origin, "R")
        yield from (f"fire {word}" for word, n in board.amounts(stack).items() if n <= _spotters_left(board))


def drops(board: Board, origin: str) -> Iterator[str]:
    """Yield how much infantry jumps from the bombers beside it (SP-187, SP-188, SP-190)."""
    if origin not in LANDS or not _is_open(board) or not may_take(board, board.target):
        return
    infantry = board.position.ready(origin, "I") - board.named(origin, "I")
    bombers = board.position.ready(origin, "B") - board.named(origin, "B")
    carried = _carried(board, origin)
    for word, number in board.amounts(infantry).items():
        more = -(-(carried + number) // 2) - -(-carried // 2)
        is_supported = (
            more <= bombers and more <= _spotters_left(board) and _bombers_return(board, origin, board.target)
        )
        if not more or is_supported:
            yield f"drop {word}"


def may_take(board: Board, land: str) -> bool:
    """Return whether the limited round allows a land to be taken (SP-062, SP-066, SP-067, R16, R46)."""
    s, holder, home = board.s, board.holder(land), LANDS[land]["home"]
    if holder == NEUTRAL or s.round < FIRST_LIMITED or s.limited_over:
        return True
    if home == board.power or s.lost_land[board.turn] == LAND_IDS.index(land):
        return True
    owner = POWERS.index(home) if home in POWERS else NEUTRAL
    frees = owner not in (NEUTRAL, holder) and is_active(board, owner) and board.relation(owner) == ALLIED
    return not s.lost[holder] and (frees or not s.took[board.turn])


def supers(board: Board, origin: str) -> set[str]:
    """Return whether the super battleship of a zone joins a battle at sea (SP-208)."""
    if origin not in ZONES or board.target not in ZONES or board.mode != "assault":
        return set()
    if board.position.ready(origin, "SB") - board.named(origin, "SB") < 1:
        return set()
    moves = 1 if board.position.half.get(origin, NOTHING)["SB"] else 2
    return {"all SB"} if board.target in spread(origin, board.position.open_sea(board.target), moves) else set()


def voyages(board: Board, origin: str) -> set[str]:
    """Return where a super battleship sails to."""
    moves = 1 if board.position.half.get(origin, NOTHING)["SB"] else 2
    return spread(origin, board.position.open_sea(), moves).keys() - {origin}


def planes_hit(board: Board) -> set[str]:
    """Return the planes on which a hit of air defence can fall (SP-145, Q16)."""
    s = board.s
    found = {"F"} if s.engaged[KINDS.index("F")] and not board.level(AIR_POWER) else set()
    found |= {"B"} if s.engaged[KINDS.index("B")] else set()
    return {kind for kind in found if s.ad_mode == 0 or s.shot_down["FB".index(kind)]}


def landing_ships(board: Board) -> set[str]:
    """Return the ships in the zones from which units land (SP-141)."""
    s = board.s
    landers = set(stacks(s.landers, CARGO_KINDS, ZONE_IDS))
    zones = landers | {zone for zone, number in zip(ZONE_IDS, s.landing_ships, strict=True) if number}
    counts = Counter[str]()
    for zone in zones:
        counts.update(board.position.units.get(zone, {}).get(board.power, {}))
    return {kind for kind, number in counts.items() if number and kind != "F"}


def placed_hits(board: Board) -> set[str]:
    """Return what a hit that the attacker places may destroy (SP-281)."""
    kinds = {"T", "R"}
    if board.level(AIR_POWER) == 3 and not board.s.guided_hits[1]:
        kinds |= {"F", "B"}
    return {kind for kind in kinds if board.defenders(kind)}


def gun_places(board: Board) -> dict[str, int]:
    """Return where new air defence is placed: beside own complexes, and aboard old carriers (SP-106, SP-107)."""
    s = board.s
    if not s.deck[KINDS.index("D")]:
        return {}
    found = {
        land: FREE
        for land, power, complexes in zip(LAND_IDS, s.holder, s.complexes, strict=True)
        if power == s.turn and complexes
    }
    bases = [land for land, base in zip(LAND_IDS, s.base, strict=True) if base == 2]
    for zone in {zone for land in bases for zone in COAST[land]}:
        carriers = board.position.count(zone, "CV") - board.position.new_carriers[zone]
        beyond = max(0, board.position.aboard(zone, "D") - 2 * board.position.count(zone, "TR"))
        if (room := 2 * carriers - beyond) > 0:
            found[zone] = room
    return found


def walks(board: Board, origin: str) -> set[str]:
    """Return the lands to which artillery or air defence moves, with a railway over own land (SP-101, SP-272)."""
    found = set(LAND_NEAR[origin] & board.secure)
    if board.s.railway[board.turn]:
        own = {land for land, power in board.position.owner.items() if power == board.power} - board.position.captured
        near = {land: LAND_NEAR[land] & own for land in own}
        found |= spread(origin, near, 2).keys() if origin in own else set()
    return found - {origin}
