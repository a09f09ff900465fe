"""Replay every game of a MultiSeatVecEnv at single tables, action by action, to compute the expected output."""

import numpy as np

from tests.batch.rows import row_of
from tests.envs.referee import outcome
from wd_env.batch.batch import Batch
from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.rule_constants import RESERVES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance


class RecordingOpponent:
    """An opponent that plays random legal actions and counts its calls."""

    def __init__(self, seed):
        self.generator = np.random.default_rng(seed)
        self.calls = []

    def choose_batch(self, game, obs, masks):
        self.calls.append((obs.copy(), masks.copy()))
        return np.where(masks > 0, self.generator.random(masks.shape), -1).argmax(axis=1)


class LineupSampler:
    """Samples line-ups and numbers of players, and records them."""

    def __init__(self, players, opponents, seed, learners=1):
        self.players, self.opponents, self.learners = players, opponents, learners
        self.generator = np.random.default_rng(seed)
        self.lineups = []

    def sample_num_players(self, rows):
        return self.generator.choice(self.players, len(rows)).astype(np.int64)

    def lineup(self, players):
        """Let all seats learn in half the games, and the set number of seats in the others."""
        lineups = np.full((len(players), GAME.seats), LEARNER, np.int64)
        for row in np.flatnonzero(self.generator.random(len(players)) < 0.5):
            if self.opponents:
                lineups[row] = self.generator.integers(self.opponents, size=GAME.seats)
                lineups[row, self.generator.choice(players[row], self.learners, replace=False)] = LEARNER
        self.lineups.append(lineups.copy())
        return lineups


def make_aec_env(
    games=6, players=(2, 3, 4, 5), opponents=2, seed=1, kind=MultiSeatVecEnv, shaping=None, learners=1, **options
):
    """Return a vector environment with recording opponents."""
    opponent_bots = [RecordingOpponent(number) for number in range(opponents)]
    sampler = LineupSampler(players, opponents, seed, learners)
    batch = Batch(GAME, games, seed, players, options, shaping)
    return kind(batch, opponent_bots, sampler.lineup, sampler.sample_num_players)


def any_legal(env, rng):
    """Return one random legal action per game."""
    masks = env.env_method("action_masks")
    return np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)


