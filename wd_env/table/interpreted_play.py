"""Actions, outcomes and violations on the interpreted rules, each with its line of the record."""

from typing import TYPE_CHECKING, Any

from wd_env.errors import IllegalAction, WrongSeat, quoted
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.table import legal_choices
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_history import line_of
from wd_env.table.interpreted_backend import InterpretedBackend
from wd_env.table.state_backend import node_of

if TYPE_CHECKING:
    from wd_env.table.game_table import Table


def play_one(table: "Table[Any]", backend: InterpretedBackend, action: str | int, seat: int | None) -> None:
    """Play an action or outcome on the backend of a table, then sampled chance.

    Raises:
        IllegalAction: If it is not legal and the rules do not penalise that.
        WrongSeat: If `seat` is not the seat to move and the rules do not penalise that.
    """
    lines = table.lines
    if node_of(backend).kind not in (PLAYER, CHANCE):
        raise IllegalAction(f"{quoted(action)} cannot be played: the game is over")
    try:
        legal_choices.check_seat(backend, seat)
        index = legal_choices.legal_index(backend, action)
    except (IllegalAction, WrongSeat):
        violation = legal_choices.violation_line(backend, action, seat)
        if violation is None or violation.seat is None:
            raise
        lines.append(violation)
        table.game.violations.apply_violation(backend.fields, violation.seat, [0] * len(table.game.actions))
    else:
        lines.append(line_of(backend, index))
        backend.apply(index)
    resolve_chance(table, backend)


def resolve_chance(table: "Table[Any]", backend: InterpretedBackend) -> None:
    """Play chance until a decision, the end, or an outcome that is passed to `Table.play`."""
    while table.chance == SAMPLED and node_of(backend).kind == CHANCE:
        if not legal_choices.judged_externally(backend):
            outcome = backend.draw_outcome()
        elif table.reporter is not None:
            outcome = table.game.hooks.report_outcome(table, table.reporter)
        else:
            return
        table.lines.append(line_of(backend, outcome))
        backend.apply(outcome)
