"""Credit by branches: what a search finds of every option takes the place of what came after the one that was taken."""

import pytest
import torch

pytest.importorskip("numba")

from tests.train.tiny import TINY, assert_resumed_alike, tiny
from wd_env.errors import CheckpointError, ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training.opponent_pool import Pool
from wd_env.training.ppo.batch_ppo import FastLearner, Rollout
from wd_env.training.ppo.counterfactual_advantages import Branched, joined
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.training_run import train
from wd_env.training.training_settings import settings_from

SEARCH = "search:samples=4,rollout=2"
ALL = {"branches": SEARCH, "branched": 1.0}


def learner_of(**ppo):
    settings = settings_from({**TINY, "learner": "fast", "ppo": {**TINY["ppo"], **ALL, **ppo}})
    return FastLearner.of(settings, Pool(GAME, settings))


@pytest.fixture(scope="module")
def played() -> tuple[FastLearner, Rollout]:
    learner = learner_of()
    return learner, learner.play()


def test_advantages_are_of_legal_options_and_even_out_under_the_policy(played):
    _, rollout = played
    advantages, log_probs = rollout.branched
    legal = rollout.decisions.inputs.masks
    assert advantages.shape == log_probs.shape == legal.shape
    assert advantages.any(dim=1).float().mean() > 0.8, "only which piece is taken is all the same"
    assert not advantages[~legal].any()
    assert not log_probs[~legal].any()
    chances = torch.where(legal, log_probs.exp(), 0)
    torch.testing.assert_close(chances.sum(dim=1), torch.ones(len(legal)))
    torch.testing.assert_close((chances * advantages).sum(dim=1), torch.zeros(len(legal)), atol=1e-4, rtol=0)


def test_what_was_played_has_the_odds_that_are_kept(played):
    _, rollout = played
    _, actions, log_probs, _ = rollout.decisions
    torch.testing.assert_close(rollout.branched.log_probs.gather(1, actions[:, None])[:, 0], log_probs)


def test_a_share_of_the_decisions_is_looked_at():
    rollout = learner_of(branched=0.25).play()
    assert rollout.branched.advantages.any(dim=1).float().mean() == pytest.approx(0.25, abs=0.1)


def test_the_games_and_their_returns_are_those_of_a_run_without():
    with_branches, without = learner_of().play(), learner_of(branches="").play()
    assert without.branched is None
    assert torch.equal(with_branches.decisions.actions, without.decisions.actions)
    assert torch.equal(with_branches.returns, without.returns)


def test_an_update_moves_the_policy_to_what_is_better():
    learner = learner_of(learning_rate=1e-3, vf_coef=0.0, ent_coef=0.0)
    rollout = learner.play()

    def worth() -> float:
        with torch.no_grad():
            found = learner.network.distribution(rollout.decisions.inputs)
        return float((found.probabilities() * rollout.branched.advantages).sum(dim=1).mean())

    assert worth() == pytest.approx(0, abs=1e-4)
    learner.update(rollout)
    assert worth() > 0.01


def test_the_loss_is_the_expected_clipped_surrogate(played):
    learner, _ = played
    odds = torch.tensor([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]])
    new = MaskedCategorical.of(odds.log().clamp(min=-50), odds > 0)
    old = torch.tensor([[0.8, 0.2, 1.0], [0.2, 0.3, 0.5]]).log()
    advantages = torch.tensor([[-1.0, 4.0, 0.0], [0.0, 0.0, 0.0]])
    loss = learner.loss_of_branches(Branched(advantages, old), torch.tensor([0, 1]), new)
    worse, better = 0.8 * -1.0 * 0.8, 0.2 * 4.0 * 1.2  # 0.5 / 0.8 is clipped to 0.8, and 0.5 / 0.2 to 1.2
    assert float(loss) == pytest.approx(-(worse + better) / 2)


def test_advantages_are_scaled_by_those_that_were_looked_at():
    found = joined([Branched(torch.tensor([[3.0, -4.0]]), torch.zeros(1, 2)), Branched(*torch.zeros(2, 1, 2))])
    rms = (25 / 2) ** 0.5
    torch.testing.assert_close(found.advantages, torch.tensor([[3 / rms, -4 / rms], [0, 0]]) * 2)
    assert not joined([Branched(*torch.zeros(2, 3, 2))]).advantages.any()


def test_a_run_with_branches_is_resumed_to_the_same_bits(tmp_path):
    parts = {"ppo": {**TINY["ppo"], "branches": SEARCH, "branched": 0.5}}
    assert_resumed_alike(tmp_path, parts)


def test_a_state_without_its_generator_is_refused(played):
    learner, _ = played
    state, arrays = learner.save()
    with pytest.raises(CheckpointError, match="branches"):
        learner.load(0, {"updates": state["updates"]}, arrays)
    with pytest.raises(CheckpointError, match=r"learner\.branches"):
        learner.load(0, {**state, "branches": {}}, arrays)


@pytest.mark.parametrize(
    ("ppo", "learner", "words"),
    [
        ({"branches": SEARCH}, "maskable", "ppo.branches is 'search:samples=4,rollout=2', it must be empty unless"),
        ({"branches": SEARCH, "branched": 0.0}, "fast", "ppo.branched is 0.0, it must be above 0, at most 1"),
        ({"branches": "scripted"}, "fast", "ppo.branches is 'scripted', which does not search; allowed are search"),
        ({"branches": "search:samples=0"}, "fast", "samples"),
        ({"branches": "nobody"}, "fast", "'nobody' is no bot and no file"),
    ],
)
def test_what_cannot_branch_is_refused_before_anything_is_written(tmp_path, ppo, learner, words):
    with pytest.raises(ConfigError, match=words):
        train(tiny(tmp_path / "run", learner, {"ppo": {**TINY["ppo"], **ppo}}))
    assert not (tmp_path / "run").exists()
