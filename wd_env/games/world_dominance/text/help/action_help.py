"""One plain sentence for every answer: what it does now, with its numbers."""

from collections.abc import Callable

from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.definitions.actions import ACTIONS
from wd_env.games.world_dominance.definitions.decision_table import QUESTIONS
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.decision_context import Asked
from wd_env.games.world_dominance.text.help import help_board, help_cards, help_options, help_spaces
from wd_env.games.world_dominance.text.record_text import line_in_words
from wd_env.spec.game_spec import DECISION
from wd_env.table.game_record import Line
from wd_env.text.help_functions import by_decision
from wd_env.text.seat_names import NUMBERED, SeatNames

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
