"""The contract of a game: what its state, its decisions and its observation must have, typed and checked."""

from collections.abc import Sequence
from typing import Any, Protocol

from wd_env.core.errors import ConfigError
from wd_env.core.layout import Layout
from wd_env.core.schema import Schema

SCALARS = ("question", "seat", "players", "seats", "truncated")
BY_SEAT = ("owner", "home", "in_play", "won")
ONE_HOT = "question"  # the piece of the observation that names the open decision


class CoreState(Protocol):
    """The fields that the core reads of every state; a game adds its own."""

    question: int  # the open question, an index of `GameSpec.questions`
    seat: int  # whose matter it is; this seat's player answers a decision
    players: int  # players at the table
    seats: int  # seats around it; a player may play several
    owner: list[int]  # by seat: the player who answers for it
    home: list[int]  # by player: the player's own seat
    in_play: list[int]  # by seat: 1 in the game, 0 out of it
    won: list[int]  # by player: 1 for a winner of a game that has ended
    truncated: int  # 1 when the game was cut before its end


def check_contract(
    name: str, schema: Schema, kinds: Sequence[str], layout: Layout, seats: int, engine: Any, config_class: Any
) -> None:
    """Raise ConfigError, naming game and field, unless the core can play the game.

    `kinds` are those of the questions in order. Wanted are the fields of `CoreState` (scalars, and lists of `seats`),
    decisions before all other questions, an end, a piece `question` with one place for each decision, the rules
    `step`, `legal`, `chances` and `is_over`, and an option `num_players`.
    """
    _check_state(name, schema, seats)
    decisions = list(kinds).count("decision")
    if not decisions or "decision" in kinds[decisions:]:
        raise ConfigError(f"game {name}: questions are {', '.join(kinds)}; wanted are decisions first")
    if "end" not in kinds:
        raise ConfigError(f"game {name}: no question is of kind end; wanted is one for a game that is over")
    shape = layout.by_name[ONE_HOT].shape if ONE_HOT in layout.by_name else None
    if shape != (decisions,):
        found = "is missing" if shape is None else f"has shape {shape}"
        raise ConfigError(f"game {name}: the piece {ONE_HOT!r} {found}; wanted is one place a decision, ({decisions},)")
    for rule in ("step", "legal", "chances", "is_over"):
        if not callable(getattr(engine, rule, None)):
            raise ConfigError(f"game {name}: its engine has no rule {rule!r}; wanted are step, legal, chances, is_over")
    if not hasattr(config_class, "num_players"):
        raise ConfigError(f"game {name}: its configuration has no option 'num_players'")


def _check_state(name: str, schema: Schema, seats: int) -> None:
    for field in (*SCALARS, *BY_SEAT):
        wanted = seats if field in BY_SEAT else 0
        shape = f"a list of {seats}" if wanted else "a scalar"
        if field not in schema.by_name:
            raise ConfigError(f"game {name}: its state has no field {field!r}; wanted is {shape}")
        if schema.by_name[field].length != wanted:
            found = schema.by_name[field].length
            raise ConfigError(f"game {name}: field {field!r} has length {found}; wanted is {shape}")
        if schema.by_name[field].private:
            raise ConfigError(f"game {name}: field {field!r} is private; wanted is a public one")
