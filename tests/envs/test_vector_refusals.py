"""The vector environment of Gymnasium rejects invalid actions, seeds, masks and options with one line each."""

import numpy as np
import pytest

pytest.importorskip("numba")

from gymnasium.vector import AutoresetMode

from tests.envs.refusals import bytes_of, check_actions_are_rejected, check_only_legal_actions_are_accepted
from tests.envs.side_by_side import counting_bots, run
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.errors import ConfigError, IllegalAction
from wd_env.games.world_dominance.game import GAME

DISABLED = AutoresetMode.DISABLED


@pytest.mark.parametrize("mode", AutoresetMode)
def test_an_answer_that_is_not_offered_is_refused_by_row_and_nothing_changes(mode):
    env = GameVectorEnv(4, 3, autoreset_mode=mode)
    for _ in run(env, 5):
        pass
    check_only_legal_actions_are_accepted(env, env.action_masks())


@pytest.mark.parametrize(
    ("actions", "names"),
    [
        ([0] * 3, r"expected shape \(4,\), got \(3,\)"),
        ([[0]] * 4, r"expected shape \(4,\), got \(4, 1\)"),
        (0, r"actions: expected shape .*, got \(\)"),
        ([0.0] * 4, "actions: expected integers, got float64"),
        ([True] * 4, "actions: expected integers, got bool"),
        ([None] * 4, "actions: expected integers, got object"),
        (["pass"] * 4, "actions: expected integers, got <U4"),
    ],
)
@pytest.mark.parametrize("illegal_action", ["error", "lose"])
def test_answers_of_a_wrong_shape_or_type_are_refused(actions, names, illegal_action):
    env = GameVectorEnv(4, 3, illegal_action=illegal_action)
    env.reset(seed=1)
    check_actions_are_rejected(env, actions, names)


def test_no_action_is_accepted_before_the_first_reset():
    with pytest.raises(IllegalAction, match=r"reset\(\) needs to be called before step"):
        GameVectorEnv(2, 3).step([0, 0])


@pytest.mark.parametrize(
    ("seed", "names"),
    [
        (-1, ["-1", "from 0 to 18446744073709551615"]),
        (2**64 - 3, ["18446744073709551616"]),
        (1.5, ["1.5"]),
        (True, ["True"]),
        ("7", ["'7'"]),
        ([1, 2, 3], ["each of 4 rows", "got 3"]),
        ([1, 2, 3, -4], ["-4"]),
        ([1, 2, 3, [4]], ["[4]"]),
        (np.ones((4, 2), int), ["[1, 1]"]),
    ],
)
def test_an_invalid_seed_is_rejected_and_nothing_changes(seed, names):
    env = GameVectorEnv(4, 3)
    for _ in run(env, 3):
        pass
    before = bytes_of(env)
    with pytest.raises(ConfigError) as refusal:
        env.reset(seed=seed)
    assert all(name in str(refusal.value) for name in names)
    assert "\n" not in str(refusal.value)
    assert bytes_of(env) == before


@pytest.mark.parametrize(
    ("mask", "names"),
    [
        ([True] * 4, "reset_mask: expected bool.*, got list"),
        (np.ones(4), r"reset_mask: expected bool\(4,\), got float64\(4,\)"),
        (np.ones(3, bool), r"bool\(3,\)"),
        (np.zeros(4, bool), "reset_mask: expected at least one game, got 0"),
    ],
)
def test_an_invalid_reset_mask_is_rejected(mask, names):
    env = GameVectorEnv(4, 3)
    env.reset(seed=1)
    before = bytes_of(env)
    with pytest.raises(ConfigError, match=names):
        env.reset(options={"reset_mask": mask})
    assert bytes_of(env) == before
    with pytest.raises(ConfigError, match="expected all games in the first reset"):
        GameVectorEnv(4, 3).reset(options={"reset_mask": np.array([True, False, False, False])})


