"""The open question as data: every option with its number to type, what it does and what else it is called."""

from dataclasses import dataclass

from wd_env.registry import presenter_for
from wd_env.spec.game_spec import CHANCE
from wd_env.table.game_table import Table
from wd_env.text.seat_names import NUMBERED, SeatNames
from wd_env.text.typed_action import action_labels


@dataclass(frozen=True)
class ActionChoice:
    """An option in words."""

    index: int  # of the action, or of the outcome
    text: str
    label: str  # the number to type
    description: str  # what it does; empty where its text says it
    aliases: tuple[str, ...]  # what else may be typed for it
    targets: tuple[str, ...] = ()  # the things of the table that it is about


def list_choices(table: Table, *, public_only: bool = False, names: SeatNames = NUMBERED) -> list[ActionChoice]:
    """Return what may be answered now; `public_only` leaves out what only the asked seat knows."""
    presenter, options = presenter_for(table.game), table.legal_texts()
    rows = table.game.outcomes if table.node.kind == CHANCE else table.game.actions
    return [
        ActionChoice(
            rows.index(text),
            text,
            label,
            presenter.action_help(table, text, public_only=public_only, names=names),
            tuple(presenter.aliases(table, text, names)),
            tuple(presenter.targets(table, text)),
        )
        for text, label in zip(options, action_labels(options), strict=True)
    ]
