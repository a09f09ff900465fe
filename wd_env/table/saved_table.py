"""Tables from JSON data, records and other tables."""

from typing import Any

from wd_env.errors import ConfigError, DataError, IllegalAction, StateError, WrongSeat, listed, quoted
from wd_env.spec.custom_files import Files, decode_options
from wd_env.spec.game_names import game_spec_of
from wd_env.spec.game_spec import CHANCE, PLAYER, GameSpec
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.game_table import Table
from wd_env.table.interpreted_backend import InterpretedBackend
from wd_env.table.legal_choices import is_stuck
from wd_env.table.rules_digest import rules_digest

SAVED_KEYS = ("game", "version", "config", "state")  # of a table as JSON data


def table_from_json(
    data: Any, game: GameSpec | str | None = None, *, seed: int | None = None, chance: str = SAMPLED, files: Files = ()
) -> Table[Any]:
    """Read the JSON data of `Table.to_json`.

    Args:
        data: The JSON data.
        game: The game, a `GameSpec` or a name; by default the one that the data names.
        seed: Seed of all later chance.
        chance: Chance mode of the table.
        files: Paths of custom data files; those with the saved digests are used.

    Returns:
        The table, whose record begins with the saved state.

    Raises:
        ConfigError: If `chance` is invalid.
        StateError: If the data is invalid or of another game, or a custom file is missing.
    """
    if not isinstance(data, dict):
        raise StateError(f"state: expected an object with {', '.join(SAVED_KEYS)}, got {quoted(data)}")
    game = _find_game(game, "state", data.get("game"), data.get("version"))
    if data.keys() != set(SAVED_KEYS):
        raise StateError(f"state: expected {', '.join(SAVED_KEYS)}, got {listed(data)}")
    table = _table_of_config(game, data["config"], seed, files)
    _load_start(table, data["state"])
    table.chance = chance
    return table


def replay_record(
    record: GameRecord, game: GameSpec | str | None = None, *, stop: int | None = None, files: Files = ()
) -> Table[Any]:
    """Replay a record.

    Args:
        record: The record.
        game: The game, a `GameSpec` or a name; by default the one that the record names.
        stop: Number of lines to replay, by default all.
        files: Paths of custom data files; those with the saved digests are used.

    Returns:
        A table with explicit chance.

    Raises:
        StateError: If the record is of another game, version, rules or data, or a line cannot be played.
    """
    game = _find_game(game, "record", record.game, record.version)
    table = _table_of_config(game, record.config, None, files)
    _replay_lines(table, record, stop)
    return table


def at_line(table: Table[Any], stop: int) -> Table[Any]:
    """Return a table, with explicit chance, as this one was after some lines of its record.

    Args:
        table: The table.
        stop: Number of lines.
    """
    earlier: Table[Any] = Table(table.game, table.config, chance=EXPLICIT)
    _replay_lines(earlier, table.record(), stop)
    return earlier


def load_position(table: Table[Any], other: Table[Any]) -> None:
    """Continue `table` from the state of another one, with its own chance stream; chance that is open is sampled.

    Raises:
        StateError: If the other table has another game or configuration, or its game is over; nothing has changed.
    """
    if differences := _differences(other, table):
        raise StateError(f"state: expected the game and rules of this table, got {differences}")
    if other.is_terminal:
        raise StateError("state: expected that of a game in progress, got that of a game that is over")
    table.mark_start(other.state.copy())


def _table_of_config(game: GameSpec, config: Any, seed: int | None, files: Files) -> Table[Any]:
    if not isinstance(config, dict) or not all(isinstance(name, str) for name in config):
        raise StateError(f"saved config: expected options by name, got {quoted(config)}")
    options = decode_options(game.config_class, config, files)
    try:
        return Table(game, game.config_class.of(**options), seed=seed, chance=EXPLICIT)
    except (ConfigError, DataError) as exc:
        raise StateError(f"the saved config cannot be used: {exc}") from exc


def _load_start(table: Table[Any], start: Any) -> None:
    """Use this state, as JSON data, as the one before the first line."""
    schema = table.game.schema
    state = schema.from_json(start)
    if rules_digest(schema, state) != rules_digest(schema, table.state):
        raise StateError("the state's house rules are not those of its configuration and data files")
    table.game.check_state(state)
    table.state = state
    if is_stuck(InterpretedBackend(table.game, state, [])):
        raise StateError(f"the state's current node {table.node.name} has no legal action")
    table.mark_start()


def _replay_lines(table: Table[Any], record: GameRecord, stop: int | None) -> None:
    digest = rules_digest(table.game.schema, table.state)
    if digest != record.rules_digest:
        expected = f"these are {digest!r}"
        raise StateError(f"the record was made under rules {quoted(record.rules_digest)}; {expected}")
    if record.start is not None:
        _load_start(table, record.start)
    for index, line in enumerate(record.lines[:stop]):
        _replay_line(table, index, line)


def _replay_line(table: Table[Any], index: int, line: RecordLine) -> None:
    kind = CHANCE if line.seat is None else PLAYER
    try:
        if table.node.kind != kind and not (line.is_illegal or line.is_correction):
            raise IllegalAction(f"the current node is {table.node.name}")
        num_lines = len(table.lines)
        table.play_line(line)
        if table.lines[num_lines].is_illegal != line.is_illegal:
            raise IllegalAction(f"{line.text!r} is {'legal' if line.is_illegal else 'illegal'} there")
    except (IllegalAction, WrongSeat, StateError) as exc:
        subject = f"line {index + 1} of the record, {quoted(str(line))}, cannot be played"
        raise StateError(f"{subject}: {exc}") from exc


def _find_game(game: GameSpec | str | None, subject: str, name: Any, version: Any) -> GameSpec:
    """Return the game; StateError unless name and version are its own, and the version an int: true is not 1."""
    try:
        spec = game_spec_of(name if game is None else game)
    except ConfigError as exc:
        raise StateError(f"the {subject}: {exc}") from None
    saved, expected = (name, version), (spec.name, spec.version)
    if saved != expected or type(version) is not int:
        raise StateError(f"game of the {subject}: expected {expected!r}, got {quoted(saved)}")
    return spec


def _differences(table: Table[Any], other: Table[Any]) -> str:
    """Return how the game or the rules of `table` differ from those of `other`; empty if they do not."""
    if table.game is not other.game:
        return f"the game {table.game.name}"
    options, others = table.config.as_dict(), other.config.as_dict()
    differing = [f"{name} {value!r}, not {others[name]!r}" for name, value in options.items() if value != others[name]]
    return "; ".join(differing) or "other house rules" * (table.record().rules_digest != other.record().rules_digest)
