"""One plain sentence for every answer: what it does now, with its numbers."""

from collections.abc import Callable

from wd_env.core.errors import IllegalAction
from wd_env.core.helping import by_decision
from wd_env.core.record import Line
from wd_env.core.seat_names import NUMBERED, SeatNames
from wd_env.core.spec import DECISION
from wd_env.world_dominance.actions import ACTIONS
from wd_env.world_dominance.question_table import QUESTIONS
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.text import help_board, help_cards, help_options, help_spaces
from wd_env.world_dominance.text.asked import Asked
from wd_env.world_dominance.text.words import line_in_words

HELP: dict[str, Callable[[Asked, int], str]] = by_decision(
    QUESTIONS, (help_board, help_cards, help_spaces, help_options)
)


def option_help(table: WorldDominance, option: str, aloud: bool = False, names: SeatNames = NUMBERED) -> str:
    """What this answer does, in one sentence for the seat that is asked.

    It may rest on that seat's own knowledge, unless it is told `aloud`. Outcomes of asked luck are put into words.
    IllegalAction for what is not offered.
    """
    if option not in table.options():
        raise IllegalAction(f"{option!r} is not offered at {table.question.name}; allowed are {table.options()}")
    if table.question.kind != DECISION:
        return line_in_words(table, Line(option, None), names) + "."
    return HELP[table.question.name](Asked.at(table, aloud, names), ACTIONS.index(option))
