"""Tests of the decisions of hand-written bots at a stored set of positions; subclasses name the set."""

from inspect import signature
from types import FunctionType

import numpy as np

from tests.agents.golden_decisions import DIGITS, HEURISTICS, choices, fixed_bot, hand_written, interpreted, stored
from tests.agents.golden_positions import game_of, layout_of, positions
from wd_env.agents.agent import heuristics_of
from wd_env.agents.domination.map_array import map_array
from wd_env.agents.domination.work_array import work_array_size
from wd_env.agents.heuristic_agent import HeuristicAgent
from wd_env.agents.superpowers.work_array import WORK_ARRAY_SIZE
from wd_env.spec.view import View

ROWS_BETWEEN = 9  # positions that are compared in other forms, too


class StoredDecisions:
    """The tests of one stored set of positions."""

    name = ""

    def pytest_generate_tests(self, metafunc):
        """Parametrize a test by bots: all, those without random actions, or those that a search uses."""
        game, bots = game_of(self.name), hand_written(self.name)
        deterministic = [bot for bot in bots if isinstance(fixed_bot(bot, game)[0], HeuristicAgent)]
        searched = [bot for bot in deterministic if bot in heuristics_of(game).styles]
        for argument, values in {"bot": bots, "deterministic_bot": deterministic, "searched_bot": searched}.items():
            if argument in metafunc.fixturenames:
                metafunc.parametrize(argument, values)

    def test_the_positions_are_those_of_the_game(self):
        message = "observations or actions have changed, not the bots: sample the positions again"
        assert stored()[self.name]["layout"] == layout_of(game_of(self.name)), message
        assert [*stored()[self.name]["bots"]] == hand_written(self.name)

    def test_a_bot_takes_the_stored_actions_for_the_stored_scores(self, bot):
        found, expected = choices(self.name, bot), stored()[self.name]["bots"][bot]
        text = positions(self.name).game.actions.text
        changed = [
            f"at position {row} {text(new)} instead of {text(old)}"
            for row, (old, new) in enumerate(zip(expected["actions"], found.actions, strict=True))
            if new != old
        ]
        assert not changed, f"{bot} takes {len(changed)} other actions"
        starts = range(0, len(expected["scores"]), DIGITS)
        rescored = [at // DIGITS for at in starts if found.scores[at:][:DIGITS] != expected["scores"][at:][:DIGITS]]
        assert not rescored, f"{bot} takes the same actions, but scores them otherwise at {len(rescored)} positions"

    def test_a_view_a_row_and_the_body_of_the_kernel_lead_to_the_stored_action(self, deterministic_bot):
        game, all_obs, all_masks = positions(self.name)
        expected = stored()[self.name]["bots"][deterministic_bot]["actions"]
        agent, generator = fixed_bot(deterministic_bot, game)
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

    def test_the_function_over_rows_is_given_the_modules_of_the_game(self, monkeypatch):
        agents, scores, _ = HEURISTICS[game_of(self.name).name]
        monkeypatch.setattr(agents, "compiled_if_possible", lambda *args: args)
        name, modules, make_kernel, _ = agents._batch_policy.__wrapped__()
        assert (type(name), modules, make_kernel) == (str, agents.MODULES, scores.make_policy_kernel)
        assert scores in modules

    def test_compiling_in_advance_chooses_nothing_with_arguments_of_the_types_of_a_call(self, monkeypatch):
        agents, scores, _ = HEURISTICS[game_of(self.name).name]
        calls = []
        monkeypatch.setattr(agents, "_batch_policy", lambda *modules: lambda *args: calls.append(args))
        agents._compile(*([agents.MODULES] if "superpowers" in self.name else []))
        arguments = signature(scores.make_policy_kernel("key")).bind(*calls[0]).arguments
        assert type(arguments.pop("style")) is int
        for name, array in arguments.items():
            is_table = name in {"obs", "masks"}
            assert (array.dtype, array.ndim, len(array)) == ((np.int8, 2, 0) if is_table else (np.int64, 1, 0))


class SearchedDecisions(StoredDecisions):
    """The tests of a game in which a search plays by the heuristics."""

    def test_a_search_plays_by_the_same_heuristics(self, searched_bot):
        game, all_obs, all_masks = positions(self.name)
        modules, styles, work_size = heuristics_of(game)
        names = vars(HEURISTICS[game.name].scores) | vars(modules[-1])  # it is compiled with names of several modules
        rollout_action = FunctionType(names["rollout_action"].__code__, names)
        _, generator = fixed_bot(searched_bot, game)
        for row in range(0, len(all_obs), ROWS_BETWEEN):
            generator.row = row
            start, percentage = generator.integers((len(game.actions), 100), size=(1, 2))[0].tolist()
            obs, mask = all_obs[row].tolist(), all_masks[row].tolist()
            action = rollout_action([0] * work_size, obs, mask, start + percentage * len(mask), styles[searched_bot])
            assert action == stored()[self.name]["bots"][searched_bot]["actions"][row]


def _shared_arguments(game):
    """Return the arguments of the function over many rows that are the same for all rows."""
    if game.name == "domination":
        return map_array(game), [0] * work_array_size(map_array(game))
    return ([0] * WORK_ARRAY_SIZE,) if game.name == "superpowers" else ()
