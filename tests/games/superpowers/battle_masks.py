"""The actions that the independent checker expects at purchases and in battles, read from a state."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.games.superpowers import battle_checker as checker
from tests.games.superpowers.battle_checker import Battle
from tests.games.superpowers.order_position import LANDS, POWERS, SPACES, ZONES, Part, Position
from tests.games.superpowers.state_reader import (
    CARGO_KINDS,
    KINDS,
    LAND_IDS,
    MISSILE,
    NEUTRAL,
    RUSH,
)
from wd_env.games.superpowers.game import GAME

WAR = 0
ENCIRCLE_OFF = 2
BUY_COMPLEX = GAME.actions.index("buy complex")
CAPITALS = {"us": "eastern_usa", "eu": "germany", "rr": "russia", "ie": "japan"}
CAPITALS |= {"cfe": "indo_china", "mef": "saudi_arabia", "ac": "zaire", "la": "brazil"}


def battle_of(s: Any, position: Position, parts: list[Part]) -> Battle:
    """Return the battle in progress."""
    target = SPACES[s.target]
    landing = sum(s.landing_ships) if s.target < len(LAND_IDS) else 0
    landed = CARGO_KINDS if s.mode == RUSH else ()
    attackers = [("" if start in ZONES and kind in landed else start, kind, number) for start, kind, number in parts]
    if landing:
        attackers.append(("", "TR", landing))
    found = Battle(target, attackers, _defenders(s, position, target))
    found.due = s.due_defender + s.due_defender_ships
    if target in LANDS:
        rulers = [power for power in POWERS if position.count(target, "L", power)]
        found.inspired = any(s.capital[POWERS.index(power)] != s.target for power in rulers)
    return found


def _defenders(s: Any, position: Position, target: str) -> dict[str, Counter[str]]:
    if s.decider == NEUTRAL:
        return {"": Counter({"I": s.garrison[0], "F": s.garrison[1]})}
    found = {}
    for power in checker.ranked(POWERS[s.decider], [POWERS[number] for number in s.turn_order]):
        if target in ZONES and not _is_at_war(s, POWERS.index(power)):
            continue
        if target in LANDS and power in position.friends:
            continue
        stack = Counter(position.units.get(target, {}).get(power, Counter()))
        stack["SU"] -= s.out_subs[POWERS.index(power)]
        found[power] = Counter({k: n for k, n in stack.items() if n > 0 and k not in checker.NEVER_LOST})
    return found


def _is_at_war(s: Any, power: int) -> bool:
    return bool(s.in_play[power]) and s.relation[s.turn * 8 + power] == WAR


def _press(s: Any, position: Position, parts: list[Part]) -> Iterator[str]:
    return checker.press(battle_of(s, position, parts), s.encircle != ENCIRCLE_OFF)


def _lose(s: Any, position: Position, parts: list[Part]) -> set[str]:
    battle = battle_of(s, position, parts)
    battle.ships_only = s.due_attacker_ships > 0
    return checker.losses(battle)


def _give(s: Any, position: Position, parts: list[Part]) -> set[str]:
    battle = battle_of(s, position, parts)
    battle.ships_only = s.due_defender_ships > 0
    return checker.gifts(battle, s.mode == MISSILE)


def _owner_of_submarine(s: Any, position: Position, parts: list[Part]) -> int:
    if s.seat == s.turn:
        return int(s.turn)
    for power, stack in battle_of(s, position, parts).defenders.items():
        if stack["SU"] > s.dived[POWERS.index(power)]:
            return POWERS.index(power)
    raise AssertionError("expected a submarine")


def _exits(s: Any, position: Position, parts: list[Part]) -> set[str]:
    owner = _owner_of_submarine(s, position, parts)
    hostile = set()
    for power in range(8):
        if s.in_play[power] and s.relation[owner * 8 + power] == WAR:
            for zone in ZONES:
                stack = position.units.get(zone, {}).get(POWERS[power], Counter())
                if any(stack[kind] for kind in ("TR", "SU", "CV", "BB")):
                    hostile.add(zone)
    return checker.exits(position, battle_of(s, position, parts), hostile, s.seat == s.turn)


def _sub_stays(s: Any, position: Position, parts: list[Part]) -> Iterator[str]:
    battle = battle_of(s, position, parts)
    return checker.submarines(battle, _exits(s, position, parts), s.seat == s.turn)


def _either(_s: Any, _position: Position, _parts: list[Part]) -> set[str]:
    return {"yes", "no"}


def _encircle(s: Any, position: Position, parts: list[Part]) -> set[str]:
    return {"yes", "no"} if checker.is_encirclement(battle_of(s, position, parts)) else set()


def _general_home(s: Any, position: Position, parts: list[Part]) -> set[str]:
    in_time = s.battle_round == 1 or s.general_withdraw
    return {"yes", "no"} if in_time and battle_of(s, position, parts).counts["G"] else set()


def _sink(s: Any, _position: Position, _parts: list[Part]) -> Iterator[str]:
    units, first = (s.landers, 0) if s.sink_seat == NEUTRAL else (s.cargo, s.sink_seat * len(CARGO_KINDS))
    for row, kind in enumerate(CARGO_KINDS):
        if units[(first + row) * 66 + s.sink_zone] and kind in ("I", "T", "N"):
            yield f"one {kind}"


def _held(s: Any, least: int) -> set[str]:
    return {land for land, base in zip(LAND_IDS, s.base, strict=True) if base >= least}


def _buildings(s: Any) -> dict[str, set[str]]:
    complexes, centres = (dict(zip(LAND_IDS, values, strict=True)) for values in (s.complexes, s.centres))
    return checker.buildings(complexes, centres, _held(s, 1), CAPITALS[POWERS[s.turn]])


def _buy(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    yield "end"
    if s.allow_surrender and not s.joint_buying:
        yield "surrender"
    if s.joint_cost[s.turn] and not s.joint_buying:
        yield "unbuy"
    bases = _held(s, 2)
    prices = checker.ONLINE if s.price_list else checker.BOOK
    yield from checker.purchases(s.credit, prices, bool(bases), checker.may_build_port(position, bases))
    if s.credit >= checker.BUILDING and not s.joint_buying:
        yield from (name for name, lands in _buildings(s).items() if lands)


def _buy_where(s: Any, _position: Position, _parts: list[Part]) -> set[str]:
    return _buildings(s)["buy complex" if s.amount == BUY_COMPLEX else "buy centre"]


def _sail_cargo(s: Any, position: Position, _: list[Part]) -> Iterator[str]:
    zone, kind = SPACES[s.origin], KINDS[s.kind]
    aboard = {name: position.aboard(zone, name) for name in CARGO_KINDS}
    named = dict(zip(CARGO_KINDS, s.voyage_cargo, strict=True))
    sailing = s.amount if kind == "TR" else 0
    most = checker.along(aboard, named, sailing, position.count(zone, "TR") - sailing)
    for name, number in most.items():
        if name == "go":
            if number:
                yield "go"
            continue
        stack = aboard[name] - named[name]
        amounts = {"all": stack} | ({"one": 1} if stack > 1 else {}) | ({"half": stack // 2} if stack > 3 else {})
        yield from (f"{share} {name}" for share, amount in amounts.items() if 0 < amount <= number)


EXPECTED = {
    "buy": _buy,
    "buy_where": _buy_where,
    "permit": _either,
    "sail_cargo": _sail_cargo,
    "press": _press,
    "lose": _lose,
    "give": _give,
    "sub_stays": _sub_stays,
    "sub_to": _exits,
    "sink": _sink,
    "general_home": _general_home,
    "encircle": _encircle,
}
