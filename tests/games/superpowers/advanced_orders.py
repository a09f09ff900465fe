"""An independent checker of the advanced orders, with sets and breadth-first search.

It shares no code with the rules.
"""

from collections import Counter
from collections.abc import Iterator

from tests.games.superpowers.advanced_board import (
    AIR_POWER,
    ALLIED,
    FIRST_LIMITED,
    GRACE,
    NEUTRAL,
    TACTICAL,
    TORPEDOES,
    WARHEADS,
    Board,
    is_active,
    is_garrisoned,
    may_attack,
)
from tests.games.superpowers.order_position import AIR, COAST, LAND_NEAR, LANDS, NOTHING, POWERS, ZONES, spread
from tests.games.superpowers.state_reader import CARGO_KINDS, KINDS, LAND_IDS, ZONE_IDS, stacks

SHIP_PRICE, RESEARCH, REPAIR, FREE = 15, 10, 15, 99
BOXES = {"hit point": 2, "attack die": 2, "defence die": 2, "air defence": 2, "attack 5": 1, "defence 5": 1}


def purchases(board: Board) -> Iterator[str]:
    """Yield the purchases of the advanced rules alone (SP-107, SP-207, SP-211, SP-212, SP-270, SP-276, SP-294)."""
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
    """Return lands with a damaged complex, held since the turn began, and the zone of a damaged ship at a port."""
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


def raiders(board: Board, land: str) -> set[str]:
    """Return the lands from which bombers can raid a land and return (SP-282, SP-290)."""
    s = board.s
    if land not in LANDS or s.round <= GRACE or board.holder(land) == NEUTRAL or not may_attack(board, land):
        return set()
    index = LAND_IDS.index(land)
    if not s.complexes[index] + s.centres[index] and board.guns(land) < 2:
        return set()
    return {origin for origin in _own_lands(board, "B") if _bombers_return(board, origin, land)}


def _own_lands(board: Board, kind: str) -> set[str]:
    """Return friendly lands with units of this kind that can still move."""
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
    """Return whether guns fire and infantry jumps: a land is defended, and no tank continues into it."""
    is_land = board.target in LANDS and board.mode in ("assault", "rush")
    return is_land and is_garrisoned(board, board.target) and board.target not in board.secure


def fires(board: Board, origin: str) -> Iterator[str]:
    """Yield how much artillery of a neighbour fires (SP-129, SP-134, SP-138)."""
    if origin in LANDS and _is_open(board) and board.target in LAND_NEAR[origin]:
        stack = board.position.ready(origin, "R") - board.named(origin, "R")
        yield from (f"fire {word}" for word, n in board.amounts(stack).items() if n <= _spotters_left(board))


def drops(board: Board, origin: str) -> Iterator[str]:
    """Yield how much infantry jumps from the bombers in the same land (SP-187, SP-188, SP-190)."""
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
    """Return the zones to which a super battleship can sail."""
    moves = 1 if board.position.half.get(origin, NOTHING)["SB"] else 2
    return spread(origin, board.position.open_sea(), moves).keys() - {origin}


def planes_hit(board: Board) -> set[str]:
    """Return the planes that a hit of air defence can destroy (SP-145, Q16)."""
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
    """Return the units that a hit placed by the attacker may destroy (SP-281)."""
    kinds = {"T", "R"}
    if board.level(AIR_POWER) == 3 and not board.s.guided_hits[1]:
        kinds |= {"F", "B"}
    return {kind for kind in kinds if board.defenders(kind)}


def gun_places(board: Board) -> dict[str, int]:
    """Return where new air defence is placed: next to own complexes, and aboard old carriers (SP-106, SP-107)."""
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
    """Return the lands to which artillery or air defence moves; a railway helps over own land (SP-101, SP-272)."""
    found = set(LAND_NEAR[origin] & board.secure)
    if board.s.railway[board.turn]:
        own = {land for land, power in board.position.owner.items() if power == board.power} - board.position.captured
        near = {land: LAND_NEAR[land] & own for land in own}
        found |= spread(origin, near, 2).keys() if origin in own else set()
    return found - {origin}
