"""One-line orders to buy units, buildings, upgrades and research, converted to actions."""

from typing import Any

from wd_env.errors import IllegalAction, quoted
from wd_env.games.superpowers.definitions.actions import KIND_NAMES
from wd_env.games.superpowers.definitions.rule_constants import KINDS, SOLD_AT_ONCE
from wd_env.games.superpowers.rules import purchase
from wd_env.games.superpowers.text.unit_words import UNIT, count_text, read_units

BUILDINGS = {"X": "buy complex", "E": "buy centre"}
UPGRADES = {"railway": "buy railway", "anti-ballistics": "buy anti-ballistics", "research": "research"}


def buy(trial: Any, text: str) -> None:
    """Carry out the order `buy UNITS, X LAND, E LAND, railway, anti-ballistics, research`."""
    trial.check_node(("buy",), "buy")
    for words in map(str.strip, text.split(",")):
        first, _, place = words.partition(" ")
        if first.upper() in BUILDINGS and place and UNIT.fullmatch(place) is None:
            trial.check_node(("buy",), words)
            trial.play(BUILDINGS[first.upper()], first)
            trial.play(trial.space(place), place)
            continue
        if words.casefold() in UPGRADES:
            trial.check_node(("buy",), words)
            _buy_upgrade(trial, words.casefold())
            continue
        for kind, number in read_units(words):
            index = KIND_NAMES.index(kind)
            lot = SOLD_AT_ONCE[KINDS * trial.table.state.price_list + index]
            if number % lot:
                raise IllegalAction(f"units: expected a multiple of {count_text(kind, lot)}, got {kind}{number}")
            left = number // lot
            while left:
                trial.check_node(("buy",), f"{kind}{number}")
                left -= trial.name_share(kind, left, _lots)


def _buy_upgrade(trial: Any, name: str) -> None:
    legal = [known for known, action in UPGRADES.items() if action in trial.table.legal_texts()]
    if name not in legal:
        allowed = ", ".join([*legal, "units as in T2"])
        raise IllegalAction(f"{quoted(name)} is not for sale here; expected {allowed}")
    trial.play(UPGRADES[name], name)


def _lots(s: Any, kind: int) -> int:
    return int(purchase.lots_of(s, kind)) if purchase.price_of(s, kind) else 0
