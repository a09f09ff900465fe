"""Pretraining: its samples belong to complete games and are consistent, and the network learns the same actions."""

import contextlib
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from tests.training.tiny import tiny
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.definitions.actions import PIECE
from wd_env.games.world_dominance.definitions.rule_constants import RESERVES
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.rewards import RewardShaping
from wd_env.training import training_run
from wd_env.training.learner import make_batch, make_network
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.settings.pretraining_settings import ImitationSettings
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.supervised.behaviour_cloning import Demonstrations, collect_demonstrations, imitate, imitation_loss


@pytest.fixture(scope="module")
def lessons() -> Demonstrations:
    games = Batch(GAME, 24, 5, [2, 4], {"max_turns": 200}, RewardShaping((0.03, 0.1)))
    return collect_demonstrations(make_bot("scripted", GAME, np.random.default_rng(1)), games, 6000)


def test_every_sample_has_several_legal_actions_and_its_action_is_one_of_them(lessons):
    assert len(lessons.actions) > 2000
    assert (lessons.masks.sum(axis=1) > 1).all()
    assert lessons.masks[np.arange(len(lessons.actions)), lessons.actions].all()


def test_games_of_which_none_is_over_are_refused_by_one_line():
    games = Batch(GAME, 24, 5, [2], {"max_turns": 200})
    message = r"none of 24 games was over after \d+ decisions .* increase imitation\.decisions, or reduce"
    with pytest.raises(ConfigError, match=message):
        collect_demonstrations(make_bot("scripted", GAME, np.random.default_rng(1)), games, 100)


def test_returns_are_the_outcome_minus_the_potential_at_the_time(lessons):
    """Add the potential to each return.

    Shaping sums to minus the potential, so the sum is an outcome of 2 or 4 players.
    """
    views, starts = lessons.observations, GAME.layout.starts
    soldiers = views[:, starts["army"]] + RESERVES * views[:, starts["reinforcements"]]
    # While choosing a piece no player has cards.
    fresh = lessons.observations[:, GAME.layout.slice("decision")].argmax(axis=1) == 0
    outcomes = lessons.returns[fresh] + 0.03 * soldiers[fresh]
    allowed = np.array([1.0, -1.0, -1 / 3, 0.0])
    assert np.abs(outcomes[:, None] - allowed).min(axis=1).max() < 1e-5
    assert {1.0, -1.0} <= set(np.round(outcomes, 4).tolist())


def test_the_network_learns_to_answer_alike(lessons):
    settings = settings_from_dict({"ppo": {"n_envs": 4, "n_steps": 16, "batch_size": 64}, "net": {"hidden": [64]}})
    network = make_network(settings)
    asked = network.inputs(torch.as_tensor(lessons.observations), torch.as_tensor(lessons.masks))

    def agreement() -> float:
        with torch.no_grad():
            return float((network.distribution(asked).mode().numpy() == lessons.actions).mean())

    before = agreement()
    generator = np.random.default_rng(1)
    bot = make_bot("scripted", GAME, generator)
    how = ImitationSettings("scripted", decisions=40_000, n_envs=24, batch_size=128)
    imitate(network, bot, Batch(GAME, 24, 6, [2, 4], {"max_turns": 200}), how, generator)
    assert before < 0.65  # an untrained network is right in a quarter to six tenths of the decisions
    assert agreement() > 0.75


@pytest.mark.parametrize("label_smoothing", [0.0, 0.4])
def test_label_smoothing_leaves_its_share_to_the_other_legal_actions(label_smoothing):
    """Give five legal pieces: all of them get the smoothing, and the bot's choice gets the rest."""
    view = np.zeros((1, GAME.layout.size), np.int8)
    mask = np.zeros((1, len(GAME.actions)), np.int8)
    mask[0, PIECE : PIECE + 5] = 1
    lesson = Demonstrations(view, mask, np.array([PIECE + 1]), np.zeros(1, np.float32))
    settings = settings_from_dict({"ppo": {"n_envs": 4, "n_steps": 16, "batch_size": 64}, "net": {"hidden": [16]}})
    network = make_network(settings)
    optimizer = torch.optim.Adam(network.parameters(), 0.01)
    for _ in range(300):
        optimizer.zero_grad()
        imitation_loss(
            network, lesson, np.array([0]), ImitationSettings("scripted", label_smoothing=label_smoothing)
        ).backward()
        optimizer.step()
    with torch.no_grad():
        asked = network.inputs(torch.as_tensor(view), torch.as_tensor(mask))
        chances = network.distribution(asked).probabilities()[0]
    assert chances[PIECE + 1] == pytest.approx(1 - label_smoothing + label_smoothing / 5, abs=0.02)
    assert chances[PIECE] == pytest.approx(label_smoothing / 5, abs=0.02)


def test_stages_before_ppo_draw_from_one_stream_of_the_seed_and_play_other_games_than_it(tmp_path, monkeypatch):
    """Check the streams of a seed: opponents have 1 to 3, and the search for counterfactual values 5."""
    stages = {"imitation": {"bot": "scripted", "n_envs": 3}, "expert": {"bot": "scripted_v1", "n_envs": 2}}
    settings = tiny(tmp_path, "fast", stages, seed=7)
    batches, calls, ended = [], [], []

    def make_small_batch(*args):
        batches.append(args[1:])
        return make_batch(*args)

    def record(network, bot, games, part, generator):
        calls.append((network, bot.name, part, generator.bit_generator.state))

    monkeypatch.setattr(training_run, "make_batch", make_small_batch)
    monkeypatch.setattr(training_run, "imitate", record)
    monkeypatch.setattr(training_run, "improve_by_search", record)
    learner, callback = SimpleNamespace(network=object()), SimpleNamespace(on_stage=ended.append)
    training_run.pretrain(
        settings, learner, OpponentPool(GAME, settings), callback, SimpleNamespace(stage=contextlib.nullcontext)
    )
    state = np.random.default_rng((7, 4)).bit_generator.state
    assert batches == [(3, 8), (2, 9)], "expected games with the next two seeds"
    assert calls == [
        (learner.network, "scripted", settings.imitation, state),
        (learner.network, "scripted_v1", settings.expert, state),
    ]
    assert ended == ["imitation", "expert"]


def test_invalid_settings_are_rejected():
    for part in ({"decisions": 0}, {"n_envs": 0}, {"learning_rate": 0.0}, {"vf_coef": -1.0}, {"label_smoothing": 1.0}):
        with pytest.raises(ConfigError, match=next(iter(part))):
            settings_from_dict({"imitation": part})
