"""Complete orders in one line, such as `attack china from japan T2 F1, manchuria I2`, converted to actions.

The actions are tried on a copy of the table, so an order with an illegal word changes nothing.
"""

import re
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from wd_env.errors import IllegalAction, did_you_mean, quoted
from wd_env.games.superpowers.board.board_model import Board
from wd_env.games.superpowers.definitions.actions import KIND_NAMES, SHARE_NAMES
from wd_env.games.superpowers.definitions.rule_constants import (
    ALL,
    CARGO_ROW,
    HALF,
    HALF_FROM,
    LANDS,
    ONE,
)
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.rules import attack_order, movement, voyage, voyage_cargo
from wd_env.games.superpowers.rules.sets import share_amount
from wd_env.games.superpowers.text.purchase_orders import buy
from wd_env.games.superpowers.text.treaty_orders import dissolve_alliance, offer_treaty
from wd_env.games.superpowers.text.unit_words import Units, count_text, read_part, read_units
from wd_env.spec.module_copies import module_of
from wd_env.text.typed_action import allowed_text

FORMS = {
    "attack": "attack china from japan T2 F1, manchuria I2",
    "raid": "raid japan from taimyr B2",
    "move": "move T2 I1 from germany to france",
    "sail": "sail TR1 from sz_brazil_waters to sz_congo_waters with I2",
    "buy": "buy I4 T1, X france",
    "place": "place I2 T1 in germany",
    "offer": "offer la",
    "dissolve": "dissolve la",
}
MODES = {"attack": ("assault", "missile"), "raid": ("raid",)}  # what a verb means, first of all the first
MISSILE = "N"  # an attack with it is a launch
ATTACK = re.compile(r"(?P<target>.+?)(?: through (?P<zone>.+?))? from (?P<parts>.+)", re.IGNORECASE)
MOVE = re.compile(r"(?P<units>.+?) from (?P<start>.+?) to (?P<end>.+?)(?: with (?P<cargo>.+))?", re.IGNORECASE)
PLACE = re.compile(r"(?P<units>.+?) (?:in|at) (?P<end>.+)", re.IGNORECASE)

Stack = Callable[[Any, int], int]  # a state and a kind; how many units there are to choose from


def _space_names(board: Board) -> dict[str, str]:
    """Return the id of each space by every name of it; an id comes before titles and aliases that equal it."""
    spaces = board.spaces.values()
    names = {name.casefold(): space.id for space in spaces for name in (space.title, *space.aliases)}
    return names | {space.id: space.id for space in spaces}


def order_actions(table: Any, text: str) -> list[str]:
    """Return the actions that a whole order means, or an empty list if the text is not an order.

    Args:
        table: The table, at a decision of the power that gives the order. It is not changed.
        text: The order: a verb of `FORMS` and what follows it.

    Raises:
        IllegalAction: If the order has another form, or a word that is not legal; the message names the word and what
            is legal there.
    """
    verb, _, rest = text.strip().partition(" ")
    verb = verb.casefold()
    if verb not in FORMS or not rest.strip():
        return []
    trial = _Trial(table)
    ORDERS[verb](trial, rest.strip())
    return trial.actions


class _Trial:
    """A copy of the table on which an order is tried.

    Args:
        table: The table.
    """

    def __init__(self, table: Any) -> None:
        self.table = table.copy()
        self.board = board_of(table.game)
        self.actions: list[str] = []

    @property
    def node(self) -> str:
        return self.table.node.name  # type: ignore[no-any-return]

    @property
    def mode(self) -> str:
        """The way in which the target is attacked."""
        return self.table.game.actions.text(self.table.state.mode)  # type: ignore[no-any-return]

    def rules(self, module: ModuleType) -> Any:
        """Return a module of the rules for the board of the table."""
        return module_of(self.table.game, module)

    def cargo_stack(self, s: Any, kind: int) -> int:
        """Return the number of units of a kind that would stay behind when the ships sail."""
        return int(self.rules(voyage_cargo).left_behind(s, CARGO_ROW[kind], s.origin - LANDS))

    def play(self, action: str, typed: str) -> None:
        """Take an action.

        Raises:
            IllegalAction: If it is not legal.
        """
        legal = self.table.legal_texts()
        if action not in legal:
            raise IllegalAction(f"{quoted(typed)} is not possible here; {allowed_text(legal)}")
        self.table.play(action)
        self.actions.append(action)

    def check_node(self, nodes: Sequence[str], typed: str) -> None:
        """Raise IllegalAction if the current node is another one."""
        if self.node not in nodes:
            raise IllegalAction(f"{quoted(typed)} is not possible here; {allowed_text(self.table.legal_texts())}")

    def space(self, name: str) -> str:
        """Return the id of a space that was typed as id, title or alias.

        Raises:
            IllegalAction: If the board has no such space.
        """
        names = _space_names(self.board)
        typed = " ".join(name.casefold().split())
        for text in (typed, typed.replace(" ", "_")):
            if text in names:
                return names[text]
        starts = {space for text, space in names.items() if typed and text.startswith(typed)}
        if len(starts) == 1:
            return starts.pop()
        suggestion = did_you_mean(typed, tuple(self.board.index))
        raise IllegalAction(f"{quoted(name)} is not a space of the board{suggestion}")

    def name_share(self, kind: str, number: int, stack: Stack, way: str = "") -> int:
        """Name the highest possible number of the units with one action, and return it."""
        count = stack(self.table.state, KIND_NAMES.index(kind))
        if number > count:
            raise IllegalAction(f"units: expected at most {count_text(kind, count)} here, got {kind}{number}")
        half = share_amount(HALF, count)
        share = ALL if number == count else HALF if count >= HALF_FROM and half <= number else ONE
        action = f"{way} {SHARE_NAMES[share]}" if way else f"{SHARE_NAMES[share]} {kind}"
        self.play(action, f"{way} {kind}{number}".strip())
        return int(share_amount(share, count))