def test_other_games_are_left_alone_by_a_reset_of_some():
    env = GameVectorEnv(4, 3)
    for _ in run(env, 6):
        pass
    before = env.batch.save()["states"].copy()
    env.reset(seed=50, options={"reset_mask": np.array([False, True, False, True])})
    after = env.batch.save()["states"]
    assert [bool((one != other).any()) for one, other in zip(before, after, strict=True)] == [False, True, False, True]
    single = SingleAgentEnv(3)
    assert np.array_equal(env.batch.obs[3], single.reset(seed=53)[0]["observation"])


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"num_envs": 0}, ["num_games", "1 to 65536", "got 0"]),
        ({"num_envs": 65_537}, ["1 to 65536", "got 65537"]),
        ({"num_envs": "4"}, ["num_games", "got '4'"]),
        ({"num_envs": 2.0}, ["num_games", "got 2.0"]),
        ({"num_players": 6}, ["got 6", "2 to 5"]),
        ({"num_players": []}, ["[]"]),
        ({"num_players": [2, 2.5]}, ["2.5"]),
        ({"num_players": "4"}, ["'4'"]),
        ({"seat": 4}, ["seat: expected 0 to 3 or 'rotating', got 4"]),
        ({"seat": 3, "num_players": [3, 4]}, ["seat: expected 0 to 2 or 'rotating', got 3"]),
        ({"seat": True}, ["seat", "True"]),
        ({"opponents": counting_bots(3)}, ["opponents: expected 3 for 4 players, got 2"]),
        ({"opponents": counting_bots(3), "num_players": [2, 4]}, ["opponents: expected 3 for 4 players, got 2"]),
        ({"opponents": [7] * 3}, ["opponent 0: expected a bot", "got 7"]),
        ({"illegal_action": "ignore"}, ["illegal_action", "'ignore'", "error, misdemeanour, eject, lose"]),
        ({"autoreset_mode": "Sometimes"}, ["autoreset_mode", "'Sometimes'", "NextStep, SameStep, Disabled"]),
        ({"threads": 0}, ["threads", "got 0"]),
        ({"variant": "twelve_card"}, ["variant", "'twelve_card'"]),
        ({"knowledge_model": "quiz"}, ["expected sampled chance in a batch"]),
        ({"shaping_cards": 1.0}, ["shaping_cards", "shaping_soldiers"]),
        ({"no_such_option": 1}, ["'no_such_option'"]),
    ],
    ids=", ".join,  # of options their names, and of a message its words
)
def test_an_invalid_option_is_named_in_one_line(options, names):
    with pytest.raises(ConfigError) as refusal:
        GameVectorEnv(**{"num_envs": 2, **options})
    message = str(refusal.value)
    assert "\n" not in message
    assert all(name in message for name in names)


def test_the_index_after_the_last_action_is_illegal_and_loses():
    env = GameVectorEnv(2, 2, illegal_action="lose", max_turns=30)
    env.reset(seed=1)
    actions = env.action_masks().argmax(axis=1)
    actions[1] = len(GAME.actions)
    _, rewards, terminations, _, _ = env.step(actions)
    assert (rewards[1], terminations.tolist()) == (-1.0, [False, True])


@pytest.mark.parametrize("seed", [0, 7])
def test_opponents_by_name_begin_again_with_each_seed(seed):
    env = GameVectorEnv(3, 2, opponents=["random"], max_turns=30)
    seen = []
    for _ in range(2):
        views, _ = env.reset(seed=seed)
        for _ in range(5):
            views, *_ = env.step(env.action_masks().argmax(axis=1))
        seen.append(views["observation"].tobytes())
    assert seen[0] == seen[1]


def test_a_game_that_is_over_waits_for_its_reset_where_nothing_is_reset_by_itself():
    env = GameVectorEnv(2, 2, autoreset_mode=DISABLED, max_turns=3)
    env.reset(seed=1)
    over = np.zeros(2, bool)
    while not over.any():
        seen, _, terminations, truncations, _ = env.step(env.action_masks().argmax(axis=1))
        over = terminations | truncations
    row = np.flatnonzero(over)[0]
    assert seen["action_mask"][row].all()
    before = bytes_of(env)
    with pytest.raises(IllegalAction, match=f"got row {row}, which needs a reset"):
        env.step(np.zeros(2, int))
    assert bytes_of(env) == before
