"""Expert iteration: labels are the results of the search, and the policy learns them and improves."""

from dataclasses import replace

import numpy as np
import pytest
import torch

pytest.importorskip("numba")

from tests.training.tiny import TINY, fast_and_long, tiny, weights_of
from wd_env.agents.agent import Agent
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.agents.search.search_engine import SearchStats
from wd_env.batch.batch import Batch
from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.game_spec import PLAYER
from wd_env.training import run_log
from wd_env.training.learner import make_network
from wd_env.training.ppo.torch_network import make_adam
from wd_env.training.settings.pretraining_settings import ExpertSettings
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.supervised.expert_iteration import (
    DecisionFrequencies,
    ExpertLabels,
    expert_loss,
    improve_by_search,
    label_decisions,
)
from wd_env.training.training_callback import TrainingCallback
from wd_env.training.training_run import make_expert, train

HOW = ExpertSettings("search", decisions=40, iterations=2, label_fraction=0.5, temperature=0.05, n_envs=12)
QUICK = {"last_player": "last_survivor_wins", "max_turns": 60}


def kinds_of(how=HOW):
    return DecisionFrequencies(GAME, how.label_fraction, how.class_balance)


def new_network(hidden=16):
    torch.manual_seed(1)
    return make_network(settings_from_dict({**TINY, "net": {"hidden": [hidden]}}))


def seeker(options="samples=8,rollout=0,value_net=none,policy=random"):
    expert = make_bot(f"search:{options}", GAME, np.random.default_rng(3))
    assert isinstance(expert, SearchAgent)
    return expert


def some_games(seat=LEARNER):
    """Return twelve games of two and three players; the first seat learns, others are bots unless `seat` is LEARNER."""
    batch = Batch(GAME, 12, 4, [2, 3], QUICK)
    others = [make_bot("random", GAME, np.random.default_rng(1))]

    def lineup(players):
        seats = np.full((len(players), batch.seats), seat)
        seats[:, 0] = LEARNER
        return seats

    games = MultiSeatEnv(batch, others, lineup)
    games.start_games()
    return games


class Remembering(SearchAgent):
    """A search agent that keeps its inputs and its results."""

    found: list[tuple[np.ndarray, SearchStats]]

    def evaluate_actions(self, game, states, prior_actions):
        found = super().evaluate_actions(game, states, prior_actions)
        self.found.append((prior_actions, found))
        return found


def remembering():
    expert = Remembering(np.random.default_rng(3), "samples=8,rollout=0,value_net=none,policy=random")
    expert.found = []
    return expert


def probabilities(network, labels):
    with torch.no_grad():
        asked = network.inputs(torch.as_tensor(labels.observations), torch.as_tensor(labels.masks))
        distribution, values = network(asked)
    return distribution.probabilities().numpy(), values.numpy()


def odds_of(labels):
    """Return the targets of the search as probabilities."""
    odds = np.where(labels.masks == 1, np.exp(labels.targets), 0)
    return odds / odds.sum(axis=1, keepdims=True)


def test_targets_are_the_policy_times_the_exponential_of_the_gain():
    network, expert = new_network(), remembering()
    labels = label_decisions(network, expert, some_games(), HOW, 50, kinds_of(), np.random.default_rng(1))
    before, values = probabilities(network, labels)
    assert len(labels) == 50
    gains = np.concatenate([found.gains for _, found in expert.found])
    own = np.concatenate([own for own, _ in expert.found])
    assert own.tolist() == before.argmax(axis=1).tolist()  # gains are relative to the policy's most likely action
    assert (np.nan_to_num(gains[np.arange(50), own]) == 0).all()
    assert np.nanmax(np.abs(gains)) > 0.1
    players = labels.observations[:, GAME.layout.slice("players")].argmax(axis=1)[:, None] + 2
    assert set(players[:, 0].tolist()) == {2, 3}
    wanted = before * np.exp(np.nan_to_num(gains) * players / HOW.temperature)
    legal = labels.masks == 1
    assert np.allclose(np.exp(labels.targets[legal]), wanted[legal], rtol=1e-4)
    assert np.allclose(labels.values, values, atol=1e-5)
    assert (labels.masks.sum(axis=1) > 1).all()  # a single legal action needs no label


