"""Where a game begins: the options of `reset`, among them a state that the first decision is taken from."""

from collections.abc import Mapping, Sequence
from typing import Any

from wd_env.errors import ConfigError
from wd_env.storage.bounded_json import read_json
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import EXPLICIT, Table

STATE = "state"  # among the options of a reset: where the game begins


def check_reset_options(options: Any, allowed: Sequence[str]) -> dict[str, Any]:
    """Return the options of a reset, none for None; ConfigError for another type and for an unknown name."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ConfigError(f"the options of reset are {options!r}; allowed are None and a dict of {_listed(allowed)}")
    for name in options:
        if name not in allowed:
            raise ConfigError(f"unknown option {name!r} of reset; allowed are {_listed(allowed)}")
    return dict(options)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none at all"


def load_start_table(state: Any, table: Table) -> Table:
    """Return the table of a state: a table itself, a record played to its end, or the JSON data of `to_json`.

    Records and JSON may be text; `table` says of which game. ConfigError for what is none of these, StateError for
    data that cannot be read or played.
    """
    if isinstance(state, Table):
        return state
    if isinstance(state, str):
        first, _, _ = state.partition("\n")
        state = GameRecord.loads(state) if '"format"' in first else read_json(state, "the state")
    if isinstance(state, GameRecord):
        return type(table).replay(table.game, state, files=table.custom_files)
    if isinstance(state, Mapping):
        return type(table).from_json(table.game, dict(state), chance=EXPLICIT, files=table.custom_files)
    kind = type(state).__name__
    raise ConfigError(f"{STATE} is of type {kind}; allowed are a table, a record, and the JSON data of to_json()")
