"""Counterfactual credit: search values of all actions replace the return of the action that was taken."""

import pytest
import torch

pytest.importorskip("numba")

from tests.training.tiny import TINY, assert_resumed_alike, tiny
from wd_env.errors import CheckpointError, ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.batch_ppo import BatchPPO
from wd_env.training.ppo.counterfactual_advantages import CounterfactualAdvantages, concatenate_and_scale
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.ppo_losses import counterfactual_loss
from wd_env.training.ppo.rollout import Rollout
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.training_run import train

SEARCH = "search:samples=4,rollout=2"
ALL = {"counterfactual_bot": SEARCH, "counterfactual_fraction": 1.0}


def learner_of(**ppo):
    settings = settings_from_dict({**TINY, "learner": "fast", "ppo": {**TINY["ppo"], **ALL, **ppo}})
    return BatchPPO.of(settings, OpponentPool(GAME, settings))


@pytest.fixture(scope="module")
def played() -> tuple[BatchPPO, Rollout]:
    learner = learner_of()
    return learner, learner.collect_rollout()


def test_advantages_are_of_legal_options_and_even_out_under_the_policy(played):
    _, rollout = played
    advantages, log_probs = rollout.counterfactual
    legal = rollout.decisions.inputs.masks
    assert advantages.shape == log_probs.shape == legal.shape
    assert advantages.any(dim=1).float().mean() > 0.8, "expected advantages except for the choice of a piece"
    assert not advantages[~legal].any()
    assert not log_probs[~legal].any()
    chances = torch.where(legal, log_probs.exp(), 0)
    torch.testing.assert_close(chances.sum(dim=1), torch.ones(len(legal)))
    torch.testing.assert_close((chances * advantages).sum(dim=1), torch.zeros(len(legal)), atol=1e-4, rtol=0)


def test_the_stored_probability_is_that_of_the_action_played(played):
    _, rollout = played
    _, actions, log_probs, *_ = rollout.decisions
    torch.testing.assert_close(rollout.counterfactual.log_probs.gather(1, actions[:, None])[:, 0], log_probs)


def test_a_fraction_of_the_decisions_is_searched():
    rollout = learner_of(counterfactual_fraction=0.25).collect_rollout()
    assert rollout.counterfactual.advantages.any(dim=1).float().mean() == pytest.approx(0.25, abs=0.1)


def test_counterfactual_credit_does_not_change_games_or_returns():
    with_branches, without = learner_of().collect_rollout(), learner_of(counterfactual_bot="").collect_rollout()
    assert without.counterfactual is None
    assert torch.equal(with_branches.decisions.actions, without.decisions.actions)
    assert torch.equal(with_branches.returns, without.returns)


def test_an_update_moves_the_policy_to_what_is_better():
    learner = learner_of(learning_rate=1e-3, vf_coef=0.0, ent_coef=0.0)
    rollout = learner.collect_rollout()

    def worth() -> float:
        with torch.no_grad():
            found = learner.network.distribution(rollout.decisions.inputs)
        return float((found.probabilities() * rollout.counterfactual.advantages).sum(dim=1).mean())

    assert worth() == pytest.approx(0, abs=1e-4)
    learner.update(rollout)
    assert worth() > 0.01


def test_the_loss_is_the_expected_clipped_surrogate(played):
    learner, _ = played
    odds = torch.tensor([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]])
    new = MaskedCategorical.of(odds.log().clamp(min=-50), odds > 0)
    old = torch.tensor([[0.8, 0.2, 1.0], [0.2, 0.3, 0.5]]).log()
    advantages = torch.tensor([[-1.0, 4.0, 0.0], [0.0, 0.0, 0.0]])
    loss = counterfactual_loss(
        CounterfactualAdvantages(advantages, old), torch.tensor([0, 1]), new, learner.ppo.clip_range
    )
    worse, better = 0.8 * -1.0 * 0.8, 0.2 * 4.0 * 1.2  # 0.5 / 0.8 is clipped to 0.8, and 0.5 / 0.2 to 1.2
    assert float(loss) == pytest.approx(-(worse + better) / 2)


def test_advantages_are_scaled_by_those_that_were_looked_at():
    found = concatenate_and_scale(
        [
            CounterfactualAdvantages(torch.tensor([[3.0, -4.0]]), torch.zeros(1, 2)),
            CounterfactualAdvantages(*torch.zeros(2, 1, 2)),
        ]
    )
    rms = (25 / 2) ** 0.5
    torch.testing.assert_close(found.advantages, torch.tensor([[3 / rms, -4 / rms], [0, 0]]) * 2)
    assert not concatenate_and_scale([CounterfactualAdvantages(*torch.zeros(2, 3, 2))]).advantages.any()


def test_a_run_with_branches_is_resumed_to_the_same_bits(tmp_path):
    parts = {"ppo": {**TINY["ppo"], "counterfactual_bot": SEARCH, "counterfactual_fraction": 0.5}}
    assert_resumed_alike(tmp_path, parts)


def test_a_state_without_its_generator_is_refused(played):
    learner, _ = played
    state, arrays = learner.save()
    with pytest.raises(CheckpointError, match="counterfactual"):
        learner.load(0, {"updates": state["updates"]}, arrays)
    with pytest.raises(CheckpointError, match=r"learner\.counterfactual"):
        learner.load(0, {**state, "counterfactual": {}}, arrays)


@pytest.mark.parametrize(
    ("ppo", "learner", "words"),
    [
        (
            {"counterfactual_bot": SEARCH},
            "maskable",
            "ppo.counterfactual_bot: expected '' unless",
        ),
        (
            {"counterfactual_bot": SEARCH, "counterfactual_fraction": 0.0},
            "fast",
            "ppo.counterfactual_fraction: expected a number above 0 up to 1, got 0.0",
        ),
        (
            {"counterfactual_bot": "scripted"},
            "fast",
            "ppo.counterfactual_bot: expected search with options, got 'scripted'",
        ),
        ({"counterfactual_bot": "search:samples=0"}, "fast", "samples"),
        ({"counterfactual_bot": "nobody"}, "fast", "unknown bot 'nobody'"),
    ],
)
def test_invalid_settings_of_counterfactual_credit_are_rejected_before_anything_is_written(
    tmp_path, ppo, learner, words
):
    with pytest.raises(ConfigError, match=words):
        train(tiny(tmp_path / "run", learner, {"ppo": {**TINY["ppo"], **ppo}}))
    assert not (tmp_path / "run").exists()
