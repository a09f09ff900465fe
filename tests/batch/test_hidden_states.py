"""Hidden states of recurrent bots in a batch, and which bot wrote each of them."""

import numpy as np
import pytest

from wd_env.batch.hidden_states import HiddenStates
from wd_env.errors import StateError

GAMES, PLAYERS, SIZE = 2, 3, 4
ROW = np.array([1])


def test_hidden_states_belong_to_nobody_until_a_bot_writes_them():
    states = HiddenStates(GAMES, PLAYERS)
    states.reserve(SIZE)
    assert (states.owners == 0).all()
    states.write(ROW, ROW, 7, np.ones((1, SIZE), np.float32))
    assert states.read(ROW, ROW, 7, SIZE).tolist() == [[1.0] * SIZE]
    assert states.read(ROW, ROW, 8, SIZE).tolist() == [[0.0] * SIZE]
    states.clear(ROW)
    assert (states.owners == 0).all()
    assert states.read(ROW, ROW, 7, SIZE).tolist() == [[0.0] * SIZE]


@pytest.mark.parametrize("owner", [0, 1, 2**63 - 1])
def test_owners_that_may_be_are_read(owner):
    states = HiddenStates(GAMES, PLAYERS)
    states.reserve(SIZE)
    states.write(ROW, ROW, owner, np.full((1, SIZE), -1, np.float32))
    assert HiddenStates.from_arrays(states.arrays(), GAMES, PLAYERS).owners.tolist() == states.owners.tolist()


@pytest.mark.parametrize(("name", "value"), [("owners", -1), ("values", 1.5), ("values", -1.5), ("values", np.nan)])
def test_hidden_states_that_no_bot_can_have_written_are_rejected(name, value):
    states = HiddenStates(GAMES, PLAYERS)
    states.reserve(SIZE)
    getattr(states, name)[0, 0] = value
    with pytest.raises(StateError, match=r"saved hidden_state.*: expected"):
        HiddenStates.from_arrays(states.arrays(), GAMES, PLAYERS)