def _raid(trial: _Trial, text: str) -> None:
    """Carry out the order `raid TARGET from SPACE UNITS, SPACE UNITS ...`."""
    _attack(trial, text, "raid")


def _attack(trial: _Trial, text: str, verb: str = "attack") -> None:
    """Carry out `attack TARGET [through ZONE] from SPACE UNITS [fire UNITS] [drop UNITS], SPACE UNITS ...`."""
    match = ATTACK.fullmatch(text)
    if match is None or (verb == "raid" and match["zone"]):
        raise _form_error(verb, text)
    parts = [read_part(words) for words in match["parts"].split(",")]
    trial.check_node(("target",), verb)
    trial.play(trial.space(match["target"]), match["target"])
    if trial.node == "how":
        launches = verb == "attack" and any(kind == MISSILE for _, units in parts for _, kind, _ in units)
        mode = "rush" if match["zone"] else MODES[verb][1 if launches else 0]
        trial.play(mode, "through" if match["zone"] else MISSILE if launches else verb)
    elif not match["zone"] and trial.mode not in MODES[verb]:
        raise IllegalAction(f"{quoted(f'{verb} {text}')} is not possible here; legal: {trial.mode}")
    if match["zone"]:
        trial.check_node(("through",), f"through {match['zone']}")
        trial.play(trial.space(match["zone"]), match["zone"])
    for name, units in parts:
        space = trial.space(name)
        for way, kind, number in units:
            left = number
            while left:
                trial.check_node(("attack_from",), f"{kind}{left}")
                trial.play(space, name)
                left -= trial.name_share(kind, left, trial.rules(attack_order).stack_to_join, way)
    if trial.node == "attack_from":
        trial.play("go", text)


def _move(trial: _Trial, text: str) -> None:
    """Carry out the order `move UNITS from SPACE to SPACE [with CARGO]`."""
    trial.check_node(("move_from",), "move")
    _go(trial, text, "move_from", trial.rules(movement).stack_to_move)


def _sail(trial: _Trial, text: str) -> None:
    """Carry out the order `sail UNITS from SPACE to ZONE [with CARGO]`; units on land board."""
    trial.check_node(("target", "move_from"), "sail")
    if trial.node == "move_from":
        _go(trial, text, "move_from", trial.rules(movement).stack_to_move)
    else:
        _go(trial, text, "target", trial.rules(voyage).voyage_stack)


def _go(trial: _Trial, text: str, node: str, stack: Stack) -> None:
    match = MOVE.fullmatch(text)
    if match is None:
        raise _form_error("sail" if node == "target" else "move", text)
    start, end = trial.space(match["start"]), trial.space(match["end"])
    cargo = read_units(match["cargo"]) if match["cargo"] else []
    for kind, number in read_units(match["units"]):
        left = number
        while left:
            trial.check_node((node,), f"{kind}{left}")
            if node == "target":
                trial.play("sail", "sail")
            trial.play(start, match["start"])
            left -= trial.name_share(kind, left, stack)
            if trial.node == "sail_cargo":
                cargo = _name_cargo(trial, cargo)
            if trial.node in ("move_to", "sail_to"):
                trial.play(end, match["end"])
    if cargo:
        kind, number = cargo[0]
        raise IllegalAction(f"cargo of this order: expected cargo that may stay too, got {kind}{number}")


def _name_cargo(trial: _Trial, cargo: Units) -> Units:
    """Name cargo while it is expected, and return the rest."""
    left = dict(cargo)
    while trial.node == "sail_cargo":
        kind = next((kind for kind, number in left.items() if number), None)
        if kind is None:
            trial.play("go", "no more cargo")
            return []
        left[kind] -= trial.name_share(kind, left[kind], trial.cargo_stack)
    return [(kind, number) for kind, number in left.items() if number]


def _place(trial: _Trial, text: str) -> None:
    """Carry out the order `place UNITS in SPACE, UNITS in SPACE ...`."""
    for words in text.split(","):
        match = PLACE.fullmatch(words.strip())
        if match is None:
            raise _form_error("place", words)
        for kind, number in read_units(match["units"]):
            left = number
            while left:
                trial.check_node(("place_what",), f"{kind}{left}")
                left -= trial.name_share(kind, left, lambda s, index: int(s.deck[index]))
                if trial.node == "place_where":
                    trial.play(trial.space(match["end"]), match["end"])


def _form_error(verb: str, text: str) -> IllegalAction:
    return IllegalAction(f"order: expected one as in `{FORMS[verb]}`, got {quoted(f'{verb} {text}')}")


ORDERS: dict[str, Callable[[_Trial, str], None]] = {
    "attack": _attack,
    "raid": _raid,
    "move": _move,
    "sail": _sail,
    "buy": buy,
    "place": _place,
    "offer": offer_treaty,
    "dissolve": dissolve_alliance,
}
