"""The first scripted bot never changes: one digest of its actions at thousands of positions.

If the first test fails, the rules or the view have changed: compute the second digest again from the commit before,
with the positions of the new rules. If only the second test fails, the bot has changed: fix it.
"""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.agents.golden_positions import digest, positions
from wd_env.agents.heuristic_agent import interpreted_policy
from wd_env.agents.world_dominance import scripted_agent
from wd_env.agents.world_dominance.action_scores import best_action
from wd_env.agents.world_dominance.style_weights import V1

POSITIONS = 15_360
OF_POSITIONS, OF_ANSWERS = "0d0920366f56fc93", "646638adde90d9b8"  # computed before styles existed


def answers_by(form):
    """Return a function that plays by this form of the heuristics."""

    def answers(obs, masks, starts):
        chosen = np.zeros(len(masks), np.int64)
        form(np.ascontiguousarray(obs), np.ascontiguousarray(masks), starts, V1, chosen)
        return chosen

    return answers


@pytest.fixture(scope="module")
def looked_at():
    return positions(answers_by(scripted_agent._batch_policy()))


def test_the_positions_have_their_first_digest(looked_at):
    assert len(looked_at.starts) == POSITIONS
    assert digest(looked_at.obs, looked_at.masks) == OF_POSITIONS


@pytest.mark.parametrize("form", ["compiled", "interpreted"])
def test_the_actions_of_the_first_scripted_bot_have_their_first_digest(looked_at, form):
    forms = {"compiled": scripted_agent._batch_policy(), "interpreted": interpreted_policy(best_action)}
    assert digest(answers_by(forms[form])(*looked_at)) == OF_ANSWERS
