"""The contract of a game: the required state fields, nodes, features and rules, with their check."""

from typing import TYPE_CHECKING, Protocol

from wd_env.errors import ConfigError

if TYPE_CHECKING:
    from wd_env.spec.game_spec import GameSpec

SCALAR_FIELDS = ("node", "seat", "players", "seats", "truncated")
SEAT_AXIS, PLAYER_AXIS = "seat", "player"  # index of a list field, see `Field.by`
SEAT_FIELDS, PLAYER_FIELDS = ("owner", "in_play"), ("home_seat", "won")
DECISION_FEATURE = "decision"  # the feature that encodes the current decision
MIN_PLAYERS = 2  # players
MAX_SEATS = 10  # a line of a record has one digit for a seat
MIN_VALUE, MAX_VALUE = -128, 127  # of an observation, which is int8


class CoreState(Protocol):
    """The fields that every state has; a game adds others."""

    node: int  # the current node, an index of `GameSpec.nodes`
    seat: int  # seat of the current node; its player decides
    players: int  # number of players
    seats: int  # number of seats; a player may have several
    owner: list[int]  # by seat: its player
    home_seat: list[int]  # by player: the first seat
    in_play: list[int]  # by seat: 1 in the game, 0 out of it
    won: list[int]  # by player: 1 for a winner of a game that has ended
    truncated: int  # 1 if the game was truncated


def check_contract(game: "GameSpec") -> None:
    """Check that a game fulfils the contract.

    It needs the fields of `CoreState` (scalars, lists by seat and lists by player), an index in each list field,
    decisions before all other nodes, a terminal node, features in the range of int8, a feature `decision` with one
    value per decision, the rules `step`, `legal`, `chance_weights` and `is_terminal`, and an option `num_players`.

    Raises:
        ConfigError: If something is missing; the message names the game and the field.
    """
    _check_numbers(game)
    _check_state(game)
    _check_places(game)
    _check_nodes(game)
    _check_layout(game)
    for rule in ("step", "legal", "chance_weights", "is_terminal"):
        if not callable(getattr(game.engine, rule, None)):
            raise ConfigError(f"game {game.name}: expected an engine with the rule {rule!r}, got none")
    if not hasattr(game.config_class, "num_players"):
        raise ConfigError(f"game {game.name}: expected a configuration with the option 'num_players', got none")


def _check_numbers(game: "GameSpec") -> None:
    """Check that each player has a seat, and that a digit is enough for a seat in records."""
    results = game.min_players, game.max_players, game.seats
    if not MIN_PLAYERS <= game.min_players <= game.max_players <= game.seats <= MAX_SEATS:
        counts = "{} to {} players at {} seats".format(*results)
        raise ConfigError(
            f"game {game.name}: expected at least {MIN_PLAYERS} players and a seat for each, at most "
            f"{MAX_SEATS}, got {counts}"
        )


def _check_state(game: "GameSpec") -> None:
    fields = game.schema.by_name
    for name in (*SCALAR_FIELDS, *SEAT_FIELDS, *PLAYER_FIELDS):
        expected = game.seats if name in SEAT_FIELDS else game.max_players if name in PLAYER_FIELDS else 0
        shape = f"a list of {expected}" if expected else "a scalar"
        if name not in fields:
            raise ConfigError(f"game {game.name}: field {name!r}: expected {shape}, got no such field")
        if fields[name].length != expected:
            result = fields[name].length
            raise ConfigError(f"game {game.name}: field {name!r}: expected {shape}, got length {result}")
        if fields[name].private:
            raise ConfigError(f"game {game.name}: field {name!r}: expected a public field, got a private one")


def _check_places(game: "GameSpec") -> None:
    """Check that a list field names its index, and has one element per seat or player if that is the index."""
    dims = {SEAT_AXIS: game.seats, PLAYER_AXIS: game.max_players}
    known = {**dict.fromkeys(SEAT_FIELDS, SEAT_AXIS), **dict.fromkeys(PLAYER_FIELDS, PLAYER_AXIS)}
    for field in game.schema.fields:
        if bool(field.length) != bool(field.by):
            result = f"a list of {field.length} by nothing" if field.length else f"one number by {field.by}"
            raise ConfigError(f"game {game.name}: field {field.name!r}: expected `by` for lists only, got {result}")
        if field.length and field.length != dims.get(field.by, field.length):
            expected = f"a list of {dims[field.by]}"
            raise ConfigError(
                f"game {game.name}: field {field.name!r} by {field.by}: expected {expected}, got one of {field.length}"
            )
        if field.by != known.get(field.name, field.by):
            expected = known[field.name]
            raise ConfigError(f"game {game.name}: field {field.name!r}: expected by {expected}, got by {field.by}")


def _check_nodes(game: "GameSpec") -> None:
    node_kinds = [node.kind for node in game.nodes]
    decisions = node_kinds.count("player")
    if not decisions or "player" in node_kinds[decisions:]:
        raise ConfigError(f"game {game.name}: nodes: expected decisions first, got {', '.join(node_kinds)}")
    if "terminal" not in node_kinds:
        raise ConfigError(f"game {game.name}: nodes: expected a terminal one, got none")
    features = game.layout.by_name
    shape = features[DECISION_FEATURE].shape if DECISION_FEATURE in features else None
    if shape != (decisions,):
        actual = "no such feature" if shape is None else f"shape {shape}"
        raise ConfigError(
            f"game {game.name}: feature {DECISION_FEATURE!r}: expected shape ({decisions},), got {actual}"
        )


def _check_layout(game: "GameSpec") -> None:
    for feature in game.layout.features:
        if not MIN_VALUE <= feature.low <= feature.high <= MAX_VALUE:
            raise ConfigError(
                f"game {game.name}: feature {feature.name!r}: expected numbers from {MIN_VALUE} to {MAX_VALUE}, "
                "as in int8, "
                f"got {feature.low} to {feature.high}"
            )
