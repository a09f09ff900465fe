"""The vector environment of Gymnasium: each row equals a single environment, whatever the other rows do."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("numba")

from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, FlattenObservation, RecordEpisodeStatistics

from tests.envs.side_by_side import any_legal, assert_same, counting_bots, follow, follow_rotating, run, single_envs
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.envs.spaces import action_discrete, masked_observation
from wd_env.envs.vector.gymnasium_vector_env import GameVectorEnv
from wd_env.errors import StateError
from wd_env.games.world_dominance.game import GAME
from wd_env.registry import GAMES

SAME, NEXT, DISABLED = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (5, {}),
    (2, {"variant": "ally"}),
    (3, {"variant": "ten_card"}),
    (3, {"shaping_soldiers": 0.125}),  # binary fractions, so that sums are exact
    (3, {"illegal_action": "misdemeanour"}),
]


def test_shapes_and_types_are_as_told():
    env = GameVectorEnv(6, 3, max_turns=10)
    assert env.num_envs == 6
    assert (env.single_observation_space, env.single_action_space) == (masked_observation(GAME), action_discrete(GAME))
    assert env.observation_space.spaces.keys() == {"observation", "action_mask"}
    assert env.action_space == gymnasium.spaces.MultiDiscrete([len(GAME.actions)] * 6)
    seen, infos = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert infos["in_play"].all()
    ended = 0
    for seen, rewards, terminations, truncations, infos in run(env, 60):
        assert env.observation_space.contains(seen)
        assert (rewards.shape, rewards.dtype) == ((6,), np.float64)
        assert terminations.dtype == truncations.dtype == env.action_masks().dtype == np.bool_
        assert np.array_equal(env.action_masks(), seen["action_mask"])
        assert seen["action_mask"].any(axis=1).all()
        over = terminations | truncations
        ended += over.sum()
        assert ("final_obs" in infos) == over.any()
        for row in np.flatnonzero(over):
            assert env.single_observation_space.contains(infos["final_obs"][row])
            assert infos["final_obs"][row]["action_mask"].all()
    assert ended > 6


def test_gymnasium_makes_it_by_name_and_nobody_is_warned():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec(
            GAMES["world_dominance"].gymnasium_id, num_envs=64, vectorization_mode="vector_entry_point", num_players=3
        )
        assert isinstance(env, GameVectorEnv)
        assert (env.num_envs, env.metadata["autoreset_mode"]) == (64, SAME)
        seen, _ = env.reset(seed=5)
        env.step(any_legal(seen["action_mask"], np.random.default_rng(5)))
        env.close()


# Each row is the single environment


@pytest.mark.thinned(5)
@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
@pytest.mark.parametrize("opponents", [None, counting_bots], ids=["random", "bots"])
def test_each_row_is_the_single_environment_bit_for_bit(players, options, opponents):
    """Play six games side by side and many one after another, with a single seed and with a list."""
    given = {"num_players": players, "seat": players - 1, "max_turns": 45, **options}
    given["opponents"] = opponents and opponents(players)
    env = GameVectorEnv(6, **given)
    singles = single_envs(env, **given)
    ended = 0
    for seed in (players, [2**64 - 1, 0, *range(70, 74)]):
        for _, _, terminations, truncations, _ in follow(env, singles, seed, 50):
            ended += (terminations | truncations).sum()
    assert ended > 6


@pytest.mark.parametrize("mode", [SAME, NEXT, DISABLED])
@pytest.mark.parametrize("illegal_action", ["error", "lose"])
def test_between_two_games_each_row_follows_gymnasium(mode, illegal_action):
    given = {"num_players": 3, "seat": 1, "max_turns": 12, "illegal_action": illegal_action}
    env = GameVectorEnv(5, autoreset_mode=mode, **given)
    singles = single_envs(env, **given)
    rng = np.random.default_rng(2)
    results, single = env.reset(seed=4), singles.reset(seed=4)
    ended, lost = np.zeros(5, bool), 0
    for _ in range(90):
        if mode is DISABLED and ended.any():
            options = [{"reset_mask": ended.copy()} for _ in range(2)]
            results, single = env.reset(options=options[0]), singles.reset(options=options[1])
            assert_same(results[0], single[0])
        actions = any_legal(results[0]["action_mask"], rng)
        if illegal_action == "lose":
            actions[rng.random(5) < 0.1] = -1
        results, single = env.step(actions), singles.step(actions)
        assert_same(results, single)
        ended = results[2] | results[3]
        lost += (results[1] == -1).sum()
    assert (lost > 10) == (illegal_action == "lose")


def test_gymnasium_finds_that_it_matches_its_own_vector_environment():
    """Use `lose`, because the check samples without masks, and one game, whose flags are all that it compares."""
    env = GameVectorEnv(1, illegal_action="lose")
    check_environments_match(single_envs(env, illegal_action="lose"), env, num_steps=60, seed=3)
    assert env.metadata["autoreset_mode"] is SAME


def test_rows_do_not_depend_on_how_many_there_are():
    few, many = GameVectorEnv(3, 4, max_turns=40), GameVectorEnv(140, 4, max_turns=40, threads=2)
    seen, _ = few.reset(seed=9)
    more, _ = many.reset(seed=9)
    rng = np.random.default_rng(9)
    for _ in range(80):
        assert np.array_equal(seen["observation"], more["observation"][:3])
        actions = any_legal(more["action_mask"], rng)
        seen, rewards, *_ = few.step(actions[:3])
        more, more_rewards, *_ = many.step(actions)
        assert np.array_equal(rewards, more_rewards[:3])


def test_rows_without_a_seed_go_on_with_chance_of_their_own():
    env, singles = GameVectorEnv(3, 3), [SingleAgentEnv(3) for _ in range(3)]
    env.reset(seed=1)
    for single, seed in zip(singles, (1, 2, 3), strict=True):
        single.reset(seed=seed)
    seen, _ = env.reset(seed=[None, 8, None])
    for row, (single, seed) in enumerate(zip(singles, (None, 8, None), strict=True)):
        assert np.array_equal(seen["observation"][row], single.reset(seed=seed)[0]["observation"])
    first, second = (GameVectorEnv(8, 3).reset()[0]["observation"] for _ in range(2))
    assert not np.array_equal(first, second)
    assert len({view.tobytes() for view in first}) > 1


# The seat of the agent


def test_a_rotating_seat_moves_on_with_each_game_and_each_seat_is_paid_its_own():
    env = GameVectorEnv(5, [2, 3, 4], seat="rotating", max_turns=60)
    assert env.batch.num_players.tolist() == [2, 3, 4, 2, 3]
    games = sum(follow_rotating(env, 30, 500, max_turns=60))
    assert games.min() > 5


def test_opponents_are_asked_in_batches_and_only_for_their_own_seats():
    class Counting:
        def __init__(self):
            self.sizes = []

        def choose_batch(self, game, obs, masks):
            assert (obs[:, GAME.layout.starts["current_seat"]] == 1).all()
            self.sizes.append(len(obs))
            return masks.argmax(axis=1)

    bots = [Counting() for _ in range(3)]
    env = GameVectorEnv(32, 4, opponents=bots, max_turns=40)
    for _ in run(env, 20):
        pass
    for bot in bots:
        assert max(bot.sizes) > 8


# Wrappers of Gymnasium


@pytest.mark.parametrize("mode", [SAME, NEXT])
def test_gymnasium_records_the_statistics_of_whole_games(mode):
    env = RecordEpisodeStatistics(GameVectorEnv(8, 3, autoreset_mode=mode, max_turns=60))
    returns, lengths, dead = np.zeros(8), np.zeros(8, int), np.zeros(8, bool)
    entries = []
    for _, rewards, terminations, truncations, infos in run_wrapped(env, 250):
        returns += rewards
        lengths += ~dead
        dead = (terminations | truncations) & (mode is NEXT)
        over = terminations | truncations
        assert over.any() == ("episode" in infos)
        if over.any():
            assert np.array_equal(infos["_episode"], over)
            assert np.allclose(infos["episode"]["r"][over], returns[over])
            assert infos["episode"]["l"][over].tolist() == lengths[over].tolist()
            entries += returns[over].tolist()
            returns[over], lengths[over] = 0, 0
    assert env.episode_count == len(entries) > 20
    assert set(np.round(entries, 3)) == {-0.5, 0.0, 1.0}


def run_wrapped(env, steps):
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(steps):
        yield env.step(any_legal(env.unwrapped.action_masks(), rng))


def test_wrappers_of_observations_take_the_mode_that_they_want():
    env = FlattenObservation(GameVectorEnv(4, 2, autoreset_mode="NextStep"))
    for seen, *_ in run_wrapped(env, 30):
        assert seen.shape == (4, GAME.layout.size + len(GAME.actions))
    with pytest.raises(ValueError, match="NEXT_STEP"):
        FlattenObservation(GameVectorEnv(4, 2))


def test_infos_can_be_had_game_by_game():
    env = DictInfoToList(GameVectorEnv(4, 2, max_turns=10))
    for *_, infos in run_wrapped(env, 40):
        assert [info["in_play"] for info in infos] == env.unwrapped.in_play(np.arange(4), env.unwrapped.agent).tolist()


# Saving


def test_saved_games_continue_unchanged():
    env, other = (GameVectorEnv(5, 3, seat="rotating", autoreset_mode=NEXT, max_turns=20) for _ in range(2))
    for _ in run(env, 60):
        pass
    saved = {name: array.copy() for name, array in env.save().items()}
    other.reset(seed=77)
    other.load(saved)
    rng = np.random.default_rng(1)
    for _ in range(100):
        actions = any_legal(env.action_masks(), rng)
        assert_same(env.step(actions), other.step(actions))


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("agent", np.full(5, 3), r"saved agent: expected 0 to 2, got 3"),
        ("agent", np.full(5, -1), "saved agent: expected .*, got -1"),
        ("agent", np.zeros(4, np.int64), r"saved agent: expected .*, got int64\(4,\)"),
        ("episodes", np.full(5, -1), "saved episodes: expected .*, got -1"),
        ("waiting", np.zeros(5, np.int64), "saved waiting: expected .*, got int64"),
        ("waiting", np.full(5, 2, np.uint8).view(np.bool_), "saved waiting: expected bytes 0 or 1"),
        ("states", None, "saved states: expected .*, got nothing"),
    ],
)
def test_impossible_saved_games_are_rejected_and_nothing_changes(name, wrong, message):
    env = GameVectorEnv(5, 3, max_turns=20)
    for _ in run(env, 20):
        pass
    before = env.save()
    other = {**GameVectorEnv(5, 3, max_turns=20).save(), name: wrong}
    with pytest.raises(StateError, match=message):
        env.load({key: array for key, array in other.items() if array is not None})
    assert all(np.array_equal(array, before[key]) for key, array in env.save().items())


def test_returned_views_do_not_change_afterwards():
    env = GameVectorEnv(4, 3, max_turns=8)
    given = [env.reset(seed=1), *(step for step in run(env, 3))]
    kept = [bytes_deep(one) for one in given]
    for _ in run(env, 30):
        pass
    assert [bytes_deep(one) for one in given] == kept


def bytes_deep(thing):
    if isinstance(thing, dict):
        return {name: bytes_deep(value) for name, value in thing.items()}
    if isinstance(thing, tuple):
        return [bytes_deep(value) for value in thing]
    return [bytes_deep(value) for value in thing] if thing is not None and thing.dtype == object else repr(thing)