def run(env, steps, seed=1):
    """Play random actions of the learning seats, and yield the results of each step."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        yield env.step(any_legal(env, rng))


class Mirror:
    """Single tables that play the same games; `step` returns what one step of the environment must return."""

    def __init__(self, env, seed, options=None):
        self.env, self.seed, self.options = env, seed, options or {}
        self.soldiers_weight = (env.batch.shaping.weights or (0.0,))[0]
        self.log = []
        self.tables = {}
        self.episodes = dict.fromkeys(range(env.batch.n), 0)
        step = env.batch.step

        def recorded_step(actions, rows=None):
            rows = np.arange(env.batch.n) if rows is None else rows
            self.log += zip(rows.tolist(), np.asarray(actions).tolist(), env.lineup[rows].tolist(), strict=True)
            step(actions, rows)

        env.batch.step = recorded_step

    def reset(self):
        """Start the games that the environment started in its reset."""
        self.episodes = dict.fromkeys(self.episodes, 1)  # the batch itself started game 0
        self.log.clear()
        players = {}
        reset = self.env.batch.reset

        def recorded_reset(rows, counts=None, seeds=None):
            reset(rows, counts, seeds)
            for row in rows.tolist():
                players.setdefault(row, []).append(int(self.env.batch.num_players[row]))

        self.env.batch.reset = recorded_reset
        self.players = players
        obs = self.env.reset()
        for row in range(self.env.batch.n):
            self.tables[row] = self._table(row)
        self._follow({}, acted=self.tables)
        return obs

    def _table(self, row):
        config = Config.of(num_players=self.players[row].pop(0), **self.options)
        with row_of(row):
            return WorldDominance(config, seed=self.seed, episode=self.episodes[row])

    def step(self, actions):
        """Play one step in both; return the results of the environment and the expected ones."""
        players = [self.tables[row].player for row in range(self.env.batch.n)]
        self.log.clear()
        results = self.env.step(actions)
        expected = {"players": players, "rewards": np.zeros((self.env.batch.n, GAME.seats)), "ended": {}}
        self._follow(expected, acted=())
        return results, expected

    def _follow(self, results, acted):
        """Play the recorded actions; `acted` has the games in which the learning seat has acted."""
        acted = set(acted)
        for row, action, lineup in self.log:
            table = self.tables[row]
            before = self._potential(table)
            learns, has_choice = lineup[table.player] == LEARNER, sum(table.mask()) > 1
            assert (learns and has_choice) == (row not in acted)
            acted.add(row)
            table.play(action)
            if results and row not in results["ended"]:
                rewards = outcome(table) if table.is_terminal else [0.0] * table.players
                change = np.array(rewards) + self.soldiers_weight * (self._potential(table) - before)
                results["rewards"][row, : len(rewards)] += change
            if table.is_terminal:
                if results:
                    results["ended"].setdefault(row, table)
                self.episodes[row] += 1
                self.tables[row] = self._table(row)

    def _potential(self, table):
        """Return the potential: soldiers, and the unused reinforcements of players in play."""
        s, homes = table.state, [table.home_seat(player) for player in range(table.players)]
        soldiers = [s.army[seat] + RESERVES * s.reinforcements[seat] * s.in_play[seat] for seat in homes]
        return np.array(soldiers) * (not table.is_terminal)


def check_step(mirror, actions):
    """Play one step, compare all its results, and return the games that ended."""
    env = mirror.env
    (obs, rewards, dones, infos), results = mirror.step(actions)
    rows = np.arange(env.batch.n)
    assert env.acted_seat.tolist() == results["players"]
    assert np.allclose(env.seat_rewards, results["rewards"], atol=1e-5)
    assert np.allclose(rewards, results["rewards"][rows, results["players"]], atol=1e-5)
    assert np.flatnonzero(dones).tolist() == sorted(results["ended"])
    for row, info in enumerate(infos):
        table = results["ended"].get(row)
        assert set(info) == (set() if table is None else {"terminal_observation", "TimeLimit.truncated"})
        if table is not None:
            assert info["terminal_observation"].tolist() == table.observe(table.home_seat(results["players"][row]))
            assert info["TimeLimit.truncated"] == table.is_truncated
    truncated = {row: table for row, table in sorted(results["ended"].items()) if table.is_truncated}
    assert np.flatnonzero(env.truncated).tolist() == list(truncated)
    assert len(env.final_observations) == len(truncated)
    for final, table in zip(env.final_observations, truncated.values(), strict=True):
        for player in range(GAME.seats):
            is_present = player < table.players
            assert final[player].tolist() == (
                table.observe(table.home_seat(player)) if is_present else [0] * GAME.layout.size
            )
    check_current_seats(mirror, obs)
    return results["ended"]


def check_games(env, seed, steps, options=None):
    """Play `steps` random steps, compare all their results, and return the tables of the games that ended."""
    mirror = Mirror(env, seed, options)
    check_current_seats(mirror, mirror.reset())
    rng = np.random.default_rng(seed)
    return [table for _ in range(steps) for table in check_step(mirror, any_legal(env, rng)).values()]


def check_current_seats(mirror, obs):
    """Check that every game waits for a learning seat with a choice, and returns that seat's observation and mask."""
    env = mirror.env
    masks = env.env_method("action_masks")
    for row, table in mirror.tables.items():
        assert env.lineup[row, table.player] == LEARNER
        assert obs[row].tolist() == table.observe(table.seat)
        assert masks[row].tolist() == [bool(legal) for legal in table.mask()]
        assert masks[row].sum() > 1
