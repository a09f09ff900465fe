"""The vector environment gives each learning seat its own observations, actions and rewards."""

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("stable_baselines3")

from stable_baselines3.common.vec_env import VecEnv

from tests.envs.mirror import check_games, make_aec_env, run
from tests.envs.refusals import check_actions_are_rejected, check_only_legal_actions_are_accepted
from wd_env.batch.batch import Batch
from wd_env.envs.spaces import action_discrete, observation_box
from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.sb3_vec_env import MAX_IDLE_GAMES, MultiSeatVecEnv
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.spec.rewards import RewardShaping


def test_shapes_and_types_are_as_told():
    env = make_aec_env(games=6)
    assert isinstance(env, VecEnv)
    assert (env.num_envs, env.observation_space, env.action_space) == (6, observation_box(GAME), action_discrete(GAME))
    obs = env.reset()
    assert (obs.shape, obs.dtype) == ((6, GAME.layout.size), np.int8)
    for obs, rewards, dones, infos in run(env, 5):
        assert (obs.shape, obs.dtype) == ((6, GAME.layout.size), np.int8)
        assert (rewards.shape, rewards.dtype) == ((6,), np.float32)
        assert (dones.shape, dones.dtype) == ((6,), np.bool_)
        assert len(infos) == 6
        assert (env.acted_seat.shape, env.acted_seat.dtype) == ((6,), np.int64)
        assert (env.seat_rewards.shape, env.seat_rewards.dtype) == ((6, 5), np.float32)
        assert (env.truncated.shape, env.truncated.dtype) == ((6,), np.bool_)
        assert env.final_observations.shape[1:] == (5, GAME.layout.size)
        assert all(env.observation_space.contains(row) for row in obs)


def test_masks_come_as_one_array():
    env = make_aec_env(games=4)
    env.reset()
    masks = env.env_method("action_masks")
    assert (masks.shape, masks.dtype) == ((4, len(GAME.actions)), np.bool_)
    assert np.array_equal(env.env_method("action_masks", indices=[2, 0]), masks[[2, 0]])
    assert np.array_equal(env.env_method("action_masks", indices=3), masks[[3]])
    with pytest.raises(AttributeError, match="'close_all'"):
        env.env_method("close_all")


def test_sb3_contrib_finds_the_masks():
    maskable = pytest.importorskip("sb3_contrib.common.maskable.utils")
    env = make_aec_env(games=4)
    env.reset()
    assert maskable.is_masking_supported(env)
    assert np.array_equal(maskable.get_action_masks(env), env.batch.masks.astype(bool))


def test_what_stable_baselines_asks_of_a_vector_environment_is_answered():
    env = make_aec_env(games=3)
    assert env.get_attr("render_mode") == [None, None, None]
    assert env.get_attr("render_mode", [1]) == [None]
    env.set_attr("mark", 7)
    assert env.get_attr("mark") == [7, 7, 7]
    assert env.env_is_wrapped(VecEnv) == [False, False, False]
    assert env.has_attr("action_masks")
    assert not env.has_attr("nothing_of_the_kind")
    env.close()


# Comparison with single tables

SETTINGS = {
    "all seats learn": {"opponents": 0},
    "learners among opponents": {"opponents": 2},
    "two learners at a table": {"opponents": 3, "learners": 2, "players": (3, 5)},
    "games without a learner": {"opponents": 2, "learners": 0},
    "short games that are truncated": {"opponents": 2, "max_turns": 6, "end": "cut"},
    "shaped rewards": {"opponents": 2, "shaping": RewardShaping((0.125, 0.0))},
    "the Ally game": {"opponents": 2, "variant": "ally", "players": (2,)},
    "stalemates": {"opponents": 1, "last_player": "stalemate", "players": (2, 3), "end": "stalemate"},
}


