"""The contract of a game: what its state, its decisions and its observation must have, typed and checked."""

from typing import TYPE_CHECKING, Protocol

from wd_env.errors import ConfigError

if TYPE_CHECKING:
    from wd_env.spec.game_spec import GameSpec

SCALAR_FIELDS = ("node", "seat", "players", "seats", "truncated")
SEAT_AXIS, PLAYER_AXIS = "seat", "player"  # what the places of a field are, see `Field.by`
SEAT_FIELDS, PLAYER_FIELDS = ("owner", "in_play"), ("home_seat", "won")
DECISION_FEATURE = "decision"  # the piece of the observation that names the open decision
MIN_PLAYERS = 2  # players
MOST_SEATS = 10  # a line of a record has one digit for a seat
MIN_VALUE, MAX_VALUE = -128, 127  # of an observation, which is int8


class CoreState(Protocol):
    """The fields that the core reads of every state; a game adds its own."""

    node: int  # the open question, an index of `GameSpec.nodes`
    seat: int  # whose matter it is; this seat's player answers a decision
    players: int  # players at the table
    seats: int  # seats around it; a player may play several
    owner: list[int]  # by seat: the player who answers for it
    home_seat: list[int]  # by player: the player's own seat
    in_play: list[int]  # by seat: 1 in the game, 0 out of it
    won: list[int]  # by player: 1 for a winner of a game that has ended
    truncated: int  # 1 when the game was cut before its end


def check_contract(game: "GameSpec") -> None:
    """Raise ConfigError, naming game and field, unless the core can play the game.

    Wanted are the fields of `CoreState` (scalars, lists by seat and lists by player), lists that say what their places
    are, decisions before all other questions, an end, pieces that int8 can hold, among them `decision` with one place
    for each decision, the rules `step`, `legal`, `chance_weights` and `is_terminal`, and an option `num_players`.
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
    """Players have a seat each at least, and records one digit for a seat."""
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
    """A list says what its places are; one by seat or by player has as many as there are."""
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
