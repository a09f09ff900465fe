"""Options of `reset`, such as the state in which a game starts."""

from collections.abc import Mapping, Sequence
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.storage.bounded_json import read_json
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_record import GameRecord
from wd_env.table.game_table import Table
from wd_env.table.saved_table import replay_record, table_from_json

STATE = "state"  # option of `reset`: the position in which the game starts


def check_reset_options(options: Any, allowed: Sequence[str]) -> dict[str, Any]:
    """Check the options of `reset`.

    Args:
        options: Dict of options, or None.
        allowed: Names of the allowed options.

    Returns:
        The options; empty for None.

    Raises:
        ConfigError: If it is not a dict, or a name is unknown.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ConfigError(f"reset options: expected None or a dict of {_listed(allowed)}, got {quoted(options)}")
    for name in options:
        if name not in allowed:
            raise ConfigError(f"unknown reset option {quoted(name)}; expected {_listed(allowed)}")
    return dict(options)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def load_start_table(state: Any, table: Table) -> Table:
    """Make the table in which a game starts.

    Args:
        state: A table, a record, which is replayed to its end, or the JSON data of `to_json`. Records and JSON data
            may be text.
        table: Any table of the game.

    Raises:
        ConfigError: If the state is of another type.
        StateError: If a record or JSON data cannot be read or played.
    """
    if isinstance(state, Table):
        return state
    if isinstance(state, str):
        first_line, _, _ = state.partition("\n")
        state = GameRecord.loads(state) if '"format"' in first_line else read_json(state, "the state")
    if isinstance(state, GameRecord):
        return replay_record(state, table.game, files=table.custom_files)
    if isinstance(state, Mapping):
        return table_from_json(dict(state), table.game, chance=EXPLICIT, files=table.custom_files)
    kind = type(state).__name__
    raise ConfigError(f"{STATE}: expected a table, a record or the JSON data of to_json(), got {kind}")
