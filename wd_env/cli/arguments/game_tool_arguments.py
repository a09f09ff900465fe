"""Commands about an extension that only some games have; the options of the extension become their options."""

from collections.abc import Sequence
from dataclasses import dataclass, field, make_dataclass
from typing import Any, Generic, Protocol, TypeVar

from wd_env import registry
from wd_env.cli.arguments.argument_parser import HELP, parse, peek
from wd_env.cli.arguments.rule_arguments import GameOptions, requested_game
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, quoted


@dataclass(frozen=True, kw_only=True)
class GameExtensionOptions(GameOptions):
    """The game of a command about an extension."""

    game: str | None = None
    """Name of the game (`wd info games`); required if several games support the command."""


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
    loaded = _find(args, command, extension)
    added: list[Any] = (
        [] if loaded is None else [(extension.choices_field, Any, field(default_factory=loaded.options_type))]
    )
    namespace = {"__doc__": options_type.__doc__}
    extended_type: type[OptionsT] = make_dataclass(
        options_type.__name__, added, bases=(options_type,), frozen=True, namespace=namespace
    )
    options = parse(extended_type, args, command)
    if loaded is None:
        raise ConfigError(f"no game {extension.description}; `wd info games` lists the installed games")
    return options, loaded


def _find(arguments: Sequence[str], command: str, extension: GameExtension[ExtensionT]) -> ExtensionT | None:
    """Return the extension of the requested game; None if no game has one."""
    if peek(GameOptions, arguments, command).game is not None:
        return _load(requested_game(arguments, command), extension)
    known = [game_entry for game_entry in registry.all_games().values() if getattr(game_entry, extension.column)]
    if len(known) > 1 and not set(HELP) & set(arguments):  # help shows the options of the first game
        names = ", ".join(game_entry.name for game_entry in known)
        raise UsageError(
            f"--game: expected one of the games {names}, each of which {extension.description} (see wd "
            f"{command} --help)"
        )
    return _load(known[0], extension) if known else None


def _load(game_entry: registry.GameEntry, extension: GameExtension[ExtensionT]) -> ExtensionT:
    loaded = game_entry.load(extension.column)
    if not isinstance(loaded, extension.type):
        import_path = getattr(game_entry, extension.column)
        raise ConfigError(
            f"game {game_entry.name}, {import_path}: expected a {extension.type.__name__}, got {quoted(loaded)}"
        )
    return loaded
