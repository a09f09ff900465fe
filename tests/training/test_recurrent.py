"""The fast learner with a recurrent network: it remembers within a game only."""

import numpy as np
import pytest
import torch

from tests.training.networks import ACTIONS, SIZE, random_inputs
from tests.training.recall import GAMES, RecallGames, learner_of
from tests.training.test_network import made
from tests.training.tiny import TINY, assert_resumed_alike, tiny
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Network
from wd_env.errors import CheckpointError, ConfigError, StateError
from wd_env.games.world_dominance.game import GAME
from wd_env.training.learner import make_learner
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.batch_ppo import BatchPPO
from wd_env.training.ppo.network_weights import export_weights, import_weights
from wd_env.training.ppo.recurrent_ppo import HIDDEN, RecurrentPPO
from wd_env.training.ppo.torch_network import Sequences
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.training_run import load_start_weights, train

SHAPES = [Architecture((8, 8), 1, "tanh", recurrent_units=5), Architecture((6,), 1, "relu", recurrent_units=3)]
RECURRENT = {"net": {"hidden": [16], "recurrent": "gru", "recurrent_units": 8},
             "ppo": {**TINY["ppo"], "sequence_length": 5}}  # fmt: skip


def share_right(recurrent, **more):
    """Return the fraction of cues that are named at the end of training."""
    learner = learner_of(recurrent, **more)
    learner.learn(lambda metrics: True)
    return np.mean(learner.games.right[-512:])


def test_a_recurrent_policy_solves_a_game_that_needs_memory_and_a_feed_forward_one_cannot():
    assert share_right("gru") > 0.95
    assert share_right("none") < 0.65


@pytest.mark.parametrize("architecture", SHAPES, ids=str)
def test_the_network_in_numpy_is_the_same_along_sequences(architecture):
    network = made(architecture)
    twin = Network(architecture, export_weights(network))
    lengths = [4, 4, 2, 1]
    batch_sizes = torch.tensor([4, 3, 2, 2])
    hidden = torch.rand((4, architecture.recurrent_units)) * 2 - 1
    views, masks = random_inputs(sum(lengths))
    inputs = network.inputs(torch.as_tensor(views), torch.as_tensor(masks))
    with torch.no_grad():
        distribution, values, after = network.forward_sequences(inputs, Sequences(hidden, batch_sizes))
    for sequence, length in enumerate(lengths):
        own = [start + sequence for start in (0, 4, 7, 9)[:length]]  # in packed order
        state = hidden[sequence : sequence + 1].numpy().copy()
        whole = twin.advance(views[own], masks[own], state[0])
        for row in own:
            odds = twin.probabilities(views[row : row + 1], masks[row : row + 1], state.copy())
            _, value = twin.evaluate(views[row : row + 1], masks[row : row + 1], state)
            np.testing.assert_allclose(odds[0], distribution.probabilities()[row].numpy(), atol=1e-5)
            np.testing.assert_allclose(value[0], values[row].numpy(), atol=1e-5)
        np.testing.assert_allclose(state[0], after[sequence].numpy(), atol=1e-5)
        np.testing.assert_allclose(whole, after[sequence].numpy(), atol=1e-5)


@pytest.mark.parametrize("architecture", SHAPES, ids=str)
def test_exported_weights_have_the_named_shapes_and_come_back(architecture):
    network, other = made(architecture), made(architecture, seed=1)
    weights = export_weights(network)
    assert {name: array.shape for name, array in weights.items()} == architecture.shapes(SIZE, ACTIONS)
    import_weights(other, weights)
    for name, tensor in network.state_dict().items():
        torch.testing.assert_close(other.state_dict()[name], tensor)


def test_a_recurrent_network_has_no_answer_without_a_hidden_state():
    network, (views, masks) = made(SHAPES[0]), map(torch.as_tensor, random_inputs(3))
    inputs = network.inputs(views, masks)
    for call in (lambda: network(inputs), lambda: network.distribution(inputs), lambda: network.values(views)):
        with pytest.raises(ConfigError, match="expected sequences with hidden states"):
            call()


