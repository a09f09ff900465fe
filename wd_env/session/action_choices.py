"""Legal actions or chance outcomes of the current node, with the text and the number to type for each."""

from dataclasses import dataclass

from wd_env.registry import presenter_for
from wd_env.spec.game_spec import CHANCE
from wd_env.table.game_table import Table
from wd_env.text.seat_names import NUMBERED, SeatNames
from wd_env.text.typed_action import action_labels


@dataclass(frozen=True)
class ActionChoice:
    """A legal action or possible outcome, for display.

    Attributes:
        index: Index of the action, or of the outcome at a chance node.
        text: Text of the action or outcome.
        label: Number to type.
        description: Effect of the choice; empty if the text already states it.
        aliases: Other texts that may be typed for it.
        targets: Items on the table that it refers to.
    """

    index: int
    text: str
    label: str
    description: str
    aliases: tuple[str, ...]
    targets: tuple[str, ...] = ()


def list_choices(table: Table, *, public_only: bool = False, names: SeatNames = NUMBERED) -> list[ActionChoice]:
    """Return the choices at the current node.

    Args:
        table: Table of the game.
        public_only: Whether to leave out descriptions that only the seat to move may read.
        names: Names of the seats.

    Returns:
        One choice for each legal action, or for each possible outcome at a chance node.
    """
    presenter, options = presenter_for(table.game), table.legal_texts()
    text_index = table.game.outcomes if table.node.kind == CHANCE else table.game.actions
    return [
        ActionChoice(
            text_index.index(text),
            text,
            label,
            presenter.action_help(table, text, public_only=public_only, names=names),
            tuple(presenter.aliases(table, text, names)),
            tuple(presenter.targets(table, text)),
        )
        for text, label in zip(options, action_labels(options), strict=True)
    ]
