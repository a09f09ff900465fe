"""Log lines that need several actions at a table: amounts of armies and sets of cards.

Amounts are first tried on a copy of the state, so that this module does not depend on the meaning of buckets. Callers
undo the actions before an error (`restored_on_error`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from wd_env.errors import IllegalAction
from wd_env.games.domination.definitions.actions import SET_NAMES, card_action
from wd_env.games.domination.logs.log_lines import WILDCARD, Value
from wd_env.games.domination.table import DominationTable

AMOUNT_DECISIONS = ("place_amount", "occupy", "fort_amount")


@contextmanager
def restored_on_error(table: DominationTable) -> Iterator[None]:
    """Restore the table if the body raises an error."""
    before, lines = table.state.copy(), len(table.lines)
    try:
        yield
    except Exception:
        table.state = before
        del table.lines[lines:]
        raise


def place(table: DominationTable, country: int, armies: int) -> None:
    """Place armies on a country; IllegalAction if that is impossible."""
    if armies > table.board.stock[table.seat]:
        raise IllegalAction(f"{armies} armies are more than the remaining {table.board.stock[table.seat]}")
    if country not in table.board.armies:
        raise IllegalAction(f"country: expected 1 to {len(table.board.armies)}, got {country}")
    level = _armies_of(table.state, country) + armies
    while _armies_of(table.state, country) < level:
        table.play(f"country {country}")
        if table.node.name in AMOUNT_DECISIONS:
            _choose_amounts(table, country, level)


def place_up_to(table: DominationTable, country: int, level: int) -> None:
    """Choose amounts so that a country reaches a number of armies; IllegalAction if no amounts do."""
    question = table.node.name
    _choose_amounts(table, country, level)
    if _armies_of(table.state, country) != level:
        raise IllegalAction(f"the amounts of {question} cannot bring country {country} to {level} armies")


def _choose_amounts(table: DominationTable, country: int, level: int) -> None:
    """Choose the largest amount that fits, repeatedly while the node stays open."""
    question = table.node
    while table.node == question:
        table.play(_best_amount(table, country, level))


def _best_amount(table: DominationTable, country: int, level: int) -> int:
    """Return the first legal action that brings the country to most armies, up to this level."""
    best, most = None, -1
    for action, legal in enumerate(table.mask()):
        if legal:
            after = table.state.copy()
            table.game.engine.step(after, action)
            armies = _armies_of(after, country)
            if most < armies <= level:
                best, most = action, armies
            if armies == level:
                break
    if best is None:
        raise IllegalAction(f"every amount of {table.node.name} is too much for country {country}")
    return best


def _armies_of(state: Any, country: int) -> int:
    armies: int = state.armies[country - 1]
    return armies


def trade(table: DominationTable, cards: Sequence[Value]) -> None:
    """Trade three cards, countries or `wildcard`; the first that shows an own country gets two armies.

    If sets are traded by kind and no kind takes these cards, they are named as by a referee.

    Raises:
        IllegalAction: If the hand does not have the cards, or they do not form a set.
    """
    card_texts = [str(card) for card in cards]
    try:
        if table.config.trade_mode == "exact":
            for card in card_texts:
                table.play(card_action(card))
        elif not _trade_by_kind(table, card_texts):
            table.correct(" ".join(["trade", *card_texts]))
    except IllegalAction as problem:
        raise IllegalAction(
            f"no set takes {', '.join(card_texts)}; the hand is {table.board.hands[table.seat]}"
        ) from problem


def _trade_by_kind(table: DominationTable, cards: Sequence[str]) -> bool:
    """Trade by the kind of set that takes exactly these cards; return False, unchanged, if there is none."""
    names = Counter(card if card == WILDCARD else f"card {card}" for card in cards)
    kinds = (f"trade {name}" for name in SET_NAMES)
    answer = next((kind for kind in kinds if kind in table.legal_texts() and _traded_cards(table, kind) == names), None)
    if answer is None:
        return False
    table.play(answer)
    if table.node.name == "bonus_where":
        table.play(next(f"country {card}" for card in cards if f"country {card}" in table.legal_texts()))
    return True


def _traded_cards(table: DominationTable, answer: str) -> Counter[str]:
    """Return the cards that leave the hand by this action, without the numbers of equal ones."""
    seat, after = table.seat, table.copy()
    after.play(answer)
    gone = Counter(table.board.hands[seat]) - Counter(after.board.hands[seat])
    return Counter(name.partition(" copy ")[0] for name in gone)