def seen(question, times):
    """Return observations at this decision."""
    names = [q.name for q in GAME.nodes if q.kind == PLAYER]
    obs = np.zeros((times, GAME.layout.size), np.int8)
    obs[:, names.index(question)] = 1
    return obs


def test_rare_kinds_of_decisions_are_labelled_more_often():
    """Mix 90% and 10% of two kinds: with a balance of 1/2 the rare kind is labelled three times as often."""
    common, rare = seen("start_menu", 90_000), seen("gate", 10_000)
    odds = DecisionFrequencies(GAME, 0.2, 0.5).label_probabilities(np.concatenate([common, rare]))
    assert odds[-1] / odds[0] == pytest.approx(3, rel=0.01)
    assert odds.mean() == pytest.approx(0.2, rel=0.02)
    assert set(
        np.round(DecisionFrequencies(GAME, 0.2, 0.0).label_probabilities(np.concatenate([common, rare])), 12)
    ) == {0.2}
    assert DecisionFrequencies(GAME, 0.9, 1.0).label_probabilities(np.concatenate([common, rare])).max() == 1


def test_earlier_decisions_count_in_the_frequencies():
    kinds = DecisionFrequencies(GAME, 0.2, 1.0)
    first = kinds.label_probabilities(seen("gate", 1000))[0]
    kinds.label_probabilities(seen("start_menu", 100_000))
    assert kinds.label_probabilities(seen("gate", 1))[0] > 3 * first


@pytest.mark.parametrize("others", [LEARNER, 0])
def test_only_the_learners_decisions_are_labelled(others):
    """Play games with a bot next to the learner: only the first seat's decisions get labels."""
    games, players = some_games(others), []

    class Noting(SearchAgent):
        def evaluate_actions(self, game, states, prior_actions):
            players.extend(states["owner"][np.arange(len(states)), states["seat"]].tolist())
            return super().evaluate_actions(game, states, prior_actions)

    expert = Noting(np.random.default_rng(3), "samples=2,rollout=0,value_net=none,policy=random")
    label_decisions(new_network(), expert, games, HOW, 60, kinds_of(), np.random.default_rng(1))
    assert len(players) == 60
    assert set(players) == ({0, 1, 2} if others == LEARNER else {0})


def test_about_the_set_fraction_of_decisions_is_labelled():
    decided = []

    class Counted(MultiSeatEnv):
        def play_actions(self, asked, rows, actions):
            decided.append(len(rows))
            super().play_actions(asked, rows, actions)

    batch = Batch(GAME, 12, 4, [2, 3], QUICK)
    games = Counted(batch)
    games.start_games()
    label_decisions(
        new_network(),
        seeker(),
        games,
        replace(HOW, label_fraction=0.25),
        200,
        kinds_of(replace(HOW, label_fraction=0.25)),
        np.random.default_rng(1),
    )
    assert 200 / sum(decided) == pytest.approx(0.25, abs=0.06)


@pytest.mark.parametrize("wrong", [0, 1])
def test_the_loss_is_that_of_the_targets_and_of_the_values(wrong):
    """Compute by hand: divergence from the targets plus the weight times the squared error of the values."""
    network = new_network()
    labels = label_decisions(network, seeker(), some_games(), HOW, 12, kinds_of(), np.random.default_rng(1))
    labels = replace(labels, values=labels.values + np.float32(0.5 * wrong))
    chances, values = probabilities(network, labels)
    wanted = odds_of(labels)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.nansum(np.where(chances > 0, chances * np.log(chances / wanted), 0), axis=1).mean()
    by_hand = apart + 2.0 * ((values - labels.values) ** 2).mean()
    loss = expert_loss(network, labels, np.arange(12), replace(HOW, vf_coef=2.0), is_searched=True).item()
    assert loss == pytest.approx(by_hand, rel=1e-4)
    assert (by_hand - apart > 0.4) == bool(wrong)


