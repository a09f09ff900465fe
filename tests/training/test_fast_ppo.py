"""The fast learner computes the advantages of one simple loop per seat, and takes the steps of MaskablePPO."""

import dataclasses

import numpy as np
import pytest
import torch

from tests.training.test_algorithm import TRAINING, Robbery
from tests.training.test_rollout import GAMMA, LAMBDA, naive_advantages
from wd_env.agents.networks.architecture import Architecture
from wd_env.envs.vector.lineup import FORCED, LEARNER
from wd_env.games.world_dominance.game import GAME
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.batch_ppo import METRICS, BatchPPO
from wd_env.training.ppo.maskable_ppo import SeatPPO
from wd_env.training.ppo.ppo_losses import clipped_surrogate
from wd_env.training.ppo.rollout import Decisions, Rollout
from wd_env.training.ppo.torch_network import PolicyValueNet
from wd_env.training.settings.training_settings import settings_from_dict

GAMES = 12


def learner_of(n_steps=40, max_turns=9, games=GAMES, **opponents):
    """Return a learner over games so short that most are truncated."""
    settings = settings_from_dict(
        {
            "learner": "fast",
            "game": {"options": {"max_turns": max_turns, "last_player": "last_survivor_wins"}},
            "shaping": {"soldiers": 0.05, "set_progress": 0.1},
            "ppo": {"n_envs": games, "n_steps": n_steps, "batch_size": 96, "gamma": GAMMA, "gae_lambda": LAMBDA},
            "net": {"hidden": [16]},
            "opponents": {"weights": {"random": 1.0}, **opponents},
        }
    )
    return BatchPPO.of(settings, OpponentPool(GAME, settings))


class Witness:
    """Records every step of a batch before games restart: observations, rewards and ends."""

    def __init__(self, learner):
        self.learner, self.games, self.batch = learner, learner.games, learner.games.batch
        self.rewards, self.seats, self.values, self.ends, self.finals = [], [], [], [], []
        self.movers = []
        self.play_actions, self.games.play_actions = self.games.play_actions, self.round
        self.restart, self.batch.reset = self.batch.reset, self.end

    def value_of(self, views):
        with torch.no_grad():
            return self.learner.network.values(torch.as_tensor(views)).numpy()

    def end(self, rows, players=None, seeds=None):
        """Store the value of every seat's observation at the end of a truncated game."""
        for row in rows[self.batch.truncated[rows]]:
            for seat in range(self.batch.num_players[row]):
                view = self.batch.observe_players(np.array([row]), np.array([seat]))
                self.final[row, seat] = self.value_of(view)[0]
        self.ended = np.isin(np.arange(self.batch.n), rows)
        self.restart(rows, players, seeds)

    def round(self, asked, rows, actions):
        player, views = self.batch.player.copy(), self.batch.obs.copy()
        self.final = np.zeros((self.batch.n, self.batch.seats), np.float32)
        self.ended = np.zeros(self.batch.n, bool)
        self.play_actions(asked, rows, actions)
        waits = asked == LEARNER
        waits[rows] = False
        self.rewards.append(np.where(waits[:, None], 0, self.batch.rewards))
        self.movers.append(player)
        assert (asked[rows] == LEARNER).all()
        self.seats.append(np.where(np.isin(np.arange(self.batch.n), rows), player, -1))
        self.values.append(self.value_of(views))
        self.ends.append(self.ended)
        self.finals.append(self.final)

    def ends_between(self, first, last, game):
        """Return whether the game at the first step was over before the last."""
        return any(self.ends[at][game] for at in range(first, last))

    def naive(self):
        """Return advantages [T, n], computed by splitting the recorded steps by game and by seat."""
        rows, seats = np.nonzero(np.arange(self.batch.seats) < self.batch.num_players[:, None])
        tails = np.zeros((self.batch.n, self.batch.seats), np.float32)
        tails[rows, seats] = self.value_of(self.batch.observe_players(rows, seats))
        columns = (self.rewards, self.seats, self.values, self.ends, self.finals)
        return naive_advantages(*(np.stack(column) for column in columns), tails)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_every_decision_gets_the_credit_its_seat_would_get_alone(share):
    learner = learner_of(self_play_fraction=share, learner_seat_fraction=0.5)
    learner.collect_rollout()  # afterwards games are at all stages
    witness = Witness(learner)
    rollout = learner.collect_rollout()
    expected, seats = witness.naive(), np.stack(witness.seats)
    assert ((seats >= 0) == ~np.isnan(expected)).all()
    np.testing.assert_allclose(rollout.advantages.numpy(), expected[seats >= 0], atol=2e-5)
    values = np.stack(witness.values)[seats >= 0]
    np.testing.assert_allclose(rollout.returns.numpy(), expected[seats >= 0] + values, atol=2e-5)
    assert np.stack(witness.finals).any()
    assert (np.stack(witness.ends) & (np.stack(witness.rewards) != 0).any(axis=2)).any()


