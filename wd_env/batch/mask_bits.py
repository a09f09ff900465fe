"""Legal actions of many games as words of bits (see `bits.pack_flags`)."""

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import IllegalAction, StateError
from wd_env.kernels.bits import FLAGS_PER_WORD
from wd_env.spec.game_spec import GameSpec

Ints = NDArray[np.int64]


def num_words(num_flags: int) -> int:
    """Return the number of 32-bit words that hold this number of flags."""
    return -(-num_flags // FLAGS_PER_WORD)


def unpack_mask(words: Ints, num_flags: int) -> NDArray[np.int8]:
    """Return the flags of words int64[..., words] as int8[..., flags]."""
    expanded = words[..., None] >> np.arange(FLAGS_PER_WORD) & 1
    return expanded.astype(np.int8).reshape(*words.shape[:-1], -1)[..., :num_flags]


def rejected_action_error(game: GameSpec, row: int, action: int, is_terminal: bool, words: Ints) -> IllegalAction:
    """Return the error for an illegal action in this row, whose legal actions are in `words`."""
    if is_terminal:
        return IllegalAction(f"the game in row {row} is over; reset it before action {action}")
    return illegal_action_error(game, row, action, unpack_mask(words, len(game.actions)))


def stuck_error(game: GameSpec, node: int, seat: int, row: int | None = None) -> StateError:
    """Make the error for an open decision without any action: of a table, or in a row of a batch."""
    location = "" if row is None else f" in row {row}"
    return StateError(f"{game.nodes[node].name} of seat {seat}{location} has no legal action")


def illegal_action_error(game: GameSpec, row: int, action: int, mask: NDArray[np.int8]) -> IllegalAction:
    """Make the error for an action that is illegal in this row by its mask int8[actions]."""
    texts = [game.actions.text(int(a)) for a in np.flatnonzero(mask)]
    return IllegalAction(f"action {action} in row {row} is illegal; expected one of {texts}")
