"""The game that is meant, and its house rules as options of a command."""

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

NUM_PLAYERS = "num_players"  # told by the seats


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Which game a command is about."""

    game: str | None = None
    """Name of the game, of `wd info games`."""


@options
class GameRuleOptions(GameConfig):
    """Every option of a game but the number of players, which the seats tell; `rule_options_for` adds the options."""

    def __post_init__(self) -> None:
        """ConfigError for a value that is not allowed, and for rules that no number of players can agree on."""
        spec = self.game_entry().game
        problems = [self._error_for(players) for players in range(spec.min_players, spec.max_players + 1)]
        if problems[0] is not None and None not in problems:
            raise problems[0]

    @classmethod
    def game_entry(cls) -> GameEntry:
        """The game whose rules these are."""
        raise NotImplementedError

    def _error_for(self, players: int) -> ConfigError | None:
        try:
            self._config(players)
        except ConfigError as problem:
            return problem
        return None

    def options(self) -> dict[str, Any]:
        """The options by name, without the number of players."""
        return asdict(self)

    def config_for(self, num_players: int, subject: str = "players in --seats") -> Any:
        """Return the configuration of a table for so many players.

        ConfigError for a number that is not allowed; it names what was `counted`, for nobody types a number.
        """
        spec = self.game_entry().game
        allowed = [n for n in range(spec.min_players, spec.max_players + 1) if self._error_for(n) is None]
        if allowed and num_players not in allowed:
            listed = ", ".join(map(str, allowed))
            raise ConfigError(f"the number of {subject} is {num_players}; allowed with these rules: {listed}")
        return self._config(num_players)

    def _config(self, players: int) -> Any:
        return self.game_entry().config(num_players=players, **self.options())

    def without_custom_files(self) -> "GameRuleOptions":
        """The same without files of one's own."""
        usual = type(self)()
        return replace(self, **{name: getattr(usual, name) for name in custom_files(self)})

    @property
    def is_default(self) -> bool:
        """Nothing is agreed on but files of one's own."""
        return self.without_custom_files() == type(self)()


@cache
def rule_options_for(name: str = registry.DEFAULT_GAME) -> type[GameRuleOptions]:
    """The house rules of a game as a class of options, made from its configuration."""
    row = registry.get_game(name)
    config = row.game.config_class
    meanings, types = descriptions_of(config), get_type_hints(config, include_extras=True)
    copied = [f for f in fields(config) if f.name != NUM_PLAYERS]
    namespace = {
        "__annotations__": {f.name: _described(types[f.name], meanings.get(f.name, "")) for f in copied},
        **{f.name: f.default for f in copied},
        "game_entry": classmethod(lambda cls: row),
        "__doc__": "House rules.",
        "__module__": __name__,
    }
    return options(type("GameRuleOptions", (GameRuleOptions,), namespace))


def _described(kind: Any, meaning: str) -> Any:
    """The type with its line of help, which is beneath the option in the source of the game."""
    return Annotated[kind, Description(meaning)]


@dataclass(frozen=True)
class CustomFileOptions:
    """Files of one's own with which a saved game was played; it carries their digests and no paths."""

    def paths(self) -> list[str]:
        """Their paths."""
        return [str(path) for path in asdict(self).values() if path is not None]


@cache
def custom_file_options(name: str = registry.DEFAULT_GAME) -> type[CustomFileOptions]:
    """The files that a game can be played with as a class of options, one for each option that takes a path."""
    options = [
        (option, Annotated[Path | None, Description(f"The file of one's own for {option}, if there was one.")],
         field(default=None))
        for option in _path_options(name)
    ]  # fmt: skip
    return make_dataclass("CustomFileOptions", options, bases=(CustomFileOptions,), frozen=True)


@dataclass(frozen=True)
class CatalogueFileOptions:
    """Files of one's own that others may choose, any number for each option that takes a path."""

    def paths(self) -> dict[str, tuple[Path, ...]]:
        """Their paths by option."""
        return asdict(self)


@cache
def catalogue_file_options(name: str = registry.DEFAULT_GAME) -> type[CatalogueFileOptions]:
    """The files that a game can be played with, as options that take any number of them."""
    options = [
        (option, Annotated[tuple[Path, ...],
        Description(f"Files of your own for {option}; clients choose them by name.")],
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
    rules = rule_options_for(game)
    known = {option: value for option, value in defaults.items() if option in options_of(rules)}
    parts: dict[str, Any] = {
        "rules": partial(rules, **known),
        "files": custom_file_options(game),
        "catalogue": catalogue_file_options(game),
    }
    added: list[Any] = [
        (each.name, Any, field(default_factory=parts[each.name]))
        for each in fields(cast(Any, options_type))
        if each.name in parts
    ]
    namespace = {"__doc__": options_type.__doc__}
    return make_dataclass(options_type.__name__, added, bases=(options_type,), frozen=True, namespace=namespace)


def requested_game(args: Sequence[str], command: str) -> GameEntry:
    """Return the game that the words of a command name; UsageError, with the names there are, for an unknown one."""
    return registry.get_game(resolve_game_name(peek(GameOptions, args, command).game))


def resolve_game_name(name: str | None) -> str:
    """The name of a game, the first of the catalogue for none; UsageError for an unknown one."""
    try:
        return registry.get_game(registry.DEFAULT_GAME if name is None else name).name
    except ConfigError as unknown:
        raise UsageError(f"--game: {unknown}") from None


def check_game(file: Path, game_in_file: Any, requested: str | None) -> None:
    """UsageError for a file that holds another game than the one that was asked for."""
    if requested is not None and game_in_file != requested:
        raise UsageError(f"{file} holds a game of {game_in_file}; --game is {requested}")


def check_files_used(config: GameConfig, files: Iterable[str]) -> None:
    """ConfigError for a file that was handed in for a game in which it has no part."""
    for path in files:
        if path not in custom_files(config).values():
            raise ConfigError(f"{path} has no part in that game; allowed are the files with which it was played")