def test_a_game_that_ends_on_another_seats_move_pays_the_seat_that_waited():
    """Check that its last decision gets the outcome and no bootstrapped value, although another player moved later."""
    learner = learner_of(n_steps=160, max_turns=80, self_play_fraction=0.0, learner_seat_fraction=0.0)
    with torch.no_grad():
        learner.network.value_head.bias.fill_(50.0)  # so that a wrong bootstrap at an end is visible
    learner.ppo = dataclasses.replace(learner.ppo, gae_lambda=0.0)
    witness = Witness(learner)
    rollout = learner.collect_rollout()
    seats, movers = np.stack(witness.seats), np.stack(witness.movers)
    returns = np.full(seats.shape, np.nan)
    returns[seats >= 0] = rollout.returns.numpy()
    found = 0
    for time, game in np.argwhere(np.stack(witness.ends) & ~np.stack(witness.finals).any(axis=2)):
        before = [at for at in range(time) if seats[at, game] >= 0 and not witness.ends_between(at, time, game)]
        if before and movers[time, game] != seats[before[-1], game]:
            seat = seats[before[-1], game]
            earned = sum(witness.rewards[at][game, seat] for at in range(before[-1], time + 1))
            assert returns[before[-1], game] == pytest.approx(earned, abs=1e-3)
            found += 1
    assert found > 5


def test_the_decisions_of_a_rollout_are_the_learners_and_stay_as_they_were_asked():
    learner = learner_of(self_play_fraction=0.3, learner_seat_fraction=0.5)
    rollout = learner.collect_rollout()
    questions, actions, log_probs, values, scales = rollout.decisions
    count = len(actions)
    assert learner.decisions_per_update <= count < learner.decisions_per_update + GAMES
    assert (questions.masks.sum(dim=1) > 1).all()
    assert questions.masks[torch.arange(count), actions].all()
    with torch.no_grad():
        answers, again = learner.network(questions)
    torch.testing.assert_close(answers.log_prob(actions), log_probs)
    torch.testing.assert_close(again, values)
    assert (scales == 1).all()


def test_steps_without_a_decision_of_the_learner_are_played():
    """Play one game in which the learner has one seat: most steps belong to others."""
    learner = learner_of(n_steps=96, games=1, self_play_fraction=0.0)
    witness = Witness(learner)
    rollout = learner.collect_rollout()
    expected, seats = witness.naive(), np.stack(witness.seats)
    assert len(rollout.returns) == 96
    assert (seats < 0).sum() > 96
    np.testing.assert_allclose(rollout.advantages.numpy(), expected[seats >= 0], atol=2e-5)
    metrics = learner.update(rollout)
    assert np.isfinite(metrics["train/loss"])


