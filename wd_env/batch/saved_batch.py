"""Whether arrays are what a batch saved: compiled code indexes with their numbers and checks none of them.

Nothing that follows from the states is trusted: it is reckoned again and must be the same.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.initial_states import InitialStates
from wd_env.batch.kernel_arrays import BY_NAME, Arrays, zeros
from wd_env.errors import ConfigError, StateError
from wd_env.kernels.game_loop import EPISODE_COLUMN
from wd_env.kernels.philox import WORD, game_key
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.spec.rewards import RewardShaping
from wd_env.spec.state_schema import GameState

MAX_COUNT = 1 << 62  # what is counted in 64 bits and still goes on
MAX_POTENTIAL = 1 << 15  # that a player can have of any term
REFRESHED = ("legal_bits", "potentials", "masks", "obs", "seat", "player")  # what looking at a state writes
DERIVED = ("seat", "player", "obs", "terminal", "penalizes", "legal_bits", "potentials")  # saved, and told by states


def copy_arrays(arrays: Mapping[str, Any], like: Mapping[str, NDArray[Any]]) -> Arrays:
    """Return copies of the arrays named in `like`; StateError for one that is missing, of another shape or type, or
    that holds what its type cannot: a bool is 0 or 1, a float is finite."""
    found: Arrays = {}
    for name, mine in like.items():
        array = arrays.get(name)
        if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (mine.shape, mine.dtype):
            found_type = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
            told = found_type if name in arrays else "not there"
            raise StateError(f"the saved {name} is {told}; these games need {mine.dtype}{mine.shape}")
        found[name] = np.array(array, order="C")
        if mine.dtype.kind == "b" and (found[name].view(np.uint8) > 1).any():
            raise StateError(f"the saved {name} holds bytes that are no bool; allowed are 0 and 1")
        if mine.dtype.kind == "f" and not np.isfinite(found[name]).all():
            raise StateError(f"the saved {name} holds what is no finite number")
    return found


def check_range(name: str, array: NDArray[Any], low: float, high: float | NDArray[Any]) -> None:
    """StateError for the first number outside of low..high, which may be an array as long."""
    wrong = (array < low) | (array > high)
    if wrong.any():
        most = np.broadcast_to(high, array.shape)[wrong][0]
        raise StateError(f"the saved {name} holds {array[wrong][0]}; allowed are {low}..{most}")


def check_same(name: str, array: NDArray[Any], expected: NDArray[Any]) -> None:
    """StateError for the first row that is not what its game says."""
    wrong = np.flatnonzero((array != expected).any(axis=tuple(range(1, array.ndim))))
    if len(wrong):
        raise StateError(f"the saved {name} of row {wrong[0]} is not what the state of its game says")


def recompute(templates: InitialStates, saved: Arrays, dims: Mapping[str, int], refresh: Callable[..., Any]) -> Arrays:
    """Return what follows from saved states and players, by the names of the entry; `refresh` looks at all games.

    StateError for states that cannot be, and where something else was saved than follows from them.
    """
    check_streams(saved["seeds"], saved["streams"])
    check_range("nodes_opened", saved["nodes_opened"], 0, MAX_COUNT)
    kind = template_ids_of(templates, saved["num_players"])
    states = check_states(templates.game, saved["states"], templates.bytes[kind])
    reckoned = zeros(templates.game, dims, (BY_NAME[name] for name in REFRESHED))
    reckoned |= {"templates": templates.records, "template_ids": kind, "penalizes": templates.penalizes[kind]}
    reckoned["states"] = saved["states"].view(templates.game.schema.dtype)[:, 0]
    reckoned["terminal"] = np.array([bool(templates.game.engine.is_terminal(state)) for state in states])
    refresh(replaced=reckoned)
    for name in DERIVED:
        check_same(name, saved[name], reckoned[name])
    return reckoned


def check_ends(saved: Arrays, autoreset: bool) -> None:
    """StateError for games that are over where none can wait, and for ends that no game has had."""
    if not autoreset:
        check_same("done", saved["done"], saved["terminal"])
        check_same("truncated", saved["truncated"], saved["states"]["truncated"] == 1)
    elif saved["terminal"].any() or (saved["truncated"] & ~saved["done"]).any():
        raise StateError("the saved games are over in some rows, where others begin at once; allowed is none")


def check_rewards(rewards: NDArray[np.float32], shaping: RewardShaping) -> None:
    """StateError for more than a game and its shaping can pay."""
    most = 1 + MAX_POTENTIAL * sum(map(abs, shaping.weights))
    check_range("rewards", rewards, -most, most)


def check_streams(seeds: NDArray[np.int64], streams: NDArray[np.int64]) -> None:
    """StateError for seeds int64[n, 4] that cannot be, and for streams int64[n, 3] that do not follow from them."""
    check_range("seeds", seeds[:, :EPISODE_COLUMN], 0, WORD)
    check_range("seeds", seeds[:, EPISODE_COLUMN], 0, MAX_COUNT)
    check_range("streams", streams[:, 2], 0, MAX_COUNT)
    low, high, row, episode = seeds.T
    keys = [game_key(low, high, row, episode, word) for word in range(2)]
    check_same("streams", streams[:, :2], np.stack(keys, axis=1))


def template_ids_of(templates: InitialStates, num_players: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the kind of each row with so many players, int64[n]; StateError where there can be none."""
    game = templates.game
    check_range("num_players", num_players, game.min_players, game.max_players)
    try:
        return templates.template_ids(np.arange(len(num_players)), num_players)
    except ConfigError as problem:
        raise StateError(f"the saved players cannot be: {problem}") from problem


def check_states(game: GameSpec, records: NDArray[np.uint8], initial: NDArray[np.uint8]) -> list[GameState]:
    """Return the states whose bytes these are, uint8[n, size], held to the game's own check and to the rules of the
    states that they have `begun` as; StateError that names the first row which cannot be."""
    constant = game.schema.constant_bytes
    check_same("rules", records[:, constant], initial[:, constant])
    fields = records.view(game.schema.dtype)[:, 0]
    for field in game.schema.fields:
        if (fields[field.name] < 0).any():
            raise StateError(f"the saved states hold a negative {field.name}")
    states = list(game.schema.from_records(fields))
    for row, state in enumerate(states):
        try:
            game.check_state(state)
        except StateError as problem:
            raise StateError(f"the saved state of row {row} cannot be: {problem}") from problem
        question = game.nodes[state.node]  # type: ignore[attr-defined]  # fields are the game's
        if question.kind != PLAYER and not game.engine.is_terminal(state):
            raise StateError(f"the saved state of row {row} waits at {question.name}, which nobody answers")
    return states
