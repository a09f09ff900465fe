"""The game that is meant, and its house rules as options of a command."""

from collections.abc import Iterable, Sequence
from dataclasses import Field, asdict, dataclass, field, fields, make_dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_type_hints

from wd_env import registry
from wd_env.cli.arguments.argument_parser import parse, peek
from wd_env.cli.arguments.command_fields import Meaning
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError
from wd_env.registry import Game
from wd_env.spec.custom_files import own_files
from wd_env.spec.rule_options import Options, meanings_of, options_of
from wd_env.spec.rule_options import Path as PathOption

SEATING = "num_players"  # told by the seats


@dataclass(frozen=True, kw_only=True)
class OfGame:
    """Which game a command is about."""

    game: str | None = None
    """The game, one of `wd info games`. (default: that of a file, or the first)"""


@dataclass(frozen=True)
class HouseRules(Options):
    """Every option of a game but the number of players, which the seats tell; `house_rules` adds the options."""

    def __post_init__(self) -> None:
        """ConfigError for a value that is not allowed, and for rules that no number of players can agree on."""
        super().__post_init__()
        spec = self.row().game
        problems = [self._problem(players) for players in range(spec.min_players, spec.max_players + 1)]
        if problems[0] is not None and None not in problems:
            raise problems[0]

    @classmethod
    def row(cls) -> Game:
        """The game whose rules these are."""
        raise NotImplementedError

    def _problem(self, players: int) -> ConfigError | None:
        try:
            self._config(players)
        except ConfigError as problem:
            return problem
        return None

    def options(self) -> dict[str, Any]:
        """The options by name, without the number of players."""
        return asdict(self)

    def at_table(self, players: int, counted: str = "players in --seats") -> Any:
        """Return the configuration of a table for so many players.

        ConfigError for a number that is not allowed; it names what was `counted`, for nobody types a number.
        """
        spec = self.row().game
        allowed = [n for n in range(spec.min_players, spec.max_players + 1) if self._problem(n) is None]
        if allowed and players not in allowed:
            listed = ", ".join(map(str, allowed))
            raise ConfigError(f"the number of {counted} is {players}; allowed with these rules: {listed}")
        return self._config(players)

    def _config(self, players: int) -> Any:
        return self.row().config(num_players=players, **self.options())

    def without_files(self) -> "HouseRules":
        """The same without files of one's own."""
        usual = type(self)()
        return replace(self, **{name: getattr(usual, name) for name in own_files(self)})

    @property
    def is_usual(self) -> bool:
        """Nothing is agreed on but files of one's own."""
        return self.without_files() == type(self)()


@cache
def house_rules(name: str = registry.DEFAULT) -> type[HouseRules]:
    """The house rules of a game as a class of options, made from its configuration."""
    row = registry.game_named(name)
    config = row.game.config_class
    meanings, types = meanings_of(config), get_type_hints(config)
    options = [
        (f.name, _described(types[f.name], meanings.get(f.name, "")), _copied(f))
        for f in fields(config)
        if f.name != SEATING
    ]
    namespace = {"row": classmethod(lambda cls: row), "__doc__": "House rules."}
    return make_dataclass("HouseRules", options, bases=(HouseRules,), frozen=True, namespace=namespace)


def _described(kind: Any, meaning: str) -> Any:
    """The type with its line of help, which is beneath the option in the source of the game."""
    return Annotated[kind, Meaning(meaning)]


def _copied(declared: "Field[Any]") -> Any:
    return field(default=declared.default, metadata=dict(declared.metadata))


@dataclass(frozen=True)
class OwnFiles:
    """Files of one's own with which a saved game was played; it carries their digests and no paths."""

    def given(self) -> list[str]:
        """Their paths."""
        return [str(path) for path in asdict(self).values() if path is not None]


@cache
def files_of_own(name: str = registry.DEFAULT) -> type[OwnFiles]:
    """The files that a game can be played with as a class of options, one for each option that takes a path."""
    options = [
        (option, Annotated[Path | None, Meaning(f"The file of one's own for {option}, if there was one.")],
         field(default=None))
        for option in _path_options(name)
    ]  # fmt: skip
    return make_dataclass("OwnFiles", options, bases=(OwnFiles,), frozen=True)


@dataclass(frozen=True)
class OfferedFiles:
    """Files of one's own that others may choose, any number for each option that takes a path."""

    def given(self) -> dict[str, tuple[Path, ...]]:
        """Their paths by option."""
        return asdict(self)


@cache
def offered_files(name: str = registry.DEFAULT) -> type[OfferedFiles]:
    """The files that a game can be played with, as options that take any number of them."""
    options = [
        (option, Annotated[tuple[Path, ...], Meaning(f"Files of your own for {option}; clients choose them by name.")],
         field(default=()))
        for option in _path_options(name)
    ]  # fmt: skip
    return make_dataclass("OfferedFiles", options, bases=(OfferedFiles,), frozen=True)


def _path_options(name: str) -> list[str]:
    config = registry.game_named(name).game.config_class
    return [option for option, kind in options_of(config).items() if isinstance(kind, PathOption)]


Asked = TypeVar("Asked")


def parse_for_game(kind: type[Asked], arguments: Sequence[str], command: str, **usual: Any) -> Asked:
    """The options of a command whose fields `rules`, `files` and `offered` are those of the game that the words name.

    `usual` are rules of this command's own that go without saying, in games that have them. UsageError for an unknown
    game and as `parse`.
    """
    name = game_meant(peek(OfGame, arguments, command).game)
    declared = {f.name for f in fields(cast(Any, kind))}
    rules, files, offered = house_rules(name), files_of_own(name), offered_files(name)
    known = {option: value for option, value in usual.items() if option in options_of(rules)}
    parts: dict[str, tuple[type, Any]] = {
        "rules": (rules, partial(rules, **known)),
        "files": (files, files),
        "offered": (offered, offered),
    }
    added: list[Any] = [
        (part, options, field(default_factory=made)) for part, (options, made) in parts.items() if part in declared
    ]
    whole = make_dataclass(kind.__name__, added, bases=(kind,), frozen=True, namespace={"__doc__": kind.__doc__})
    return parse(whole, arguments, command)


def game_asked_for(arguments: Sequence[str], command: str) -> Game:
    """Return the game that the words of a command name; UsageError, with the names there are, for an unknown one."""
    return registry.game_named(game_meant(peek(OfGame, arguments, command).game))


def game_meant(name: str | None) -> str:
    """The name of a game, the first of the catalogue for none; UsageError for an unknown one."""
    try:
        return registry.game_named(registry.DEFAULT if name is None else name).name
    except ConfigError as unknown:
        raise UsageError(f"--game: {unknown}") from None


def check_game(file: Path, found: Any, asked: str | None) -> None:
    """UsageError for a file that holds another game than the one that was asked for."""
    if asked is not None and found != asked:
        raise UsageError(f"{file} holds a game of {found}; --game is {asked}")


def check_called_for(config: Options, files: Iterable[str]) -> None:
    """ConfigError for a file that was handed in for a game in which it has no part."""
    for path in files:
        if path not in own_files(config).values():
            raise ConfigError(f"{path} has no part in that game; allowed are the files with which it was played")
