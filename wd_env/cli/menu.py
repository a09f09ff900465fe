"""The open question with everything that may be typed for it."""

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap

from wd_env.cli.entries import calls, labels, titled
from wd_env.core.telling import WIDTH
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.text.option_help import option_help

UNBROKEN = "\0"  # where a list is not to be wrapped
BRIEF_LINES = 4  # a list of luck that is longer is shown on demand


def menu(table: WorldDominance, aloud: bool = False, call: Callable[[str], str] = str) -> Iterator[str]:
    """Each option with its number and what it does; `call` puts names in, `aloud` leaves out what one seat knows."""
    options = table.options()
    width = max(map(len, options))
    for label, option in zip(labels(options), options, strict=True):
        start = f"  {label:>2}  {option:<{width}}  "
        text = wrap(call(option_help(table, option, aloud)), max(WIDTH - len(start), WIDTH // 2))
        yield start + ("\n" + " " * len(start)).join(text)


def brief(table: WorldDominance, names: Sequence[str]) -> list[str]:
    """What luck may give, in a few lines: nothing for a die, whose faces are its numbers."""
    options = table.options()
    numbers = labels(options)
    if len(options) == 1:
        return [f"  Only {options[0]!r} is possible; Enter takes it."]
    if options[0].endswith(f" {numbers[0]}"):
        return []
    called = (calls(option, lambda coded: titled(table, coded, names))[-1] for option in options)
    listed = (f"{label} {call}".replace(" ", UNBROKEN) for label, call in zip(numbers, called, strict=True))
    lines = wrap(", ".join(listed), WIDTH, initial_indent="  ", subsequent_indent="  ")
    if len(lines) > BRIEF_LINES:
        return [f"  One of {len(options)}: type its number or the beginning of its title; ? lists them."]
    return [line.replace(UNBROKEN, " ") for line in lines]
