"""Between two games, and at illegal actions: what samplers, learners and people receive."""

import gymnasium
import numpy as np
import pytest

from tests.envs.catalogue import ROWS, SOON
from tests.envs.referee import any_legal
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.vector import autoreset
from wd_env.errors import IllegalAction
from wd_env.registry import GAMES

pytest.importorskip("numba")

from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv

NAMES = pytest.mark.parametrize("name", ROWS)
SAME, NEXT = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP


def counted(env, steps):
    """Return lengths and returns of whole games, by the wrapper and by hand; every mask must have a legal action."""
    env = RecordEpisodeStatistics(env, buffer_length=1000)
    skips = env.metadata["autoreset_mode"] is NEXT
    observations, _ = env.reset(seed=1)
    lengths, rewards, over = np.zeros(env.num_envs, int), np.zeros(env.num_envs), np.zeros(env.num_envs, bool)
    by_hand = [], []
    for _ in range(steps):
        assert observations["action_mask"].any(axis=1).all()
        actions = env.action_space.sample(tuple(observations["action_mask"]))
        observations, earned, terminated, truncated, _ = env.step(actions)
        counts = ~over if skips else np.ones_like(over)
        lengths += counts
        rewards += np.where(counts, earned, 0)
        over = terminated | truncated
        for row in np.flatnonzero(over):
            by_hand[0].append(lengths[row])
            by_hand[1].append(rewards[row])
            lengths[row] = rewards[row] = 0
    return by_hand, ([*env.length_queue], [*env.return_queue])


@NAMES
def test_gymnasium_counts_correctly_in_the_default_mode(name):
    """Use the default mode.

    With SAME_STEP, Gymnasium before 1.4 skips the first step of each game (`make test-oldest`).
    """
    env = GameVectorEnv(4, game=ROWS[name], num_players=2, **SOON[name])
    (lengths, rewards), (stated_lengths, stated_rewards) = counted(env, 250)
    assert len(lengths) > 10
    assert stated_lengths == lengths
    assert stated_rewards == pytest.approx(rewards)


@pytest.mark.parametrize(
    ("version", "mode"), [("1.2.0", NEXT), ("1.3.0", NEXT), ("1.4.0", SAME), ("1.10.1", SAME), ("2.0.0a1", SAME)]
)
def test_the_default_mode_depends_on_the_version_of_gymnasium(monkeypatch, version, mode):
    monkeypatch.setattr(autoreset.gymnasium, "__version__", version)
    assert autoreset.get_autoreset_mode(None) is mode
    assert autoreset.get_autoreset_mode("SameStep") is SAME


@pytest.mark.thinned(3)
@NAMES
def test_between_two_games_every_mask_can_be_sampled_from_and_the_action_is_ignored(name):
    given = {"game": ROWS[name], "num_players": 2, **SOON[name]}
    one, other = (GameVectorEnv(3, autoreset_mode=NEXT, **given) for _ in range(2))
    singles = SyncVectorEnv([lambda: SingleAgentEnv(**given)] * 3, autoreset_mode=NEXT)
    rng, between = np.random.default_rng(1), 0
    seen = [env.reset(seed=3)[0] for env in (one, other, singles)]
    over = np.zeros(3, bool)
    for _ in range(200):
        for views in seen[1:]:
            assert np.array_equal(views["action_mask"], seen[0]["action_mask"])
        assert np.array_equal(one.action_masks(), seen[0]["action_mask"] == 1)
        assert seen[0]["action_mask"][over].all()
        assert not seen[0]["action_mask"][~over].all(axis=1).any()
        between += over.sum()
        actions = np.array([any_legal(mask, rng) for mask in seen[0]["action_mask"]])
        ignored = np.where(over, -1, actions)
        steps = [one.step(actions), other.step(ignored), singles.step(actions)]
        seen = [step[0] for step in steps]
        for step in steps:
            assert np.array_equal(step[0]["observation"], seen[0]["observation"])
            assert (step[1][over] == 0).all()
        over = steps[0][2] | steps[0][3]
    assert between > 3


@NAMES
@pytest.mark.parametrize("flat", [False, True])
def test_an_illegal_action_is_named_with_the_mask_and_the_option(name, flat):
    env = SingleAgentEnv(game=ROWS[name], flat=flat, **SOON[name])
    env.reset(seed=1)
    games = GameVectorEnv(3, game=ROWS[name], flat=flat, **SOON[name])
    games.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    actions = games.action_masks().argmax(axis=1)
    wrong = np.flatnonzero(~games.action_masks()[1])[0]
    for call, action, where in (
        (lambda: env.step(np.int64(illegal)), illegal, f"at {env.table.node.name}"),
        (lambda: games.step(np.where(np.arange(3) == 1, wrong, actions)), wrong, "in row 1"),
    ):
        with pytest.raises(IllegalAction) as refused:
            call()
        message = str(refused.value)
        text = ROWS[name].game.actions.text(int(action))
        assert "\n" not in message
        assert message.startswith(f"action {action} (")
        assert f" ({text}) {where} is illegal" in message
        assert "action_masks()" in message
        assert ("observation['action_mask']" in message) != flat
        assert "illegal_action='lose'" in message
    with pytest.raises(IllegalAction, match=r"action 100000 at \w+ is illegal"):
        env.step(100_000)


@pytest.mark.parametrize("name", GAMES)
def test_flat_observations_go_into_a_network_as_they_are(name):
    torch = pytest.importorskip("torch")
    env = gymnasium.make(GAMES[name].gymnasium_id, flat=True)
    games = gymnasium.make_vec(GAMES[name].gymnasium_id, 2, flat=True)
    view, views = env.reset(seed=1)[0], games.reset(seed=1)[0]
    assert env.observation_space.contains(view)
    assert games.observation_space.contains(views)
    torch.nn.Linear(len(view), 4)(torch.as_tensor(view))
    torch.nn.Linear(len(view), 4)(torch.as_tensor(views))
    numbers = gymnasium.make(GAMES[name].gymnasium_id).reset(seed=1)[0]["observation"]
    assert (view.dtype, numbers.dtype) == (np.float32, np.int8)
    assert np.array_equal(view, numbers)
    assert np.array_equal(views[0], numbers)