def test_labels_of_a_bot_are_learnt_by_their_cross_entropy():
    network = new_network()
    labels = label_decisions(network, make_bot("random", GAME, np.random.default_rng(1)), some_games(), HOW, 12,
    kinds_of(),
                   np.random.default_rng(1))  # fmt: skip
    chances, _ = probabilities(network, labels)
    loss = expert_loss(network, labels, np.arange(12), HOW, is_searched=False).item()
    assert loss == pytest.approx(-np.log(chances[labels.targets == 1]).mean(), rel=1e-4)


def test_noisy_labels_do_not_prefer_one_of_two_equal_actions():
    """Estimate the gains of two equal actions, one very noisy: on average neither is preferred.

    The loss is linear in the gains.
    """
    network = new_network()
    labels = label_decisions(network, seeker(), some_games(), HOW, 1, kinds_of(), np.random.default_rng(1))
    chances, _ = probabilities(network, labels)
    noise = np.zeros((2, len(chances[0])), np.float32)
    noise[0, chances[0].argmax()], noise[1, chances[0].argmax()] = 4.0, -4.0
    targets = np.log(np.maximum(chances, 1e-8)) + noise
    twice = ExpertLabels(
        labels.observations[[0, 0]], labels.masks[[0, 0]], targets.astype(np.float32), labels.values[[0, 0]]
    )
    expert_loss(network, twice, np.arange(2), HOW, is_searched=True).backward()
    steepest = max(float(tensor.grad.abs().max()) for tensor in network.parameters() if tensor.grad is not None)
    assert steepest < 1e-5


def test_the_policy_learns_the_actions_of_the_search():
    """Train long on the labels of one iteration: the most likely actions become those of the targets."""
    network = new_network(64)
    labels = label_decisions(network, seeker(), some_games(), HOW, 60, kinds_of(), np.random.default_rng(1))
    clear = odds_of(labels).max(axis=1) > 0.6
    wanted = odds_of(labels).argmax(axis=1)[clear]

    def agreement():
        return float((probabilities(network, labels)[0].argmax(axis=1)[clear] == wanted).mean())

    before = agreement()
    optimizer = make_adam(network.parameters(), 3e-3)
    for _ in range(150):
        optimizer.zero_grad()
        expert_loss(network, labels, np.arange(60), HOW, is_searched=True).backward()
        optimizer.step()
    assert clear.sum() > 10
    assert agreement() > max(before, 0.9)


@pytest.mark.parametrize("kept", [1, 2])
def test_iterations_label_the_set_number_of_decisions_and_learn_from_the_last(monkeypatch, kept):
    labelled, learnt = [], []

    class Counting(SearchAgent):
        def evaluate_actions(self, game, states, prior_actions):
            labelled.append(len(states))
            return super().evaluate_actions(game, states, prior_actions)

    monkeypatch.setattr(
        "wd_env.training.supervised.expert_iteration.fit_labels",
        lambda _net, _adam, labels, *_, is_searched: learnt.append(len(labels) * is_searched),
    )
    expert = Counting(np.random.default_rng(3), "samples=2,rollout=0,value_net=none,policy=random")
    how = replace(HOW, decisions=41, iterations=3, label_window=kept)
    improve_by_search(new_network(), expert, some_games(), how, np.random.default_rng(1))
    assert sum(labelled) == 41
    assert learnt == ([13, 14, 14] if kept == 1 else [13, 27, 28])


def test_an_expert_searches_with_the_threads_of_the_run():
    settings = settings_from_dict({"run": {"torch_threads": 3}, "expert": {"bot": "search:samples=2"}})
    assert make_expert(settings, np.random.default_rng(1)).threads == 3


def test_results_do_not_depend_on_the_number_of_threads():
    found = []
    for threads in (1, 3):
        expert = seeker()
        expert.threads = threads
        found.append(
            label_decisions(new_network(), expert, some_games(), HOW, 40, kinds_of(), np.random.default_rng(1)).targets
        )
    assert np.array_equal(*found)


