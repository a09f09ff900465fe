"""Checks that an error of an environment of many games changes no game."""

import numpy as np
import pytest

from wd_env.errors import IllegalAction
from wd_env.games.world_dominance.game import GAME


def bytes_of(env):
    """Return everything that an action could change; for Stable-Baselines3 also the acting seats."""
    values = (env.seat_rewards, env.done, env.truncated, env.final_observations, env.batch.masks)
    arrays = (*env.save().values(), *values, getattr(env, "acted_seat", env.done))
    return b"".join(array.tobytes() for array in arrays)


def check_that_only_the_offered_is_taken(env, masks):
    """Check that illegal actions are rejected with their row and change nothing, and that legal ones are accepted."""
    good = masks.argmax(axis=1)
    before = bytes_of(env)
    for row, mask in enumerate(masks):
        for action in (*np.flatnonzero(~mask), -1, len(GAME.actions), 2**40):
            actions = good.copy()
            actions[row] = action
            with pytest.raises(IllegalAction, match=rf"^action {action}( \(.*\))? in row {row} is illegal; "):
                env.step(actions)
    assert bytes_of(env) == before
    env.step(good)
    assert bytes_of(env) != before


def check_that_answers_are_refused(env, actions, names):
    """Check that actions are rejected in one line that matches `names`, and that nothing changes."""
    before = bytes_of(env)
    with pytest.raises(IllegalAction, match=names) as refusal:
        env.step(actions)
    assert "\n" not in str(refusal.value)
    assert bytes_of(env) == before
