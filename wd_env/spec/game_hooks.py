"""Functions that a game adds to its tables, in addition to its rules."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wd_env.errors import IllegalAction, quoted


def no_board(_table: Any) -> None:
    """Return None: the game does not name what lies on its table."""


def no_report(_table: Any, _reporter: Any) -> int:
    """Raise AssertionError: no outcome of the game is reported, so no table calls this."""
    raise AssertionError("no outcome of this game is reported")


def no_correction(_backend: Any, text: str) -> None:
    """Raise IllegalAction: the game has no corrections."""
    raise IllegalAction(f"unknown correction {quoted(text)}; this game has no corrections")


@dataclass(frozen=True)
class GameHooks:
    """Functions of a game that its tables call.

    Attributes:
        board: Makes `Table.board` from a table: an object whose attributes name what lies on the table.
        report_outcome: Returns the index of an outcome that a person reports, from a table and its reporter.
        correct: Changes the state of an `InterpretedBackend` as a referee's text says. Raises IllegalAction if it
            cannot; then the state may be half changed.
    """

    board: Callable[[Any], Any] = no_board
    report_outcome: Callable[[Any, Any], int] = no_report
    correct: Callable[[Any, str], None] = no_correction


NO_HOOKS = GameHooks()
