"""Hand-written bots never change unnoticed: their actions at stored positions, and the scores of all legal actions.

If a bot is meant to change, write its decisions again: `python -m tests.agents.golden_decisions`. `scripted_v1` never
changes. If a feature of an observation or an action changes, sample the positions again, too (`sample_positions`).
"""

from types import FunctionType

import numpy as np
import pytest

from tests.agents.golden_decisions import DIGITS, HEURISTICS, choices, fixed_bot, hand_written, interpreted, stored
from tests.agents.golden_positions import SETS, game_of, layout_of, positions
from wd_env.agents.agent import heuristics_of
from wd_env.agents.domination.map_array import map_array
from wd_env.agents.domination.work_array import work_array_size
from wd_env.agents.heuristic_agent import HeuristicAgent
from wd_env.agents.superpowers.work_array import WORK_ARRAY_SIZE
from wd_env.spec.view import View

BOTS = [(name, bot) for name in SETS for bot in hand_written(name)]
HEURISTIC_BOTS = [(name, bot) for name, bot in BOTS if isinstance(fixed_bot(bot, game_of(name))[0], HeuristicAgent)]
SEARCHED_BOTS = [(name, bot) for name, bot in HEURISTIC_BOTS if bot in heuristics_of(game_of(name)).styles]
ROWS_BETWEEN = 9  # positions that are compared in other forms, too


@pytest.mark.parametrize("name", SETS)
def test_the_positions_are_those_of_the_game(name):
    message = "observations or actions have changed, not the bots: sample the positions again"
    assert stored()[name]["layout"] == layout_of(game_of(name)), message
    assert [*stored()[name]["bots"]] == hand_written(name)


@pytest.mark.parametrize(("name", "bot"), BOTS)
def test_a_bot_takes_the_stored_actions_for_the_stored_scores(name, bot):
    found, expected = choices(name, bot), stored()[name]["bots"][bot]
    text = positions(name).game.actions.text
    changed = [
        f"at position {row} {text(new)} instead of {text(old)}"
        for row, (old, new) in enumerate(zip(expected["actions"], found.actions, strict=True))
        if new != old
    ]
    assert not changed, f"{bot} takes {len(changed)} other actions"
    rows = range(0, len(expected["scores"]), DIGITS)
    rescored = [at // DIGITS for at in rows if found.scores[at : at + DIGITS] != expected["scores"][at : at + DIGITS]]
    assert not rescored, f"{bot} takes the same actions, but scores actions otherwise at {len(rescored)} positions"


@pytest.mark.parametrize(("name", "bot"), HEURISTIC_BOTS)
def test_a_view_a_row_and_the_function_that_is_compiled_lead_to_the_stored_action(name, bot):
    game, all_obs, all_masks = positions(name)
    expected = stored()[name]["bots"][bot]["actions"]
    agent, generator = fixed_bot(bot, game)
    choose_actions = HEURISTICS[game.name].scores.make_policy_kernel("key")  # not compiled here
    shared, out = _shared_arguments(game), np.zeros(2, np.int64)
    for row in range(0, len(all_obs) - 1, ROWS_BETWEEN):
        generator.row = row
        obs, masks = all_obs[row : row + 2], all_masks[row : row + 2]
        assert agent.choose_interpreted(View(game, obs[0].tolist(), masks[0].tolist())) == expected[row]
        with interpreted(game):
            assert agent.choose_row(game, obs[:1], masks[:1]) == expected[row]
        ties = [agent.sample_tie_breakers(game, 1)]
        generator.row = row + 1
        ties.append(agent.sample_tie_breakers(game, 1))
        starts, percentages = np.concatenate(ties, axis=1)
        arrays = obs.astype(np.int64), masks.astype(np.int64), starts, *([percentages] if shared else [])
        choose_actions(*shared, *arrays, agent.style, out)
        assert out.tolist() == expected[row : row + 2]


@pytest.mark.parametrize(("name", "bot"), SEARCHED_BOTS)
def test_a_search_plays_by_the_same_heuristics(name, bot):
    game, all_obs, all_masks = positions(name)
    modules, styles, work_size = heuristics_of(game)
    names = vars(HEURISTICS[game.name].scores) | vars(modules[-1])  # it is compiled with names of several modules
    rollout_action = FunctionType(names["rollout_action"].__code__, names)
    _, generator = fixed_bot(bot, game)
    for row in range(0, len(all_obs), ROWS_BETWEEN):
        generator.row = row
        start, percentage = generator.integers((len(game.actions), 100), size=(1, 2))[0].tolist()
        obs, mask = all_obs[row].tolist(), all_masks[row].tolist()
        action = rollout_action([0] * work_size, obs, mask, start + percentage * len(mask), styles[bot])
        assert action == stored()[name]["bots"][bot]["actions"][row]


def _shared_arguments(game):
    """Return the arguments of the function over many rows that are the same for all rows."""
    if game.name == "domination":
        return map_array(game), [0] * work_array_size(map_array(game))
    return ([0] * WORK_ARRAY_SIZE,) if game.name == "superpowers" else ()