@pytest.mark.thinned(4)
@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_all_results_equal_those_of_single_tables(setting):
    setting = dict(setting)
    end = setting.pop("end", "won")
    options = {name: setting[name] for name in ("max_turns", "last_player", "variant") if name in setting}
    ended = check_games(make_aec_env(games=5, seed=4, **setting), 4, 400, options)
    assert [end_of(table) for table in ended].count(end) > 3


def end_of(table):
    if table.is_truncated:
        return "cut"
    return "stalemate" if table.winner is None else "won"


class PaysTheNextGameToo(MultiSeatVecEnv):
    learners = 0  # without a learner a game can end before a learner is to move

    def _record_step(self, rows):
        ended, self.done = self.done, np.zeros_like(self.done)
        super()._record_step(rows)
        self.done |= ended


class ShowsTheNextGameAsTheEnd(MultiSeatVecEnv):
    def step_wait(self):
        given = super().step_wait()
        for place, row in enumerate(np.flatnonzero(self.truncated)):
            players = self.batch.num_players[row]
            views = self.batch.observe_seats(np.full(players, row), np.arange(players))
            self.final_observations[place, :players] = views
        return given


class AsksWhoHasNoChoice(MultiSeatVecEnv):
    include_forced = True


class LearnsFromOpponents(MultiSeatVecEnv):
    def _play_opponents(self):
        self.lineup, lineup = np.full_like(self.lineup, LEARNER), self.lineup
        super()._play_opponents()
        self.lineup = lineup


class CountsACutAsAnEnd(MultiSeatVecEnv):
    def step_wait(self):
        given = super().step_wait()
        self.truncated = np.zeros_like(self.truncated)
        return given


PLANTED = (PaysTheNextGameToo, ShowsTheNextGameAsTheEnd, AsksWhoHasNoChoice,
           LearnsFromOpponents, CountsACutAsAnEnd)  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.__name__)
def test_a_planted_fault_is_found(planted):
    learners = getattr(planted, "learners", 1)
    env = make_aec_env(
        games=5, seed=4, kind=planted, max_turns=60, shaping=RewardShaping((0.125, 0.0)), learners=learners
    )
    with pytest.raises(AssertionError):
        check_games(env, 4, 150, {"max_turns": 60})


def test_rewards_of_a_decided_game_cancel_out():
    env = make_aec_env(games=8, opponents=2)
    env.reset()
    decided = 0
    for _, _, dones, _ in run(env, 300):
        assert np.allclose(env.seat_rewards.sum(axis=1), 0, atol=1e-6)
        assert not env.seat_rewards[~dones].any()
        decided += int((env.seat_rewards.max(axis=1) == 1).sum())
    assert decided > 5


def test_seeds_are_those_of_single_tables_up_to_the_next_reset():
    env = make_aec_env(games=4, opponents=0, players=(3,))
    env.seed(40)
    env.reset()
    for row in range(4):
        table = WorldDominance(Config(num_players=3), seed=40 + row)
        assert env.batch.obs[row].tolist() == table.observe(table.seat)
    streams = env.batch.save()["streams"].copy()
    env.reset()
    assert not (env.batch.save()["streams"][:, :2] == streams[:, :2]).any()


# Opponents


def test_opponents_are_asked_in_batches_and_only_for_their_seats_with_a_choice():
    env = make_aec_env(games=32, opponents=1, players=(4,))
    env.reset()
    spy = env.opponents[0]
    spy.calls.clear()
    for _ in run(env, 30):
        pass
    rows = [len(obs) for obs, _ in spy.calls]
    assert max(rows) > 8
    for obs, masks in spy.calls:
        assert (masks.sum(axis=1) > 1).all()
        assert (obs[:, GAME.layout.starts["current_seat"]] == 1).all()


def test_each_opponent_answers_once_a_round_whatever_the_number_of_games():
    """Count the steps by the calls of the batch."""
    env = make_aec_env(games=48, opponents=3, players=(5,))
    env.reset()
    for spy in env.opponents:
        spy.calls.clear()
    rounds, step = 0, env.batch.step

    def counted(actions, rows=None):
        nonlocal rounds
        rounds += 1
        step(actions, rows)

    env.batch.step = counted
    for _ in run(env, 10):
        pass
    assert all(0 < len(spy.calls) <= rounds for spy in env.opponents)


