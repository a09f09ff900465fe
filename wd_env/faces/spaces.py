"""The spaces of a game: observations as a Box of int8 with the range of each piece, actions as a Discrete."""

import numpy as np
from gymnasium import spaces

from wd_env.core.spec import GameSpec


def observation_box(game: GameSpec) -> spaces.Box:
    """Return the Box of `layout.size` int8 numbers, each within the range of its piece."""
    low = np.concatenate([np.full(piece.size, piece.low, np.int8) for piece in game.layout.pieces])
    high = np.concatenate([np.full(piece.size, piece.high, np.int8) for piece in game.layout.pieces])
    return spaces.Box(low, high, dtype=np.int8)


def action_discrete(game: GameSpec) -> spaces.Discrete:
    """Return the Discrete over the actions."""
    return spaces.Discrete(len(game.actions))


def masked_observation(game: GameSpec) -> spaces.Dict:
    """Return the Dict of PettingZoo's classic games: `observation` and `action_mask` (int8, 1 is legal)."""
    return spaces.Dict(
        {
            "observation": observation_box(game),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )
