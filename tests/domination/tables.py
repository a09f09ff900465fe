"""Positions of Domination written in a line, and answers with the luck beside them."""

from collections.abc import Mapping, Sequence
from typing import Any

from wd_env.core.table import ASKED
from wd_env.domination import numbers, questions
from wd_env.domination.config import Config
from wd_env.domination.table import Domination

LAST = 42  # country of the classic map
TURNS = {"begin": questions.BEGIN_TURN, "attack": questions.ATTACKING, "fortify": questions.FORTIFYING}


def table_at(
    holds: Mapping[int, Sequence[int]],
    armies: Mapping[int, int] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    *,
    at: str = "begin",
    turn: int = 0,
    capitals: Sequence[int] = (),
    missions: Sequence[int] = (),
    removed_by: Mapping[int, int] | None = None,
    traded: int = 0,
    gone: Sequence[str] = (),
    **options: Any,
) -> Domination:
    """A table in the turn of a seat, with asked luck.

    `holds` says which countries each seat holds; those that are not named are of the highest seat. `armies` by country,
    1 unless said. `hands` hold cards by text, `gone` are among the discards. `at` is the part of the turn that begins.
    """
    table = Domination(Config(**options), luck=ASKED)
    s, seats = table.state, table.state.seats
    rest = seats - 1
    where = {country: seat for seat, countries in holds.items() for country in countries}
    s.holder = [where.get(number + 1, rest) for number in range(len(s.armies))]
    s.armies = [(armies or {}).get(number + 1, 1) for number in range(len(s.armies))]
    s.held = [s.holder.count(seat) for seat in range(numbers.SEATS)]
    s.stock = [0] * numbers.SEATS
    s.in_play = [int(held > 0) for held in s.held]
    for seat, captor in (removed_by or {}).items():
        s.removed_by[seat] = captor
    s.capital[: len(capitals)] = [country - 1 for country in capitals]
    s.mission[: len(missions)] = [mission - 1 for mission in missions]
    cards = table.deck
    for seat, texts in (hands or {}).items():
        for text in texts:
            s.card_at[cards.index(text)] = numbers.HANDS + seat
        s.hand_size[seat] = len(texts)
    for text in gone:
        s.card_at[cards.index(text)] = numbers.DISCARD
    s.sets_traded, s.turn, s.seat = traded, turn, turn
    s.question = TURNS[at]
    table.game.engine.run_automatic(s)
    table.begin_here()
    return table


def play(table: Domination, *texts: str) -> Domination:
    """Give these answers of seats and of luck, one after another."""
    for text in texts:
        table.play(text)
    return table


def asked(table: Domination) -> tuple[str, int]:
    """The open question and its seat."""
    return table.question.name, table.seat
