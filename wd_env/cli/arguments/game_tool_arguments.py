"""Commands about a part that only some games bring, named in their rows: the part's choices become their options."""

from collections.abc import Sequence
from dataclasses import dataclass, field, make_dataclass
from typing import Any, Generic, Protocol, TypeVar

from wd_env import registry
from wd_env.cli.arguments.argument_parser import parse, peek
from wd_env.cli.arguments.rule_arguments import OfGame, game_asked_for
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, quoted


@dataclass(frozen=True, kw_only=True)
class Asking(OfGame):
    """Which game is asked."""

    game: str | None = None
    """The game, one of `wd info games`. (default: the only one of which this can be asked)"""


class Chosen(Protocol):
    """A part of a game that is asked with choices."""

    @property
    def choices(self) -> type:
        """A dataclass; its fields become options of the command."""


Asked = TypeVar("Asked", bound=Asking)
Brought = TypeVar("Brought", bound=Chosen)


@dataclass(frozen=True)
class Part(Generic[Brought]):
    """What a command asks of a game."""

    name: str  # of the column of the catalogue
    kind: type[Brought]
    choices: str  # the field of the command's options that takes the choices
    what: str  # what games do that have it


def asked_of(kind: type[Asked], arguments: Sequence[str], command: str, part: Part[Brought]) -> tuple[Asked, Brought]:
    """Return the options of a command, and what the game that is meant brings for it.

    UsageError as `parse`, and where several games could be meant; ConfigError where none could.
    """
    found = _found(arguments, command, part)
    added: list[Any] = [] if found is None else [(part.choices, Any, field(default_factory=found.choices))]
    said = {"__doc__": kind.__doc__}
    whole: type[Asked] = make_dataclass(kind.__name__, added, bases=(kind,), frozen=True, namespace=said)
    options = parse(whole, arguments, command)
    if found is None:
        raise ConfigError(f"no game {part.what}; `wd info games` lists the games there are")
    return options, found


def _found(arguments: Sequence[str], command: str, part: Part[Brought]) -> Brought | None:
    """What the game that is meant brings; None where no game brings it."""
    if peek(OfGame, arguments, command).game is not None:
        return _loaded(game_asked_for(arguments, command), part)
    known = [row for row in registry.every_game().values() if getattr(row, part.name)]
    if len(known) > 1:
        names = ", ".join(row.name for row in known)
        raise UsageError(f"--game is missing; each of these {part.what}: {names} (see wd {command} --help)")
    return _loaded(known[0], part) if known else None


def _loaded(row: registry.Game, part: Part[Brought]) -> Brought:
    loaded = row.load(part.name)
    if not isinstance(loaded, part.kind):
        where = getattr(row, part.name)
        raise ConfigError(f"game {row.name}: {where} is {quoted(loaded)}; allowed is a {part.kind.__name__}")
    return loaded
