"""Actions as sentences for the history of a game, such as `buys 4 infantry units` after the name of a power."""

from typing import Any

from wd_env.games.superpowers.definitions.actions import BUY_CENTRE, KIND_NAMES, POWER_IDS, REPAIR
from wd_env.games.superpowers.definitions.rule_constants import NO_KIND, NOWHERE
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.text.order_amounts import WAYS, chosen_units, unit_of
from wd_env.games.superpowers.text.power_names import power_title
from wd_env.games.superpowers.text.table_lines import space_title
from wd_env.games.superpowers.text.unit_words import count_text, unit_name, units_text

# by action: the same at every decision
ACTIONS = {
    "surrender": "surrenders",
    "repair": "repairs a building or its super battleship",
    "research": "researches a technology",
    "unbuy": "gives back what it bought at the start of the round",
    "demote": "turns its super battleship into a battleship",
    "sail": "moves ships before combat",
    "offer": "offers a treaty",
    "dissolve": "ends an alliance",
    "small alliance": "declares the small alliance",
    "missile": "launches missiles",
    "press": "fights another round",
    "retreat": "retreats",
    "dive": "lets one submarine dive",
    "buy complex": "buys a production complex",
    "buy centre": "buys an economic centre",
    "buy railway": "buys a railway",
    "buy anti-ballistics": "buys anti-ballistics",
}
# by decision and action
DECIDED = {
    "buy": {"end": "ends its purchase"},
    "box": {"end": "adds no more boxes"},
    "permit": {"yes": "lets ships pass its canal", "no": "lets no ships pass its canal"},
    "target": {"end": "ends its attacks"},
    "how": {"assault": "attacks with units", "raid": "raids with bombers", "rush": "rushes through a zone"},
    "attack_from": {"go": "starts the attack on {target}"},
    "sail_cargo": {"go": "sails with the cargo chosen so far"},
    "sub_stays": {"yes": "keeps its submarines in the battle", "no": "withdraws a submarine"},
    "give": {"no": "lets the defender choose the loss"},
    "bomb": {"raid": "bombs a building"},
    "general_home": {"yes": "sends its general back", "no": "keeps its general in the battle"},
    "encircle": {"yes": "encircles the defenders", "no": "does not encircle the defenders"},
    "move_from": {"end": "ends its moves"},
    "respond": {"yes": "accepts", "no": "refuses"},
}
# by decision, for an action that names a space, a power or units: {} is what it names, the rest is in the state
NAMED = {
    "nation": "picks {}",
    "port": "places its first ships in {}",
    "start_infantry": "places 1 infantry unit in {}",
    "new_capital": "makes {} its capital",
    "buy": "buys {}",
    "target": "chooses {} as a target",
    "attack_from": "chooses units in {}",
    "attack_what": "attacks {target} with {} from {origin}",
    "through": "rushes through {}",
    "sail_from": "chooses units in {}",
    "sail_what": "chooses {} in {origin}",
    "sail_cargo": "takes {} along",
    "sail_to": "moves {units} from {origin} to {}",
    "sub_to": "moves the submarine to {}",
    "lose": "loses {}",
    "sink": "loses {} aboard",
    "bomb": "bombs {}",
    "land_where": "lands a plane in {}",
    "meet_from": "brings the carrier from {}",
    "move_from": "chooses units in {}",
    "move_what": "chooses {} in {origin}",
    "move_to": "moves {units} from {origin} to {}",
    "place_what": "chooses {} to place",
    "place_where": "places {units} in {}",
    "offer_to": "makes the offer to {}",
    "bonus": "takes {} for the peace treaty",
    "drop": "returns to peace with {}",
    "dissolve_with": "ends the alliance with {}",
    "small_infantry": "places 1 infantry unit of the small alliance in {}",
}
FIRE_AND_DROP = {"fire": "fires at {target} with {} in {origin}", "drop": "drops {} from {origin} on {target}"}
BUILDINGS = {BUY_CENTRE: "builds the economic centre in {}", REPAIR: "repairs in {}"}  # by what is bought


def action_sentence(table: Any, action: str) -> str:
    """Return what the power at a decision does with an action, without its name.

    Args:
        table: The table, at the decision of the action.
        action: A legal action.
    """
    node = table.node.name
    sentence = DECIDED.get(node, {}).get(action) or ACTIONS.get(action)
    if sentence:
        return sentence.format(**_order(table))
    first, _, rest = action.partition(" ")
    if first == "box":
        return f"adds the box {rest}"
    if first == "leave":
        kind, _, moves = rest.partition(" ")
        return f"takes a {unit_name(kind)} with {moves} {'move' if moves == '1' else 'moves'} left out of the battle"
    return _pattern(table, first).format(_named(table, action), **_order(table))


def _order(table: Any) -> dict[str, str]:
    """Return the target, the origin and the units of the order in progress."""
    s = table.state
    spaces = {"target": s.target, "origin": s.origin}
    titles = {name: "" if space == NOWHERE else space_title(table, space) for name, space in spaces.items()}
    return {**titles, "units": "" if s.kind == NO_KIND else count_text(KIND_NAMES[s.kind], s.amount)}


def action_words(table: Any, action: str) -> str:
    """Return an action with names for ids and codes, without the decision that it belongs to.

    Args:
        table: The table, in any state.
        action: An action, such as `half I` or `japan`.
    """
    board = board_of(table.game)
    if action in board.index or action in POWER_IDS:
        return _title(table, action)
    first, _, rest = action.partition(" ")
    if first == "leave":
        kind, _, moves = rest.partition(" ")
        return f"a {unit_name(kind)} with {moves} {'move' if moves == '1' else 'moves'} left leaves"
    share, code = (rest, WAYS[first][0]) if first in WAYS else (first, rest)
    if code not in KIND_NAMES:
        return action
    units = {"one": f"one {unit_name(code)}", "half": f"half of the {unit_name(code, 2)}"}
    return f"{units.get(share) or f'all {unit_name(code, 2)}'}{f' {first}' if first in WAYS else ''}"


def _title(table: Any, name: str) -> str:
    """Return the title of a space or a power."""
    board = board_of(table.game)
    if name in board.index:
        return board.spaces[board.index[name]].title
    return power_title(table, POWER_IDS.index(name))


def _pattern(table: Any, first: str) -> str:
    s, node = table.state, table.node.name
    if first in FIRE_AND_DROP:
        return FIRE_AND_DROP[first]
    if node == "give":
        return "chooses a loss of the defender: {}" if s.seat == s.turn else "loses {}"
    if node == "buy_where":
        return BUILDINGS.get(s.amount, "builds the production complex in {}")
    return NAMED[node]


def _named(table: Any, action: str) -> str:
    """Return the space, the power or the units of an action."""
    if action in board_of(table.game).index or action in POWER_IDS:
        return _title(table, action)
    code, count = chosen_units(table, action)
    if table.node.name in ("buy", "bonus"):
        return bought_text(table, code, count)
    return count_text(code, count)


def bought_text(table: Any, code: str, lots: int) -> str:
    """Return the units of a number of purchases, such as `1 transport and 1 infantry unit`."""
    unit = unit_of(table, code)
    extra = unit.extra_infantry * lots if table.node.name == "buy" else 0
    return units_text({code: unit.amount * lots, **({"I": extra} if extra else {})})