def test_the_network_is_asked_for_half_the_games_at_once_or_more():
    learner, asked = learner_of(self_play_fraction=0.0), []
    decide = learner.sample_actions
    learner.sample_actions = lambda rows, *others: asked.append(len(rows)) or decide(rows, *others)
    rollout = learner.collect_rollout()
    assert GAMES / 2 <= min(asked) < max(asked)
    assert sum(asked) == len(rollout.returns)


def test_every_epoch_goes_over_each_decision_once():
    learner = learner_of()
    rows = list(learner.minibatches(500))
    assert {len(one) for one in rows} <= {96, 100}
    assert torch.cat(rows).bincount().tolist() == [learner.ppo.n_epochs] * 500


class RobbedGames:
    """`Robbery` for the fast learner: seat 1 has no choice, and seat 0 is paid on its move."""

    def __init__(self):
        self.env = Robbery()
        self.batch = self
        self.n, self.seats, self.max_players = self.env.num_envs, 2, 2
        self.truncated, self.final_observations = self.env.truncated, self.env.final_observations

    obs = property(lambda self: self.env.view())
    masks = property(lambda self: self.env.env_method("action_masks"))
    player = property(lambda self: self.env.seat)

    def actors(self):
        return np.where(self.env.seat == 0, LEARNER, FORCED)

    def play_actions(self, asked, rows, actions):
        answers = np.zeros(self.n, np.int64)
        answers[rows] = actions
        self.env.step_async(answers)
        _, _, self.done, _ = self.env.step_wait()
        self.seat_rewards = self.env.seat_rewards

    def observe_players(self, rows, players):
        return self.obs[rows]


def robbed(ppo, **more):
    torch.manual_seed(5)
    settings = settings_from_dict({"ppo": ppo, "run": {"total_decisions": 20 * 128}})
    low, high = np.full(3, -128, np.int8), np.full(3, 127, np.int8)
    network = PolicyValueNet(Architecture((8,), 1, "tanh"), low, high, 2)
    return BatchPPO(settings, RobbedGames(), network, **more)


HASTY = {"n_envs": 16, "n_steps": 8, "batch_size": 64, "n_epochs": 4, "learning_rate": 0.01, "ent_coef": 0.0}


def test_a_seat_learns_from_what_it_gets_on_the_others_move():
    learner = robbed(HASTY)
    learner.learn(lambda results: True)
    view, masks = torch.tensor([[1, 0, 0]], dtype=torch.int8), torch.ones((1, 2), dtype=torch.bool)
    with torch.no_grad():
        answers, _ = learner.network(learner.network.inputs(view, masks))
    assert answers.probabilities()[0, 1] > 0.95


def test_a_callback_that_returns_false_ends_the_run_and_decisions_are_counted_by_update():
    learner, seen = robbed(HASTY), []
    learner.learn(lambda results: seen.append((learner.decisions, results)) or len(seen) < 3)
    assert [decisions for decisions, _ in seen] == [128, 256, 384]
    assert [message["train/n_updates"] for _, message in seen] == [4, 8, 12]
    assert [message["train/learning_rate"] for _, message in seen] == pytest.approx([0.0095, 0.009, 0.0085])


def test_an_update_ends_early_once_the_policy_has_moved_far_enough():
    for target, expected in ((None, 4 * 2), (1e6, 4 * 2), (1e-6, 1)):  # at the first step the policy is unchanged
        learner, steps = robbed({**HASTY, "target_kl": target}), []
        learner.optimizer.register_step_post_hook(lambda *_, steps=steps: steps.append(1))
        learner.update(learner.collect_rollout())
        assert len(steps) == expected


def test_the_surrogate_ends_where_the_ratio_leaves_its_range_towards_the_advantage():
    advantages = torch.tensor([2.0, 2.0, 2.0, -2.0, -2.0, -2.0])
    ratio = torch.tensor([0.5, 1.0, 1.5, 0.5, 1.0, 1.5])
    assert clipped_surrogate(advantages, ratio, 0.25).tolist() == [1.0, 2.0, 2.5, -1.5, -2.0, -3.0]


