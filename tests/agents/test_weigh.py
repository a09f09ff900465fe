"""Analyses of bots: probabilities that sum to 1 over legal actions, and depend only on what the seat sees."""

import numpy as np
import pytest

pytest.importorskip("safetensors")

from wd_env.agents.agent import Agent, reseed
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.view import View

DECISIONS = 40


def views() -> list[View]:
    table, dice = WorldDominance(Config(num_players=3), seed=3), np.random.default_rng(1)
    seen = []
    for _ in range(DECISIONS):
        seen.append(table.view(table.seat))
        table.play(int(dice.choice(seen[-1].legal_indices)), seat=table.seat)
    return seen


def network() -> Network:
    shape = Architecture(hidden=(8,))
    generator = np.random.default_rng(5)
    shapes = shape.shapes(GAME.layout.size, len(GAME.actions))
    return Network(shape, {name: generator.normal(0, 0.3, size) for name, size in shapes.items()})


def bot_named(name: str, seed: int) -> Agent:
    generator = np.random.default_rng(seed)
    if name in ("policy", "greedy"):
        return PolicyAgent(generator, network(), greedy=name == "greedy")
    return make_bot(name, GAME, generator)


NAMES = ("random", "scripted", "medium", "policy", "greedy")


@pytest.mark.parametrize("name", NAMES)
def test_probabilities_sum_to_one_over_the_legal_actions(name):
    bot = bot_named(name, 1)
    for view in views():
        opinion = bot.analyse(view)
        assert list(opinion.probabilities) == view.legal_indices
        assert sum(opinion.probabilities.values()) == pytest.approx(1, abs=1e-9)
        assert opinion.probabilities[opinion.action] > 0


@pytest.mark.parametrize("name", NAMES)
def test_an_analysis_prefers_the_action_that_is_chosen(name):
    for seed, view in enumerate(views()):
        assert bot_named(name, seed).analyse(view).action == bot_named(name, seed).choose(view)


def test_a_network_tells_its_probabilities_and_its_value():
    view = views()[7]
    obs, masks = view.arrays
    opinion, net = bot_named("policy", 1).analyse(view), network()
    assert opinion.probabilities == {a: pytest.approx(net.probabilities(obs, masks)[0, a]) for a in view.legal_indices}
    assert opinion.value == pytest.approx(net.evaluate(obs)[1][0])
    assert opinion.is_sampled
    assert not bot_named("greedy", 1).analyse(view).is_sampled


def test_a_greedy_network_takes_its_most_likely_action():
    for view in views():
        opinion = bot_named("greedy", 1).analyse(view)
        assert opinion.probabilities[opinion.action] == max(opinion.probabilities.values())


def test_the_analysis_of_a_noisy_bot_has_the_random_probabilities():
    view = next(view for view in views() if len(view.legal_indices) == 3)
    odds = make_bot("noisy:rate=0.3", GAME, np.random.default_rng(1)).analyse(view).probabilities
    assert sorted(odds.values()) == pytest.approx([0.1, 0.1, 0.8])


def test_a_bot_that_only_chooses_reports_its_level_of_analysis():
    assert bot_named("scripted", 1).analysis_level == "choice"
    assert set(bot_named("scripted", 1).analyse(views()[0]).probabilities.values()) <= {0.0, 1.0}


def test_a_bot_that_is_reseeded_answers_as_a_new_one_whatever_it_has_drawn_before():
    seen = views()
    used, fresh = (make_bot("medium", GAME, np.random.default_rng(1)) for _ in range(2))
    reseed(fresh, (9, 2))
    answers = [fresh.choose(view) for view in seen]
    for _ in range(2):
        reseed(used, (9, 2))
        assert [used.choose(view) for view in seen] == answers
    reseed(used, (9, 3))
    assert [used.choose(view) for view in seen] != answers
