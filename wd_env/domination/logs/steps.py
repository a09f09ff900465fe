"""Answers for what a log says in one line and a table may take in several: armies and sets of cards.

Each is tried on a copy first, so that nothing here knows what the buckets of an amount mean, and an error changes
nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from wd_env.core.errors import IllegalAction
from wd_env.domination.actions import SET_NAMES
from wd_env.domination.logs.lines import WILDCARD, Value
from wd_env.domination.table import Domination

AMOUNT_QUESTIONS = ("place_amount", "occupy", "fort_amount")


def place(table: Domination, country: int, wanted: int) -> None:
    """Place so many armies on a country; IllegalAction, with the table as it was, where that cannot be."""
    if wanted > table.stock[table.seat]:
        raise IllegalAction(f"{wanted} armies are more than the {table.stock[table.seat]} that are left")
    if country not in table.armies:
        raise IllegalAction(f"there is no country {country}; allowed are 1..{len(table.armies)}")
    level = table.armies[country] + wanted
    answers, trial = list[str](), table.copy()
    while trial.armies[country] < level:
        step = [f"country {country}"]
        trial.play(step[0])
        if trial.question.name in AMOUNT_QUESTIONS:
            step += _amounts(trial, country, level)
        answers += step
    _play_all(table, answers)


def raise_to(table: Domination, country: int, level: int) -> None:
    """Answer the open amount so that a country comes to hold so many armies; IllegalAction where no answers do."""
    trial = table.copy()
    answers = _amounts(trial, country, level)
    if trial.armies[country] != level:
        raise IllegalAction(f"the amounts of {table.question.name} cannot bring country {country} to {level} armies")
    _play_all(table, answers)


def _amounts(trial: Domination, country: int, level: int) -> list[str]:
    """Answer the open amount by as much as fits, again while it stays open, and say which answers these were."""
    question, answers = trial.question, list[str]()
    while trial.question == question:
        reached = {answer: here.armies[country] for answer, here in _after_each(trial) if here.armies[country] <= level}
        if not reached:
            raise IllegalAction(f"every amount of {question.name} is too much for country {country}")
        answers.append(max(reached, key=lambda answer: reached[answer]))
        trial.play(answers[-1])
    return answers


def _after_each(table: Domination) -> Iterator[tuple[str, Domination]]:
    for answer in table.options():
        here = table.copy()
        here.play(answer)
        yield answer, here


def trade(table: Domination, cards: Sequence[Value]) -> None:
    """Hand in three cards, countries or `wildcard`; two armies go to the first of them that shows an own country.

    IllegalAction, with the table as it was, where no answer hands in these cards.
    """
    names = Counter(card if card == WILDCARD else f"card {card}" for card in cards)
    for name in SET_NAMES:
        answer = f"trade {name}"
        if answer in table.options() and _handed_in(table, answer) == names:
            table.play(answer)
            break
    else:
        raise IllegalAction(f"no set hands in {', '.join(map(str, cards))}; the hand is {table.hands[table.seat]}")
    if table.question.name == "bonus_where":
        table.play(next(f"country {card}" for card in cards if f"country {card}" in table.options()))


def _handed_in(table: Domination, answer: str) -> Counter[str]:
    """The cards that leave the hand by this answer, whichever of equal ones they are."""
    seat, after = table.seat, table.copy()
    after.play(answer)
    gone = Counter(table.hands[seat]) - Counter(after.hands[seat])
    return Counter(name.partition(" copy ")[0] for name in gone)


def _play_all(table: Domination, answers: Sequence[str]) -> None:
    for answer in answers:
        table.play(answer)
