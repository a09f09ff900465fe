"""The open question with everything that may be typed for it."""

from collections.abc import Callable, Iterator
from textwrap import wrap

from wd_env.cli.columns import WIDTH
from wd_env.cli.entries import labels
from wd_env.world_dominance.option_help import option_help
from wd_env.world_dominance.table import WorldDominance

BRIEF_LINES = 4  # a list of luck that is longer is shown on demand


def menu(table: WorldDominance, aloud: bool = False, call: Callable[[str], str] = str) -> Iterator[str]:
    """Each option with its number and what it does; `call` puts names in, `aloud` leaves out what one seat knows."""
    options = table.options()
    width = max(map(len, options))
    for label, option in zip(labels(options), options, strict=True):
        start = f"  {label:>2}  {option:<{width}}  "
        text = wrap(call(option_help(table, option, aloud)), max(WIDTH - len(start), WIDTH // 2))
        yield start + ("\n" + " " * len(start)).join(text)


def brief(table: WorldDominance) -> list[str]:
    """What luck may give, in a few lines: nothing for a die, whose faces are its numbers."""
    options = table.options()
    numbers = labels(options)
    if len(options) == 1:
        return [f"  Only {options[0]!r} is possible; Enter takes it."]
    if options[0].endswith(f" {numbers[0]}"):
        return []
    listed = [f"{label} {option}" for label, option in zip(numbers, options, strict=True)]
    lines = wrap(", ".join(listed), WIDTH, initial_indent="  ", subsequent_indent="  ")
    if len(lines) > BRIEF_LINES:
        return [f"  One of {len(options)}: type its number or the beginning of its title; ? lists them."]
    return lines
