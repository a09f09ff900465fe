"""The open question as data: every option with its number to type, what it does and what else it is called."""

from dataclasses import dataclass

from wd_env.registry import teller_of
from wd_env.spec.game_spec import CHANCE
from wd_env.table.game_table import Table
from wd_env.text.seat_names import NUMBERED, SeatNames
from wd_env.text.typed_action import labels


@dataclass(frozen=True)
class OptionWords:
    """An option in words."""

    index: int  # of the action, or of the outcome
    text: str
    label: str  # the number to type
    about: str  # what it does; empty where its text says it
    names: tuple[str, ...]  # what else may be typed for it
    targets: tuple[str, ...] = ()  # the things of the table that it is about


def options_in_words(table: Table, *, aloud: bool = False, names: SeatNames = NUMBERED) -> list[OptionWords]:
    """Return what may be answered now; `aloud` leaves out what only the asked seat knows."""
    teller, options = teller_of(table.game), table.options()
    rows = table.game.outcomes if table.question.kind == CHANCE else table.game.actions
    return [
        OptionWords(
            rows.index(text),
            text,
            label,
            teller.option_help(table, text, aloud=aloud, names=names),
            tuple(teller.other_names(table, text, names)),
            tuple(teller.targets(table, text)),
        )
        for text, label in zip(options, labels(options), strict=True)
    ]