def test_opponents_may_join_while_games_are_played():
    env = make_aec_env(games=6, opponents=1)
    env.reset()
    env.opponents.append(env.opponents[0])
    env.lineup[env.lineup != LEARNER] = 1
    for _ in run(env, 5):
        pass


def test_an_answer_that_is_not_offered_is_refused_by_row_and_nothing_changes():
    env = make_aec_env(games=3)
    env.reset()
    for _ in run(env, 40):
        pass
    check_only_legal_actions_are_accepted(env, env.env_method("action_masks"))


@pytest.mark.parametrize(
    ("actions", "names"),
    [
        ([0, 0], r"actions: expected shape .*, got \(2,\)"),
        ([[0]] * 3, "actions: expected shape"),
        ([0.5] * 3, "actions: expected integers, got float64"),
        ([True] * 3, "actions: expected integers, got bool"),
    ],
)
def test_answers_of_a_wrong_shape_or_type_are_refused(actions, names):
    env = make_aec_env(games=3)
    env.reset()
    check_actions_are_rejected(env, np.array(actions), names)


def test_a_batch_that_begins_games_by_itself_is_refused():
    batch = Batch(GAME, 2, 1, autoreset=True)
    with pytest.raises(ConfigError, match="batch: expected autoreset=False"):
        MultiSeatVecEnv(
            batch, [], lambda players: np.zeros((len(players), 5), np.int64), lambda rows: np.full(len(rows), 4)
        )


def test_games_without_a_learner_are_played_through_even_before_the_first_answer():
    """Seat no learner in the first line-up: those games end before any learner is to move."""
    env = make_aec_env(games=3, opponents=1, max_turns=3)
    deal, first = env._sample_lineup, [True]

    def lineup(players):
        lineup = deal(players)
        return np.zeros_like(lineup) if first and first.pop() else lineup

    env._sample_lineup = lineup
    env.reset()
    assert env.pop_stats().games >= 3
    assert (env.lineup[np.arange(3), env.batch.seat] == LEARNER).all()


@pytest.mark.parametrize(("idle", "is_refused"), [(MAX_IDLE_GAMES, False), (MAX_IDLE_GAMES + 1, True)])
def test_consecutive_games_without_a_learner_are_limited(idle, is_refused):
    """Play consecutive games without a learner; a game with one resets the count."""
    env = make_aec_env(games=1, opponents=1, max_turns=1)
    left = [idle]

    def lineup(players):
        left[0] -= 1
        return np.full((len(players), GAME.seats), LEARNER if left[0] < 0 else 0, np.int64)

    env._sample_lineup = lineup
    if is_refused:
        with pytest.raises(ConfigError, match="lineup: expected a LEARNER at least once in 100 games"):
            env.reset()
    else:
        env.reset()
        assert env.lineup[0, 0] == LEARNER
        left[0] = MAX_IDLE_GAMES  # a game with a learner has reset the count
        env.reset()
        left[0] = MAX_IDLE_GAMES + 1
        with pytest.raises(ConfigError, match="lineup: expected a LEARNER"):
            env.reset()


def test_a_line_up_that_never_seats_a_learner_is_refused():
    env = make_aec_env(games=3, opponents=1, max_turns=3)
    env._sample_lineup = lambda players: np.zeros((len(players), GAME.seats), np.int64)
    with pytest.raises(ConfigError, match="lineup: expected a LEARNER at least once in 100 games, got none"):
        env.reset()


def test_set_options_accepts_only_empty_options():
    env = make_aec_env(games=3)
    env.set_options([{}, {}, {}])
    assert env._options == [{}, {}, {}]
    with pytest.raises(ConfigError):
        env.set_options({"state": 1})
    assert env._options == [{}, {}, {}]
