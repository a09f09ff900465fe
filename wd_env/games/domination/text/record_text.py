"""Texts of nodes and record lines, without secrets."""

from wd_env.games.domination.definitions.actions import WILDCARD
from wd_env.games.domination.definitions.rule_constants import (
    EXACT,
    MIN_GARRISON,
    MUST_TRADE,
    NOBODY,
    NOWHERE,
    TRADE_VERB,
)
from wd_env.games.domination.rules.amounts import amount_in
from wd_env.games.domination.rules.cards import set_value
from wd_env.games.domination.table import DominationTable
from wd_env.games.domination.text.titles import armies_text, set_text, titles_of
from wd_env.table.game_record import RecordLine
from wd_env.text.field_texts import readable_name
from wd_env.text.seat_names import SeatNames

# Parts in braces are filled in from the table, see `placeholder_values`.
NODE_TEXTS = {
    "claim": "{who} claims a country: which?",
    "setup_place": "{who} places one of {stock}: where?",
    "capital": "{who} chooses a capital in secret: which country?",
    "trade": "{who} {may} trade a set of cards: which?",
    "bonus_where": "{who} has traded several own countries: which gets the two armies?",
    "place": "{who} has {stock} to place: where?",
    "place_amount": "{who} places armies on {origin}: how many of {stock}?",
    "attack_from": "{who} may attack: from where?",
    "attack_to": "{who} attacks from {origin} with {here}: which country?",
    "roll": "{who} attacks {target} ({there}, {holder}) from {origin} ({here}): how many dice?",
    "defend": "{who} defends {target} ({there}) against {dice} from {origin}: how many dice?",
    "occupy": "{who} has taken {target}: how many armies follow from {origin} ({here})?",
    "fort_from": "{who} may move armies once: from where?",
    "fort_to": "{who} moves armies from {origin} ({here}): where to?",
    "fort_amount": "{who} moves armies from {origin} ({here}) to {target}: how many?",
    "continue": "{who} has reached the goal: continue until a player owns every country?",
    "take_seat": "Chance gives {who} a seat",
    "first_seat": "Chance decides who begins",
    "draw_mission": "{who} draws a mission",
    "deal": "{who} is dealt a country",
    "scatter": "An army of {who} is placed at random",
    "draw_card": "{who} draws a card",
}
THROWS = {
    "attack": "{who} throws {dice} from {origin} against {target}",
    "defence": "{holder} defends {target} with {defence}",
}
PLACEHOLDERS = ("who", "stock", "may", "origin", "target", "here", "there", "holder", "dice", "defence")


def sentence_template(node: str) -> str:
    """Return the sentence of a node with placeholders in braces, or its name."""
    side, _, _ = node.partition("_throw_")
    return NODE_TEXTS.get(node) or THROWS.get(side) or "{who}: " + readable_name(node)


def decision_text(table: DominationTable, names: SeatNames) -> str:
    """Return the current decision or chance node in a sentence without secrets."""
    return begun_sentence(sentence_template(table.node.name).format(**placeholder_values(table, names)), names)


def begun_sentence(text: str, names: SeatNames) -> str:
    """Return a sentence with a capital at its beginning, unless it may begin with a name."""
    return text if names.names else text[0].upper() + text[1:]


def placeholder_values(table: DominationTable, names: SeatNames) -> dict[str, str]:
    """Return the values of the placeholders of `NODE_TEXTS`."""
    s, titles = table.state, titles_of(table)
    origin, target = s.origin, s.target
    holder = NOBODY if target == NOWHERE else s.holder[target]
    return {
        "who": names.seat(s.seat),
        "stock": armies_text(s.stock[s.seat]),
        "may": "must" if s.forced_trade or any(s.picked) or s.hand_size[s.seat] >= MUST_TRADE else "may",
        "origin": "" if origin == NOWHERE else titles.country(origin),
        "target": "" if target == NOWHERE else titles.country(target),
        "here": "" if origin == NOWHERE else armies_text(s.armies[origin]),
        "there": "" if target == NOWHERE else armies_text(s.armies[target]),
        "holder": "nobody" if holder == NOBODY else names.seat(holder),
        "dice": dice_text(s.dice),
        "defence": dice_text(s.defence),
    }


