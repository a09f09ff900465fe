"""The Ally game in every environment: two agents, four seats; the player of a seat acts and is rewarded for it."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

from wd_env import world_dominance_v0
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.table.play_out import play_out

ALLY: dict[str, Any] = {"num_players": 2, "variant": "ally"}


def env_at(table: WorldDominanceTable) -> raw_env:
    env = raw_env(**ALLY)
    env.reset(seed=1)
    env.table = table
    env.agent_selection = env.possible_agents[table.player]
    return env


def test_the_api_test_of_pettingzoo_passes():
    env = world_dominance_v0.env(**ALLY, max_turns=60)
    env.action_space("player_0").seed(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=300)


def test_another_number_of_players_is_refused():
    with pytest.raises(ConfigError, match="num_players: expected 2 in ally, got 3"):
        world_dominance_v0.env(num_players=3, variant="ally")


def test_the_agent_of_the_owner_is_selected_for_the_ally_and_sees_from_its_seat():
    table = position(players=2, variant="ally", soldiers=[9, 4, 9], allies=[1], at={1: "S05"}, turn=1)
    env = env_at(table)
    assert (env.possible_agents, env.agent_selection) == (["player_0", "player_1"], "player_0")
    seen = env.observe("player_0")
    assert seen["observation"].tolist() == table.observe(1)
    assert seen["action_mask"].any()
    other = env.observe("player_1")
    assert other["observation"].tolist() == table.observe(2)
    assert not other["action_mask"].any()


def test_a_view_marks_own_seats_and_allies():
    table = position(players=2, variant="ally", soldiers=[9, 4, 9], allies=[1])
    assert (table.view(0).feature("own_seats"), table.view(0).feature("allies")) == ([1, 1, 0, 0, 0], [0, 1, 0, 1, 0])
    assert (table.view(1).feature("own_seats"), table.view(1).feature("allies")) == ([1, 0, 0, 1, 0], [1, 0, 1, 0, 0])
    other = position(players=2)
    assert (other.view(1).feature("own_seats"), other.view(1).feature("allies")) == ([1, 0, 0, 0, 0], [0] * 5)


def test_a_theme_that_one_piece_looked_at_is_shown_to_the_other_and_not_to_the_opponent():
    table = position(players=2, variant="ally", soldiers=9, allies=[1, 3], knows={}, turn=1, lands="rsz")
    table.play("theme T05")
    assert [sum(table.view(seat).feature("theme")) for seat in range(4)] == [1, 1, 0, 0]
    line = table.lines[-1]
    assert line.visible_to == 0
    assert line in table.record().for_seat(0).lines
    assert line not in table.record().for_seat(2).lines


def test_a_player_who_is_out_is_paid_and_the_agents_end_together():
    table = position(players=2, variant="ally", soldiers=[1, 9, 9], allies=[1], at={0: "S05", 2: "S20"})
    env = env_at(table)
    env.table.play("roll", "playing dice 2")
    env.step(table.game.actions.index("pass"))
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert env.terminations == {"player_0": True, "player_1": True}
    assert [env.infos[agent]["in_play"] for agent in env.possible_agents] == [False, True]


class Noting:
    """A bot that plays any legal action, and records the seats for which it acts."""

    def __init__(self, table: WorldDominanceTable, seed: int) -> None:
        self.table, self.rng, self.seats = table, np.random.default_rng(seed), set[int]()

    def choose(self, view: Any) -> int:
        self.seats.add(self.table.seat)
        return int(self.rng.choice([option.index for option in view.legal_actions]))


def test_each_player_answers_for_both_own_seats_and_no_other():
    asked: tuple[set[int], set[int]] = (set(), set())
    for seed in range(16):
        table = WorldDominance(Config(variant="ally", num_players=2, max_turns=400), seed=seed)
        players = [Noting(table, seed), Noting(table, seed + 99)]
        play_out(table, players)
        for seats, player in zip(asked, players, strict=True):
            seats.update(player.seats)
    assert asked == ({0, 1}, {2, 3})


@pytest.mark.parametrize("seat", [0, 1])
def test_the_single_agent_environment_acts_for_both_pieces_and_is_rewarded_for_its_player(seat):
    env = SingleAgentEnv(num_players=2, variant="ally", seat=seat, max_turns=400)
    ends = []
    for seed in range(6):
        _, info = env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            assert env.table.player == seat
            action = np.flatnonzero(env.action_masks())[seed % 2 - 1]
            _, reward, terminated, truncated, info = env.step(action)
            over, total = terminated or truncated, total + reward
        ends.append(env.table.winner)
        assert total == {None: 0.0, seat: 1.0}.get(env.table.winner, -1.0)
        assert info["in_play"] == (2 * seat in env.table.board.in_play)
    assert len(set(ends)) > 1


def test_vector_games_credit_the_player_who_acted_whichever_piece_it_was():
    pytest.importorskip("numba")
    from wd_env.batch.batch import Batch
    from wd_env.envs.vector.lineup import LEARNER
    from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
    from wd_env.games.world_dominance.game import GAME

    batch = Batch(GAME, 16, 3, [2], {"variant": "ally", "max_turns": 300})
    env = MultiSeatVecEnv(
        batch, [], lambda players: np.full((len(players), GAME.seats), LEARNER), lambda rows: np.full(len(rows), 2)
    )
    env.reset()
    rng, seats, paid = np.random.default_rng(1), set(), 0
    for _ in range(1500):
        masks = env.env_method("action_masks")
        before = batch.seat.copy()
        env.step_async(np.where(masks, rng.random(masks.shape), -1).argmax(axis=1))
        _, _, dones, _ = env.step_wait()
        assert (env.acted_seat == before // 2).all()
        assert (env.seat_rewards[:, 2:] == 0).all()
        assert (env.seat_rewards.sum(axis=1) == 0).all()
        seats |= set(before.tolist())
        paid += int((env.seat_rewards[dones] != 0).any())
    views, learning = env.bootstrap_observations()
    assert learning[:, :2].all()
    assert not learning[:, 2:].any()
    assert views[:, :2].any(axis=2).all()
    assert seats == {0, 1, 2, 3}
    assert paid > 0
