"""The legal actions of the current decision, as numbered lines."""

from collections.abc import Iterator
from textwrap import wrap

from wd_env.registry import presenter_for
from wd_env.table.game_table import Table
from wd_env.text.line_width import text_width
from wd_env.text.seat_names import NUMBERED, SeatNames
from wd_env.text.typed_action import accepted_texts, action_labels

NO_BREAK = "\0"  # position at which a list must not be wrapped
MAX_SHORT_LINES = 4  # longer lists of outcomes are shown on request


def menu(table: Table, public_only: bool = False, names: SeatNames = NUMBERED) -> Iterator[str]:
    """Yield each legal action with its number and effect; `public_only` omits what only the current seat knows."""
    options, presenter = table.legal_texts(), presenter_for(table.game)
    width = max(map(len, options))
    for label, option in zip(action_labels(options), options, strict=True):
        start = f"  {label:>2}  {option:<{width}}  "
        effect = presenter.action_help(table, option, public_only=public_only, names=names)
        text = wrap(effect, max(text_width() - len(start), text_width() // 2))
        yield (start + ("\n" + " " * len(start)).join(text)).rstrip()


def short_menu(table: Table, names: SeatNames = NUMBERED) -> list[str]:
    """Return the possible outcomes in a few lines; none for a die, whose faces are its numbers."""
    options, presenter = table.legal_texts(), presenter_for(table.game)
    labels = action_labels(options)
    if len(options) == 1:
        return [f"  Only {options[0]!r} is possible; Enter takes it."]
    if options[0].endswith(f" {labels[0]}"):
        return []
    called = (accepted_texts(option, lambda coded: presenter.aliases(table, coded, names))[-1] for option in options)
    listed = (f"{label} {call}".replace(" ", NO_BREAK) for label, call in zip(labels, called, strict=True))
    lines = wrap(", ".join(listed), text_width(), initial_indent="  ", subsequent_indent="  ")
    if len(lines) > MAX_SHORT_LINES:
        return [f"  One of {len(options)}: type its number or the beginning of its title; ? lists them."]
    return [line.replace(NO_BREAK, " ") for line in lines]