def test_a_feed_forward_network_has_no_answer_for_sequences():
    network, (views, masks) = made(Architecture((6,), 1, "relu")), map(torch.as_tensor, random_inputs(3))
    sequences = Sequences(torch.zeros((3, 1)), torch.tensor([3]))
    for call in (
        lambda: network.forward_sequences(network.inputs(views, masks), sequences),
        lambda: network.values(views, sequences.hidden),
    ):
        with pytest.raises(ConfigError, match="the network is not recurrent"):
            call()


def test_a_feed_forward_network_starts_as_it_did():
    """Check that the same seed gives the same weights, whatever settings a disabled recurrent layer has."""
    networks = []
    for more in ({}, {"recurrent": "none", "recurrent_units": 3}):
        torch.manual_seed(1)
        settings = settings_from_dict({"learner": "fast", "net": {"hidden": [16], **more}, "ppo": TINY["ppo"]})
        networks.append(make_learner(settings, OpponentPool(GAME, settings)).network.state_dict())
    assert networks[0].keys() == networks[1].keys()
    assert all(torch.equal(networks[0][name], networks[1][name]) for name in networks[0])
    assert not any("recurrent" in name for name in networks[0])


def world_dominance(**more):
    """Return a learner of short games in which some seats learn."""
    settings = settings_from_dict(
        {**TINY, "learner": "fast", "net": {"hidden": [16], "recurrent": "gru", "recurrent_units": 4}, **more}
    )
    return make_learner(settings, OpponentPool(GAME, settings))


def test_the_fast_learner_is_recurrent_where_the_network_is():
    assert type(world_dominance()) is RecurrentPPO
    assert type(world_dominance(net={"hidden": [16]})) is BatchPPO


def test_minibatches_are_whole_sequences_of_one_game_each_decision_once_an_epoch():
    learner = learner_of("gru", sequence_length=3, n_steps=11, batch_size=88)
    rollout = learner.collect_rollout()
    count = len(rollout.returns)
    rows = list(learner.minibatches(count))
    assert torch.cat(rows).bincount().tolist() == [learner.ppo.n_epochs] * count
    game, time = np.arange(count) % GAMES, np.arange(count) // GAMES
    assert learner._sequence_indices[:count].max() == 2
    for one in rows:
        places, sequences = learner._sequence_indices[one.numpy()], learner._sequences[one.numpy()]
        sizes = np.bincount(places)
        assert (np.diff(places) >= 0).all()
        assert (np.diff(sizes) <= 0).all()
        first = one.numpy()[: sizes[0]]
        for place, size in enumerate(sizes):  # the k-th item of a step belongs to the k-th sequence
            these = one.numpy()[places == place]
            assert (sequences[places == place] == sequences[:size]).all()
            assert (game[these] == game[first[:size]]).all()
            assert (time[these] == time[first[:size]] + place).all()
        turns = time[first] % 4  # games have four decisions, and a sequence of three starts with the first or the last
        assert set(turns.tolist()) <= {0, 3}


def test_the_loss_sees_what_the_policy_saw_while_playing():
    learner = learner_of("gru", sequence_length=3, n_steps=11, batch_size=88)
    learner.collect_rollout()
    rollout = learner.collect_rollout()  # its first states are not zero
    [rows, *_] = learner.minibatches(len(rollout.returns))
    inputs, actions, log_probs, values, _ = rollout.decisions
    with torch.no_grad():
        distribution, again = learner.evaluate(inputs.select(rows), rows)
    torch.testing.assert_close(again, values[rows])
    torch.testing.assert_close(distribution.log_prob(actions[rows]), log_probs[rows])


def test_hidden_states_start_at_zero_in_a_new_game_and_live_on_between_rollouts():
    learner = learner_of("gru", n_steps=6, batch_size=192)
    learner.collect_rollout()  # games have four decisions: each row is in its second game, after two decisions
    before = learner.hidden.copy()
    assert before.any(axis=(1, 2)).all()
    rollout = learner.collect_rollout()
    states = learner._before[: len(rollout.returns)].view(6, GAMES, -1).numpy()
    assert (states[0] == before[:, 0]).all()
    assert not states[2].any()
    assert states[[1, 3, 4, 5]].any(axis=2).all()