def line_text(table: DominationTable, line: RecordLine, names: SeatNames) -> str:
    """Return a line of a record as text; IllegalAction if it belongs to another game."""
    if line.is_correction:
        return correction_in_words(table, line.text, names)
    if line.seat is None:
        return _chance(table, table.game.outcomes.text(table.game.outcomes.index(line.text)), names)
    text = table.game.actions.text(table.game.actions.index(line.text))
    if table.node.name == "continue":
        return f"{names.seat(line.seat)}: {'ends the game' if text == 'pass' else 'continues'}"
    return f"{names.seat(line.seat)}: {action_text(table, text)}"


def correction_in_words(table: DominationTable, text: str, names: SeatNames) -> str:
    """Return a correction as text: whose set was traded at the physical board, and its cards."""
    titles = titles_of(table)
    _, *cards = text.split()
    named = ["a wildcard" if card == WILDCARD else titles.country(int(card) - 1) for card in cards]
    return f"The referee traded for {names.seat(table.seat)}: {', '.join(named)}"


def action_text(table: DominationTable, text: str) -> str:
    """Return an action as text that does not depend on the node."""
    what, _, number = text.partition(" ")
    if what == "country":
        return titles_of(table).country(int(number) - 1)
    if what == "border":
        return border_text(table, number)
    if what == "trade" and text in table.game.actions.texts:
        return cards_text(table, text) if table.state.trade_mode == EXACT else f"traded {cards_text(table, text)}"
    if what == "dice":
        return dice_text(int(number))
    return {"pass": "passed", "blitz": "fights to the end"}.get(what, text)


def cards_text(table: DominationTable, text: str) -> str:
    """Return the cards of a trade: those of a set, or a wildcard if cards are named one by one."""
    return "a wildcard" if table.state.trade_mode == EXACT else set_text(_kind(table, text))


def dice_text(number: int) -> str:
    """Return `1 die` or `2 dice`."""
    return f"{number} {'die' if number == 1 else 'dice'}"


def border_text(table: DominationTable, ends: str) -> str:
    """Return the ends of a border, from the numbers in its text."""
    start, end = (titles_of(table).country(int(number) - 1) for number in ends.split())
    return f"{start} to {end}"


def amount_of(table: DominationTable, text: str) -> int:
    """Return the number of armies of an action `amount k` at the current node."""
    s, bucket = table.state, int(text.split()[1])
    if table.node.name == "place_amount":
        return int(amount_in(bucket, 1, s.stock[s.seat]))
    if s.amounts == EXACT:
        return int(amount_in(bucket, 0, s.armies[s.origin] - MIN_GARRISON))
    least = s.dice if table.node.name == "occupy" else 1
    return int(amount_in(bucket, least, s.armies[s.origin] - MIN_GARRISON))


def trade_help(table: DominationTable, text: str) -> str:
    """Return the cards of a set and its value; a wildcard if cards are named one by one."""
    if table.state.trade_mode == EXACT:
        return "a wildcard"
    kind = _kind(table, text)
    return f"{set_text(kind)}, for {armies_text(set_value(table.state, kind))}"


def _kind(table: DominationTable, text: str) -> int:
    return table.game.actions.index(text) - len(table.state.armies) - TRADE_VERB


def _chance(table: DominationTable, text: str, names: SeatNames) -> str:
    what, _, rest = text.partition(" ")
    titles = titles_of(table)
    if table.node.name == "take_seat":
        return f"{names.seat(table.state.seat)} sits on {text}"
    if what == "seat":
        return f"{names.capitalized(int(rest))} begins"
    if what == "country":
        return f"At random: {titles.country(int(rest) - 1)}"
    if what == "mission":
        return f"A mission: {titles.mission(int(rest) - 1, names)}"
    if what == "throw":
        return f"Thrown: {rest}"
    return f"A card: {titles.card(text)}"
