"""The game of a command, and its rule options as options of the command."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields, make_dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_type_hints

from wd_env import registry
from wd_env.cli.arguments.argument_parser import parse, peek
from wd_env.cli.arguments.command_fields import Description
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError
from wd_env.options import descriptions_of, options, options_of
from wd_env.registry import GameEntry
from wd_env.spec.custom_files import custom_files
from wd_env.spec.rule_options import GameConfig
from wd_env.text.field_texts import readable_name

NUM_PLAYERS = "num_players"  # follows from the seats


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """The game of a command."""

    game: str | None = None
    """Name of the game (`wd info games`)."""


@options
class GameRuleOptions(GameConfig):
    """The rule options of a game without the number of players; `rule_options_for` makes subclasses."""

    def __post_init__(self) -> None:
        """Check that the rules fit at least one number of players.

        An error that depends on the number of players is left to `config_for`.

        Raises:
            ConfigError: If they fit none.
        """
        spec = self.game_entry().game
        errors = [self._error_for(players) for players in range(spec.min_players, spec.max_players + 1)]
        if errors[0] is not None and {str(error) for error in errors} == {str(errors[0])}:
            raise errors[0]

    @classmethod
    def game_entry(cls) -> GameEntry:
        """Return the game of the rules."""
        raise NotImplementedError

    def _error_for(self, players: int) -> ConfigError | None:
        try:
            self._config(players)
        except ConfigError as exc:
            return exc
        return None

    def options(self) -> dict[str, Any]:
        """Return the options by name, without the number of players."""
        return asdict(self)

    def config_for(self, num_players: int, subject: str = "players in --seats") -> Any:
        """Return the configuration for a number of players.

        Args:
            num_players: Number of players.
            subject: What the number counts, for errors.

        Raises:
            ConfigError: If the rules do not allow the number.
        """
        spec = self.game_entry().game
        allowed = [n for n in range(spec.min_players, spec.max_players + 1) if self._error_for(n) is None]
        if allowed and num_players not in allowed:
            listed = ", ".join(map(str, allowed))
            raise ConfigError(f"number of {subject}: expected {listed} with these rules, got {num_players}")
        return self._config(num_players)

    def _config(self, players: int) -> Any:
        return self.game_entry().config(num_players=players, **self.options())

    def without_custom_files(self) -> "GameRuleOptions":
        """Return the same rules without custom files."""
        default_rules = type(self)()
        return replace(self, **{name: getattr(default_rules, name) for name in custom_files(self)})

    @property
    def is_default(self) -> bool:
        """Whether all options except custom files have their defaults."""
        return self.without_custom_files() == type(self)()


@cache
def rule_options_for(name: str = registry.DEFAULT_GAME) -> type[GameRuleOptions]:
    """Return the rule options of a game as a class, made from its configuration."""
    entry = registry.get_game(name)
    config = entry.game.config_class
    descriptions, types = descriptions_of(config), get_type_hints(config, include_extras=True)
    copied = [f for f in fields(config) if f.name != NUM_PLAYERS]
    namespace = {
        "__annotations__": {f.name: _described(types[f.name], descriptions.get(f.name, "")) for f in copied},
        **{f.name: f.default for f in copied},
        "game_entry": classmethod(lambda cls: entry),
        "__doc__": "Rule options.",
        "__module__": __name__,
    }
    return options(type("GameRuleOptions", (GameRuleOptions,), namespace))


def _described(kind: Any, description: str) -> Any:
    """Return the type with its description, which is below the option in the source of the game."""
    return Annotated[kind, Description(description)]


@dataclass(frozen=True)
class CustomFileOptions:
    """Custom files of a saved game, which contains their digests but no paths."""

    def paths(self) -> list[str]:
        """Return their paths."""
        return [str(path) for path in asdict(self).values() if path is not None]


@cache
def custom_file_options(name: str = registry.DEFAULT_GAME) -> type[CustomFileOptions]:
    """Return the custom files of a game as a class, with one option per rule option that takes a path."""
    options = [
        (option, Annotated[Path | None,
        Description(f"The custom {readable_name(option)} file with which the game was played.")],
         field(default=None))
        for option in _path_options(name)
    ]  # fmt: skip
    return make_dataclass("CustomFileOptions", options, bases=(CustomFileOptions,), frozen=True)


@dataclass(frozen=True)
class CatalogueFileOptions:
    """Custom files that clients may choose, any number for each option that takes a path."""

    def paths(self) -> dict[str, tuple[Path, ...]]:
        """Return their paths by option."""
        return asdict(self)


@cache
def catalogue_file_options(name: str = registry.DEFAULT_GAME) -> type[CatalogueFileOptions]:
    """Return the custom files of a game as a class whose options take any number of files."""
    options = [
        (option, Annotated[tuple[Path, ...],
        Description(f"Custom {readable_name(option)} files; clients choose one by its name.")],
         field(default=()))
        for option in _path_options(name)
    ]  # fmt: skip
    return make_dataclass("CatalogueFileOptions", options, bases=(CatalogueFileOptions,), frozen=True)


def _path_options(name: str) -> list[str]:
    config = registry.get_game(name).game.config_class
    return [option for option, kind in options_of(config).items() if kind.kind == "file"]


OptionsT = TypeVar("OptionsT")


def parse_for_game(options_type: type[OptionsT], args: Sequence[str], command: str, **defaults: Any) -> OptionsT:
    """Return the options of a command; its fields `rules`, `files` and `catalogue` are those of the game that is named.

    Args:
        options_type: Dataclass of the command.
        args: Arguments of the command.
        command: Name of the command.
        **defaults: Default rules of this command, for games that have these options.

    Raises:
        UsageError: If the game is unknown, or as `parse`.
    """
    name = resolve_game_name(peek(GameOptions, args, command).game)
    return parse(with_game_options(options_type, name, **defaults), args, command)


def with_game_options(options_type: type[OptionsT], game: str, **defaults: Any) -> type[OptionsT]:
    """Return the dataclass of a command with the options of a game in its fields `rules`, `files` and `catalogue`."""
    known = options_of(rule_options_for(game))
    used = tuple((option, value) for option, value in defaults.items() if option in known)
    created: type[OptionsT] = _with_game_options(cast(Any, options_type), game, used)
    return created


@cache
def _with_game_options(options_type: Any, game: str, defaults: tuple[tuple[str, Any], ...]) -> type:
    option_types: dict[str, Any] = {
        "rules": partial(rule_options_for(game), **dict(defaults)),
        "files": custom_file_options(game),
        "catalogue": catalogue_file_options(game),
    }
    added: list[Any] = [
        (each.name, Any, field(default_factory=option_types[each.name]))
        for each in fields(options_type)
        if each.name in option_types
    ]
    namespace = {"__doc__": options_type.__doc__}
    return make_dataclass(options_type.__name__, added, bases=(options_type,), frozen=True, namespace=namespace)


def requested_game(args: Sequence[str], command: str) -> GameEntry:
    """Return the game that the arguments of a command name.

    Raises:
        UsageError: If the game is unknown.
    """
    return registry.get_game(resolve_game_name(peek(GameOptions, args, command).game))


def resolve_game_name(name: str | None) -> str:
    """Return the name of a game, by default the first of the registry.

    Raises:
        UsageError: If the game is unknown.
    """
    try:
        return registry.get_game(registry.DEFAULT_GAME if name is None else name).name
    except ConfigError as unknown:
        raise UsageError(f"--game: {unknown}") from None


def check_game(file: Path, game_in_file: Any, requested: str | None) -> None:
    """Check that a file holds the requested game.

    Raises:
        UsageError: If it holds another one.
    """
    if requested is not None and game_in_file != requested:
        raise UsageError(f"{file} holds a game of {game_in_file}; --game is {requested}")


def check_files_used(config: GameConfig, files: Iterable[str]) -> None:
    """Check that a game uses all custom files.

    Raises:
        ConfigError: If it does not use one.
    """
    for path in files:
        if path not in custom_files(config).values():
            raise ConfigError(f"{path}: expected a file with which the game was played")
