"""House rules, states and records of clients: nothing of them names a file, and that is seen before one is opened."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal

from wd_env.core.errors import StateError
from wd_env.core.options import Choice, Path, Switch, Whole, meanings_of, options_of
from wd_env.core.own_files import shipped_names
from wd_env.core.record import Record
from wd_env.core.table import ASKED, Table
from wd_env.games import Game
from wd_env.serve.refusals import Refusal
from wd_env.serve.replies import RuleInfo

SEATING = "num_players"  # told by the chairs
MOST_RECORDED = 5_000  # lines of a client's record; each is played, and told
KINDS: dict[type, Literal["whole", "choice", "switch"]] = {
    Whole: "whole",
    Choice: "choice",
    Switch: "switch",
    Path: "choice",
}


def rules_of(row: Game) -> list[RuleInfo]:
    """Return the house rules of a game as clients may set them: of options for files only the shipped names."""
    config = row.game.config_class
    meanings, defaults = meanings_of(config), {field.name: field.default for field in fields(config)}
    return [
        _told(name, option, defaults[name], meanings.get(name, ""))
        for name, option in options_of(config).items()
        if name != SEATING
    ]


def _told(name: str, option: Any, default: Any, about: str) -> RuleInfo:
    told = RuleInfo(
        name=name, kind=KINDS[type(option)], default=default, about=about, allowed=option.allowed,
        none=getattr(option, "none", False),
    )  # fmt: skip
    if isinstance(option, Whole):
        told.low, told.high = option.low, option.high
    elif isinstance(option, Choice | Path):
        told.names = list(option.names)
    if isinstance(option, Path):
        told.allowed = ", ".join(option.names) + " or null" * option.none
    return told


def check_no_paths(row: Game, options: Any, field: str) -> None:
    """Refuse options that name a file, or carry the digest of one: from clients only shipped names pass."""
    if not isinstance(options, Mapping):
        return  # which is refused as what it is
    for name, shipped in shipped_names(row.game.config_class).items():
        if name in options and options[name] is not None and options[name] not in shipped:
            allowed = ", ".join((*shipped, "null"))
            raise Refusal("no_path", f"{name} is none of the shipped ones; allowed are {allowed}", f"{field}.{name}")


def config_for(row: Game, rules: dict[str, Any], players: int) -> Any:
    """Return the configuration of a table for so many players; Refusal and ConfigError for rules that cannot be."""
    if SEATING in rules:
        raise Refusal("config_error", f"{SEATING} is told by the players", f"rules.{SEATING}")
    check_no_paths(row, rules, "rules")
    return row.config(num_players=players, **rules)


def table_from(row: Game, state: dict[str, Any]) -> Table:
    """Return the table of a client's state, its chance asked; Refusal and StateError for one that cannot be."""
    check_no_paths(row, state.get("config"), "state.config")
    return row.table_class.from_json(row.game, state, luck=ASKED)


def record_from(row: Game, text: str) -> Record:
    """Return a client's record, not yet played; Refusal and StateError for one that cannot be."""
    record = Record.loads(text)
    if record.game != row.name:
        raise StateError(f"the record is of another game; allowed is {row.name}")
    if len(record.lines) > MOST_RECORDED:
        raise StateError(f"the record has {len(record.lines)} lines; allowed are at most {MOST_RECORDED}")
    check_no_paths(row, record.config, "record")
    return record
