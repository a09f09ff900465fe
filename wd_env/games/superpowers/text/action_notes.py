"""Short notes on actions for menus."""

from typing import Any

from wd_env.games.superpowers.definitions.actions import BOX_NAMES, KIND_NAMES, POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import CARGO_KINDS, LANDS, NOWHERE
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.text.action_sentences import bought_text
from wd_env.games.superpowers.text.order_amounts import chosen_units, unit_of
from wd_env.games.superpowers.text.table_lines import current_space_text, space_title
from wd_env.games.superpowers.text.unit_words import count_text, unit_name

NOTES = {
    "surrender": "Give up: your units stay and defend, but you have no more turns.",
    "research": "Pay for a technology; a die decides its category.",
    "repair": "Pay for the repair of a damaged building or super battleship.",
    "unbuy": "Give back what you bought at the start of the round, for its full price.",
    "demote": "Turn the super battleship into a battleship.",
    "sail": "Load ships or sail before you attack.",
    "offer": "Offer another power peace or an alliance.",
    "dissolve": "End an alliance; peace remains.",
    "small alliance": "Declare your alliance the small alliance, which gets a bonus.",
    "assault": "Attack with units that fight in rounds of dice.",
    "missile": "Launch missiles.",
    "rush": "Sail through a zone of enemies, who roll dice at your ships.",
    "press": "Fight another round.",
    "retreat": "Your units go back; those that have landed from ships fight on.",
    "dive": "One submarine dives and is out of this battle.",
    "buy complex": "Buy a production complex: new units are placed next to it.",
    "buy centre": "Buy an economic centre, which raises your income.",
    "buy railway": "Buy a railway, an improvement of your land units.",
    "buy anti-ballistics": "Buy anti-ballistics: your air defence hits missiles more often.",
}
NOTES_OF_DECISIONS = {
    "buy": {"end": "Stop buying."},
    "box": {"end": "No more boxes."},
    "permit": {"yes": "Its ships may pass in this turn.", "no": "Its ships may not pass in this turn."},
    "target": {"end": "No more attacks: planes land, then units move."},
    "attack_from": {"go": "Start the attack with the units chosen so far."},
    "sail_cargo": {"go": "Sail with the cargo chosen so far."},
    "sub_stays": {"yes": "Your submarines stay in the battle.", "no": "One submarine leaves for another zone."},
    "give": {"no": "Let the defender choose the loss."},
    "bomb": {"raid": "Destroy an economic centre, or damage the last building in the land."},
    "general_home": {"yes": "He goes back to where he came from.", "no": "He stays in the battle."},
    "encircle": {"yes": "All defenders are lost without attack dice.", "no": "Roll the attack dice."},
    "move_from": {"end": "No more moves."},
    "respond": {"yes": "Accept the treaty.", "no": "Refuse it."},
    "how": {"raid": "Bombers attack the buildings and air defence there."},
}
NODES_WITH_ORIGIN = ("attack_what", "sail_what", "sail_cargo", "move_what")  # units of one space are chosen


def action_note(table: Any, action: str) -> str:
    """Return what an action means at the current decision, or what is in the space that it names."""
    note = NOTES_OF_DECISIONS.get(table.node.name, {}).get(action) or NOTES.get(action)
    if note:
        return note
    board = board_of(table.game)
    if action in POWER_IDS:
        power = board.powers[POWER_IDS.index(action)]
        return f"{power.title}, capital {space_title(table, power.capital)}"
    if action in board.index:
        return _space_note(table, action)
    first, _, rest = action.partition(" ")
    if first == "box" and rest in BOX_NAMES:
        return "Add this box to the super battleship."
    return _units_note(table, first, rest)


def _space_note(table: Any, name: str) -> str:
    """Return the title of a space, the holder of a land with its buildings, and the units there and aboard ships."""
    board = board_of(table.game)
    index = board.index[name]
    return ": ".join(filter(None, (board.spaces[index].title, current_space_text(table, index))))


def _units_note(table: Any, first: str, rest: str) -> str:
    """Return the units that an action chooses: `all T`, `fire half`, `leave F 2`."""
    if first == "leave":
        kind, _, moves = rest.partition(" ")
        ending = "" if moves == "1" else "s"
        return f"One {unit_name(kind)} with {moves} move{ending} left leaves the battle."
    code, count = chosen_units(table, f"{first} {rest}")
    if not code:
        return ""
    if first in ("fire", "drop"):
        is_one = count == 1
        text = (
            f"fire{'s' * is_one} from where {'it is' if is_one else 'they are'}"
            if first == "fire"
            else (f"jump{'s' * is_one} from bombers")
        )
        return f"{count_text(code, count)} {text}"
    if table.node.name in ("buy", "bonus"):
        return f"{bought_text(table, code, count)} for {count * unit_of(table, code).price} credits"
    aboard = " aboard" if _is_cargo(table, rest) else ""
    every = "all " if first == "all" and count > 1 else ""
    return f"{every}{count_text(code, count)}{aboard}"


def _is_cargo(table: Any, kind: str) -> bool:
    """Return whether the units of this kind that can be chosen now are aboard ships."""
    node, origin = table.node.name, table.state.origin
    is_at_sea = node == "sink" or (node in NODES_WITH_ORIGIN and LANDS <= origin != NOWHERE)
    return is_at_sea and KIND_NAMES.index(kind) in CARGO_KINDS