@fast_and_long
def test_a_run_learns_from_a_search_and_reports_the_strength_after_each_part(tmp_path, learner):
    parts = {
        "imitation": {"bot": "scripted", "decisions": 500, "n_envs": 8, "batch_size": 64},
        "expert": {
            "bot": "search:samples=2,rollout=0",
            "decisions": 40,
            "iterations": 2,
            "n_envs": 8,
            "batch_size": 16,
        },
    }
    folder = train(tiny(tmp_path / "run", learner, parts))
    first = [line for line in run_log.read_scalars(folder) if line["decisions"] == 0]
    assert [sorted({name.split("/")[0] for name in line if "/" in name}) for line in first] == [
        ["imitation", "time"],
        ["expert", "time"],
        ["eval", "time"],
    ]
    assert first[1]["expert/win_share_scripted"] == first[2]["eval/win_share_scripted"]  # nothing happens between them
    other = train(tiny(tmp_path / "other", learner, {"imitation": parts["imitation"]}))
    assert any((array != weights_of(other)[name]).any() for name, array in weights_of(folder).items())


@fast_and_long
def test_a_run_killed_after_pretraining_resumes_from_there(tmp_path, monkeypatch, learner):
    """Kill a run after its first snapshot, before self-play: the resumed run ends as an uninterrupted one."""
    parts = {"imitation": {"bot": "scripted", "decisions": 500, "n_envs": 8, "batch_size": 64}}
    whole = train(tiny(tmp_path / "whole", learner, parts))
    cut = tiny(tmp_path / "cut", learner, parts)
    with monkeypatch.context() as patch:
        patch.setattr(TrainingCallback, "on_update", interrupt)
        with pytest.raises(KeyboardInterrupt):
            train(cut)
    assert [path.name for path in (tmp_path / "cut" / "snapshots").iterdir()] == ["snapshot-000000000000.wdsnap"]
    monkeypatch.setattr("wd_env.training.training_run.pretrain", interrupt)  # pretraining is not repeated
    resumed = train(cut, resume=True)
    assert all((array == weights_of(whole)[name]).all() for name, array in weights_of(resumed).items())
    assert run_log.read_scalars(resumed)[0]["decisions"] == 0


def interrupt(*_):
    raise KeyboardInterrupt


class Last(Agent):
    """A bot that takes the last legal action."""

    def choose(self, view):
        return view.legal_indices[-1]


def test_a_bot_that_does_not_search_labels_by_its_own_answers():
    labels = label_decisions(
        new_network(), Last(np.random.default_rng(1)), some_games(), HOW, 60, kinds_of(), np.random.default_rng(1)
    )
    answers = [int(np.flatnonzero(mask)[-1]) for mask in labels.masks]
    assert np.array_equal(labels.targets, np.eye(labels.masks.shape[1], dtype=np.float32)[answers])
    assert len(set(answers)) > 2


def test_a_run_learns_from_a_bot_that_does_not_search(tmp_path):
    part = {"bot": "scripted", "decisions": 40, "iterations": 2, "n_envs": 8, "batch_size": 16}
    taught = [train(tiny(tmp_path / name, parts={"expert": part})) for name in ("run", "again")]
    plain = train(tiny(tmp_path / "plain"))
    assert all((array == weights_of(taught[1])[name]).all() for name, array in weights_of(taught[0]).items())
    assert any((array != weights_of(plain)[name]).any() for name, array in weights_of(taught[0]).items())


def test_invalid_settings_are_rejected():
    wrong = ({"decisions": 0}, {"iterations": 0}, {"label_window": 0}, {"label_fraction": 0.0},
    {"label_fraction": 1.5}, {"temperature": 0.0},
             {"learning_rate": 0.0}, {"vf_coef": -1.0}, {"n_envs": 0}, {"n_epochs": 0}, {"batch_size": 0},
             {"decisions": 3, "iterations": 4})  # fmt: skip
    for part in wrong:
        with pytest.raises(ConfigError, match=rf"expert\.{next(iter(part))}"):
            settings_from_dict({"expert": part})
