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
MOST_SEATS = 10  # a line of a record has one digit for a seat
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
            told = f"its engine has no rule {rule!r}; wanted are step, legal, chance_weights, is_terminal"
            raise ConfigError(f"game {game.name}: {told}")
    if not hasattr(game.config_class, "num_players"):
        raise ConfigError(f"game {game.name}: its configuration has no option 'num_players'")


def _check_numbers(game: "GameSpec") -> None:
    """Check that each player has a seat, and that a digit is enough for a seat in records."""
    found = game.min_players, game.max_players, game.seats
    if not MIN_PLAYERS <= game.min_players <= game.max_players <= game.seats <= MOST_SEATS:
        told = "{} to {} players at {} seats".format(*found)
        raise ConfigError(
            f"game {game.name}: {told}; wanted are {MIN_PLAYERS} players and more, and seats for all, to {MOST_SEATS}"
        )


def _check_state(game: "GameSpec") -> None:
    fields = game.schema.by_name
    for name in (*SCALAR_FIELDS, *SEAT_FIELDS, *PLAYER_FIELDS):
        wanted = game.seats if name in SEAT_FIELDS else game.max_players if name in PLAYER_FIELDS else 0
        shape = f"a list of {wanted}" if wanted else "a scalar"
        if name not in fields:
            raise ConfigError(f"game {game.name}: its state has no field {name!r}; wanted is {shape}")
        if fields[name].length != wanted:
            found = fields[name].length
            raise ConfigError(f"game {game.name}: field {name!r} has length {found}; wanted is {shape}")
        if fields[name].private:
            raise ConfigError(f"game {game.name}: field {name!r} is private; wanted is a public one")


def _check_places(game: "GameSpec") -> None:
    """Check that a list field names its index, and has one element per seat or player if that is the index."""
    sides = {SEAT_AXIS: game.seats, PLAYER_AXIS: game.max_players}
    known = {**dict.fromkeys(SEAT_FIELDS, SEAT_AXIS), **dict.fromkeys(PLAYER_FIELDS, PLAYER_AXIS)}
    for field in game.schema.fields:
        if bool(field.length) != bool(field.by):
            found = f"a list of {field.length} by nothing" if field.length else f"one number by {field.by}"
            raise ConfigError(f"game {game.name}: field {field.name!r} is {found}; wanted is `by` for lists alone")
        if field.length and field.length != sides.get(field.by, field.length):
            wanted = f"a list of {sides[field.by]}"
            raise ConfigError(
                f"game {game.name}: field {field.name!r} by {field.by} has {field.length}; wanted is {wanted}"
            )
        if field.by != known.get(field.name, field.by):
            wanted = known[field.name]
            raise ConfigError(f"game {game.name}: field {field.name!r} is by {field.by}; wanted is by {wanted}")


def _check_nodes(game: "GameSpec") -> None:
    kinds = [question.kind for question in game.nodes]
    decisions = kinds.count("player")
    if not decisions or "player" in kinds[decisions:]:
        raise ConfigError(f"game {game.name}: questions are {', '.join(kinds)}; wanted are decisions first")
    if "terminal" not in kinds:
        raise ConfigError(f"game {game.name}: no question is of kind end; wanted is one for a game that is over")
    pieces = game.layout.by_name
    shape = pieces[DECISION_FEATURE].shape if DECISION_FEATURE in pieces else None
    if shape != (decisions,):
        found = "is missing" if shape is None else f"has shape {shape}"
        told = f"the piece {DECISION_FEATURE!r} {found}; wanted is one place a decision, ({decisions},)"
        raise ConfigError(f"game {game.name}: {told}")


def _check_layout(game: "GameSpec") -> None:
    for piece in game.layout.features:
        if not MIN_VALUE <= piece.low <= piece.high <= MAX_VALUE:
            told = f"the piece {piece.name!r} has numbers {piece.low}..{piece.high}"
            raise ConfigError(
                f"game {game.name}: {told}; wanted are some of {MIN_VALUE}..{MAX_VALUE}, as int8 holds them"
            )
