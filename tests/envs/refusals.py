"""Checks that an error in a vectorised environment changes no game."""

import numpy as np
import pytest

from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.game import GAME


def bytes_of(env):
    """Return everything that an action could change; for Stable-Baselines3 also the acting seats."""
    values = (env.seat_rewards, env.done, env.truncated, env.final_observations, env.batch.masks)
    arrays = (*env.save().values(), *values, getattr(env, "acted_seat", env.done))
    return b"".join(array.tobytes() for array in arrays)


def check_only_legal_actions_are_accepted(env, masks):
    """Check that illegal actions are rejected with their row and change nothing, and that legal ones are accepted."""
    legal = masks.argmax(axis=1)
    before = bytes_of(env)
    for row, mask in enumerate(masks):
        for action in (*np.flatnonzero(~mask), -1, len(GAME.actions), 2**40):
            actions = legal.copy()
            actions[row] = action
            with pytest.raises(IllegalAction, match=rf"^action {action}( \(.*\))? in row {row} is illegal; "):
                env.step(actions)
    assert bytes_of(env) == before
    env.step(legal)
    assert bytes_of(env) != before


def check_actions_are_rejected(env, actions, names):
    """Check that actions are rejected in one line that matches `names`, and that nothing changes."""
    before = bytes_of(env)
    with pytest.raises(IllegalAction, match=names) as error:
        env.step(actions)
    assert "\n" not in str(error.value)
    assert bytes_of(env) == before
