"""One sentence for every action: its current effect, with numbers."""

from collections.abc import Callable

from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.definitions.actions import ACTIONS
from wd_env.games.world_dominance.definitions.decision_table import NODES
from wd_env.games.world_dominance.table import WorldDominanceTable
from wd_env.games.world_dominance.text.decision_context import HelpContext
from wd_env.games.world_dominance.text.help import help_board, help_cards, help_options, help_spaces
from wd_env.games.world_dominance.text.record_text import line_text
from wd_env.spec.game_spec import PLAYER
from wd_env.table.game_record import RecordLine
from wd_env.text.help_functions import functions_by_decision
from wd_env.text.seat_names import NUMBERED, SeatNames

HELP: dict[str, Callable[[HelpContext, int], str]] = functions_by_decision(
    NODES, (help_board, help_cards, help_spaces, help_options)
)


def action_help(table: WorldDominanceTable, action: str, public_only: bool = False, names: SeatNames = NUMBERED) -> str:
    """Return the effect of an action in one sentence for the seat of the context.

    It may use that seat's private knowledge, unless `public_only`. Explicit outcomes have texts, too.
    IllegalAction if the action is not legal.
    """
    if action not in table.legal_texts():
        raise IllegalAction(f"{action!r} is illegal at {table.node.name}; expected one of {table.legal_texts()}")
    if table.node.kind != PLAYER:
        return line_text(table, RecordLine(action, None), names) + "."
    return HELP[table.node.name](HelpContext.of_table(table, public_only, names), ACTIONS.index(action))
