"""Help for players: the powers, the units with their prices, and the forms of complete orders."""

from typing import Any

from wd_env.games.superpowers.board.units import Unit, price_list
from wd_env.games.superpowers.game_board import board_of
from wd_env.games.superpowers.text.order_text import FORMS
from wd_env.games.superpowers.text.unit_words import count_text, unit_name

ADVANCED = "advanced"


def legend_lines(table: Any) -> list[str]:
    """Return a line about the powers and one about the units with their prices at a table."""
    board = board_of(table.game)
    powers = ", ".join(f"{power.id} {power.title} (capital {board.lands[power.capital].id})" for power in board.powers)
    sold = price_list(table.config.price_list)
    advanced = table.config.ruleset == ADVANCED
    units = ", ".join(_unit_line(unit) for unit in sold if advanced or not unit.is_advanced)
    return [
        f"Powers: {powers}.",
        f"Units with their prices in credits: {units}.",
    ]


def order_form_line() -> str:
    """Return an example of each order in one line."""
    return f"A whole order in one line: {'; '.join(f'`{form}`' for form in FORMS.values())}."


def _unit_line(unit: Unit) -> str:
    """Return a unit with its price, such as `I infantry unit (2 for 5)`."""
    name = f"{unit.code} {unit_name(unit.code)}"
    if not unit.price:
        return f"{name} (not sold)"
    amount = f"{unit.amount} for " if unit.amount > 1 else ""
    extra = f" with {count_text('I', unit.extra_infantry)}" if unit.extra_infantry else ""
    return f"{name} ({amount}{unit.price}{extra})"