def test_the_loss_equals_that_computed_by_hand():
    """Both actions have probability 1/2 now; in three of four decisions the policy that played gave another one."""
    learner = robbed({**HASTY, "clip_range": 0.25})
    with torch.no_grad():
        for layer in (learner.network.action, learner.network.value_head):
            layer.weight.zero_()
            layer.bias.zero_()
    inputs = learner.network.inputs(torch.ones((4, 3), dtype=torch.int8), torch.ones((4, 2), dtype=torch.bool))
    ratios = torch.tensor([0.5, 1.0, 1.5, 2.0])
    scales = torch.tensor([1.0, 1.0, 2.0, 1.0])
    decisions = Decisions(inputs, torch.tensor([0, 1, 0, 1]), (0.5 / ratios).log(), torch.zeros(4), scales)
    rollout = Rollout(decisions, torch.tensor([-3.0, 1.0, 5.0, 1.0]), torch.tensor([1.0, 0.0, 2.0, -1.0]))
    loss, metrics = learner.loss(rollout, torch.arange(4), 0.1)
    advantage = 4 / (32 / 3) ** 0.5  # of the third decision; minus that of the first, and 0 of the others
    policy = -(1.25 - 0.75) * advantage / 4
    value = (1 + 0 + 16 + 1) / 4
    wanted = {
        "policy_gradient_loss": policy,
        "value_loss": value,
        "entropy_loss": -np.log(2),
        "anchor_kl": 0,
        "approx_kl": (5 - 4 - np.log(0.5 * 1.5 * 2)) / 4,
        "clip_fraction": 3 / 4,
        "loss": policy + 0.5 * value - 0.1 * np.log(2),
    }
    assert dict(zip(METRICS, metrics.tolist(), strict=True)) == pytest.approx(wanted, rel=1e-5)
    assert loss.item() == pytest.approx(wanted["loss"], rel=1e-5)


def test_an_update_is_the_one_that_maskable_ppo_makes():
    """Start with the same decisions, one minibatch and the same weights: weights and metrics afterwards are equal."""
    how = {"batch_size": 128, "n_epochs": 1, "ent_coef": 0.02, "vf_coef": 0.7, "max_grad_norm": 0.4}
    model = SeatPPO(Robbery(), total_decisions=128, **TRAINING | how | {"learning_rate": lambda remaining: 0.01})
    ppo = {"n_envs": 16, "n_steps": 8, "batch_size": 128, "n_epochs": 1, "ent_coef": 0.02, "vf_coef": 0.7,
           "max_grad_norm": 0.4, "learning_rate": 0.01, "learning_rate_end": 0.01}  # fmt: skip
    learner = robbed(ppo)
    learner.network.load_state_dict(model.policy.network.state_dict())
    model.learn(128)
    whole = model.rollout_buffer.get()
    data = next(whole)  # all decisions in one minibatch, in some order
    questions = learner.network.inputs(data.observations, data.action_masks)
    decisions = Decisions(questions, data.actions.long().flatten(), data.old_log_prob, data.old_values, torch.ones(128))
    metrics = learner.update(Rollout(decisions, data.advantages, data.returns))
    for name, tensor in model.policy.network.state_dict().items():
        torch.testing.assert_close(learner.network.state_dict()[name], tensor, atol=1e-6, rtol=1e-5)
    theirs = model.logger.name_to_value
    assert metrics["train/entropy_loss"] == pytest.approx(theirs["train/entropy_loss"], rel=1e-5)
    for name in ("policy_gradient_loss", "value_loss", "approx_kl", "clip_fraction", "loss", "explained_variance"):
        assert metrics[f"train/{name}"] == pytest.approx(theirs[f"train/{name}"], rel=1e-4, abs=1e-6), name