@torch.no_grad()
def test_values_that_bridge_the_end_of_a_rollout_leave_the_hidden_states():
    # Games have four decisions: each row is in the middle of one.
    learner = learner_of("gru", n_steps=14, batch_size=112)
    learner.collect_rollout()
    before = learner.hidden.copy()
    first = learner.bootstrap_values(np.ones((GAMES, 1), bool))
    assert (learner.hidden == before).all()
    learner.hidden[:] = 0
    assert (learner.bootstrap_values(np.ones((GAMES, 1), bool)) != first).any()


def test_a_game_of_another_row_changes_nothing():
    """Give row 0 the same cue and actions, and the other rows other cues."""
    learner = learner_of("gru", games=RecallGames(seed=1))
    other = learner_of("gru", games=RecallGames(seed=2))
    for one in (learner, other):
        one.games.cue[0] = 1
        with torch.no_grad():
            one.act(one.network.inputs(torch.from_numpy(one.games.obs), torch.from_numpy(one.games.masks)),
                    slice(0, GAMES), np.arange(GAMES))  # fmt: skip
    assert (learner.games.cue != other.games.cue).any()
    assert (learner.hidden != other.hidden).any()
    torch.testing.assert_close(torch.from_numpy(learner.hidden[0]), torch.from_numpy(other.hidden[0]))


def test_a_resumed_run_ends_with_the_bits_of_an_uninterrupted_one(tmp_path):
    assert_resumed_alike(tmp_path, RECURRENT)


def test_a_snapshot_with_hidden_states_that_cannot_be_is_refused():
    learner = world_dominance()
    learner.collect_rollout()
    state, arrays = learner.save()
    assert arrays[HIDDEN].any()
    arrays[HIDDEN][0, 0, 0] = 2
    before = learner.hidden.copy()
    with pytest.raises(StateError, match="saved learner_hidden: expected -1 to 1, got 2"):
        learner.load(0, state, arrays)
    assert (learner.hidden == before).all()


def test_a_run_of_another_network_is_not_resumed(tmp_path):
    train(tiny(tmp_path / "run", "fast", RECURRENT, time_limit_minutes=1e-9))
    with pytest.raises(CheckpointError, match=r"as in the run, got"):
        train(tiny(tmp_path / "run", "fast", {"net": {"hidden": [16]}}), resume=True)


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("learner", {"learner": "maskable"}),
        ("imitation.bot", {"imitation": {"bot": "random"}}),
        ("expert.bot", {"expert": {"bot": "random"}}),
        ("ppo.anchor_kl_coef", {"ppo": {"anchor_kl_coef": 0.1}}),
        ("net", {"net": {"recurrent": "gru", "hidden": [16], "shared": 0}}),
        ("net.recurrent", {"net": {"recurrent": "lstm"}}),
    ],
)
def test_settings_that_learn_from_single_decisions_are_refused(key, parts):
    with pytest.raises(ConfigError, match=f"^{key}"):
        settings_from_dict({"learner": "fast", "net": {"recurrent": "gru"}, **parts})


def test_a_recurrent_bot_labels_no_single_decisions(tmp_path):
    folder = train(tiny(tmp_path / "run", "fast", RECURRENT, time_limit_minutes=1e-9))
    settings = tiny(tmp_path / "x", "fast", {"net": {"hidden": [16]}, "expert": {"bot": str(folder)}})
    with pytest.raises(ConfigError, match=r"^expert\.bot: expected .* which is recurrent"):
        train(settings)
    assert not (tmp_path / "x").exists()


def test_a_recurrent_run_starts_with_the_weights_of_a_bot_of_its_size_only(tmp_path):
    folder = train(tiny(tmp_path / "run", "fast", RECURRENT, time_limit_minutes=1e-9))
    same = tiny(tmp_path / "x", "fast", {**RECURRENT, "net": {**RECURRENT["net"], "init_from": str(folder)}})
    network = make_learner(same, OpponentPool(GAME, same)).network
    load_start_weights(same, network)
    for hidden, units in (([24], 8), ([16], 9)):
        net = {"hidden": hidden, "recurrent": "gru", "recurrent_units": units, "init_from": str(folder)}
        other = tiny(tmp_path / "x", "fast", {**RECURRENT, "net": net})
        with pytest.raises(ConfigError, match=r"net\.init_from: expected a network like that of this run"):
            load_start_weights(other, make_learner(other, OpponentPool(GAME, other)).network)
