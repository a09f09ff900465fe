"""House rules, states and records of clients: none names a path, and that is checked before a file is opened."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal

from wd_env.errors import StateError
from wd_env.registry import Game
from wd_env.server.hosting.custom_file_catalogue import Shelf
from wd_env.server.protocol.replies import RuleInfo
from wd_env.server.server_errors import Refusal
from wd_env.spec.custom_files import shipped_names
from wd_env.spec.rule_options import Choice, Path, Switch, Whole, meanings_of, options_of
from wd_env.table.game_record import Record
from wd_env.table.game_table import ASKED, Table

SEATING = "num_players"  # told by the chairs
MOST_RECORDED = 5_000  # lines of a client's record; each is played, and told
KINDS: dict[type, Literal["whole", "choice", "switch"]] = {
    Whole: "whole",
    Choice: "choice",
    Switch: "switch",
    Path: "choice",
}


def rules_of(row: Game, shelf: Shelf) -> list[RuleInfo]:
    """Return the house rules of a game as clients may set them: options for files by the names that are offered."""
    config = row.game.config_class
    meanings, defaults = meanings_of(config), {field.name: field.default for field in fields(config)}
    return [
        _told(name, option, defaults[name], meanings.get(name, ""), shelf.names(name))
        for name, option in options_of(config).items()
        if name != SEATING
    ]


def _told(name: str, option: Any, default: Any, about: str, own: list[str]) -> RuleInfo:
    told = RuleInfo(
        name=name, kind=KINDS[type(option)], default=default, about=about, allowed=option.allowed,
        none=getattr(option, "none", False), is_file=isinstance(option, Path),
    )  # fmt: skip
    if isinstance(option, Whole):
        told.low, told.high = option.low, option.high
    elif isinstance(option, Choice | Path):
        told.names = names = [*option.names, *own]
    if isinstance(option, Path):
        told.own = own
        told.allowed = ", ".join(names) + (" or null" if names else "null") * option.none
    return told


def config_for(row: Game, rules: dict[str, Any], players: int, shelf: Shelf) -> Any:
    """Return the configuration of a table for so many players; Refusal and ConfigError for rules that cannot be."""
    if SEATING in rules:
        raise Refusal("config_error", f"{SEATING} is told by the players", f"rules.{SEATING}")
    named = dict(rules)
    for name, shipped in shipped_names(row.game.config_class).items():
        value = rules.get(name)
        if value is not None and value not in shipped:
            named[name] = shelf.path_of(name, value)
            if named[name] is None:
                raise _no_path(name, (*shipped, *shelf.names(name)), "rules")
    return row.config(num_players=players, **named)


def check_saved(row: Game, options: Any, field: str, shelf: Shelf) -> None:
    """Refuse saved options that name a file: from clients pass shipped names and digests of files on the shelf."""
    if not isinstance(options, Mapping):
        return  # which is refused as what it is
    for name, shipped in shipped_names(row.game.config_class).items():
        value = options.get(name)
        if value is not None and value not in shipped and not shelf.has(name, value):
            raise _no_path(name, shipped, field)


def _no_path(name: str, names: tuple[str, ...], field: str) -> Refusal:
    allowed = ", ".join((*names, "null"))
    return Refusal("no_path", f"{name} is none of the files that are offered; allowed are {allowed}", f"{field}.{name}")


def table_from(row: Game, state: dict[str, Any], shelf: Shelf) -> Table:
    """Return the table of a client's state, its chance asked; Refusal and StateError for one that cannot be."""
    check_saved(row, state.get("config"), "state.config", shelf)
    return row.table_class.from_json(row.game, state, luck=ASKED, files=shelf.paths)


def record_from(row: Game, text: str, shelf: Shelf) -> Record:
    """Return a client's record, not yet played; Refusal and StateError for one that cannot be."""
    record = Record.loads(text)
    if record.game != row.name:
        raise StateError(f"the record is of another game; allowed is {row.name}")
    if len(record.lines) > MOST_RECORDED:
        raise StateError(f"the record has {len(record.lines)} lines; allowed are at most {MOST_RECORDED}")
    check_saved(row, record.config, "record", shelf)
    return record
