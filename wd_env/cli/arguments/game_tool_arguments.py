"""Commands about an extension that only some games have; the options of the extension become their options."""

from collections.abc import Sequence
from dataclasses import dataclass, field, make_dataclass
from typing import Any, Generic, Protocol, TypeVar

from wd_env import registry
from wd_env.cli.arguments.argument_parser import parse, peek
from wd_env.cli.arguments.rule_arguments import GameOptions, requested_game
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, quoted


@dataclass(frozen=True, kw_only=True)
class GameExtensionOptions(GameOptions):
    """The game of a command about an extension."""

    game: str | None = None
    """Name of the game. (default: the only game that has this)"""


class HasChoices(Protocol):
    """An extension of a game with options."""

    @property
    def options_type(self) -> type:
        """A dataclass whose fields become options of the command."""


OptionsT = TypeVar("OptionsT", bound=GameExtensionOptions)
ExtensionT = TypeVar("ExtensionT", bound=HasChoices)


@dataclass(frozen=True)
class GameExtension(Generic[ExtensionT]):
    """An extension of games that a command uses."""

    column: str  # attribute of `GameEntry`
    type: type[ExtensionT]
    choices_field: str  # field of the command that contains the options of the extension
    description: str  # description of games that have it


def parse_extension_options(
    options_type: type[OptionsT], args: Sequence[str], command: str, extension: GameExtension[ExtensionT]
) -> tuple[OptionsT, ExtensionT]:
    """Return the options of a command and the extension of the requested game.

    Raises:
        UsageError: As `parse`, and if several games have the extension and none is named.
        ConfigError: If no game has the extension.
    """
    found = _find(args, command, extension)
    added: list[Any] = (
        [] if found is None else [(extension.choices_field, Any, field(default_factory=found.options_type))]
    )
    said = {"__doc__": options_type.__doc__}
    whole: type[OptionsT] = make_dataclass(
        options_type.__name__, added, bases=(options_type,), frozen=True, namespace=said
    )
    options = parse(whole, args, command)
    if found is None:
        raise ConfigError(f"no game {extension.description}; `wd info games` lists the games there are")
    return options, found


def _find(arguments: Sequence[str], command: str, part: GameExtension[ExtensionT]) -> ExtensionT | None:
    """Return the extension of the requested game; None if no game has one."""
    if peek(GameOptions, arguments, command).game is not None:
        return _load(requested_game(arguments, command), part)
    known = [row for row in registry.all_games().values() if getattr(row, part.column)]
    if len(known) > 1:
        names = ", ".join(row.name for row in known)
        raise UsageError(f"--game is missing; each of these {part.description}: {names} (see wd {command} --help)")
    return _load(known[0], part) if known else None


def _load(row: registry.GameEntry, part: GameExtension[ExtensionT]) -> ExtensionT:
    loaded = row.load(part.column)
    if not isinstance(loaded, part.type):
        where = getattr(row, part.column)
        raise ConfigError(f"game {row.name}: {where} is {quoted(loaded)}; allowed is a {part.type.__name__}")
    return loaded
