"""Rule options, states and records from clients. They name no paths, which is checked before a file is opened."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal

from wd_env.errors import StateError
from wd_env.options import Option, descriptions_of, options_of
from wd_env.registry import GameEntry
from wd_env.server.hosting.custom_file_catalogue import CustomFileCatalogue
from wd_env.server.protocol.replies import RuleInfo
from wd_env.server.server_errors import ApiError
from wd_env.spec.custom_files import bundled_names
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import Table
from wd_env.table.saved_table import table_from_json

NUM_PLAYERS = "num_players"  # follows from the players of a request
MAX_RECORD_LINES = 5_000  # lines of a client's record, each of which is replayed
RULE_KIND_BY_OPTION_KIND: dict[str, Literal["integer", "choice", "boolean", "text"]] = {
    "integer": "integer",
    "choice": "choice",
    "boolean": "boolean",
    "file": "choice",
    "text": "text",
}


def rule_infos(game_entry: GameEntry, catalogue: CustomFileCatalogue) -> list[RuleInfo]:
    """Return the rule options of a game for clients; options with files list the offered names."""
    config = game_entry.game.config_class
    descriptions, defaults = descriptions_of(config), {field.name: field.default for field in fields(config)}
    return [
        _rule_info(name, option, defaults[name], descriptions.get(name, ""), catalogue.names(name))
        for name, option in options_of(config).items()
        if name != NUM_PLAYERS
    ]


def _rule_info(name: str, option: Option, default: Any, description: str, custom_files: list[str]) -> RuleInfo:
    info = RuleInfo(
        name=name, kind=RULE_KIND_BY_OPTION_KIND[option.kind], default=default, description=description,
        allowed=option.allowed, nullable=option.nullable, is_file=option.kind == "file",
    )  # fmt: skip
    if option.kind == "integer":
        info.low, info.high = option.low, option.high
    elif option.kind in ("choice", "file"):
        info.choices = names = [*option.names, *custom_files]
    if option.kind == "file":
        info.custom_files = custom_files
        info.allowed = ", ".join(names) + (" or null" if names else "null") * option.nullable
    return info


def make_config(game_entry: GameEntry, rules: dict[str, Any], num_players: int, catalogue: CustomFileCatalogue) -> Any:
    """Return the configuration of a game; ApiError and ConfigError if a rule option is invalid."""
    if NUM_PLAYERS in rules:
        raise ApiError("config_error", f"{NUM_PLAYERS} follows from the players", f"rules.{NUM_PLAYERS}")
    named = dict(rules)
    for name, bundled in bundled_names(game_entry.game.config_class).items():
        value = rules.get(name)
        if value is not None and value not in bundled:
            named[name] = catalogue.path_of(name, value)
            if named[name] is None:
                raise _path_error(name, (*bundled, *catalogue.names(name)), "rules")
    return game_entry.config(num_players=num_players, **named)


def check_saved_files(game_entry: GameEntry, options: Any, field: str, catalogue: CustomFileCatalogue) -> None:
    """Raise ApiError if saved options name a file that is neither bundled nor, by its digest, in the catalogue."""
    if not isinstance(options, Mapping):
        return  # the caller rejects it
    for name, bundled in bundled_names(game_entry.game.config_class).items():
        value = options.get(name)
        if value is not None and value not in bundled and not catalogue.includes(name, value):
            raise _path_error(name, bundled, field)


def _path_error(name: str, names: tuple[str, ...], field: str) -> ApiError:
    allowed = ", ".join((*names, "null"))
    return ApiError("no_path", f"{name}: expected one of {allowed}, got another file", f"{field}.{name}")


def load_table(game_entry: GameEntry, state: dict[str, Any], catalogue: CustomFileCatalogue) -> Table:
    """Return the table of a client's state, with explicit chance; ApiError and StateError if it is invalid."""
    check_saved_files(game_entry, state.get("config"), "state.config", catalogue)
    return table_from_json(state, game_entry.game, chance=EXPLICIT, files=catalogue.paths)


def load_record(game_entry: GameEntry, text: str, catalogue: CustomFileCatalogue) -> GameRecord:
    """Return a client's record, not replayed yet; ApiError and StateError if it is invalid."""
    record = GameRecord.loads(text)
    if record.game != game_entry.name:
        raise StateError(f"record: expected one of {game_entry.name}, got one of another game")
    if len(record.lines) > MAX_RECORD_LINES:
        raise StateError(f"record: expected at most {MAX_RECORD_LINES} lines, got {len(record.lines)}")
    check_saved_files(game_entry, record.config, "record", catalogue)
    return record
