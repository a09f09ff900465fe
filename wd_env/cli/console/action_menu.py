"""The open question with everything that may be typed for it."""

from collections.abc import Iterator
from textwrap import wrap

from wd_env.registry import teller_of
from wd_env.table.game_table import Table
from wd_env.text.game_text import room
from wd_env.text.seat_names import NUMBERED, SeatNames
from wd_env.text.typed_action import calls, labels

UNBROKEN = "\0"  # where a list is not to be wrapped
BRIEF_LINES = 4  # a list of outcomes that is longer is shown on demand


def menu(table: Table, aloud: bool = False, names: SeatNames = NUMBERED) -> Iterator[str]:
    """Each option with its number and what it does; `aloud` leaves out what only the asked seat knows."""
    options, teller = table.options(), teller_of(table.game)
    width = max(map(len, options))
    for label, option in zip(labels(options), options, strict=True):
        start = f"  {label:>2}  {option:<{width}}  "
        told = teller.option_help(table, option, aloud=aloud, names=names)
        text = wrap(told, max(room() - len(start), room() // 2))
        yield (start + ("\n" + " " * len(start)).join(text)).rstrip()


def brief(table: Table, names: SeatNames = NUMBERED) -> list[str]:
    """What chance may give, in a few lines: nothing for a die, whose faces are its numbers."""
    options, teller = table.options(), teller_of(table.game)
    numbers = labels(options)
    if len(options) == 1:
        return [f"  Only {options[0]!r} is possible; Enter takes it."]
    if options[0].endswith(f" {numbers[0]}"):
        return []
    called = (calls(option, lambda coded: teller.other_names(table, coded, names))[-1] for option in options)
    listed = (f"{label} {call}".replace(" ", UNBROKEN) for label, call in zip(numbers, called, strict=True))
    lines = wrap(", ".join(listed), room(), initial_indent="  ", subsequent_indent="  ")
    if len(lines) > BRIEF_LINES:
        return [f"  One of {len(options)}: type its number or the beginning of its title; ? lists them."]
    return [line.replace(UNBROKEN, " ") for line in lines]
