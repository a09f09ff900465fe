"""Answers for what a log says in one line and a table may take in several: armies and sets of cards.

Amounts are tried on a copy of the state first, so that nothing here knows what the buckets of an amount mean. Whoever
calls takes back what was answered before an error (`restored_on_error`).
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
    """Leave the table as it is now where an error ends what follows."""
    before, lines = table.state.copy(), len(table.lines)
    try:
        yield
    except Exception:
        table.state = before
        del table.lines[lines:]
        raise


def place(table: DominationTable, country: int, armies: int) -> None:
    """Place so many armies on a country; IllegalAction where that cannot be."""
    if armies > table.board.stock[table.seat]:
        raise IllegalAction(f"{armies} armies are more than the {table.board.stock[table.seat]} that are left")
    if country not in table.board.armies:
        raise IllegalAction(f"there is no country {country}; allowed are 1..{len(table.board.armies)}")
    level = _armies_of(table.state, country) + armies
    while _armies_of(table.state, country) < level:
        table.play(f"country {country}")
        if table.node.name in AMOUNT_DECISIONS:
            _choose_amounts(table, country, level)


def place_up_to(table: DominationTable, country: int, level: int) -> None:
    """Answer the open amount so that a country comes to hold so many armies; IllegalAction where no answers do."""
    question = table.node.name
    _choose_amounts(table, country, level)
    if _armies_of(table.state, country) != level:
        raise IllegalAction(f"the amounts of {question} cannot bring country {country} to {level} armies")


def _choose_amounts(table: DominationTable, country: int, level: int) -> None:
    """Answer the open amount by as much as fits, again while it stays open."""
    question = table.node
    while table.node == question:
        table.play(_best_amount(table, country, level))


def _best_amount(table: DominationTable, country: int, level: int) -> int:
    """The first legal answer after which the country has most armies, but no more than these."""
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
    """Hand in three cards, countries or `wildcard`; two armies go to the first of them that shows an own country.

    Where sets are traded by their kind and none hands in these cards, they are named as by a referee. IllegalAction
    where the hand does not have them or they are no set.
    """
    told = [str(card) for card in cards]
    try:
        if table.config.trade_mode == "exact":
            for card in told:
                table.play(card_action(card))
        elif not _trade_by_kind(table, told):
            table.correct(" ".join(["trade", *told]))
    except IllegalAction as problem:
        raise IllegalAction(
            f"no set hands in {', '.join(told)}; the hand is {table.board.hands[table.seat]}"
        ) from problem


def _trade_by_kind(table: DominationTable, cards: Sequence[str]) -> bool:
    """Hand them in by the kind of set that takes exactly these; False, with nothing answered, where none does."""
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
    """The cards that leave the hand by this answer, whichever of equal ones they are."""
    seat, after = table.seat, table.copy()
    after.play(answer)
    gone = Counter(table.board.hands[seat]) - Counter(after.board.hands[seat])
    return Counter(name.partition(" copy ")[0] for name in gone)
