"""Corrections for sets of cards that a referee types."""

from wd_env.errors import ConfigError, IllegalAction, quoted
from wd_env.games.domination.definitions.actions import WILDCARD
from wd_env.games.domination.definitions.rule_constants import SET_SIZE
from wd_env.games.domination.table import DominationTable
from wd_env.games.domination.text.titles import titles_of
from wd_env.text.seat_names import SeatNames
from wd_env.text.typed_action import parse_action

ORDER = "trade"


def set_traded(table: DominationTable, words: str, names: SeatNames) -> str:
    """Return the correction of `trade Alaska, 21, wildcard`, for the seat that may trade.

    Args:
        table: The table, at the decision on a trade.
        words: `trade` and three comma-separated cards: numbers, titles or beginnings of titles of countries, or
            `wildcard`.
        names: The names of the seats.

    Returns:
        The text for `Table.correct`, such as `trade 1 21 wildcard`.

    Raises:
        ConfigError: If the words do not name three cards.
        IllegalAction: If no trade is possible now, or a card is not in the hand.
    """
    order, _, rest = words.partition(" ")
    typed = [card.strip() for card in rest.split(",")]
    if order.lower() != ORDER or len(typed) != SET_SIZE:
        raise ConfigError(f"set: expected `set trade CARD, CARD, CARD`, got {quoted(f'set {words}')}")
    if table.node.name != ORDER:
        raise IllegalAction(f"`set trade`: expected a seat that may trade, got {table.node.name}")
    hand = list(dict.fromkeys(_name(card) for card in table.board.hands[table.seat]))
    return " ".join([ORDER, *(_meant(table, card, hand, names) for card in typed)])


def _name(card: str) -> str:
    """Return a card of the hand in the form of a correction: its country, or `wildcard`."""
    what, *rest = card.split()
    return WILDCARD if what == WILDCARD else rest[0]


def _meant(table: DominationTable, typed: str, hand: list[str], names: SeatNames) -> str:
    titles = titles_of(table)
    called = {card: WILDCARD if card == WILDCARD else titles.country(int(card) - 1) for card in hand}
    if typed.isdecimal():  # always a country; `parse_action` would take it as an index of the list
        card_text, problem = (typed if typed in hand else ""), f"{quoted(typed)} is not a card here"
    else:
        title, problem = parse_action(typed, list(called.values()), are_titles=True)
        card_text = next((card for card in hand if called[card] == title), "")
    if not card_text:
        in_hand = ", ".join(called.values()) or "no cards"
        raise IllegalAction(f"{problem.partition(';')[0]}; {names.seat(table.seat)} holds {in_hand}")
    return card_text
