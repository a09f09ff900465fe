"""Hidden states of recurrent bots in a batch: one for each player of each game, zero at the start of a game."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.saved_batch import check_range, copy_arrays

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
NOBODY = 0  # owner of a hidden state that no bot has written
MAX_OWNER = 2**63 - 1
MAX_SIZE = 8192  # of a saved hidden state
VALUES_NDIM = 3  # games, players, values of a hidden state
VALUES, OWNERS = "hidden_states", "hidden_state_owners"  # names in a saved batch


def owner_id(bot: Any) -> int:
    """Return the identity of a bot: that of its network if it has one, so that copies of the bot have the same.

    Returns:
        A number from 1 to 2**63 - 1.
    """
    if getattr(bot, "hidden_owner", None) is None:
        weights = getattr(getattr(bot, "network", None), "weights", None)
        contents = [array.tobytes() for array in weights.values()] if weights else [type(bot).__qualname__.encode()]
        digest = blake2b(b"".join(contents), digest_size=8).digest()
        bot.hidden_owner = max(1, int.from_bytes(digest, "little") >> 1)
    owner: int = bot.hidden_owner
    return owner


class HiddenStates:
    """The hidden state of the bot that plays each player of each game.

    A player who is taken over by another bot starts with a zero state.

    Args:
        games: Number of games.
        players: Largest number of players.
    """

    def __init__(self, games: int, players: int) -> None:
        self.size = 0  # most values of a hidden state, 0 if no recurrent bot plays; read in every call of a batch
        self.values = np.zeros((games, players, 0), np.float32)
        self.owners = np.full((games, players), NOBODY, np.int64)

    def reserve(self, size: int) -> None:
        """Make room for hidden states of this size."""
        if size > self.size:
            self.values = np.pad(self.values, ((0, 0), (0, 0), (0, size - self.size)))
            self.size = size

    def read(self, rows: Ints, players: Ints, owner: int, size: int) -> Floats:
        """Return the hidden states of a bot, float32[k, size]; zero where it has not played since the game started."""
        self.reserve(size)
        result: Floats = self.values[rows, players, :size]
        result[self.owners[rows, players] != owner] = 0
        return result

    def write(self, rows: Ints, players: Ints, owner: int, hidden: Floats) -> None:
        """Store the hidden states of a bot, float32[k, size]."""
        self.owners[rows, players] = owner
        self.values[rows, players, : hidden.shape[1]] = hidden

    def clear(self, rows: Ints) -> None:
        """Clear the hidden states of games that start."""
        if self.size:
            self.owners[rows] = NOBODY
            self.values[rows] = 0

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], games: int, players: int) -> "HiddenStates":
        """Read the hidden states of a saved batch; without saved ones all are zero.

        Args:
            arrays: Arrays by name, as `arrays` returns them, and others.
            games: Number of games.
            players: Largest number of players.

        Raises:
            StateError: If a recurrent bot cannot have written them.
        """
        result = cls(games, players)
        if VALUES in arrays:
            values = arrays[VALUES]
            size = values.shape[-1] if isinstance(values, np.ndarray) and values.ndim == VALUES_NDIM else 1
            result.reserve(max(1, min(size, MAX_SIZE)))
            for name, array in result.arrays().items():
                array[...] = copy_arrays(arrays, {name: array})[name]
            check_range(VALUES, result.values, -1, 1)
            check_range(OWNERS, result.owners, NOBODY, MAX_OWNER)
        return result

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name; none if no recurrent bot plays."""
        return {VALUES: self.values, OWNERS: self.owners} if self.size else {}
